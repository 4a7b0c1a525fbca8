// Package engine plays an event so that no result is ever lost. The state of the event is its log, a durable stream at
// a broker (NATS JetStream, in this process or elsewhere). The coordinator folds the log into the schedule, makes jobs
// of the fixtures that can be played, and queues them. Workers, in this process or elsewhere, take jobs and add their
// results to the log. Any of these processes can be killed at any time: finished work is in the log, and unfinished
// work is done again.
package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"blastyard/arena"
	"blastyard/game/match"
	"blastyard/tournament"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/store"
	"blastyard/tournament/internal/turns"
	"blastyard/tournament/internal/worker"
)

// Options say how to run an event.
type Options struct {
	Dir     string       // the store's folder; it is created if it is missing
	Event   *event.Event // the event to play
	Secret  match.Secret // of a new store; zero: it is drawn
	Rebuild bool         // build the store's database again from the log
	Accept  bool         // go on where the log has lost records: see LostError

	NATS   Cluster // an external cluster; without servers: a broker in this process
	Listen string  // host:port at which the broker of this process accepts workers; "": it opens no port

	// parallel matches in this process; 0: as the event or the machine says; less than 0: none
	Jobs int

	// GivesUp ends Run with an UnplayableError when only matches are left that this process cannot play, and no other
	// machine can come. Otherwise Run waits, for what is missing may be installed.
	GivesUp bool
	Player  Player                                  // plays matches; nil: a worker.Worker
	Sinks   func(f tournament.Fixture) []arena.Sink // of that worker: sinks of a match with programs; nil: none

	Snapshots tournament.StandingsOptions // standings of snapshots during play; the final ones use the defaults
	AckWait   time.Duration               // time after which the job of a silent worker is queued again; 0: 30 s
	Grace     time.Duration               // time for running matches after Run is told to stop; 0: 5 s
	Log       *slog.Logger                // nil: nothing is logged

	Now func() time.Time // the coordinator's clock; nil: time.Now

	// LeastSpace is the free disk space in bytes below which no match begins. 0: 32 MB.
	LeastSpace int64
}

// Engine is an event that is open in this process. Its methods are safe for concurrent use.
type Engine struct {
	o        Options
	event    event.Event
	folder   *folder
	names    names
	broker   *broker
	store    *store.Store
	archives archives
	replays  *replayBook
	turns    *turns.Line
	life     string // different for each call of Open; part of the ids of jobs

	cancel       context.CancelFunc // ends what runs from Open to Close
	wg           sync.WaitGroup
	folded       chan struct{} // closed when the fold has ended
	foldErr      error         // set when folded is closed
	dispatchWake chan struct{}
	running      atomic.Bool
	opened       atomic.Bool // Open has ended well
	requests     sync.Mutex  // held while requests are answered

	mu           sync.Mutex // guards all fields below it, up to rate
	schedule     *tournament.Schedule
	seq          uint64 // position in the log of the schedule
	had          had
	reading      reading
	stored       uint64 // position in the log of the store
	changed      int    // number of records that changed the schedule
	progressed   change
	clocks       tournament.Clocks
	hidden       atomic.Bool // clocks.Hidden, for those who must not wait
	unsettled    func() int  // see Settle
	late         error       // why the field cannot be fixed; nil: nothing is wrong
	organisers   map[string]*event.Bot
	versions     map[string]tournament.Entry // by name: the newest
	entrantNames []string                    // a cache: see entrants
	took         map[int]time.Duration       // by entrant: time of a match; newer matches count more
	meanTook     time.Duration               // time of a match of all entrants
	pending      map[int]int64               // by entrant: number of taken matches
	queue        queue
	needs        map[string]worker.Need // by key; a queue exists for each
	jobs         uint64
	workers      map[string]*knownWorker
	secret       match.Secret        // of the event; zero: it has none
	tools        map[string][]string // by version: see learnTools
	paused       string              // why no jobs are queued; "": they are
	orders       ordered             // what the organiser's orders say
	rate         rate

	storeFull   atomic.Bool // the store waits for disk space
	comparing   sync.Mutex  // guards the fields of Similar
	compared    *Resemblance
	comparedKey string

	snapshot    atomic.Pointer[Snapshot]
	snapshots   sync.Mutex
	newSnapshot change // a new snapshot; guarded by snapshots
}

