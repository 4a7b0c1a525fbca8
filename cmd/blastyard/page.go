package main

import (
	"context"

	"blastyard/show/serve"
)

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
