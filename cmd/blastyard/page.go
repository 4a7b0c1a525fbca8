package main

import (
	"context"
	"fmt"

	"blastyard/viewer"
	"blastyard/viewer/live"
	"blastyard/viewer/serve"
)

// A page is where the matches of play are seen. A nil page shows nothing.
type page struct {
	*live.Page
	entry   string  // what the browser that we open adds to its address
	people  *people // the persons who play on it; nil: none
	lasting bool    // it was asked for, or a browser was opened: it stays until it is interrupted
}

// newPage serves a page of matches that are played now, and says where. listen is as in serve.Listen.
func newPage(listen, title string, by *people, note func(string, ...any)) (*page, error) {
	served, err := live.Open(live.Config{Listen: listen, Title: title, Person: by.finder(), Failed: pageFailed(note)})
	if err != nil {
		return nil, fmt.Errorf("--listen %s: %w", listen, err)
	}
	announce(served.Page, note)
	return &page{Page: served, people: by, lasting: listen != ""}, nil
}

// announce says where a page is.
func announce(p *serve.Page, note func(string, ...any)) {
	if p.Warning != "" {
		note("%s", p.Warning)
	}
	note("watch at %s", p.URL)
}

func pageFailed(note func(string, ...any)) func(error) {
	return func(err error) { note("the page has ended: %v", err) }
}

// stays waits at a page until ctx ends.
func stays(ctx context.Context, p *serve.Page, note func(string, ...any)) {
	note("the page stays at %s until Ctrl-C", p.URL)
	<-ctx.Done()
}

// openBrowser opens the page in a browser; it returns whether there is one.
func (p *page) openBrowser(ctx context.Context) bool {
	if err := serve.OpenBrowser(ctx, p.URL+p.entry); err != nil {
		return false
	}
	p.lasting = true
	return true
}

// linger keeps a page that was asked for until ctx ends.
func (p *page) linger(ctx context.Context, note func(string, ...any)) {
	if p != nil && p.lasting {
		stays(ctx, p.Page.Page, note)
	}
}

// close ends the page.
func (p *page) close() {
	if p != nil {
		p.Close()
	}
}

// begin shows a new match.
func (p *page) begin(h *viewer.Header) *live.Match {
	m := p.Begin(h)
	p.people.shownAt(m)
	return m
}
