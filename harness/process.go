package harness

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

// How long we wait for what should happen at once.
const (
	// drainTime is given to the output that is still in the pipes when the bot and its children are gone.
	drainTime = 500 * time.Millisecond
	// killTime is given to the system to end what was killed.
	killTime = 3 * time.Second
)

// Process is a bot that was started. Its methods may be called from any goroutine.
type Process struct {
	name    string
	body    body
	sink    *sink
	streams [2]*stream // Stdout, Stderr
	done    chan struct{}
	exit    Exit // set before done is closed
	host    hostTime

	mu      sync.Mutex
	stopped bool // we asked it to end
	ended   bool // it has ended: its number may be another's
}

// body is how a system runs a bot. Only its methods ask and kill are called at the same time as others, under Process.mu
// and never after Process.end.
type body interface {
	// start starts the program; its outputs go to the two files. Where it fails, nothing is left.
	start(ctx context.Context, stdout, stderr *os.File) error
	pid() int
	ask()  // to end
	kill() // all that the bot has started, too
	// wait returns when the bot has ended and nothing that it started runs. It calls end as soon as the bot has ended.
	wait(end func() (stopped bool)) Exit
}

// Start starts a bot. Its standard input is empty. When ctx ends, the bot and all that it started are killed at once;
// use Stop to be kinder. The error, if any, is one line for the user: a *StartError that wraps a sentinel.
//
// Every started Process must be waited for with Done, or stopped, until Done is closed.
func Start(ctx context.Context, c Command) (*Process, error) {
	if err := ctx.Err(); err != nil {
		return nil, c.fail(err, "not started", err.Error())
	}
	path, words, err := c.check()
	if err != nil {
		return nil, err
	}
	file, err := c.openLog()
	if err != nil {
		return nil, err
	}
	p := &Process{name: c.name(), sink: newSink(c, file), done: make(chan struct{})}
	if err = p.start(ctx, c, path, words); err != nil {
		p.sink.close()
		if file != nil {
			_ = os.Remove(c.LogFile)
		}
		return nil, err
	}
	return p, nil
}

func (c Command) openLog() (*os.File, error) {
	if c.LogFile == "" {
		return nil, nil
	}
	f, err := os.OpenFile(c.LogFile, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	switch {
	case errors.Is(err, os.ErrExist):
		return nil, c.fail(fmt.Errorf("%w: %w", ErrLogFile, err), "log file "+c.LogFile+" exists already",
			"remove it or choose another")
	case err != nil:
		return nil, c.fail(fmt.Errorf("%w: %w", ErrLogFile, hostKind(err)), "cannot make log file "+c.LogFile, errText(err))
	}
	return f, nil
}

// start makes the pipes and starts the program.
func (p *Process) start(ctx context.Context, c Command, path string, words []string) error {
	var err error
	if p.body, err = newBody(c, path, words); err != nil {
		return err
	}
	var ends [2]*os.File
	defer func() {
		for _, w := range ends {
			if w != nil {
				w.Close()
			}
		}
	}()
	for i := range p.streams {
		r, w, err := os.Pipe()
		if err != nil {
			p.closePipes()
			return c.fail(hostKind(err), "cannot make a pipe for its output", errText(err))
		}
		lines := c.TailLines
		if lines == 0 {
			lines = DefaultTailLines
		}
		p.streams[i] = &stream{id: Stream(i), pipe: r, sink: p.sink, tail: newTail(lines)}
		ends[i] = w
	}
	if err = p.body.start(ctx, ends[0], ends[1]); err != nil {
		p.closePipes()
		return err
	}
	p.beginHostTime()
	go p.run(ctx)
	return nil
}

// closePipes undoes what start has opened.
func (p *Process) closePipes() {
	for _, s := range p.streams {
		if s != nil {
			s.pipe.Close()
		}
	}
}

// run reads what the bot prints, waits for its end, and cleans up behind it.
func (p *Process) run(ctx context.Context) {
	defer context.AfterFunc(ctx, p.kill)()
	read := make(chan struct{})
	go func() {
		var wg sync.WaitGroup
		for _, s := range p.streams {
			wg.Go(s.read)
		}
		wg.Wait()
		close(read)
	}()
	p.exit = p.body.wait(p.end)
	close(p.sink.ended)
	select {
	case <-read:
	case <-time.After(drainTime): // somebody who escaped holds the pipes open
	}
	for _, s := range p.streams {
		s.pipe.Close()
	}
	<-read
	p.sink.close()
	close(p.done)
}

// end notes that the bot has ended and says whether we had asked it to.
func (p *Process) end() (stopped bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	return p.stopped
}

// Stop asks the bot to end (SIGTERM to its process group; Windows: Ctrl-Break), waits for up to grace, then kills it,
// and in any case kills what it has started. It returns when nothing of it runs any more; the error is
// ErrStillRunning where the system does not let it die. A grace of 0 kills at once. Stopping twice does no harm.
func (p *Process) Stop(grace time.Duration) error {
	if grace > 0 {
		p.ask()
		if p.wait(grace) {
			return nil
		}
	}
	p.kill()
	if p.wait(killTime) {
		return nil
	}
	return fmt.Errorf("bot \"%s\" (process %d): %w", p.name, p.Pid(), ErrStillRunning)
}

// StopAll stops bots at the same time. Nil entries are allowed.
func StopAll(bots []*Process, grace time.Duration) error {
	errs := make([]error, len(bots))
	var wg sync.WaitGroup
	for i, p := range bots {
		if p != nil {
			wg.Go(func() { errs[i] = p.Stop(grace) })
		}
	}
	wg.Wait()
	return errors.Join(errs...)
}

func (p *Process) ask() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		p.stopped = true
		p.body.ask()
	}
}

func (p *Process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		p.stopped = true
		p.body.kill()
	}
}

// wait says whether the bot ended within d.
func (p *Process) wait(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-p.done:
		return true
	case <-t.C:
		return false
	}
}

// Name is how messages call the bot.
func (p *Process) Name() string { return p.name }

// Pid is the number of the process that was started.
func (p *Process) Pid() int { return p.body.pid() }

// Done is closed when the bot has ended, what it left behind is killed, and its output is read to the end.
func (p *Process) Done() <-chan struct{} { return p.done }

// Exit says how the bot ended; ok is false while it runs.
func (p *Process) Exit() (e Exit, ok bool) {
	select {
	case <-p.done:
		return p.exit, true
	default:
		return Exit{}, false
	}
}

// Tail returns the last n lines of the bot's error stream at most, oldest first and made safe for a terminal. Long
// lines are cut at MaxTailLine bytes. It may be called while the bot runs.
func (p *Process) Tail(n int) []string { return p.TailOf(Stderr, n) }

// TailOf is Tail for either stream.
func (p *Process) TailOf(s Stream, n int) []string {
	if s > Stderr {
		return nil
	}
	return p.streams[s].tail.last(n)
}

// Output counts what the bot has printed so far.
func (p *Process) Output() OutputStats {
	p.sink.mu.Lock()
	defer p.sink.mu.Unlock()
	return OutputStats{
		Stdout:  p.streams[Stdout].total.Load(),
		Stderr:  p.streams[Stderr].total.Load(),
		Dropped: p.sink.dropped.Load(),
		Err:     p.sink.err,
	}
}
