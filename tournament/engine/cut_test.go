package engine

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"blastyard/internal/freeport"
	"blastyard/tournament"
)

// runBeside runs an event in the background until stop is called.
func runBeside(t *testing.T, e *Engine) (stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	began := make(chan struct{})
	go func() {
		close(began)
		ended <- e.Run(ctx)
	}()
	<-began
	until(t, "it runs", func() bool { return e.running.Load() || len(ended) > 0 })
	var err error
	stopped := false
	stop = func() error {
		if !stopped {
			cancel()
			err, stopped = <-ended, true
		}
		return err
	}
	t.Cleanup(func() { _ = stop() })
	return stop
}

// until waits until the engine reaches a state.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not after two minutes: %s", what)
		}
	}
}

// plays reports whether a worker plays now, and which match.
func plays(e *Engine, worker string) (id tournament.ID, is bool) {
	for _, r := range e.Progress().Running {
		if r.Worker == worker {
			return r.Fixture.ID, true
		}
	}
	return id, false
}

// TestCutOff: a worker that is cut off with a job comes back with its results after another worker has played the job.
// Its results do not count again.
func TestCutOff(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("it stops a process by a signal")
	}
	ev := testEvent(4, 20)
	want, matches := undisturbed(t, ev.Schedule)
	e := listeningEngine(t, ev)
	ps := newProcesses(t)
	stop := runBeside(t, e)
	gate := filepath.Join(ps.dir, "gate")
	cut := ps.add(role{Kind: "worker", Name: "cut", Dir: ps.dir, Creds: e.CredentialsPath(), Jobs: 1, Gate: gate})
	until(t, "the worker has a job", func() bool { _, is := plays(e, "cut"); return is })
	id, _ := plays(e, "cut")
	cut.signal(standStill)
	// The broker gives its job to another worker after it has not heard of it for a while.
	other := ps.add(role{Kind: "worker", Name: "other", Dir: ps.dir, Creds: e.CredentialsPath(), Jobs: 1,
		Takes: time.Millisecond})
	until(t, "its match is played by another worker", func() (played bool) {
		e.State(func(s *tournament.Schedule) { _, played = s.Result(id) })
		return played
	})
	if err := os.WriteFile(gate, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	other.kill()
	last := logLength(t, e)
	cut.signal(goOn)
	until(t, "the event is done", func() bool { return !e.running.Load() })
	if err := stop(); err != nil {
		t.Error(err)
	}
	checkWhole(t, e, want, matches)
	if r := resultOf(t, e, id); r.Worker != "other" {
		t.Errorf("match %v counts as played by %q, want other: the first result counts", id, r.Worker)
	}
	t.Logf("the log had %d records when the worker came back, and %d at the end", last, logLength(t, e))
}

func logLength(t *testing.T, e *Engine) uint64 {
	t.Helper()
	s, err := e.broker.js.Stream(t.Context(), e.names.log())
	if err != nil {
		t.Fatal(err)
	}
	return s.CachedInfo().State.Msgs
}

// TestOldResult: a worker plays while the coordinator restarts, and then sends the results of a job that the new
// coordinator does not know. They count, because nobody else has played those matches.
func TestOldResult(t *testing.T) {
	ev, dir, address := testEvent(4, 2), filepath.Join(t.TempDir(), "store"), freeport.Address(t)
	want, matches := undisturbed(t, ev.Schedule)
	o := Options{Dir: dir, Event: ev, Listen: address, Jobs: -1, AckWait: testAckWait}
	e := open(t, o)
	ps := newProcesses(t)
	stop := runBeside(t, e)
	gate := filepath.Join(ps.dir, "gate")
	ps.add(role{Kind: "worker", Name: "old", Dir: ps.dir, Creds: e.CredentialsPath(), Jobs: 1, Gate: gate})
	until(t, "the worker has a job", func() bool { _, is := plays(e, "old"); return is })
	id, _ := plays(e, "old")
	var job string
	e.mu.Lock()
	for _, h := range e.queue.out {
		for _, f := range h.job.Fixtures {
			if f.ID == id {
				job = h.job.ID
			}
		}
	}
	e.mu.Unlock()
	_ = stop()
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	e = open(t, o)
	stop = runBeside(t, e)
	if err := os.WriteFile(gate, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	until(t, "the event is done", func() bool { return !e.running.Load() })
	if err := stop(); err != nil {
		t.Error(err)
	}
	checkWhole(t, e, want, matches)
	s, err := e.broker.js.Stream(t.Context(), e.names.log())
	if err != nil {
		t.Fatal(err)
	}
	if m, err := s.GetLastMsgForSubject(t.Context(), e.names.result(job)); err != nil || m.Sequence != 2 {
		t.Errorf("the old results are record %+v of the log, error %v; want the one after the secret", m, err)
	}
}

// TestLostJob: a job that disappears from the queue without results is queued again.
func TestLostJob(t *testing.T) {
	ev := testEvent(3, 2)
	want, matches := undisturbed(t, ev.Schedule)
	e := open(t, Options{Dir: t.TempDir(), Event: ev, Jobs: -1, AckWait: testAckWait})
	stop := runBeside(t, e)
	var lost []tournament.ID
	until(t, "there is a job", func() bool {
		c, err := e.broker.js.Consumer(t.Context(), e.names.jobs(), "any")
		if err != nil {
			return false
		}
		batch, err := c.FetchNoWait(1)
		if err != nil {
			t.Fatal(err)
		}
		for m := range batch.Messages() {
			e.mu.Lock()
			for _, h := range e.queue.out {
				for _, f := range h.job.Fixtures {
					lost = append(lost, f.ID)
				}
			}
			e.mu.Unlock()
			if err := m.Term(); err != nil {
				t.Fatal(err)
			}
		}
		return len(lost) > 0
	})
	p := &puller{conn: e.broker.conn, js: e.broker.js, names: e.names, player: &fakePlayer{}, name: "late", slots: 1,
		ackWait: testAckWait, log: e.o.Log}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = p.run(ctx)
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
	until(t, "the event is done", func() bool { return !e.running.Load() })
	cancel()
	<-ended
	if err := stop(); err != nil {
		t.Error(err)
	}
	checkWhole(t, e, want, matches)
}

// TestStuckMatch: a match that is lost with each worker is reported, and waits longer each time.
func TestStuckMatch(t *testing.T) {
	e := open(t, Options{Dir: t.TempDir(), Event: testEvent(2, 1), Jobs: -1})
	e.mu.Lock()
	defer e.mu.Unlock()
	jobs := e.split(e.schedule.Take(1, nil))
	if len(jobs) != 1 {
		t.Fatalf("%d jobs", len(jobs))
	}
	h := jobs[0]
	for lost := 1; lost <= 3; lost++ {
		e.requeue(h)
		if len(e.queue.held) != 1 {
			t.Fatalf("%d jobs are held", len(e.queue.held))
		}
		h, e.queue.held = e.queue.held[0], nil
		if waits := h.notBefore.After(time.Now()); waits != (lost >= suspicious) || h.lost != lost {
			t.Errorf("lost %d times: it waits until %v and counts %d", lost, h.notBefore, h.lost)
		}
	}
	if ids := e.stuckIDs(); len(ids) != 1 || ids[0] != h.job.Fixtures[0].ID {
		t.Errorf("%v are told of, want the match", ids)
	}
}
