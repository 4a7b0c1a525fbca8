package serve

import (
	"context"
	"net"
)

// A Page is a Server that runs at an address until it is closed.
type Page struct {
	URL     string // of the page, as browsers on this machine reach it
	Website string // of the page, as others reach it: that of Config.Website, else URL
	Addr    net.Addr
	Warning string // says that other machines can reach the page; empty: they cannot

	stop context.CancelFunc
	done chan struct{}
}

// Open serves a config at an address until Close; see Listen. If other machines can reach the address, it allows any
// host. Config.Failed is called on another goroutine.
func Open(listen string, c Config) (*Page, error) {
	l, warning, err := Listen(listen)
	if err != nil {
		return nil, err
	}
	c.AllowAnyHost = c.AllowAnyHost || warning != ""
	p, err := openAt(l, c)
	if err != nil {
		l.Close()
		return nil, err
	}
	p.Warning = warning
	return p, nil
}

func openAt(l net.Listener, c Config) (*Page, error) {
	s, err := New(c)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	p := &Page{URL: URL(l.Addr()), Addr: l.Addr(), stop: stop, done: make(chan struct{})}
	p.Website = c.Website.URL(p.URL)
	go func() {
		defer close(p.done)
		if err := s.Run(ctx, l); err != nil && ctx.Err() == nil && c.Failed != nil {
			c.Failed(err)
		}
	}()
	return p, nil
}

// Close ends the page. It ends the event streams and waits a little for unfinished answers.
func (p *Page) Close() {
	p.stop()
	<-p.done
}
