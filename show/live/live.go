// Package live shows matches on a page in the browser while they are played.
package live

import (
	"cmp"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"blastyard/docs"
	"blastyard/game/viewer"
	"blastyard/show/lab/module"
	"blastyard/show/serve"
	"blastyard/show/web"
)

// DefaultKeep is how many matches that are over a page still shows where Config does not say it.
const DefaultKeep = 50

// Config is what a page is like.
type Config struct {
	Listen    string // HOST:PORT or HOST, see serve.Listen; empty: a free port of loopback
	Title     string // of the page; empty: its own
	Projector bool   // the page opens in projector mode
	Keep      int    // matches that are over and still shown; 0: DefaultKeep
	Planned   int    // matches of the series that the page shows, whose list it keeps; 0 or 1: it is no series

	// Person finds the seat of a person who plays on the page by the seat's secret, and returns nil where there is
	// none. If Person itself is nil, no person plays.
	Person func(token string) serve.Person

	Matches  *Matches        // that the page shows; nil: its own. Keep does not count then
	Branches serve.Brancher  // plays matches on from a turn of theirs; nil: nobody does
	Messages serve.Messenger // knows what bots got; nil: nobody does
	Drops    serve.Drops     // keeps replays that are dropped on the page; nil: none can be
	Frames   []string        // see serve.Config

	Note   func(string) // hears, from another goroutine, what happens while the laboratory is built; nil: nobody
	Failed func(error)  // hears, from another goroutine, that the page ended by itself; nil: it ends silently
}

// A Page is where matches are seen. Its methods may be called by several goroutines at once.
type Page struct {
	*serve.Page
	matches *Matches
}

// Open serves a page without any match yet. Close ends it.
func Open(c Config) (*Page, error) {
	if c.Keep < 0 {
		return nil, fmt.Errorf("live: open page: Keep is %d, expected 0 or more", c.Keep)
	}
	c.Keep = cmp.Or(c.Keep, DefaultKeep)
	matches := c.Matches
	if matches == nil {
		matches = NewMatches(c.Keep)
	}
	if c.Planned > 1 {
		matches.list.Plan(c.Planned)
	}
	served, err := serve.Open(c.Listen, serve.Config{
		Catalog: matches.Catalog(), Files: web.Files(), Lab: module.ForPage(c.Note), Docs: docs.Files(),
		Title: c.Title, Projector: c.Projector, Person: c.Person, Failed: c.Failed, Drops: c.Drops, Frames: c.Frames,
		Branches: c.Branches, Messages: c.Messages,
	})
	if err != nil {
		return nil, fmt.Errorf("live: open page: %w", err)
	}
	return &Page{Page: served, matches: matches}, nil
}

// AwaitEnds returns when the ends of all matches that are over are shown.
func (p *Page) AwaitEnds() { p.matches.AwaitEnds() }

// Close shows the ends that are still being explained, and ends the page.
func (p *Page) Close() {
	p.matches.AwaitEnds()
	p.Page.Close()
}

// Matches is the catalogue of what the page shows.
func (p *Page) Matches() *serve.Live { return p.matches.Catalog() }

// Begun is how many matches have begun on the page.
func (p *Page) Begun() int { return p.matches.Begun() }

// Begin shows a new match, which has no frame yet.
func (p *Page) Begin(h *viewer.Header) *Match {
	m := p.matches.Begin(h)
	m.lobby.page = p.Addr
	return m
}

// Matches are matches to see on a server of the caller's own. Its methods may be called by several goroutines at once.
type Matches struct {
	list  *serve.Live
	begun atomic.Int64

	slots   chan struct{}  // ends that are explained at the same time
	waiting sync.WaitGroup // ends that are not shown yet
}

// maxExplained is how many ends are explained at the same time. Where more matches end, they end unexplained: a series
// of fast matches is not held up.
const maxExplained = 4

// NewMatches returns an empty list. Of the matches that are over it keeps the newest ones, keep of them, at least one.
func NewMatches(keep int) *Matches {
	return &Matches{list: serve.NewLive(keep), slots: make(chan struct{}, maxExplained)}
}

// Catalog is the matches as a server takes them.
func (p *Matches) Catalog() *serve.Live { return p.list }

// Begun is how many matches have begun.
func (p *Matches) Begun() int { return int(p.begun.Load()) }

// Begin shows a new match, which has no frame yet. Its number is left out where the matches are no series.
func (p *Matches) Begin(h *viewer.Header) *Match {
	if p.list.Planned() < 2 {
		plain := *h
		plain.Number, h = 0, &plain
	}
	id := fmt.Sprintf("%d-%s", p.begun.Add(1), time.Now().UTC().Format("150405"))
	m := &Match{list: p, served: serve.NewMatch(id, h.AppendJSON(nil)), lobby: newLobby(p.list, h)}
	e := serve.EntryOf(h)
	if err := p.list.Add(m.served, e); err != nil {
		panic(err) // the id is valid and new
	}
	p.list.SetLobby(nil)
	return m
}

// A Match is a match on a page. One goroutine calls Add and End; Await may be called by others. No method waits for a
// reader.
type Match struct {
	list   *Matches
	served *serve.Match
	lobby  *lobby
	json   []byte
}

// ID is what the match is called in addresses of the page.
func (m *Match) ID() string { return m.served.ID() }

// RecordedBy says who has the replay of the match, see serve.Match.
func (m *Match) RecordedBy(recording func() (*serve.Recording, error)) {
	m.served.RecordedBy(recording)
}

// Add shows a frame, which is not kept. Turns increase; a frame of a turn that is not later than the newest is left
// out.
func (m *Match) Add(f *viewer.Frame) {
	m.json = f.AppendJSON(m.json[:0])
	m.served.Add(f.Turn, m.json)
}

// Await tells readers which players, persons at the page, the newest turn waits for, and who of them is absent: has not
// opened the seat's address.
func (m *Match) Await(players, absent []int) {
	m.served.Await(players, absent)
	m.lobby.tell(absent)
}

// End shows how the match ended. Only the first End counts.
func (m *Match) End(e *viewer.End) {
	m.served.End(e.AppendJSON(nil))
	m.lobby.tell(nil)
}

// EndBeside shows how the match ended as soon as explain, on a goroutine of its own, has added to it; at once and
// without that where too many ends are being explained. Page.Close and AwaitEnds wait for it.
func (m *Match) EndBeside(e *viewer.End, explain func(e *viewer.End)) {
	select {
	case m.list.slots <- struct{}{}:
	default:
		m.End(e)
		return
	}
	m.list.waiting.Go(func() {
		defer func() { <-m.list.slots }()
		explain(e)
		m.End(e)
	})
}

// AwaitEnds returns when all ends are shown.
func (p *Matches) AwaitEnds() { p.waiting.Wait() }
