//go:build !js

package program

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/pflag"

	"blastyard/internal/errortext"
	"blastyard/internal/usage"
	"blastyard/internal/website"
	"blastyard/show/serve"
)

// pageOptions are the options of a command that shows a page until Ctrl-C.
type pageOptions struct {
	listen    string
	website   website.Options
	noBrowser bool
}

func (o *pageOptions) define(f *pflag.FlagSet) {
	f.StringVar(&o.listen, "listen", serve.DefaultListen,
		"the address to serve the page on, HOST:PORT; port 0 is any free one")
	o.website.Define(f)
	f.BoolVar(&o.noBrowser, "no-browser", false, "do not open the page in a browser")
}

// serve serves a page until ctx ends.
func (o *pageOptions) serve(ctx context.Context, c serve.Config, note func(string, ...any)) error {
	c.Failed = pageFailed(note)
	site, err := siteOf(&o.website)
	if err != nil {
		return err
	}
	c.Website = site
	p, err := serve.Open(o.listen, c)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	defer p.Close()
	openPage(ctx, p, o.noBrowser, note)
	stays(ctx, p, note)
	return nil
}

// announce prints the address of a page.
func announce(p *serve.Page, note func(string, ...any)) {
	if p.Warning != "" {
		note("%s", p.Warning)
	}
	note("watch at %s", p.Website)
	if p.Website != p.URL {
		note("on this machine at %s", p.URL)
	}
}

// siteOf is where others reach a page.
func siteOf(o *website.Options) (*website.Site, error) {
	site, err := o.Site()
	if err != nil {
		return nil, usagef("%w", err)
	}
	return site, nil
}

// openPage prints the address of a page and, unless noBrowser is set, opens it in a browser.
func openPage(ctx context.Context, p *serve.Page, noBrowser bool, note func(string, ...any)) {
	announce(p, note)
	if noBrowser {
		return
	}
	err := serve.OpenBrowser(ctx, p.URL)
	chosen := os.Getenv("BROWSER")
	switch {
	case errors.Is(err, serve.ErrNoBrowser) && chosen != "":
		note("%s", errortext.Line(usage.Variable("BROWSER", chosen, "a program that shows pages: open the page yourself")))
	case err != nil && !errors.Is(err, serve.ErrNoBrowser):
		note("%s", errortext.Line(err))
	}
}

func pageFailed(note func(string, ...any)) func(error) {
	return func(err error) { note("the page has ended: %s", errortext.Line(err)) }
}

// stays serves a page until ctx ends.
func stays(ctx context.Context, p *serve.Page, note func(string, ...any)) {
	note("the page stays at %s until Ctrl-C", p.Website)
	<-ctx.Done()
}
