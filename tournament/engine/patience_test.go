package engine

import (
	"testing"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/internal/worker"
)

// TestPatience: a match that is lost alone in its job waits longer each time, up to a limit; the first loss costs no time,
// and jobs of several matches say nothing about one of them.
func TestPatience(t *testing.T) {
	q, now := newQueue(), time.Unix(1000, 0)
	job := func(matches, lost int) *queuedJob {
		return &queuedJob{job: &worker.Job{ID: "j", Fixtures: make([]tournament.Fixture, matches)}, lost: lost}
	}
	for lost, want := range map[int]time.Duration{0: 0, 1: stuckWait, 2: 2 * stuckWait, 3: 3 * stuckWait, 18: 18 * stuckWait,
		19: 19 * stuckWait, 20: mostWaits * stuckWait, 500: mostWaits * stuckWait} {
		one := job(1, 0)
		if wait := q.retry(job(1, lost), one, now); wait != want || want > 0 && !one.notBefore.Equal(now.Add(want)) {
			t.Errorf("after %d losses and one more it waits %v, until %v; want %v", lost, wait, one.notBefore, want)
		}
	}
	one := job(1, 0)
	if wait := q.retry(job(5, 30), one, now); wait != 0 || one.lost != 0 {
		t.Errorf("one of five matches waits %v, lost %d times", wait, one.lost)
	}
}

// TestRoomForOthers: jobs that no present worker can play take no room from others, where there are several needs.
func TestRoomForOthers(t *testing.T) {
	q := newQueue()
	slots := func(key string) int { return map[string]int{"": 1, "python": 1}[key] }
	q.byNeed["rust"] = perSlot
	if got := q.room("", slots); got != perSlot+1-perSlot {
		t.Errorf("alone they leave room for %d jobs", got)
	}
	q.byNeed["python"] = 1
	if got := q.room("", slots); got != perSlot {
		t.Errorf("room for %d jobs, want %d: those of rust are of no worker", got, perSlot)
	}
	q.byNeed["python"] = perSlot + 1
	if got := q.room("", slots); got > 0 {
		t.Errorf("room for %d jobs although all slots have work", got)
	}
}

// TestEstimate: the expected time of a match follows what its slowest entrant has taken, and forgets an outlier.
func TestEstimate(t *testing.T) {
	e := &Engine{took: map[int]time.Duration{}}
	f := &tournament.Fixture{Entrants: []int{0, 1}}
	result := func(ms int64, who ...int) *tournament.Result { return &tournament.Result{Took: ms, Entrants: who} }
	e.account(result(80, 0))
	e.account(result(800, 1))
	if got := e.expected(f); got != 800*time.Millisecond {
		t.Errorf("at first %v", got)
	}
	e.account(result(0, 1)) // an eighth of the way to the least time
	if got, want := e.expected(f), 700*time.Millisecond+leastMatch/8; got != want {
		t.Errorf("after a quick match %v, want %v", got, want)
	}
	for range 200 {
		e.account(result(8, 1))
	}
	if got := e.expected(f); got != 80*time.Millisecond {
		t.Errorf("after many quick matches of one %v, want the time of the other", got)
	}
}
