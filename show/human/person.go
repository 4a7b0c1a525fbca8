package human

import (
	"context"
	"crypto/rand"
	"sync"
	"time"

	"blastyard/arena"
	"blastyard/game/viewer"
)

// Person is a person who plays a seat. The match asks it each turn and waits for its answer, which comes from a
// browser or from this terminal. Its methods may be called from any goroutine.
type Person struct {
	persons *Persons
	token   string        // the secret in the address of its page
	limit   time.Duration // of a turn; 0: none
	asks    chan viewer.Choices

	mu       sync.Mutex
	name     string
	terminal bool            // it uses this terminal
	player   int             // arena.NoPlayer before the match
	choices  *viewer.Choices // the current question; nil: none
	answer   chan []viewer.Wish
	asked    time.Time // when choices was set
	missed   int       // the last turn without an answer in time; 0: none
	joined   bool      // it has opened its address, or uses this terminal
	gone     bool      // it has given up
}

func newPerson(p *Persons, name string, limit time.Duration) *Person {
	return &Person{persons: p, token: rand.Text(), limit: limit, asks: make(chan viewer.Choices), name: name,
		player: arena.NoPlayer}
}

// SeatFragment begins the fragment of a person's address. The person's token follows.
const SeatFragment = "#seat="

// Fragment returns the fragment that turns a page's address into this person's address.
func (h *Person) Fragment() string { return SeatFragment + h.token }

// Asks returns a channel with the choices of each turn for a person at this terminal. In a browser nothing is sent.
func (h *Person) Asks() <-chan viewer.Choices { return h.asks }

// Sit implements arena.Sitter.
func (h *Person) Sit(player int) {
	h.mu.Lock()
	h.player = player
	h.mu.Unlock()
	h.persons.tell()
}

// Join implements serve.Person.
func (h *Person) Join() {
	h.mu.Lock()
	joined := h.joined
	h.joined = true
	h.mu.Unlock()
	if !joined {
		h.persons.join()
	}
}

// Decide implements arena.Player. The person is not asked if there are no choices, or if it has not joined although
// the match has begun.
func (h *Person) Decide(ctx context.Context, v *arena.View) arena.Decision {
	return arena.Decision{Wishes: h.Choose(ctx, v.Choices())}
}

// Choose waits until the person has chosen or given up, or ctx ends.
func (h *Person) Choose(ctx context.Context, choices viewer.Choices) []viewer.Wish {
	if choices.Idle() || h.persons.begun() && !h.Joined() {
		return nil
	}
	answer := make(chan []viewer.Wish, 1)
	asks, asked := h.begin(&choices, answer)
	if !asked {
		return nil
	}
	h.persons.tell()
	defer h.persons.tell()
	for {
		select {
		case wishes := <-answer:
			return wishes
		case asks <- choices:
			asks = nil
		case <-ctx.Done():
			h.miss()
			return nil
		}
	}
}

// begin starts a question, unless the person has given up. asks is nil for a person in a browser.
func (h *Person) begin(choices *viewer.Choices, answer chan []viewer.Wish) (asks chan<- viewer.Choices, asked bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.gone {
		return nil, false
	}
	h.choices, h.answer, h.asked = choices, answer, time.Now()
	if h.terminal {
		asks = h.asks
	}
	return asks, true
}

// Play implements serve.Person.
func (h *Person) Play(turn int, wishes []viewer.Wish) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.choices == nil || h.choices.Turn != turn {
		return viewer.ErrLate
	}
	if err := h.choices.Check(wishes); err != nil {
		return err
	}
	h.answered(wishes)
	return nil
}

// miss ends a question whose time is over.
func (h *Person) miss() {
	h.mu.Lock()
	if h.choices != nil && h.limit > 0 {
		h.missed = h.choices.Turn + 1
	}
	h.mu.Unlock()
	h.release()
}

// release ends the current question without an answer, if there is one.
func (h *Person) release() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.choices != nil {
		h.answered(nil)
	}
}

// answered passes the answer on. h.mu is held.
func (h *Person) answered(wishes []viewer.Wish) {
	h.answer <- wishes
	h.choices, h.answer = nil, nil
}

// GiveUp implements serve.Person.
func (h *Person) GiveUp() {
	h.mu.Lock()
	h.gone = true
	h.mu.Unlock()
	h.release()
}

// Left implements arena.Leaver.
func (h *Person) Left() *arena.Failure {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.gone {
		return nil
	}
	return arena.GaveUp
}

// Look implements serve.Person.
func (h *Person) Look() viewer.PersonView {
	match := h.persons.matchID()
	h.mu.Lock()
	defer h.mu.Unlock()
	v := viewer.PersonView{Name: h.name, Player: h.player, Match: match, Choices: h.choices,
		Limit: int(h.limit.Milliseconds()), Missed: h.missed, GaveUp: h.gone}
	if h.choices != nil && h.limit > 0 {
		v.Left = int(max(0, h.limit-time.Since(h.asked)).Milliseconds())
	}
	return v
}

// Joined implements arena.Joiner. It reports whether the person has opened its address or uses this terminal.
func (h *Person) Joined() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.joined
}

// waited returns the player id, and whether the person is being asked now, and whether it has not joined yet.
func (h *Person) waited() (player int, asked, absent bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.player, h.choices != nil, !h.joined
}
