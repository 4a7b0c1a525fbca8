//stage:first its tests take long

package engine

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/match"
	"blastyard/internal/filelock"
	"blastyard/tournament"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/worker"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if role := os.Getenv(roleVariable); role != "" {
		os.Exit(playRole(role))
	}
	goleak.VerifyTestMain(m)
}

func TestRun(t *testing.T) {
	ev := testEvent(6, 10)
	want, matches := undisturbed(t, ev.Schedule)
	dir := t.TempDir()
	e := open(t, Options{Dir: dir, Event: ev, Player: &fakePlayer{}, Jobs: 2})
	if err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	checkWhole(t, e, want, matches)
	if s := e.Standings(); s == nil || s.Fingerprint != want || !s.Complete {
		t.Errorf("standings are %+v, want complete with fingerprint %s", s, want)
	}
	if p := e.Progress(); !p.Done || p.Played != matches || len(p.Workers) != 0 {
		t.Errorf("progress is %+v, want done, %d played, no workers any more", p, matches)
	}
	if got, err := ReadEvent(dir); err != nil || got.Digest() != ev.Digest() {
		t.Errorf("the store is of %+v, error %v", got, err)
	}
}

// TestNoPort: by default no port is open.
func TestNoPort(t *testing.T) {
	e := open(t, Options{Dir: t.TempDir(), Event: testEvent(2, 1), Player: &fakePlayer{}})
	if e.Listens() != "" {
		t.Errorf("it listens at %s", e.Listens())
	}
	if a := e.broker.embedded.Addr(); a != nil {
		t.Errorf("the broker listens at %v", a)
	}
	if n := listening(t); n != 0 {
		t.Errorf("this process has %d listening sockets", n)
	}
	// The check must see a socket that exists.
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if n := listening(t); n != 1 {
		t.Errorf("this process has %d listening sockets, want 1", n)
	}
}

