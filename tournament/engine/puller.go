package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"blastyard/internal/errortext"
	"blastyard/internal/plain"
	"blastyard/internal/waiting"
	"blastyard/tournament"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/worker"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Player plays jobs, several at a time if asked. worker.Worker implements it.
type Player interface {
	Play(ctx context.Context, job *worker.Job, progress func(worker.Progress)) ([]tournament.Result, error)
	Missing(need worker.Need) string // what it does not have for a need; "": nothing
	Abilities(ctx context.Context) event.Abilities
}

// puller takes jobs from the queues of the needs that its player can play, one at a time for each slot. The
// coordinator's process and other machines use the same puller.
type puller struct {
	conn    *nats.Conn
	js      jetstream.JetStream
	names   names
	player  Player
	name    string
	slots   int
	local   bool
	ackWait time.Duration
	grace   time.Duration // time for running matches when ctx ends
	log     *slog.Logger

	mu      sync.Mutex
	queues  map[string]jetstream.Consumer // nil: the player cannot play this need
	order   []string                      // keys of the queues that it can play
	missing map[string]string             // what it does not have for the other needs, by key
	playing map[string]playing            // by job
	can     event.Abilities
	played  int
	trouble string    // the last error of a job
	since   time.Time // when it was
	woken   change    // there may be jobs
	unknown change    // there may be a need that it does not know yet
}

// run pulls and plays jobs until ctx ends. Running matches then have the grace period to end; run returns unfinished
// jobs to the queue.
func (p *puller) run(ctx context.Context) error {
	p.queues, p.playing, p.missing = map[string]jetstream.Consumer{}, map[string]playing{}, map[string]string{}
	wakes, err := p.conn.Subscribe(p.names.wake(), func(m *nats.Msg) { p.wake(string(m.Data)) })
	if err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	defer func() { _ = wakes.Unsubscribe() }()
	// Running matches outlive ctx by the grace period.
	playing, giveUp := context.WithCancel(context.WithoutCancel(ctx))
	defer giveUp()
	stop := context.AfterFunc(ctx, func() {
		_ = sleep(playing, p.grace)
		giveUp()
	})
	defer stop()
	var slots, hellos sync.WaitGroup
	for range p.slots {
		slots.Go(func() { p.slot(ctx, playing) })
	}
	greeting, quiet := context.WithCancel(context.WithoutCancel(ctx))
	hellos.Go(func() { p.greet(greeting) })
	hellos.Go(func() {
		can := p.player.Abilities(greeting) // this takes a while
		p.mu.Lock()
		defer p.mu.Unlock()
		p.can = can
	})
	slots.Wait()
	quiet()
	hellos.Wait()
	return ctx.Err()
}

// wake tells idle slots that the queue of a need has a job.
func (p *puller) wake(need string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, known := p.queues[need]; known {
		p.woken.tell()
	} else {
		p.unknown.tell()
	}
}

// slot plays one job after the other.
func (p *puller) slot(ctx, playing context.Context) {
	for turn := 0; ctx.Err() == nil; turn++ {
		p.mu.Lock()
		woken := p.woken.wait()
		p.mu.Unlock()
		m, err := p.pull(ctx, turn)
		if err != nil && ctx.Err() == nil && !isTransient(err) {
			p.log.Warn("no job can be taken", "error", err)
		}
		if m != nil {
			p.work(playing, m)
			continue
		}
		idle := time.NewTimer(time.Second) // a wake message may be lost
		select {
		case <-woken:
		case <-idle.C:
		case <-ctx.Done():
		}
		idle.Stop()
	}
}

// pull takes a job from the first queue that has one. It starts with another queue each turn. nil: all queues are
// empty.
func (p *puller) pull(ctx context.Context, turn int) (jetstream.Msg, error) {
	p.mu.Lock()
	order := slices.Clone(p.order)
	p.mu.Unlock()
	for i := range order {
		key := order[(i+turn)%len(order)]
		p.mu.Lock()
		queue := p.queues[key]
		p.mu.Unlock()
		batch, err := queue.FetchNoWait(1)
		if err != nil {
			return nil, err
		}
		for m := range batch.Messages() {
			return m, nil
		}
		if err := batch.Error(); err != nil && !errors.Is(err, nats.ErrTimeout) {
			return nil, err
		}
	}
	return nil, ctx.Err()
}

// work plays a job, adds its results to the log and removes the job from the queue. If the job cannot be played here
// and now, work returns it to the queue.
func (p *puller) work(ctx context.Context, m jetstream.Msg) {
	var job worker.Job
	meta, err := m.Metadata()
	if err == nil {
		err = decode(m.Data(), &job)
	}
	if err != nil || len(job.Fixtures) == 0 {
		p.settle(m.TermWithReason("it cannot be read"))
		p.log.Error("a job cannot be read", "error", err)
		return
	}
	if meta.NumDelivered > mostDeliveries {
		p.settle(m.TermWithReason("it was given out too often"))
		return
	}
	beating, stop := context.WithCancel(ctx)
	var beats sync.WaitGroup
	beats.Go(func() {
		for sleep(beating, p.ackWait/3) == nil {
			p.settle(m.InProgress())
		}
	})
	results, err := p.play(ctx, &job)
	if err == nil {
		err = p.send(ctx, &job, results)
	}
	stop()
	beats.Wait()
	switch {
	case err == nil:
		p.settle(m.Ack())
	case ctx.Err() != nil:
		p.settle(m.Nak())
		p.settle(p.conn.FlushTimeout(time.Second))
	case errors.Is(err, worker.ErrCannot):
		p.note(err)
		p.log.Warn("a job is given back: this machine cannot play it", "job", job.ID, "error", err)
		p.settle(m.NakWithDelay(2 * time.Second))
	default:
		p.note(err)
		p.log.Error("a job is given back", "job", job.ID, "error", err)
		p.settle(m.NakWithDelay(5 * time.Second))
		_ = sleep(ctx, 2*time.Second) // otherwise this machine, which is in trouble, would take all jobs
	}
}

