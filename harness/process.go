package harness

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"
)

// MarkVariable names the environment variable that a bot and its children carry, so that they can be found.
const MarkVariable = "BLASTYARD_BOT"

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
	cmd     *exec.Cmd
	group   group
	sink    *sink
	streams [2]*stream // Stdout, Stderr
	began   time.Time
	done    chan struct{}
	exit    Exit // set before done is closed

	mu      sync.Mutex
	stopped bool // we asked it to end
	ended   bool // the leader has ended: its number may be another's
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

// start makes the pipes and has run start the program.
func (p *Process) start(ctx context.Context, c Command, path string, words []string) error {
	mark := make([]byte, 16)
	rand.Read(mark)
	p.cmd = &exec.Cmd{Path: path, Args: words, Dir: c.Dir, Env: c.environ(hex.EncodeToString(mark))}
	if c.Sandbox != nil && c.Sandbox.Level > SandboxGroup {
		program, env, err := c.Sandbox.in(c, path)
		if err != nil {
			return c.fail(err, "no sandbox", errText(err))
		}
		p.cmd.Path, p.cmd.Env = program, append(p.cmd.Env, env...)
	}
	p.group.prepare(p.cmd, hex.EncodeToString(mark))
	var ends [2]*os.File
	for i := range p.streams {
		r, w, err := os.Pipe()
		if err != nil {
			p.closePipes(ends)
			return c.fail(hostKind(err), "cannot make a pipe for its output", errText(err))
		}
		lines := c.TailLines
		if lines == 0 {
			lines = DefaultTailLines
		}
		p.streams[i] = &stream{id: Stream(i), pipe: r, sink: p.sink, tail: newTail(lines)}
		ends[i] = w
	}
	p.cmd.Stdout, p.cmd.Stderr = ends[0], ends[1]
	started := make(chan error)
	go p.run(ctx, started)
	err := <-started
	for _, w := range ends {
		w.Close()
	}
	if err != nil {
		p.closePipes(ends)
		return c.explain(path, err)
	}
	return nil
}

// closePipes undoes what start has opened.
func (p *Process) closePipes(ends [2]*os.File) {
	for i, s := range p.streams {
		if s != nil {
			s.pipe.Close()
			ends[i].Close()
		}
	}
}

// run starts the program, waits for its end, and cleans up behind it. It stays on one thread all the while: the kernel
// takes the end of the thread that started the bot for the end of us (see group_linux.go).
func (p *Process) run(ctx context.Context, started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	p.began = time.Now() // before: a quick bot may have ended when Start returns
	if err := p.cmd.Start(); err != nil {
		started <- err
		return
	}
	if err := p.group.attach(p.cmd); err != nil {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
		p.group.close()
		started <- err
		return
	}
	defer context.AfterFunc(ctx, p.kill)()
	started <- nil
	read := make(chan struct{})
	go func() {
		var wg sync.WaitGroup
		for _, s := range p.streams {
			wg.Go(s.read)
		}
		wg.Wait()
		close(read)
	}()
	p.reap()
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

// reap waits for the end of the leader and kills what it leaves behind, before its number can be used again.
func (p *Process) reap() {
	held, left := p.group.awaitExit(), 0
	wall := time.Since(p.began) // what it takes to clean up behind the bot is not its time
	if held {
		p.end()
		left = p.group.kill()
	}
	_ = p.cmd.Wait() // the state says more than the error
	if !held {
		wall = time.Since(p.began)
	}
	stopped := p.end()
	if !held {
		left = p.group.kill()
	}
	p.group.close()
	p.exit = exitOf(p.cmd.ProcessState, wall, stopped)
	if !stopped {
		p.exit.LeftBehind = left
	}
}

// end notes that the leader has ended and says whether we had asked it to.
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
		p.group.ask()
	}
}

func (p *Process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		p.stopped = true
		p.group.kill()
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
func (p *Process) Pid() int { return p.group.pid }

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
// lines are cut at MaxTailLine octets. It may be called while the bot runs.
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
