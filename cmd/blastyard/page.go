package main

import (
	"context"
	"errors"

	"blastyard/show/serve"
)

// announce says where a page is.
func announce(p *serve.Page, note func(string, ...any)) {
	if p.Warning != "" {
		note("%s", p.Warning)
	}
	note("watch at %s", p.URL)
}

// openPage says where a page is and, unless noBrowser, opens it in a browser.
func openPage(ctx context.Context, p *serve.Page, noBrowser bool, note func(string, ...any)) {
	announce(p, note)
	if noBrowser {
		return
	}
	if err := serve.OpenBrowser(ctx, p.URL); err != nil && !errors.Is(err, serve.ErrNoBrowser) {
		note("%v", err)
	}
}

func pageFailed(note func(string, ...any)) func(error) {
	return func(err error) { note("the page has ended: %v", err) }
}

// stays waits at a page until ctx ends.
func stays(ctx context.Context, p *serve.Page, note func(string, ...any)) {
	note("the page stays at %s until Ctrl-C", p.URL)
	<-ctx.Done()
}
