package submission

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"blastyard/arena/checkup"
)

// lanesOf returns an inbox with one slot in each lane. first and long let one submission through each.
func lanesOf(t *testing.T) (d *Inbox, first, long chan struct{}) {
	t.Helper()
	o, _ := fakes(t)
	o.Builds, o.Checks = 1, 1
	first, long = make(chan struct{}), make(chan struct{})
	o.check = func(ctx context.Context, c checkup.Config) (*checkup.Report, error) {
		gate := long
		if c.Brief {
			gate = first
		}
		select {
		case <-gate:
			return &checkup.Report{OK: true}, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return newInbox(t, o), first, long
}

// TestPlaces: whoever waits sees its place, from the moment of its upload on, and a long check holds up nobody's first
// match.
func TestPlaces(t *testing.T) {
	d, first, long := lanesOf(t)
	run(t, d)
	why := func(part string) func(*Report) bool {
		return func(r *Report) bool { return strings.Contains(r.Why, part) && r.Place == nil }
	}
	at := func(number, before int) func(*Report) bool {
		return func(r *Report) bool {
			return r.Place != nil && r.Place.Number == number && r.Place.Before == before
		}
	}
	ann := submit(t, d, "Ann", simple(t, "a"))
	first <- struct{}{}
	until(t, d, ann, why("the long check comes next"))
	bob := submit(t, d, "Bob", simple(t, "b"))
	first <- struct{}{} // while the long check of Ann goes on
	until(t, d, bob, at(1, 1))
	cem := submit(t, d, "Cem", simple(t, "c"))
	until(t, d, cem, why("it is being looked at"))
	dia := submit(t, d, "Dia", simple(t, "d"))
	eve := submit(t, d, "Eve", simple(t, "e"))
	if dia.Place == nil || eve.Place == nil || dia.Place.Number != 1 || dia.Place.Before != 1 || eve.Place.Number != 2 {
		t.Errorf("the answers to the uploads: %+v and %+v", dia.Place, eve.Place)
	}
	until(t, d, eve, at(2, 2))
	first <- struct{}{} // Cem's
	until(t, d, cem, at(2, 2))
	until(t, d, eve, at(1, 1))
	long <- struct{}{} // Ann's
	until(t, d, cem, at(1, 1))
	final(t, d, ann)
	go func() {
		for range 2 {
			first <- struct{}{}
		}
		for range 4 {
			long <- struct{}{}
		}
	}()
	for _, r := range []*Report{bob, cem, dia, eve} {
		if r := final(t, d, r); r.State != Accepted || r.Place != nil {
			t.Errorf("%+v", r)
		}
	}
	if text, err := os.ReadFile(filepath.Join(d.folder(eve.ID), reportFile)); err != nil || strings.Contains(string(text), `"place"`) {
		t.Errorf("a place is stored: %s, %v", text, err)
	}
}

// TestAStopInTheSecondLane: what waits for the long check when the server stops waits again after it.
func TestAStopInTheSecondLane(t *testing.T) {
	d, first, _ := lanesOf(t)
	stop := run(t, d)
	for _, team := range []string{"Ann", "Bob"} {
		r := submit(t, d, team, simple(t, team))
		first <- struct{}{}
		until(t, d, r, func(r *Report) bool { return strings.Contains(r.Why, "the long check") })
	}
	stop()
	for _, team := range []string{"Ann", "Bob"} {
		if r := d.Reports(team)[0]; r.State != Waiting || r.Begun != 0 || len(r.Steps) > 0 {
			t.Errorf("%+v", r)
		}
	}
}

// TestSeconds: the estimate grows with the place, shrinks with the slots, and is left out while nothing is known.
func TestSeconds(t *testing.T) {
	now := time.Now()
	for _, c := range []struct {
		took         time.Duration
		slots, place int
		want         string
	}{
		{0, 1, 1, "place 1 in the queue, 1 submission before it"},
		{10 * time.Second, 1, 1, "place 1 in the queue, 1 submission before it, about 15s"},
		{10 * time.Second, 1, 3, "place 3 in the queue, 3 submissions before it, about 35s"},
		{10 * time.Second, 2, 4, "place 4 in the queue, 5 submissions before it, about 30s"},
		{time.Millisecond, 1, 1, "place 1 in the queue, 1 submission before it, about 1s"},
	} {
		l := lane{slots: c.slots, took: c.took, running: map[string]time.Time{}}
		for i := range c.slots {
			l.running[fmt.Sprint(i)] = now
		}
		if got := l.place(c.place - 1).Text; got != c.want {
			t.Errorf("%+v: %q, want %q", c, got, c.want)
		}
	}
	if p := (&lane{}).place(-1); p != nil {
		t.Errorf("who does not wait has a place: %+v", p)
	}
}

// TestPlaceOnPages: the answer to an upload, the list of a team and its pages tell the place.
func TestPlaceOnPages(t *testing.T) {
	o, _ := fakes(t)
	s := serve(t, o) // the inbox does not run, so all wait
	submit(t, s.Inbox, "Ann", simple(t, "a"))
	token := s.token("Bob")
	_, text := s.bearer(token, http.MethodPost, "/team/api/submissions", bytes.NewReader(simple(t, "b")))
	var r Report
	if err := json.Unmarshal([]byte(text), &r); err != nil || r.Place == nil || r.Place.Number != 2 || r.Place.Before != 1 {
		t.Fatalf("the answer to an upload is %s, %v", text, err)
	}
	for _, path := range []string{"/team/", "/team/submissions/" + r.ID} {
		answer, text := s.ask(browser(t), http.MethodGet, path, nil, "Cookie", "blastyard_team="+token)
		s.want(path, answer, text, http.StatusOK, "place 2 in the queue, 1 submission before it")
	}
	answer, text := s.bearer(token, http.MethodGet, "/team/api/submissions", nil)
	s.want("the list", answer, text, http.StatusOK, `"place":{"number":2,"before":1,"line":"place 2 in the queue, 1 submission before it"}`)
}

// TestWhatTheTeamPageTells: the limits, where the starters, the rules and the manual are, and nothing to submit with when
// submissions are closed.
func TestWhatTheTeamPageTells(t *testing.T) {
	o, _ := fakes(t)
	o.TurnTime, o.PerHour, o.Limits.Packed, o.Limits.Files = 250*time.Millisecond, 7, 3<<20, 55
	o.Closes = time.Now().Add(time.Hour)
	now := time.Now()
	o.Now = func() time.Time { return now }
	s := serve(t, o)
	page := func() string {
		answer, text := s.ask(browser(t), http.MethodGet, "/team/", nil, "Cookie", "blastyard_team="+s.token("Ann"))
		s.want("the page", answer, text, http.StatusOK)
		return text
	}
	for _, want := range []string{`id="upload"`, "250 ms", "7 uploads an hour", "3 MiB", "55 files", `href="../docs/rules-hexabomb.html"`,
		`href="../docs/taking-part.html"`, `href="../docs/first-bot.html"`, `href="../docs/"`} {
		if text := page(); !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
	now = o.Closes
	for _, unwanted := range []string{"<form id=", "Submit</button>", `type="file"`} {
		if text := page(); strings.Contains(text, unwanted) || !strings.Contains(text, "Submissions are closed since") {
			t.Errorf("after closes: %q is in %s", unwanted, text)
		}
	}
}
