package main

import (
	"sync"
	"time"

	"blastyard/harness"
	"blastyard/harness/rounds"
	"blastyard/hexabomb"
)

// exam notes how the bot of one seat fares in a match. A nil exam notes nothing. Its methods may be called from any
// goroutine.
type exam struct {
	seat int

	mu       sync.Mutex
	start    time.Time     // of its program
	over     time.Time     // the end of the match
	login    time.Duration // from its start; 0: it did not log in
	took     []time.Duration
	refusals map[string]int // by reason: actions that the rules refused
	garbled  map[string]int // by reason: actions that could not be read
	dead     []int          // after each turn: its characters that were dead
	total    int            // its characters
	turns    int            // played

	process  bool          // its program was started
	exit     harness.Exit  // of its program
	goodbye  time.Duration // from the end of the match to that of its program
	printed  int64         // octets
	dropped  int64         // octets
	lastSaid []string

	limit    time.Duration // for a round, of 2016-Bomberman
	missing  map[string]int
	badExits map[string]int
	left     int // processes that it left behind
}

func newExam(seat int) *exam {
	return &exam{seat: seat, refusals: map[string]int{}, garbled: map[string]int{}, missing: map[string]int{}, badExits: map[string]int{}}
}

// on calls note where a seat is the one to look at.
func (e *exam) on(seat int, note func()) {
	if e == nil || seat != e.seat {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	note()
}

// started notes that the seat's program is about to be started.
func (e *exam) started(seat int) {
	e.on(seat, func() { e.start = time.Now() })
}

func (e *exam) loggedIn(seat int) {
	e.on(seat, func() { e.login = max(1, time.Since(e.start)) })
}

// answered notes an answer to a turn, late or not.
func (e *exam) answered(seat int, took time.Duration) {
	e.on(seat, func() {
		if e.login > 0 { // else it is the one who stands in for it
			e.took = append(e.took, took)
		}
	})
}

// refused notes an action that was refused, garbled where it could not be read.
func (e *exam) refused(seat int, why string, garbled bool) {
	e.on(seat, func() {
		if garbled {
			e.garbled[why]++
		} else {
			e.refusals[why]++
		}
	})
}

// turned looks at the board after a turn that the bot was there for. ids are the players by seat.
func (e *exam) turned(ids []int, s *hexabomb.State) {
	if e == nil || ids[e.seat] == nobody {
		return
	}
	e.on(e.seat, func() {
		if e.login == 0 {
			return
		}
		first, end := s.Board().Characters(ids[e.seat])
		e.total = end - first
		e.dead = append(e.dead, e.total-s.Living(ids[e.seat]))
		e.turns++
	})
}

// matchOver notes that from now on the bot should end.
func (e *exam) matchOver() {
	if e != nil {
		e.on(e.seat, func() { e.over = time.Now() })
	}
}

// ended notes how the seat's program has ended; nil: it was never started.
func (e *exam) ended(seat int, bot *harness.Process) {
	if bot == nil {
		return
	}
	e.on(seat, func() {
		e.process = true
		e.exit, _ = bot.Exit()
		e.goodbye = max(0, e.start.Add(e.exit.Wall).Sub(e.over))
		e.left = e.exit.LeftBehind
		out := bot.Output()
		e.printed, e.dropped = out.Stdout+out.Stderr, out.Dropped
		e.lastSaid = bot.Tail(lastLines)
	})
}

// ran notes a round of 2016-Bomberman.
func (e *exam) ran(seat, round int, o *rounds.Outcome) {
	e.on(seat, func() {
		e.turns = round + 1
		e.limit = o.Limit
		if !o.Started {
			e.missing[o.Why]++
			return
		}
		e.process = true
		e.took = append(e.took, o.Exit.Wall)
		switch {
		case o.Late:
		case o.Why != "":
			e.missing[o.Why]++
		case !o.Exit.Clean():
			e.badExits[o.Exit.String()]++
		}
		e.left += o.Exit.LeftBehind
		e.printed += o.Printed.Stdout + o.Printed.Stderr
		e.dropped += o.Printed.Dropped
		if len(o.Errors) > 0 {
			e.lastSaid = o.Errors
		}
	})
}
