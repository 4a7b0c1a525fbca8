package control

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"blastyard/internal/english"
	"blastyard/internal/errortext"
	"blastyard/internal/shellquote"
	"blastyard/internal/usage"
	"blastyard/internal/website"
	"blastyard/show/serve"
	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/site"
	"blastyard/tournament/internal/web"
	"blastyard/tournament/submission"
)

// ServeOptions say where an event is served, and to whom.
type ServeOptions struct {
	Listen  string        // HOST:PORT of the pages
	TLS     web.TLS       // none: plain HTTP. The folder of its ACME is that of the store
	HTTP    string        // HOST:PORT at which its ACME answers by plain HTTP, too; "": none
	Hosts   []string      // names that are answered, beside those of this machine; none: any, where others come
	Website *website.Site // where others reach the pages; nil: at Listen
	Unsafe  bool          // take submissions where bots cannot be kept apart
	LogFile string        // for requests and submissions as JSON lines; "": none
}

// served is an event that is served now.
type served struct {
	*Play
	o      ServeOptions
	engine *engine.Engine
	event  *event.Event
	log    *slog.Logger
	pages  *web.Site
	inbox  *submission.Inbox
	hook   *site.Hook // nil: there is none
	at     string     // where others reach the pages

	mu     sync.Mutex
	failed error // why the play stands still
}

// Serve plays the event, shows it, and accepts submissions until ctx ends. Running matches then end or are returned.
func (p *Play) Serve(ctx context.Context, o ServeOptions) (err error) {
	log, closeLog, err := openLog(o.LogFile)
	if err != nil {
		return err
	}
	defer closeLog()
	l, err := net.Listen("tcp", o.Listen)
	if err != nil {
		return err
	}
	defer l.Close() // if the server did not close it
	live := site.NewLive()
	en, ev, err := p.open(ctx, func(o *engine.Options) { o.Sinks = live.Sinks })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, en.Close()) }()
	if o.TLS.ACME != nil {
		if err := p.certificates(o.TLS.ACME, o.HTTP); err != nil {
			return err
		}
		defer closeListener(o.TLS.ACME.HTTP) // if the server did not close it
	}
	s := &served{Play: p, o: o, engine: en, event: ev, log: log}
	s.at = o.Website.URL(addressOf(l.Addr(), o.TLS))
	source := site.Of(en, ev, live)
	defer source.Close()
	if s.inbox, err = site.NewInbox(en, ev, site.InboxOptions{Store: p.Store, Unsafe: o.Unsafe, Frame: s.frame,
		Website: o.Website, Log: log}); err != nil {
		return err
	}
	if err := s.openHook(source); err != nil {
		return err
	}
	organisers := s.organisersDesk(func() error { return errors.Join(source.Health(), s.health()) })
	if s.pages, err = web.New(web.Options{Source: source, About: site.About(ev, s.at), Live: live.Catalog(),
		Team: s.inbox.Handler(), Desk: organisers.Handler(), Hosts: o.Hosts, Website: o.Website,
		AnyHost: len(o.Hosts) == 0 && !serve.IsLoopback(l.Addr().String()),
		Health:  func() error { return errors.Join(source.Health(), s.health()) }, Log: log}); err != nil {
		return err
	}
	defer s.pages.Close()
	s.announce(l.Addr())
	p.announceWorkers(en)
	p.announceMachine(ev)
	return s.run(ctx, l)
}

// openLog opens the log of requests and submissions.
func openLog(path string) (log *slog.Logger, closing func(), err error) {
	if path == "" {
		return slog.New(slog.DiscardHandler), func() {}, nil
	}
	if err := usage.File("log", path); err != nil {
		return nil, nil, err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, nil, err
	}
	return slog.New(slog.NewJSONHandler(f, nil)), func() { f.Close() }, nil
}

// addressOf returns the address of the pages: for browsers on this machine, or by the name in the certificate.
func addressOf(a net.Addr, t web.TLS) string {
	address := serve.URL(a)
	if t.ACME != nil {
		address = "http://" + t.ACME.Hosts[0] + "/"
		if at, is := a.(*net.TCPAddr); is && at.Port != 443 {
			address = fmt.Sprintf("http://%s:%d/", t.ACME.Hosts[0], at.Port)
		}
	}
	if t != (web.TLS{}) {
		return "https" + address[len("http"):]
	}
	return address
}

func (s *served) frame(w http.ResponseWriter, r *http.Request, code int, title string, body template.HTML) {
	s.pages.Frame(w, r, code, title, body)
}

// announce says where the pages are, and what is not safe about them.
func (s *served) announce(a net.Addr) {
	fmt.Fprintf(s.Notes, "the event is at %s\nfor a projector: %sprojector\n", s.at, s.at)
	fmt.Fprintf(s.Notes, "invite teams by: blastyard tournament invite %s --server %s NAME\n", shellquote.Quote(s.Path),
		shellquote.Quote(s.at))
	fmt.Fprintf(s.Notes, "open the organiser's desk by: blastyard tournament desk %s --server %s\n",
		shellquote.Quote(s.Path), shellquote.Quote(s.at))
	if err := s.inbox.Open(); err != nil {
		fmt.Fprintf(s.Notes, "no submissions: %s\n", errortext.Line(err))
	}
	if s.o.Unsafe {
		fmt.Fprintln(s.Notes, "--unsafe: bots of teams can do harm to this machine and to each other")
	}
	if s.o.TLS == (web.TLS{}) && !serve.IsLoopback(a.String()) && !s.o.Website.Known() {
		fmt.Fprintln(s.Notes, "plain HTTP: others on the network can read tokens of teams (see --acme, --tls-cert)")
	}
}

// run runs everything in parallel, until ctx ends or the pages fail.
func (s *served) run(ctx context.Context, l net.Listener) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	var all sync.WaitGroup
	all.Go(func() { s.inbox.Run(inner) })
	all.Go(func() { s.play(inner) })
	all.Go(func() { s.runHook(inner) })
	stop := s.watch(inner, s.engine, s.event)
	err := s.pages.Serve(inner, l, s.o.TLS)
	cancel()
	all.Wait()
	stop()
	if ctx.Err() != nil {
		fmt.Fprintf(s.Notes, "stopped: %s kept; the same command goes on\n",
			english.Count(s.engine.Progress().Played, "match"))
		return nil
	}
	return err
}

// Intervals at which play checks for new matches, and retries after a failure of the machine.
const (
	lookPause  = 300 * time.Millisecond
	retryPause = 10 * time.Second
)

// play plays whenever there is something to play, also after the end when a result is voided or a team joins.
func (s *served) play(ctx context.Context) {
	for pause := time.Duration(0); ; {
		wait := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			wait.Stop()
			return
		case <-wait.C:
		}
		done := false
		s.engine.State(func(t *tournament.Schedule) { done, _ = t.Done() })
		if pause = lookPause; done {
			continue
		}
		err := s.engine.Run(ctx)
		s.fail(err)
		if err != nil && ctx.Err() == nil {
			fmt.Fprintf(s.Notes, "the play stands still: %s; it goes on by itself\n", errortext.Line(err))
			pause = retryPause
		}
	}
}

func (s *served) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed = err
}

// health says why the play stands still.
func (s *served) health() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failed
}
