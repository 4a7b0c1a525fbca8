package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"blastyard/docs"
	"blastyard/viewer"
	"blastyard/viewer/serve"
	"blastyard/viewer/web"
)

// A page is where matches are seen in browsers. A nil page shows nothing.
type page struct {
	url     string
	entry   string  // what the browser that we open adds to it
	people  *people // who plays by hand on it; nil: nobody
	live    *serve.Live
	matches atomic.Int64 // begun
	public  bool         // other machines reach it
	lasting bool         // it was asked for, or a browser was opened: it stays until it is interrupted

	stop context.CancelFunc
	done chan struct{}
}

// keptMatches is how many matches that are over a page still shows.
const keptMatches = 50

// newPage serves a page of matches that are played now, and says where. listen is as in serve.Listen.
func newPage(listen, title string, by *people, note func(string, ...any)) (*page, error) {
	live := serve.NewLive(keptMatches)
	p, err := servePage(listen, serve.Config{Catalog: live, Title: title, Person: by.finder()}, note)
	if err != nil {
		return nil, err
	}
	p.live, p.people = live, by
	return p, nil
}

// servePage serves a page of any matches, and says where.
func servePage(listen string, cfg serve.Config, note func(string, ...any)) (*page, error) {
	l, warning, err := serve.Listen(listen)
	if err != nil {
		return nil, fmt.Errorf("--listen %s: %w", listen, err)
	}
	cfg.Files, cfg.Docs, cfg.AllowAnyHost = web.Files(), docs.Files(), warning != ""
	s, err := serve.New(cfg)
	if err != nil {
		l.Close()
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	p := &page{url: serve.URL(l.Addr()), stop: stop, done: make(chan struct{}), public: warning != "", lasting: listen != ""}
	go func() {
		defer close(p.done)
		if err := s.Run(ctx, l); err != nil && !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
			note("the page at %s has ended: %v", p.url, err)
		}
	}()
	if warning != "" {
		note("%s", warning)
	}
	note("watch at %s", p.url)
	return p, nil
}

// openBrowser opens the page in a browser; it returns whether there is one.
func (p *page) openBrowser(ctx context.Context) bool {
	if err := serve.OpenBrowser(ctx, p.url+p.entry); err != nil {
		return false
	}
	p.lasting = true
	return true
}

// linger keeps a page that was asked for until ctx ends.
func (p *page) linger(ctx context.Context, note func(string, ...any)) {
	if p == nil || !p.lasting {
		return
	}
	note("the page stays at %s until Ctrl-C", p.url)
	<-ctx.Done()
}

// close ends the page.
func (p *page) close() {
	if p == nil {
		return
	}
	p.stop()
	<-p.done
}

// begin shows a new match.
func (p *page) begin(show *viewer.Header) *pageMatch {
	m := serve.NewMatch(fmt.Sprintf("%d-%s", p.matches.Add(1), time.Now().UTC().Format("150405")), show.AppendJSON(nil))
	e := serve.Entry{Title: show.Title, Game: show.Game, Turns: show.Turns, Started: show.Started}
	e.Entrants = show.Entrants()
	for _, x := range show.Players {
		e.Players = append(e.Players, x.Name)
	}
	if err := p.live.Add(m, e); err != nil {
		panic(err) // the id is valid and new
	}
	shown := &pageMatch{m}
	p.people.shownAt(shown)
	return shown
}

// pageMatch is a match on a page.
type pageMatch struct{ match *serve.Match }

// add shows a frame, which is not kept.
func (m *pageMatch) add(turn int, frame []byte) { m.match.Add(turn, frame) }

// end shows how the match ended.
func (m *pageMatch) end(e *viewer.End) { m.match.End(e.AppendJSON(nil)) }
