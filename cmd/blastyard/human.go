package main

import (
	"context"
	"crypto/rand"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"blastyard/viewer"
	"blastyard/viewer/serve"
)

// human is a person who plays a seat: the match asks it each turn and waits for its answer, which comes from a browser or
// from this terminal.
type human struct {
	name    string
	token   string              // the secret of its page's address
	limit   time.Duration       // of a turn; 0: none
	asks    chan viewer.Choices // to the terminal where it sits; nil: in a browser
	changed func()              // it is asked now, or no longer
	match   func() (id string)  // on the page; empty before it begins

	mu     sync.Mutex
	player int             // -1 before the match
	hand   *viewer.Choices // what is asked; nil: nothing now
	answer chan []viewer.Wish
	gone   bool // it has given up
	told   bool // and the match knows
}

func newHuman(name string, limit time.Duration, changed func(), match func() string) *human {
	return &human{name: name, token: rand.Text(), limit: limit, changed: changed, match: match, player: nobody}
}

// sit tells the person who it is.
func (h *human) sit(player int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.player = player
}

// ask waits until the person has answered, has given up, or ctx ends. Where nothing can be asked for, nobody is bothered.
func (h *human) ask(ctx context.Context, hand viewer.Choices) []viewer.Wish {
	if hand.Idle() {
		return nil
	}
	answer := make(chan []viewer.Wish, 1)
	h.mu.Lock()
	if h.gone {
		h.mu.Unlock()
		return nil
	}
	h.hand, h.answer = &hand, answer
	h.mu.Unlock()
	h.changed()
	asks := h.asks
	for {
		select {
		case wishes := <-answer:
			h.changed()
			return wishes
		case asks <- hand:
			asks = nil
		case <-ctx.Done():
			h.release(nil)
			h.changed()
			return nil
		}
	}
}

// Play implements serve.Person.
func (h *human) Play(turn int, wishes []viewer.Wish) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.hand == nil || h.hand.Turn != turn {
		return serve.ErrLate
	}
	if err := h.hand.Check(wishes); err != nil {
		return err
	}
	h.answered(wishes)
	return nil
}

// release lets who asks go on with an answer, if anyone does.
func (h *human) release(wishes []viewer.Wish) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.hand != nil {
		h.answered(wishes)
	}
}

func (h *human) answered(wishes []viewer.Wish) {
	h.answer <- wishes
	h.hand, h.answer = nil, nil
}

// GiveUp implements serve.Person.
func (h *human) GiveUp() {
	h.mu.Lock()
	h.gone = true
	h.mu.Unlock()
	h.release(nil)
}

// Look implements serve.Person.
func (h *human) Look() serve.PersonView {
	match := h.match()
	h.mu.Lock()
	defer h.mu.Unlock()
	return serve.PersonView{Name: h.name, Player: h.player, Match: match, Choices: h.hand, Limit: int(h.limit.Milliseconds()), GaveUp: h.gone}
}

// waited is the player that is waited for, or nobody.
func (h *human) waited() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.hand == nil {
		return nobody
	}
	return h.player
}

// leaves tells once whether the person has given up.
func (h *human) leaves() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	leaves := h.gone && !h.told
	h.told = h.gone
	return leaves
}

// humanName reads "human" or "human:NAME", who plays by hand.
func humanName(spec string) (name string, is bool, err error) {
	name, named := strings.CutPrefix(spec, "human:")
	switch {
	case spec == "human":
		return spec, true, nil
	case !named:
		return "", false, nil
	}
	if n := utf8.RuneCountInString(name); n < 1 || n > maxNickname || !isNickname(name) {
		return "", true, usagef("bot %q: expected human:NAME, a name of 1 to %d characters without white space", spec, maxNickname)
	}
	return name, true, nil
}

// isHuman tells whether a spec is that of a person.
func isHuman(spec string) bool {
	_, is, _ := humanName(spec)
	return is
}

// isNickname tells whether a name has no white space, and nothing that cannot be printed.
func isNickname(name string) bool {
	return utf8.ValidString(name) && !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) })
}
