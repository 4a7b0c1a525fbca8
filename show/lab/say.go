package lab

import (
	"encoding/json"
	"slices"
	"sync"

	"blastyard/game/viewer"
)

// A speaker sends the events of a match as lines of JSON, on a goroutine of its own, so that the receiver may call
// the match. It is the match's stage, and its page for persons.
type speaker struct {
	say  func(line string)
	over chan struct{} // closed when everything was sent

	mu      sync.Mutex
	lines   []string
	more    chan struct{} // capacity one: there are lines, or the match is over
	closed  bool
	turn    int  // the last turn that was shown
	waiting bool // it has said that the match waits for a person
	json    []byte
}

func newSpeaker(say func(line string)) *speaker {
	s := &speaker{say: say, over: make(chan struct{}), more: make(chan struct{}, 1)}
	go s.speak()
	return s
}

func (s *speaker) speak() {
	defer close(s.over)
	for closed := false; !closed; {
		<-s.more
		s.mu.Lock()
		lines := s.lines
		s.lines, closed = nil, s.closed
		s.mu.Unlock()
		for _, line := range lines {
			s.say(line)
		}
	}
}

// put queues a line {"name":value}. s.mu is held.
func (s *speaker) put(name string, value []byte) {
	s.json = append(append(append(append(s.json[:0], `{"`...), name...), `":`...), value...)
	s.lines = append(s.lines, string(append(s.json, '}')))
	s.wake()
}

func (s *speaker) wake() {
	select {
	case s.more <- struct{}{}:
	default:
	}
}

// close returns when everything was sent.
func (s *speaker) close() {
	if s == nil {
		return
	}
	s.mu.Lock()
	s.closed = true
	s.wake()
	s.mu.Unlock()
	<-s.over
}

// Begin implements scenes.Stage.
func (s *speaker) Begin(h *viewer.Header) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h.Number = 0 // it belongs to no series
	s.put("header", h.AppendJSON(nil))
}

// Frame implements scenes.Stage.
func (s *speaker) Frame(f *viewer.Frame) {
	frame := f.AppendJSON(nil)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turn = f.Turn
	s.put("frame", frame)
}

// End implements scenes.Stage.
func (s *speaker) End(e *viewer.End, explain func(e *viewer.End)) {
	if explain != nil {
		explain(e)
	}
	end := e.AppendJSON(nil)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put("end", end)
}

// ID implements human.Page.
func (*speaker) ID() string { return "" }

// Await implements human.Page.
func (s *speaker) Await(players, _ []int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(players) == 0 && !s.waiting {
		return
	}
	s.waiting = len(players) > 0
	value := []byte("null")
	if s.waiting {
		value, _ = json.Marshal(struct { // numbers always have a JSON form
			Turn    int   `json:"turn"`
			Players []int `json:"players"`
		}{s.turn, slices.Clone(players)})
	}
	s.put("waiting", value)
}