// Open opens the store of an event, or creates it, and folds the log. Its errors wrap ErrLocked, ErrNewer,
// ErrOtherEvent or ErrFull, or are a *LostError.
func Open(ctx context.Context, o Options) (e *Engine, err error) {
	if o.Log == nil {
		o.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	if o.AckWait == 0 {
		o.AckWait = 30 * time.Second
	}
	if o.Grace == 0 {
		o.Grace = 5 * time.Second
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.LeastSpace == 0 {
		o.LeastSpace = leastSpace
	}
	f, err := openFolder(ctx, o.Dir, o.Event)
	if err != nil {
		return nil, err
	}
	e = newEngine(o, f)
	err = e.open(ctx)
	lost := errors.As(err, new(*LostError))
	if lost && o.Accept || !lost && o.Rebuild && ctx.Err() == nil {
		e, err = e.again(ctx, lost)
	}
	if err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}

// again opens the store with a new database, which is made from the log. If the log has lost records, the old database
// is put aside.
func (e *Engine) again(ctx context.Context, lost bool) (*Engine, error) {
	err := e.closeParts()
	switch {
	case err != nil:
	case lost:
		err = e.folder.acceptLoss(append(e.reading.lost, e.reading.garbled...))
	default:
		err = store.Remove(filepath.Join(e.folder.path, databaseFile))
	}
	if err != nil {
		return e, wrapFull(fmt.Errorf("engine: %w", err))
	}
	n := newEngine(e.o, e.folder)
	return n, n.open(ctx)
}

func newEngine(o Options, f *folder) *Engine {
	e := &Engine{o: o, event: *o.Event, folder: f, names: names{f.ID}, folded: make(chan struct{}),
		dispatchWake: make(chan struct{}, 1), organisers: map[string]*event.Bot{},
		versions: map[string]tournament.Entry{}, took: map[int]time.Duration{}, pending: map[int]int64{},
		queue: newQueue(), needs: map[string]worker.Need{},
		workers: map[string]*knownWorker{},
		tools:   map[string][]string{}, life: strconv.FormatInt(time.Now().UnixNano(), 36)}
	e.event.Schedule.Entrants = f.First.Schedule.Entrants // later entrants are in the log
	e.turns = turns.New(runtime.GOMAXPROCS(0), e.matchesAtATime())
	for i := range e.event.Bots {
		b := &e.event.Bots[i]
		e.organisers[b.Name] = b
	}
	return e
}

func (e *Engine) open(ctx context.Context) (err error) {
	if e.schedule, err = tournament.New(e.event.Schedule); err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	if e.store, err = openStore(filepath.Join(e.folder.path, databaseFile), e.o.Log); err != nil {
		return err
	}
	if e.had, err = hadOf(ctx, e.store); err != nil {
		return err
	}
	password, err := e.folder.workerPassword()
	if err != nil {
		return err
	}
	if e.broker, err = openBroker(ctx, &e.o, e.names, password); err != nil {
		return err
	}
	if err := e.folder.writeCredentials(e.credentials(password)); err != nil {
		return err
	}
	if e.archives, err = openArchives(ctx, e.broker.js, e.names); err != nil {
		return err
	}
	logged, err := e.emptyQueues(ctx)
	if err != nil {
		return err
	}
	e.begin(ctx)
	if err := e.readAll(ctx, logged); err != nil {
		return err
	}
	if err := e.checkLog(logged); err != nil {
		return err
	}
	if err := e.putBack(ctx, logged); err != nil {
		return err
	}
	if err := e.drawSecret(ctx, logged); err != nil {
		return err
	}
	if err := e.enterOrganisers(ctx); err != nil {
		return err
	}
	if err := e.takeRequests(ctx); err != nil {
		return err
	}
	e.takeSnapshot(e.o.Snapshots)
	e.opened.Store(true)
	return nil
}

// begin starts what runs from Open to Close.
func (e *Engine) begin(ctx context.Context) {
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	e.cancel = cancel
	e.replays = newReplayBook(e.folder.path, e.store, storeKeep(e.event.Keep), e.o.Log)
	e.wg.Go(func() {
		defer close(e.folded)
		e.foldErr = e.fold(running)
		if running.Err() == nil && e.foldErr == nil {
			e.foldErr = errors.New("engine: the log has ended")
		}
	})
	e.wg.Go(func() { e.keepSnapshots(running) })
	e.wg.Go(func() { e.replays.run(running) })
	e.wg.Go(func() { e.fetchReplays(running) })
	e.wg.Go(func() { e.learnTools(running) })
	e.wg.Go(func() { e.watchRequests(running) })
}

// emptyQueues removes the jobs that an earlier coordinator has left; they are derived again. It returns the length of
// the log.
func (e *Engine) emptyQueues(ctx context.Context) (logged uint64, err error) {
	err = retry(ctx, func() error {
		jobs, err := e.broker.js.Stream(ctx, e.names.jobs())
		if err != nil {
			return err
		}
		if err := jobs.Purge(ctx); err != nil {
			return err
		}
		return nil
	})
	if err != nil {
		return 0, wrapFull(fmt.Errorf("engine: the queue of jobs: %w", err))
	}
	return e.logged(ctx)
}

// logged returns the length of the log.
func (e *Engine) logged(ctx context.Context) (n uint64, err error) {
	err = retry(ctx, func() error {
		log, err := e.broker.js.Stream(ctx, e.names.log())
		if err == nil {
			n = log.CachedInfo().State.LastSeq
		}
		return err
	})
	if err != nil {
		return 0, wrapFull(fmt.Errorf("engine: the log: %w", err))
	}
	return n, nil
}

// openStore opens the database. If the database is damaged, it is built again from the log.
func openStore(path string, log *slog.Logger) (*store.Store, error) {
	s, err := store.Open(path)
	if errors.Is(err, store.ErrDamaged) {
		log.Warn("the database is damaged and is made again from the log", "error", err)
		if err = store.Remove(path); err == nil {
			s, err = store.Open(path)
		}
	}
	if errors.Is(err, store.ErrNewer) {
		return nil, fmt.Errorf("engine: %w: %w", ErrNewer, err)
	}
	if err != nil {
		return nil, wrapFull(fmt.Errorf("engine: %w", err))
	}
	return s, nil
}

// Close ends what Open began. Run must have returned.
func (e *Engine) Close() error {
	err := e.closeParts()
	e.folder.close()
	return err
}

// closeParts ends all but the lock of the folder.
func (e *Engine) closeParts() (err error) {
	if e.cancel != nil {
		e.cancel()
		e.wg.Wait()
	}
	if e.broker != nil {
		e.broker.close()
	}
	if e.store != nil {
		if err = e.store.Close(); err != nil {
			err = fmt.Errorf("engine: %w", err)
		}
	}
	return err
}

// Store returns the database for queries. Only the engine may write to it.
func (e *Engine) Store() *store.Store { return e.store }

// Listens returns the address at which workers reach the broker of this process; "": there is none.
func (e *Engine) Listens() string { return e.broker.listens }

// State calls f with the schedule. f may neither change nor keep it. Play waits until f returns.
func (e *Engine) State(f func(s *tournament.Schedule)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	f(e.schedule)
}

// Submit adds a record to the log: Enter, Leave, Void, Close or Clock; for orders there is Order. It returns after the
// schedule and the store have the record.
func (e *Engine) Submit(ctx context.Context, rec tournament.Record) (seq uint64, err error) {
	if rec.Results != nil {
		return 0, errors.New("engine: results come from workers")
	}
	if rec.At == 0 {
		rec.At = e.o.Now().UnixMilli()
	}
	if seq, err = publishRecord(ctx, e.broker.js, e.names, &rec); err != nil {
		return 0, err
	}
	return seq, e.waitFor(ctx, seq)
}

// entrants returns the names of all entrants, by their numbers. The caller holds e.mu.
func (e *Engine) entrants() []string {
	if e.entrantNames == nil {
		e.entrantNames = e.schedule.Entrants(0)
	}
	return e.entrantNames
}

// matchesAtATime is the number of parallel matches in this process.
func (e *Engine) matchesAtATime() int {
	switch {
	case e.o.Jobs < 0:
		return 0
	case e.o.Jobs > 0:
		return e.o.Jobs
	case e.event.Jobs > 0:
		return e.event.Jobs
	}
	return worker.Slots(&e.event, runtime.GOMAXPROCS(0))
}

// CheckTurn waits until this machine has room for a match of the check of a bot, beside the matches of the event or
// alone on it, and returns what ends it. An urgent one goes before other matches.
func (e *Engine) CheckTurn(ctx context.Context, alone, urgent bool) (leave func(), err error) {
	return e.turns.Check(ctx, alone, urgent)
}

// wrapFull adds ErrFull to an error that means that the disk is full.
func wrapFull(err error) error {
	if err == nil || errors.Is(err, ErrFull) || !isFull(err) && !errors.Is(err, store.ErrFull) && !outOfSpace(err) {
		return err
	}
	return fmt.Errorf("%w: %w", err, ErrFull)
}
