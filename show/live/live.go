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
	"blastyard/internal/website"
	"blastyard/show/lab/module"
	"blastyard/show/serve"
	"blastyard/show/web"
)

// DefaultKeep is how many finished matches a page keeps by default.
const DefaultKeep = 50

// Config configures a page.
type Config struct {
	Listen    string // HOST:PORT or HOST, see serve.Listen; empty: a free loopback port
	Title     string // of the page; empty: the default
	Projector bool   // the page opens in projector mode
	Keep      int    // finished matches that are still shown; 0: DefaultKeep
	Planned   int    // number of matches of the series that the page shows, to keep its list; 0 or 1: no series

	// Person returns the person who plays on the page with a token, or nil if there is none. If Person itself is nil,
	// no person plays.
	Person func(token string) serve.Person

	Matches  *Matches        // the matches that the page shows; nil: its own. Keep is then ignored
	Branches serve.Brancher  // continues matches; nil: not possible
	Messages serve.Messenger // provides the messages of bots; nil: not possible
	Drops    serve.Drops     // keeps replays that are dropped on the page; nil: not possible
	Frames   []string        // see serve.Config

	Website *website.Site // where others reach the page; nil: nowhere else

	Note   func(string) // hears, from another goroutine, what happens while the laboratory is built; nil: nobody
	Failed func(error)  // hears, from another goroutine, that the page ended by itself; nil: it ends silently
}

// A Page shows matches. Its methods may be called concurrently.
type Page struct {
	*serve.Page
	matches *Matches
	site    *website.Site
}

// Open serves a page without matches. The caller must call Close.
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
		Branches: c.Branches, Messages: c.Messages, Website: c.Website,
	})
	if err != nil {
		return nil, err //nolint:wrapcheck // it says where the page cannot be served
	}
	return &Page{Page: served, matches: matches, site: c.Website}, nil
}

// AwaitEnds waits until the ends of all finished matches are shown.
func (p *Page) AwaitEnds() { p.matches.AwaitEnds() }

// Close waits until the ends are explained and shown, and closes the page.
func (p *Page) Close() {
	p.matches.AwaitEnds()
	p.Page.Close()
}

// Matches returns the catalogue of the page.
func (p *Page) Matches() *serve.Live { return p.matches.Catalog() }

// Begun returns how many matches have begun on the page.
func (p *Page) Begun() int { return p.matches.Begun() }

// Begin shows a new match, which has no frame yet.
func (p *Page) Begin(h *viewer.Header) *Match {
	m := p.matches.Begin(h)
	m.lobby.page, m.lobby.site = p.Addr, p.site
	return m
}

// Matches is a list of matches for the caller's own server. Its methods may be called concurrently.
type Matches struct {
	list  *serve.Live
	begun atomic.Int64

	slots   chan struct{}  // limits how many ends are explained at the same time
	waiting sync.WaitGroup // counts ends that are not shown yet
}

// maxExplained limits how many ends are explained at the same time. Further matches end without an explanation, so
// that a series of fast matches is not delayed.
const maxExplained = 4

// NewMatches returns an empty list. It keeps the newest keep finished matches, and at least one.
func NewMatches(keep int) *Matches {
	return &Matches{list: serve.NewLive(keep), slots: make(chan struct{}, maxExplained)}
}

// Catalog returns the matches for a server.
func (p *Matches) Catalog() *serve.Live { return p.list }

// Begun returns how many matches have begun.
func (p *Matches) Begun() int { return int(p.begun.Load()) }

// Begin shows a new match, which has no frame yet. If the matches are no series, its number is omitted.
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

// A Match is a match on a page. One goroutine calls Add and End; others may call Await. No method waits for a reader.
type Match struct {
	list   *Matches
	served *serve.Match
	lobby  *lobby
	json   []byte
}

// ID returns the id of the match in the page's addresses.
func (m *Match) ID() string { return m.served.ID() }

// RecordedBy sets the source of the match's replay; see serve.Match.
func (m *Match) RecordedBy(recording func() (*serve.Recording, error)) {
	m.served.RecordedBy(recording)
}

// Add shows a copy of a frame. Frames come in the order of their turns. A frame whose turn is not later than the
// newest is ignored.
func (m *Match) Add(f *viewer.Frame) {
	m.json = f.AppendJSON(m.json[:0])
	m.served.Add(f.Turn, m.json)
}

// Await shows for which persons at the page the newest turn waits. absent are those of them that have not opened
// their addresses.
func (m *Match) Await(players, absent []int) {
	m.served.Await(players, absent)
	m.lobby.tell(absent)
}

// End shows how the match ended. Only the first End counts.
func (m *Match) End(e *viewer.End) {
	m.served.End(e.AppendJSON(nil))
	m.lobby.tell(nil)
}

// EndBeside shows the end of the match after explain, on a goroutine of its own, has added to it. If too many ends
// are being explained, it shows the end at once, unexplained. Page.Close and AwaitEnds wait for it.
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

// AwaitEnds waits until all ends are shown.
func (p *Matches) AwaitEnds() { p.waiting.Wait() }
