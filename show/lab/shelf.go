package lab

import (
	"encoding/json"
	"sync"

	"blastyard/arena"
)

// shelf has what the last match of built-in bots was played with: the next one often differs by its seed only, and
// reading maps takes longer than a match.
var shelf struct {
	mu   sync.Mutex
	what string // the config of what is there
	has  *arena.Prepared
}

// what is the config of a match without its seed; "": it is not to be played again.
func (m *Match) what() string {
	c := m.order.Config
	if m.order.From != nil {
		return ""
	}
	c.Seed = 0
	text, err := json.Marshal(c)
	if err != nil {
		return ""
	}
	return string(text)
}

// again is what the match can be played with, where that is there; else nil.
func (m *Match) again() *arena.Prepared {
	what := m.what()
	shelf.mu.Lock()
	defer shelf.mu.Unlock()
	p, seed := shelf.has, m.order.Config.Seed
	if p == nil || shelf.what != what || p.Kind.FitSeed(seed) != seed {
		return nil
	}
	shelf.has = nil
	p.Config.Seed = seed
	return p
}

// shelve keeps what a match was played with for the next one, where nobody but built-in bots played.
func (m *Match) shelve(p *arena.Prepared) {
	if !p.Local {
		p.Close()
		return
	}
	shelf.mu.Lock()
	defer shelf.mu.Unlock()
	shelf.what, shelf.has = m.what(), p
}
