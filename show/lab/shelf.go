package lab

import (
	"encoding/json"
	"sync"

	"blastyard/arena"
)

// shelf holds the prepared match of built-in bots that was played last. The next one often differs only by its seed,
// and reading maps takes longer than a match.
var shelf struct {
	mu   sync.Mutex
	what string // the config of the prepared match
	has  *arena.Prepared
}

// what returns the config without its seed, or "" if the match cannot be reused.
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

// again returns the prepared match for this config from the shelf, or nil.
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

// shelve keeps a prepared match for the next one, if only built-in bots play.
func (m *Match) shelve(p *arena.Prepared) {
	if !p.Local {
		p.Close()
		return
	}
	shelf.mu.Lock()
	defer shelf.mu.Unlock()
	shelf.what, shelf.has = m.what(), p
}
