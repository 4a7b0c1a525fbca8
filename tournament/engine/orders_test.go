package engine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"blastyard/internal/freeport"
	"blastyard/tournament"
	"blastyard/tournament/internal/store"
)

// kinds are the changes of a log that are orders, in order.
func kinds(t *testing.T, s *store.Store) (list []string) {
	t.Helper()
	all, err := s.Orders(t.Context(), 1000)
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(all)
	for _, c := range all {
		text := c.Kind + " " + c.Name
		if c.ID != nil {
			text += c.ID.String()
		}
		list = append(list, strings.TrimSpace(text)+" by "+c.By)
	}
	return list
}

// TestOrderTwice: the same order twice, as by a double click, is one; a second organiser is told that it is done.
func TestOrderTwice(t *testing.T) {
	e := open(t, Options{Dir: t.TempDir(), Event: testEvent(4, 2), Player: &fakePlayer{}, Jobs: 1})
	give := func(o tournament.Order) error { return e.Order(t.Context(), &o) }
	first := tournament.Order{ID: "a", What: tournament.Withdraw, Name: "bot01", By: "anna", Why: "gone"}
	for range 2 {
		if err := give(first); err != nil {
			t.Fatal(err)
		}
	}
	second := first
	second.ID, second.By = "b", "ben"
	var refusal *tournament.OrderError
	if err := give(second); !errors.As(err, &refusal) || !strings.Contains(refusal.Why, "withdrawn already: gone") {
		t.Errorf("the second organiser is told %v", err)
	}
	if got := kinds(t, e.Store()); !slices.Equal(got, []string{"withdraw bot01 by anna"}) {
		t.Errorf("the log has %q", got)
	}
}

// TestOrdersAtTheSameTime: of many organisers who do the same at the same time, one does it, and each of the others is
// told so.
func TestOrdersAtTheSameTime(t *testing.T) {
	e := open(t, Options{Dir: t.TempDir(), Event: testEvent(4, 2), Player: &fakePlayer{}, Jobs: 1})
	errs := make([]error, 8)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() {
			errs[i] = e.Order(t.Context(), &tournament.Order{ID: fmt.Sprint(i), What: tournament.Disqualify,
				Name: "bot01", By: fmt.Sprint("organiser ", i), Why: "it cheated"})
		})
	}
	all.Wait()
	done := 0
	for _, err := range errs {
		if err == nil {
			done++
		} else if !strings.Contains(err.Error(), "disqualified already") {
			t.Error(err)
		}
	}
	if got := kinds(t, e.Store()); done != 1 || len(got) != 1 {
		t.Errorf("%d were told that they did it, and the log has %q", done, got)
	}
}

// TestPause: a paused event plays nothing, also after a restart, until it is resumed.
func TestPause(t *testing.T) {
	ev, dir := testEvent(4, 2), t.TempDir()
	o := Options{Dir: dir, Event: ev, Player: &fakePlayer{}, Jobs: 1, Log: testLog(t)}
	e, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	pause := &tournament.Order{ID: "1", What: tournament.Pause, By: "anna", Why: "lunch"}
	if err := e.Order(t.Context(), pause); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	e = open(t, o)
	ran := make(chan error, 1)
	go func() { ran <- e.Run(t.Context()) }()
	until(t, "it plays", func() bool { return len(e.Progress().Workers) > 0 })
	if p := e.Progress(); p.Played != 0 || !strings.Contains(p.Why, "paused it: lunch") {
		t.Errorf("%d matches are played; it says %q", p.Played, p.Why)
	}
	if err := e.Order(t.Context(), &tournament.Order{ID: "2", What: tournament.Resume, By: "anna"}); err != nil {
		t.Fatal(err)
	}
	if err := <-ran; err != nil {
		t.Fatal(err)
	}
	want, matches := undisturbed(t, ev.Schedule)
	checkWhole(t, e, want, matches)
}

// TestRequestsWait: an order for an event that nothing plays is carried out by whoever opens it next, once; one that is
// refused says why.
func TestRequestsWait(t *testing.T) {
	ev, dir := testEvent(4, 2), t.TempDir()
	o := Options{Dir: dir, Event: ev, Player: &fakePlayer{}, Log: testLog(t)}
	order := &tournament.Order{ID: "first", What: tournament.Withdraw, Name: "bot01", By: "anna", Why: "gone"}
	for range 2 { // the second time, its process was killed before it read the answer
		a, err := Ask(t.Context(), &Request{Order: order}, o, nil)
		if err != nil || a.Error != "" {
			t.Fatalf("%+v, %v", a, err)
		}
	}
	other := &tournament.Order{ID: "second", What: tournament.Withdraw, Name: "somebody", By: "anna", Why: "gone"}
	a, err := Ask(t.Context(), &Request{Order: other}, o, nil)
	if err != nil || a.Error != `"somebody" is none of this event` {
		t.Errorf("%+v, %v", a, err)
	}
	e := open(t, o)
	if got := kinds(t, e.Store()); !slices.Equal(got, []string{"withdraw bot01 by anna"}) {
		t.Errorf("the log has %q", got)
	}
	if left, err := os.ReadDir(filepath.Join(dir, requestsFolder)); err != nil || len(left) != 0 {
		t.Errorf("%v is left, %v", left, err)
	}
	info, err := os.Stat(filepath.Join(dir, requestsFolder))
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o700 {
		t.Errorf("others can read the requests: %v, %v", info.Mode(), err)
	}
}

