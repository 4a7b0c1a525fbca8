// Package live shows matches on a page in the browser while they are played.
package live

import (
	"fmt"
	"sync/atomic"
	"time"

	"blastyard/docs"
	"blastyard/viewer"
	"blastyard/viewer/serve"
	"blastyard/viewer/web"
)

// DefaultKeep is how many matches that are over a page still shows where Config does not say it.
const DefaultKeep = 50

// Config is what a page is like.
type Config struct {
	Listen    string // HOST:PORT or HOST, see serve.Listen; empty: a free port of loopback
	Title     string // of the page; empty: its own
	Projector bool   // the page opens in projector mode
	Keep      int    // matches that are over and still shown; 0: DefaultKeep

	// Person finds the seat of a person who plays on the page by the seat's secret, and returns nil where there is
	// none. If Person itself is nil, no person plays.
	Person func(token string) serve.Person

	Failed func(error) // hears, from another goroutine, that the page ended by itself; nil: it ends silently
}

// A Page is where matches are seen. Its methods may be called by several goroutines at once.
type Page struct {
	*serve.Page
	matches *serve.Live
	begun   atomic.Int64
}

// Open serves a page without any match yet. Close ends it.
func Open(c Config) (*Page, error) {
	if c.Keep < 0 {
		return nil, fmt.Errorf("live: open page: Keep is %d, expected 0 or more", c.Keep)
	}
	if c.Keep == 0 {
		c.Keep = DefaultKeep
	}
	matches := serve.NewLive(c.Keep)
	served, err := serve.Open(c.Listen, serve.Config{
		Catalog: matches, Files: web.Files(), Docs: docs.Files(),
		Title: c.Title, Projector: c.Projector, Person: c.Person, Failed: c.Failed,
	})
	if err != nil {
		return nil, fmt.Errorf("live: open page: %w", err)
	}
	return &Page{Page: served, matches: matches}, nil
}

// Matches is the catalogue of what the page shows.
func (p *Page) Matches() serve.Catalog { return p.matches }

// Begun is how many matches have begun on the page.
func (p *Page) Begun() int { return int(p.begun.Load()) }

// Begin shows a new match, which has no frame yet.
func (p *Page) Begin(h *viewer.Header) *Match {
	id := fmt.Sprintf("%d-%s", p.begun.Add(1), time.Now().UTC().Format("150405"))
	m := &Match{served: serve.NewMatch(id, h.AppendJSON(nil))}
	e := serve.Entry{Title: h.Title, Game: h.Game, Turns: h.Turns, Started: h.Started, Entrants: h.Entrants()}
	for _, x := range h.Players {
		e.Players = append(e.Players, x.Name)
	}
	if err := p.matches.Add(m.served, e); err != nil {
		panic(err) // the id is valid and new
	}
	return m
}

// A Match is a match on a page. One goroutine calls Add and End; Await may be called by others. No method waits for a
// reader.
type Match struct {
	served *serve.Match
	json   []byte
}

// ID is what the match is called in addresses of the page.
func (m *Match) ID() string { return m.served.ID() }

// Add shows a frame, which is not kept. Turns increase; a frame of a turn that is not later than the newest is left
// out.
func (m *Match) Add(f *viewer.Frame) {
	m.json = f.AppendJSON(m.json[:0])
	m.served.Add(f.Turn, m.json)
}

// Await tells readers which players, persons at the page, the newest turn waits for.
func (m *Match) Await(players []int) { m.served.Await(players) }

// End shows how the match ended. Only the first End counts.
func (m *Match) End(e *viewer.End) { m.served.End(e.AppendJSON(nil)) }
