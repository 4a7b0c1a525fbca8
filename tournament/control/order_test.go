package control

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/tournament"
	"blastyard/tournament/submission"
)

// TestOrdersWhileServed: commands reach the process that serves the event, its pages show at once what was done, and
// the same commands work when nothing serves it any more.
func TestOrdersWhileServed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "event.toml")
	text := "maps = [\"tiny\"]\nturns = 5\nformat = \"ladder\"\n[[bot]]\ncommand = \"builtin:greedy\"\n" +
		"[[bot]]\ncommand = \"builtin:hunter\"\n[[bot]]\ncommand = \"builtin:idle\"\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	address, _, stop := serving(t, file, ServeOptions{})
	said := &notes{}
	g := &Organiser{Path: file, By: "anna", Out: said, Notes: said}
	give := func(o tournament.Order) {
		t.Helper()
		if err := g.Do(t.Context(), o); err != nil {
			t.Fatal(err)
		}
	}
	give(tournament.Order{What: tournament.Disqualify, Name: "idle", Why: "it sleeps"})
	give(tournament.Order{What: tournament.Announce, Why: "Lunch <b>now</b>"})
	give(tournament.Order{What: tournament.Pause, Why: "lunch"})
	within(t, "the pages show it", func() bool {
		_, text := fetch(t, address+"standings")
		return strings.Contains(text, "disqualified: it sleeps") && strings.Contains(text, "paused: lunch") &&
			strings.Contains(text, "Lunch &lt;b&gt;now&lt;/b&gt;")
	})
	for _, path := range []string{"", "matches", "live", "workers", "projector", "orders"} {
		if _, text := fetch(t, address+path); !strings.Contains(text, "Lunch &lt;b&gt;now&lt;/b&gt;") {
			t.Errorf("the page %q does not show the announcement", path)
		}
	}
	var answer struct {
		Orders []struct{ What, By, Why, Name string }
	}
	_, page := fetch(t, address+"api/orders")
	if err := json.Unmarshal([]byte(page), &answer); err != nil || len(answer.Orders) != 3 ||
		answer.Orders[2].Name != "idle" || answer.Orders[2].By != "anna" {
		t.Errorf("%s, %v", page, err)
	}
	if err := g.Status(t.Context()); err != nil || !strings.Contains(said.String(), "paused it: lunch") {
		t.Errorf("%s, %v", said, err)
	}
	teams, err := submission.OpenTeams(Submissions(StoreBeside(file)))
	if err == nil {
		_, err = teams.Invite("hunter")
	}
	if err == nil {
		err = g.Revoked(t.Context(), "hunter")
	}
	if err != nil {
		t.Fatal(err)
	}
	stop()
	give(tournament.Order{What: tournament.Resume})
	if err := g.Do(t.Context(), tournament.Order{What: tournament.Resume}); err == nil ||
		err.Error() != "it is not paused" {
		t.Errorf("a second time: %v", err)
	}
	o, err := Read(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	for i, want := range []tournament.Status{tournament.Takes, tournament.Withdrawn, tournament.Disqualified} {
		if got, _ := o.Schedule.Status(i); got != want {
			t.Errorf("entrant %d: %q, want %q", i, got, want)
		}
	}
}

// TestDeskLink: a command makes an address for a server that runs, and ends it.
func TestDeskLink(t *testing.T) {
	file := filepath.Join(t.TempDir(), "event.toml")
	if err := os.WriteFile(file, []byte("[[bot]]\ncommand = \"builtin:greedy\"\n[[bot]]\ncommand = \"builtin:idle\"\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := DeskLink(file, "https://contest.example/", "anna", &out); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(out.String(), "https://contest.example/desk/join#byo-") {
		t.Errorf("it prints %s", out.String())
	}
	if err := RevokeDesk(file, "anna", &out); err != nil {
		t.Error(err)
	}
	if err := RevokeDesk(file, "anna", &out); err == nil {
		t.Error("ended a second time")
	}
	if err := DeskLink(file, "http://x", "", &out); err == nil {
		t.Error("an organiser without a name")
	}
}