// TestBadRequests: what is no request is refused, and the event goes on.
func TestBadRequests(t *testing.T) {
	dir := t.TempDir()
	e := open(t, Options{Dir: dir, Event: testEvent(4, 2), Player: &fakePlayer{}})
	folder := filepath.Join(dir, requestsFolder)
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"text": "x", "nothing": "{}",
		"other":   `{"order":{"id":"x","what":"pause"}}`,
		"unknown": `{"order":{"id":"unknown","what":"explode"}}`} {
		if err := replaceFile(filepath.Join(folder, name+requestEnd), []byte(text)); err != nil {
			t.Fatal(err)
		}
		until(t, name+" is answered", func() bool {
			a, err := readAnswer(filepath.Join(folder, name+answerEnd))
			return err == nil && a != nil && a.Error != ""
		})
	}
	if got := kinds(t, e.Store()); got != nil {
		t.Errorf("the log has %q", got)
	}
}

// TestOrderOfWorker: a worker cannot give orders: in the log, only results are in the name of a job.
func TestOrderOfWorker(t *testing.T) {
	e := open(t, Options{Dir: t.TempDir(), Event: testEvent(4, 2), Player: &fakePlayer{}})
	rec := tournament.Record{At: 1, Order: &tournament.Order{ID: "1", What: tournament.Disqualify, Name: "bot00",
		By: "x", Why: "y"}}
	data, err := encode(&rec)
	if err != nil {
		t.Fatal(err)
	}
	ack, err := e.broker.js.Publish(t.Context(), e.names.result("job"), data)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.waitFor(t.Context(), ack.Sequence); err != nil {
		t.Fatal(err)
	}
	e.State(func(s *tournament.Schedule) {
		if status, _ := s.Status(0); status != tournament.Takes {
			t.Errorf("the worker has %s it", status)
		}
	})
}

// TestOrdersAndKills: each order that a command gives is carried out exactly once, although the process that plays the
// event is killed at each of them, and everybody who reads the event comes to the same state.
func TestOrdersAndKills(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("it ends processes by signals")
	}
	t.Parallel()
	for _, cluster := range []bool{false, true} {
		t.Run(fmt.Sprintf("cluster=%v", cluster), func(t *testing.T) {
			t.Parallel()
			testOrdersAndKills(t, cluster)
		})
	}
}

func testOrdersAndKills(t *testing.T, cluster bool) {
	ps := newProcesses(t)
	dir := filepath.Join(ps.dir, "store")
	// However slow this test is, the event is not over before the last order: a process that will be killed stands still
	// after its 15 matches and the rest of a job, which are 40 matches of 10 ms at most.
	r := role{Kind: "coordinator", Name: "coordinator", Dir: dir, Players: 8, Rounds: 8, Jobs: 1,
		Takes: 10 * time.Millisecond, Most: 15}
	if cluster {
		_, r.NATS = ps.addCluster()
	} else {
		r.Listen = freeport.Address(t)
	}
	c := ps.add(r)
	zero := tournament.ID{}
	o := Options{Dir: dir, Event: r.event(), NATS: Cluster{Servers: r.NATS}, Player: &fakePlayer{}, Log: testLog(t)}
	orders := []tournament.Order{
		{What: tournament.Withdraw, Name: "bot03"}, {What: tournament.VoidMatch, Match: &zero},
		{What: tournament.Disqualify, Name: "bot05"}, {What: tournament.BringBack, Name: "bot03"},
		{What: tournament.Announce, Why: "hello"},
	}
	for i, order := range orders {
		if ps.untilPlayed(10 * (i + 1)) {
			t.Fatalf("the event is over before order %d", i)
		}
		order.ID, order.By = fmt.Sprint("order", i), "anna"
		answered := make(chan error, 1)
		go func() {
			a, err := Ask(t.Context(), &Request{Order: &order}, o, nil)
			if err == nil && a.Error != "" {
				err = errors.New(a.Error)
			}
			answered <- err
		}()
		request := filepath.Join(dir, requestsFolder, order.ID+requestEnd)
		switch i % 3 {
		case 1:
			untilThere(t, request)
		case 2: // it may be carried out by now
			until(t, "it is taken", func() bool {
				_, err := os.Stat(request)
				return len(answered) > 0 || err == nil
			})
		}
		c.kill()
		if i == len(orders)-1 {
			c.role.Most, c.role.Takes = 0, 0
		}
		c.begin()
		if err := <-answered; err != nil {
			t.Fatalf("order %d: %v", i, err)
		}
	}
	ps.untilPlayed(1 << 20)
	<-c.exited
	e := open(t, o)
	want := []string{"withdraw bot03 by anna", "void 0.0 by anna", "disqualify bot05 by anna",
		"bring back bot03 by anna", "announce by anna"}
	if got := kinds(t, e.Store()); !slices.Equal(got, want) {
		t.Errorf("the log has %q, want %q", got, want)
	}
	e.State(func(s *tournament.Schedule) {
		off, err := Read(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		defer off.Close()
		if a, b := s.Fingerprint(), off.Schedule.Fingerprint(); a != b {
			t.Errorf("the log has the fingerprint %s, and the database %s", a, b)
		}
		counts, err := e.Store().Counts(t.Context())
		if _, played, _ := s.Count(); err != nil || int64(played) != counts.Matches {
			t.Errorf("the log has %d matches, the database %d, %v", played, counts.Matches, err)
		}
		for f := range s.Fixtures(0) {
			_, played := s.Result(f.ID)
			if gone := slices.Contains(f.Entrants, 5); !played && !gone {
				t.Fatalf("match %v is not played", f.ID)
			}
		}
	})
}
