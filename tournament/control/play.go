package control

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"blastyard/arena/doctor"
	"blastyard/game/match"
	"blastyard/internal/english"
	"blastyard/internal/errortext"
	"blastyard/internal/shellquote"
	"blastyard/show/terminal"
	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/heap"
	"blastyard/tournament/internal/worker"
	"blastyard/tournament/report"
	"blastyard/tournament/submission"
)

// Play says which event to play, and how.
type Play struct {
	Path    string         // of the event file, or its folder
	Store   string         // its folder; "": StoreBeside
	Jobs    int            // parallel matches in this process; 0: as the event or the machine says; less than 0: none
	NATS    engine.Cluster // without servers: a broker in this process
	Workers string         // HOST:PORT for workers on other machines; "": none
	Rebuild bool           // build the database of the store again
	Accept  bool           // go on where the log of the store has lost records

	Secret match.Secret // of a new store, to repeat an event; zero: it is drawn

	Quiet bool // do not report progress

	Out   io.Writer // for the standings; nil: they are not printed
	JSON  bool      // print the standings as JSON
	Notes io.Writer // for progress

	now func() time.Time // the clock of the coordinator, for tests; nil: time.Now
}

// open opens the event's store.
func (p *Play) open(ctx context.Context, more func(o *engine.Options)) (*engine.Engine, *event.Event, error) {
	heap.KeepSmall()
	e, err := event.ReadFile(p.Path)
	if err != nil {
		return nil, nil, err
	}
	if p.Store == "" {
		p.Store = StoreBeside(p.Path)
	}
	o := engine.Options{Dir: p.Store, Event: e, Rebuild: p.Rebuild, Accept: p.Accept, NATS: p.NATS, Listen: p.Workers,
		Jobs: p.Jobs, Secret: p.Secret, Now: p.now, Log: slog.New(slog.NewTextHandler(p.Notes,
			&slog.HandlerOptions{Level: slog.LevelWarn, ReplaceAttr: errortext.Attr}))}
	if more != nil {
		more(&o)
	}
	en, err := engine.Open(ctx, o)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, nil, errors.New("interrupted")
	case errors.Is(err, engine.ErrOtherEvent):
		err = fmt.Errorf("%w, or name another folder with --store", err)
	}
	return en, e, err
}

// Run plays the event to its end, and prints its standings.
func (p *Play) Run(ctx context.Context) (err error) {
	en, e, err := p.open(ctx, func(o *engine.Options) { o.GivesUp = true })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, en.Close()) }()
	if err := p.nothingWaits(en); err != nil {
		return err
	}
	p.announceWorkers(en)
	p.announceMachine(e)
	stop := p.watch(ctx, en, e)
	played := en.Run(ctx)
	stop()
	switch {
	case played != nil && ctx.Err() != nil:
		return fmt.Errorf("interrupted: %s kept; to go on: %s", english.Count(en.Progress().Played, "match"), p.again())
	case played != nil && !errors.As(played, new(*engine.UnplayableError)):
		return played
	}
	snapshot := en.Snapshot()
	stages := make([]Stage, len(snapshot.Stages))
	for i := range stages {
		stages[i] = Stage{i, snapshot.Stages[i].Standings}
	}
	return errors.Join(WriteStandings(p.Out, stages, p.JSON), played)
}

// nothingWaits returns an error where submissions that came in time are still to be looked at, as only a server does.
func (p *Play) nothingWaits(en *engine.Engine) error {
	gathers := false
	en.State(func(s *tournament.Schedule) { gathers = s.Gathers() })
	if !gathers {
		return nil
	}
	n, err := submission.Unfinished(Submissions(p.Store))
	if err != nil || n == 0 {
		return err
	}
	return fmt.Errorf("%s not looked at yet, and the event waits for that: blastyard tournament serve %s",
		english.Count(n, "submission"), shellquote.Quote(p.Path))
}

// announceWorkers says how other machines can join.
func (p *Play) announceWorkers(en *engine.Engine) {
	if at := en.Listens(); at != "" && !p.Quiet {
		fmt.Fprintf(p.Notes, "other machines play by: blastyard tournament work --server %s --creds %s\n", at,
			shellquote.Quote(en.CredentialsPath()))
	}
}

// announceMachine says how many programs this machine can judge fairly, where that matters.
func (p *Play) announceMachine(e *event.Event) {
	if n := doctor.Fair(); n > 0 && p.Jobs >= 0 && !p.Quiet && worker.Programs(e) {
		fmt.Fprintf(p.Notes, "judged fairly: of this machine's processors, %s\n", doctor.FairText(n))
	}
}

// again returns the command line that continues the event.
func (p *Play) again() string {
	line := "blastyard tournament run " + shellquote.Quote(p.Path)
	if p.Store != StoreBeside(p.Path) {
		line += " --store " + shellquote.Quote(p.Store)
	}
	return line
}

// watch reports progress until stop is called.
func (p *Play) watch(ctx context.Context, en *engine.Engine, e *event.Event) (stop func()) {
	if p.Quiet {
		return func() {}
	}
	w := &report.Watch{Out: p.Notes, Title: e.Name, Foot: "Ctrl-C stops it; the same command goes on",
		State: func() (event.Progress, *tournament.Standings) { return en.Progress(), en.Standings() }}
	if f, ok := p.Notes.(*os.File); ok && terminal.IsTerminal(f) {
		w.TTY = f
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		w.Run(ctx)
	}()
	return func() {
		cancel()
		<-ended
	}
}