// TestGoesOn: a stopped event continues where it was, in the schedule and in the database.
func TestGoesOn(t *testing.T) {
	ev, dir := testEvent(4, 20), t.TempDir()
	want, matches := undisturbed(t, ev.Schedule)
	played := int64(0)
	for runs := 0; ; runs++ {
		p := &fakePlayer{takes: func(*tournament.Fixture) time.Duration { return 100 * time.Microsecond }}
		e, err := Open(t.Context(), Options{Dir: dir, Event: ev, Player: p, Jobs: 2, Log: testLog(t)})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		stopped := context.AfterFunc(t.Context(), cancel)
		go func() {
			// Stop in the middle of its matches.
			for p.plays.Load() < 20 && ctx.Err() == nil {
				time.Sleep(time.Millisecond)
			}
			cancel()
		}()
		err = e.Run(ctx)
		cancel()
		stopped()
		played += p.plays.Load()
		done := err == nil
		if !done && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if done {
			checkWhole(t, e, want, matches)
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
		if done {
			if runs < 2 {
				t.Errorf("it was done after %d runs: the test did not stop it", runs)
			}
			break
		}
	}
	if played != int64(matches) {
		t.Errorf("%d matches were played for %d results: a clean stop loses none", played, matches)
	}
}

func TestLocked(t *testing.T) {
	dir := t.TempDir()
	open(t, Options{Dir: dir, Event: testEvent(2, 1)})
	_, err := Open(t.Context(), Options{Dir: dir, Event: testEvent(2, 1)})
	if !errors.Is(err, ErrLocked) {
		t.Errorf("a second opening: %v, want ErrLocked", err)
	}
}

// TestLockThatEnds: Open waits a moment for the lock of a process that was killed.
func TestLockThatEnds(t *testing.T) {
	dir := t.TempDir()
	lock, err := filelock.Try(filepath.Join(dir, "lock"), filelock.Exclusive)
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(50*time.Millisecond, func() { _ = lock.Unlock() })
	open(t, Options{Dir: dir, Event: testEvent(2, 1)})
}

// TestLockOfAnOrder: Open waits longer for a process that carries out an order.
func TestLockOfAnOrder(t *testing.T) {
	dir := t.TempDir()
	request := filepath.Join(dir, requestsFolder, "order1"+requestEnd)
	err := os.MkdirAll(filepath.Dir(request), 0o700)
	if err == nil {
		err = os.WriteFile(request, nil, 0o600)
	}
	lock, lockErr := filelock.Try(filepath.Join(dir, "lock"), filelock.Exclusive)
	if err := errors.Join(err, lockErr); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(lockTime+lockTime/2, func() { _ = lock.Unlock() })
	f, err := openFolder(t.Context(), dir, testEvent(2, 1))
	if err != nil {
		t.Fatal(err)
	}
	f.close()
}

func TestNewerStore(t *testing.T) {
	dir := t.TempDir()
	e := open(t, Options{Dir: dir, Event: testEvent(2, 1)})
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "version"), []byte("3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), Options{Dir: dir, Event: testEvent(2, 1)}); !errors.Is(err, ErrNewer) ||
		!strings.Contains(err.Error(), "version is 3") {
		t.Errorf("a newer folder: %v, want ErrNewer", err)
	}
	if _, err := ReadEvent(dir); !errors.Is(err, ErrNewer) {
		t.Errorf("reading a newer folder: %v, want ErrNewer", err)
	}
}

func TestOtherEvent(t *testing.T) {
	for name, c := range map[string]struct {
		change func(e *event.Event)
		want   string // in the error; "": the event continues
	}{
		"turns":       {func(e *event.Event) { e.Turns = 50 }, "turns was 100, is 50"},
		"seed":        {func(e *event.Event) { e.Schedule.Seed = 8 }, "seed was 7, is 8"},
		"another bot": {func(e *event.Event) { e.Bots[1].Entrant.Builtin = "hunter" }, `bot bot01: entrant.builtin was "random", is "hunter": change it back`},
		"one bot more": {func(e *event.Event) { *e = *onAMap(testEvent(3, 3)) },
			"of another event: bot bot02 is new: change it back"},
		"bots in another order": {func(e *event.Event) {
			e.Bots[0], e.Bots[1] = e.Bots[1], e.Bots[0]
			e.Schedule.Entrants[0], e.Schedule.Entrants[1] = e.Schedule.Entrants[1], e.Schedule.Entrants[0]
		}, "of another event: the order of the bots was bot00, bot01, is bot01, bot00: change it back"},
		"another bot in its place": {func(e *event.Event) {
			e.Bots[1].Name, e.Bots[1].Entrant.Name, e.Schedule.Entrants[1] = "other", "other", "other"
		}, "of another event: bot bot01 is missing; bot other is new: change it back"},
		"a map's cells": {func(e *event.Event) {
			e.Maps[0].File = []byte(`{"cells":[2]}`)
		}, "of another event: map yard has other cells or places to start from: change it back"},
		"another map": {func(e *event.Event) {
			e.Maps[0].Name, e.Schedule.Maps[0] = "garden", "garden"
		}, "of another event: map yard is missing; map garden is new: change it back"},
		"fewer matches": {func(e *event.Event) { e.Schedule.MaxMatches = 1 },
			"max_matches was 4, is 1: it can only grow"},
		"the rules' number, not noted": {func(e *event.Event) { e.RulesNumber = 2 }, ""},
		"more matches":                 {func(e *event.Event) { e.Schedule.MaxMatches = 6 }, ""},
		"no limit":                     {func(e *event.Event) { e.Schedule.MaxMatches = 0 }, ""},
		"name, replays, times": {func(e *event.Event) {
			e.Name, e.Keep.Rule, e.Jobs, e.Ends = "Other", event.KeepAll, 7, time.Now().Add(time.Hour)
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			first := onAMap(testEvent(2, 3))
			if err := open(t, Options{Dir: dir, Event: first}).Close(); err != nil {
				t.Fatal(err)
			}
			second := onAMap(testEvent(2, 3))
			c.change(second)
			e, err := Open(t.Context(), Options{Dir: dir, Event: second, Log: testLog(t)})
			if err == nil {
				defer e.Close()
			}
			if c.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if !errors.Is(err, ErrOtherEvent) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error is %v, want ErrOtherEvent with %q", err, c.want)
			}
		})
	}
}