// note remembers the error of a job, for the organiser.
func (p *puller) note(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.trouble, p.since = plain.Text(errortext.Line(err)), time.Now()
}

// send adds results to the log. It waits for a missing broker without limit, and after ctx ends for lastSend more: lost
// results would have to be played again.
func (p *puller) send(ctx context.Context, job *worker.Job, results []tournament.Result) error {
	sending, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	stop := context.AfterFunc(ctx, func() {
		_ = sleep(sending, lastSend)
		cancel()
	})
	defer stop()
	return publishResults(sending, p.js, p.names, job.ID, results)
}

// lastSend is how long results wait for a missing broker after the run is over.
const lastSend = 2 * time.Second

// settle logs that the answer about a job was not sent: the broker will queue the job again.
func (p *puller) settle(err error) {
	if err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
		p.log.Debug("an answer about a job did not go out", "error", err)
	}
}

// play plays a job, and reports its matches meanwhile.
func (p *puller) play(ctx context.Context, job *worker.Job) ([]tournament.Result, error) {
	now := func(pr worker.Progress) {
		p.mu.Lock()
		defer p.mu.Unlock()
		was, there := p.playing[job.ID]
		if !there || was.Fixture != pr.Fixture {
			was = playing{Fixture: pr.Fixture, Since: time.Now().UnixMilli()}
		}
		was.Turn = pr.Turn
		p.playing[job.ID] = was
	}
	now(worker.Progress{Fixture: job.Fixtures[0].ID})
	results, err := p.player.Play(ctx, job, now)
	if err == nil && len(results) != len(job.Fixtures) {
		err = fmt.Errorf("engine: job %s of %d matches has %d results", job.ID, len(job.Fixtures), len(results))
	}
	for i := range results {
		results[i].Worker = p.name
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.playing, job.ID)
	if err == nil {
		p.played += len(results)
	}
	return results, err
}

// greet says hello until ctx ends.
func (p *puller) greet(ctx context.Context) {
	for {
		p.mu.Lock()
		unknown := p.unknown.wait()
		p.mu.Unlock()
		if err := p.sayHello(ctx, false); err != nil && ctx.Err() == nil {
			p.log.Debug("no coordinator answers", "error", err)
		}
		again := time.NewTimer(helloEvery)
		select {
		case <-again.C:
		case <-unknown:
		case <-ctx.Done():
		}
		again.Stop()
		if ctx.Err() != nil {
			leaving, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			_ = p.sayHello(leaving, true)
			cancel()
			return
		}
	}
}

func (p *puller) sayHello(ctx context.Context, leaves bool) error {
	p.mu.Lock()
	h := &hello{Name: p.name, Slots: p.slots, Local: p.local, Abilities: p.can, Needs: slices.Clone(p.order),
		Missing: maps.Clone(p.missing), Played: p.played, Leaves: leaves,
		Trouble: p.trouble}
	if p.trouble != "" {
		h.TroubleAt = p.since.UnixMilli()
	}
	for _, x := range p.playing {
		h.Playing = append(h.Playing, x)
	}
	p.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	w, err := sayHello(ctx, p.conn, p.names, h)
	if err != nil || leaves {
		return err
	}
	return p.learn(ctx, w)
}

// learn opens the queues of new needs, and of those that it can play now because what was missing is there.
func (p *puller) learn(ctx context.Context, w *welcome) error {
	for key, need := range w.Needs {
		p.mu.Lock()
		was := p.queues[key]
		p.mu.Unlock()
		if was != nil {
			continue
		}
		var queue jetstream.Consumer
		missing := p.player.Missing(need)
		if missing == "" {
			var err error
			if queue, err = p.js.Consumer(ctx, p.names.jobs(), key); err != nil {
				return fmt.Errorf("engine: queue %s: %w", key, err)
			}
		}
		p.mu.Lock()
		p.queues[key] = queue
		if p.missing[key] = missing; queue != nil {
			delete(p.missing, key)
			p.order = append(p.order, key)
			slices.Sort(p.order)
			p.woken.tell()
		}
		p.mu.Unlock()
	}
	return nil
}

// eventOf asks the coordinator for the event, until it answers or ctx ends.
func eventOf(ctx context.Context, conn *nats.Conn, n names, name string, log *slog.Logger) (*event.Event, error) {
	for logged := false; ; logged = true {
		asking, cancel := context.WithTimeout(ctx, requestTimeout)
		w, err := sayHello(asking, conn, n, &hello{Name: name, Event: true})
		cancel()
		if err == nil && w.Event != nil {
			return w.Event, nil
		}
		if !logged {
			log.Warn(waiting.Coordinator(conn.ConnectedUrlRedacted()).Line(), "error", err)
		}
		if err := sleep(ctx, time.Second); err != nil {
			return nil, err
		}
	}
}
