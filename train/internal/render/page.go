package render

import (
	"context"
	"fmt"

	"blastyard/game/viewer"
	"blastyard/show/live"
	"blastyard/show/serve"
)

// keptMatches is the number of finished matches that the page still shows.
const keptMatches = 20

// A Page shows some matches of an environment in browsers on this machine while they are played. It delays no match: a
// reader that falls behind skips states. Only one goroutine may use it.
type Page struct {
	page    *live.Page
	browser context.CancelFunc
	watched map[int]*watched // by number of the match in the environment
}

// watched is a match that the page shows.
type watched struct {
	episode int64
	seed    uint64
	over    bool
	match   *live.Match
	last    viewer.Frame
}

// OpenPage serves a page at a free port of the loopback address until Close.
func OpenPage() (*Page, error) {
	page, err := live.Open(live.Config{Title: "environments", Keep: keptMatches})
	if err != nil {
		return nil, fmt.Errorf("render: open the page: %w", err)
	}
	return &Page{page: page, browser: func() {}, watched: map[int]*watched{}}, nil
}

// URL returns the address of the page.
func (p *Page) URL() string { return p.page.URL }

// OpenBrowser opens the page in the user's browser, if there is one. It does not wait for the browser.
func (p *Page) OpenBrowser() {
	ctx, stop := context.WithCancel(context.Background())
	p.browser()
	p.browser = stop
	go func() { _ = serve.OpenBrowser(ctx, p.URL()) }() // without a browser, printing the address is enough
}

// Watch adds a match of the environment to the page in its current state. Show updates it.
func (p *Page) Watch(match int, m *Match) {
	if p.watched[match] == nil {
		p.watched[match] = &watched{over: true, episode: -1}
	}
	p.Show(match, m)
}

// Watches reports whether the page shows a match of the environment.
func (p *Page) Watches(match int) bool { return p != nil && p.watched[match] != nil }

// Show updates a match after a step or a reset. It ignores a match that is not watched.
func (p *Page) Show(match int, m *Match) {
	w := p.watched[match]
	if w == nil {
		return
	}
	var f viewer.Frame
	m.Frame(&f)
	began := w.episode != m.Episode || w.seed != m.Seed || f.Turn < w.last.Turn
	if w.over && !began {
		return
	}
	if began {
		w.end(&viewer.End{Turns: w.last.Turn, Winner: -1, Why: "the environment was reset"})
		h := m.header(&f)
		h.Title = fmt.Sprintf("%s, match %d, episode %d", h.Title, match, m.Episode)
		*w = watched{episode: m.Episode, seed: m.Seed, match: p.page.Begin(h)}
	}
	f.AddEvents(&w.last)
	w.match.Add(&f)
	w.last = f
	if m.Over {
		w.end(&viewer.End{Turns: f.Turn, Winner: m.Winner()})
	}
}

// end shows the end of the match once.
func (w *watched) end(e *viewer.End) {
	if w.over {
		return
	}
	w.over = true
	for range w.last.Players {
		e.Players = append(e.Players, viewer.EndPlayer{Reason: "finished"})
	}
	w.match.End(e)
}

// Close stops serving the page. It may be called for a nil page.
func (p *Page) Close() {
	if p != nil {
		p.browser()
		p.page.Close()
	}
}