// TestOtherRules: a program whose rules of the game are others does not go on with an event.
func TestOtherRules(t *testing.T) {
	dir, ev := t.TempDir(), testEvent(2, 3)
	ev.RulesNumber = games.Hexabomb().Rules
	if err := open(t, Options{Dir: dir, Event: ev}).Close(); err != nil {
		t.Fatal(err)
	}
	later := testEvent(2, 3)
	later.RulesNumber = ev.RulesNumber + 1
	e, err := Open(t.Context(), Options{Dir: dir, Event: later, Log: testLog(t)})
	if err == nil {
		e.Close()
	}
	const want = "by the rules of hexabomb with the number"
	if !errors.Is(err, ErrOtherEvent) || !strings.Contains(err.Error(), want) {
		t.Errorf("error is %v, want ErrOtherEvent with %q", err, want)
	}
}

// onAMap returns the event with a map of its own and a limit of its matches.
func onAMap(e *event.Event) *event.Event {
	e.Schedule.MaxMatches, e.Schedule.Maps = 4, []string{"yard"}
	e.Maps = []game.Map{{Name: "yard", File: []byte(`{"cells":[1]}`)}}
	return e
}

// TestKeepsNames: an event goes on whose bots an earlier version called otherwise, without blanks.
func TestKeepsNames(t *testing.T) {
	dir := t.TempDir()
	called := func(name string) *event.Event {
		e := testEvent(2, 1)
		e.Bots[1].Name, e.Bots[1].Entrant.Name, e.Schedule.Entrants[1] = name, "", name
		return e
	}
	if err := open(t, Options{Dir: dir, Event: called("dirwithspace")}).Close(); err != nil {
		t.Fatal(err)
	}
	now := called("dir with space")
	e := open(t, Options{Dir: dir, Event: now})
	if err := e.Close(); err != nil || now.Bots[1].Name != "dirwithspace" || now.Schedule.Entrants[1] != "dirwithspace" {
		t.Errorf("the bot is called %q, %v", now.Bots[1].Name, err)
	}
}

// TestVoid: a result that is taken back is played again, with another try and another secret.
func TestVoid(t *testing.T) {
	ev := testEvent(3, 2)
	k := &secretKeeper{secrets: map[tournament.ID]match.Secret{}}
	e := open(t, Options{Dir: t.TempDir(), Event: ev, Player: k, Jobs: 1})
	if err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	var id tournament.ID
	e.State(func(s *tournament.Schedule) {
		for f := range s.Fixtures(0) {
			id = f.ID
		}
	})
	if _, err := e.Submit(t.Context(), tournament.Record{Void: &tournament.Void{ID: id, Why: "a test"}}); err != nil {
		t.Fatal(err)
	}
	if p := e.Progress(); p.Done {
		t.Error("it is done although a result was taken back")
	}
	if err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	e.State(func(s *tournament.Schedule) {
		if r, played := s.Result(id); !played || r.Try != 1 {
			t.Errorf("match %v has %+v, want a result of try 1", id, r)
		}
	})
	for played, got := range k.secrets {
		first, again := tournament.BlockSecret(e.Secret(), played, 0), tournament.BlockSecret(e.Secret(), played, 1)
		if want := map[bool]match.Secret{false: first, true: again}[played == id]; got != want || first == again {
			t.Errorf("match %v was given out with %v, want %v", played, got, want)
		}
	}
	counts, err := e.Store().Counts(t.Context())
	if err != nil || counts.Voids != 1 {
		t.Errorf("the database has %+v, error %v; want 1 void", counts, err)
	}
}

// TestRebuild: the database is built again from the log, on demand and when it is missing or damaged.
func TestRebuild(t *testing.T) {
	ev, dir := testEvent(4, 5), t.TempDir()
	want, matches := undisturbed(t, ev.Schedule)
	e := open(t, Options{Dir: dir, Event: ev, Player: &fakePlayer{}, Jobs: 2})
	if err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func() error{
		"on demand": func() error { return nil },
		"gone":      func() error { return os.Remove(filepath.Join(dir, "event.db")) },
		"damaged": func() error {
			return os.WriteFile(filepath.Join(dir, "event.db"), []byte(strings.Repeat("no database ", 1000)), 0o600)
		},
	} {
		t.Run(name, func(t *testing.T) {
			if err := spoil(); err != nil {
				t.Fatal(err)
			}
			checkWhole(t, open(t, Options{Dir: dir, Event: ev, Rebuild: name == "on demand"}), want, matches)
		})
	}
}

// TestGivenBack: a job that a worker cannot play, or in which its machine fails, is played by another worker.
func TestGivenBack(t *testing.T) {
	t.Parallel()
	want, matches := undisturbed(t, testEvent(3, 2).Schedule)
	for name, failure := range map[string]error{"cannot": worker.ErrCannot, "machine": worker.ErrMachine} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			failures := make(chan error, 2)
			failures <- failure
			failures <- failure
			p := &fakePlayer{fail: func(context.Context, *worker.Job) error {
				select {
				case err := <-failures:
					return err
				default:
					return nil
				}
			}}
			e := open(t, Options{Dir: t.TempDir(), Event: testEvent(3, 2), Player: p, Jobs: 1})
			if err := e.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			if len(failures) != 0 {
				t.Error("nothing failed")
			}
			checkWhole(t, e, want, matches)
		})
	}
}

// TestUnreadableRecord: a broken record that a worker adds to the log does not stop the event.
func TestUnreadableRecord(t *testing.T) {
	ev := testEvent(3, 2)
	want, matches := undisturbed(t, ev.Schedule)
	e := open(t, Options{Dir: t.TempDir(), Event: ev, Player: &fakePlayer{}, Jobs: 1})
	invented, err := json.Marshal(tournament.Record{Results: []tournament.Result{{ID: tournament.ID{Block: 1 << 20},
		Ranks: []int{1}}}})
	if err != nil {
		t.Fatal(err)
	}
	for i, data := range [][]byte{[]byte("{"), []byte("\x28\xb5\x2f\xfdnonsense"), []byte("{}"), {}, invented} {
		if _, err := e.broker.js.Publish(t.Context(), e.names.result("x"+string(rune('a'+i))), data); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	checkWhole(t, e, want, matches)
}

// listening counts the TCP sockets on which this process listens.
func listening(t *testing.T) (n int) {
	t.Helper()
	if _, err := os.Stat("/proc/net/tcp"); err != nil {
		t.Skip("this system has no /proc")
	}
	own := map[string]bool{}
	links, err := filepath.Glob("/proc/self/fd/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range links {
		if to, err := os.Readlink(l); err == nil {
			own[to] = true
		}
	}
	for _, file := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(text)) {
			const state, inode, listen = 3, 9, "0A"
			if f := strings.Fields(line); len(f) > inode && f[state] == listen && own["socket:["+f[inode]+"]"] {
				n++
			}
		}
	}
	return n
}

// TestRateAfterARestart: what is read again from the log is not told as played now.
func TestRateAfterARestart(t *testing.T) {
	ev, dir := testEvent(4, 20), t.TempDir()
	_, matches := undisturbed(t, ev.Schedule)
	stopped(t, dir, Options{Event: ev}, &fakePlayer{}, matches)
	e := open(t, Options{Dir: dir, Event: ev, Jobs: -1})
	e.mu.Lock()
	defer e.mu.Unlock()
	if rate := e.rate.perSecond(time.Now().Add(2 * time.Second)); rate != 0 {
		t.Errorf("%v matches a second", rate)
	}
}
