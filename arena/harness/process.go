package harness

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// How long we wait for what should happen at once.
const (
	// drainTime is the time to read the rest of the output when the bot and its children have ended.
	drainTime = 500 * time.Millisecond
	// killTime is the time for the system to end processes that were killed.
	killTime = 15 * time.Second
)

// Process is a bot that was started. Its methods may be called from any goroutine.
type Process struct {
	name    string
	body    body
	lines   *lineWriter
	streams [2]*stream // Stdout, Stderr
	input   *os.File   // writes to its standard input, or nil
	done    chan struct{}
	exit    Exit          // set before done is closed
	reaped  chan struct{} // closed when the system has removed the process
	host    hostTime

	mu      sync.Mutex
	stopped bool // we asked it to end
	ended   bool // it has ended; its process id may be reused
}

// body runs a bot on one operating system. Only ask and kill may be called at the same time as other methods, with
// Process.mu locked and never after Process.end.
type body interface {
	// start starts the program with the three files; a stdin of nil is empty. If it fails, it leaves nothing behind.
	start(ctx context.Context, stdin, stdout, stderr *os.File) error
	pid() int
	ask()  // to end
	kill() // all that the bot has started, too
	// wait calls end as soon as the bot has ended, and gone when none of its processes runs any more. It returns when
	// the system has removed them, which may take much longer on a busy machine.
	wait(end func() (stopped bool), gone func(Exit))
}

// Start starts a bot. Its standard input is empty, unless Command.Read is set. When ctx ends, the bot and all that it
// started are killed at once; Stop gives it time to end. An error is one line for the user: a *StartError that wraps a
// sentinel.
//
// The caller must wait for Done of every started Process, or Stop it, until Done is closed.
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
	p := &Process{name: c.name(), lines: newLineWriter(c, file), done: make(chan struct{}), reaped: make(chan struct{})}
	p.bindHostTime(c.boundTo())
	if err = p.start(ctx, c, path, words); err != nil {
		p.lines.close()
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
		return nil, c.fail(fmt.Errorf("%w: %w", errLogFile, err), "log file "+c.LogFile+" exists already",
			"remove it or choose another")
	case err != nil:
		kind := fmt.Errorf("%w: %w", errLogFile, hostKind(err))
		return nil, c.fail(kind, "cannot make log file "+c.LogFile, errText(err))
	}
	return f, nil
}

// start creates the pipes and starts the program.
func (p *Process) start(ctx context.Context, c Command, path string, words []string) error {
	var err error
	if p.body, err = newBody(c, path, words); err != nil {
		return err
	}
	var ends [3]*os.File // of the bot: its standard input, output and error stream
	defer func() {
		for _, w := range ends {
			if w != nil {
				w.Close()
			}
		}
	}()
	if c.Read != nil {
		if ends[0], p.input, err = os.Pipe(); err != nil {
			return c.fail(hostKind(err), "cannot make a pipe for its input", errText(err))
		}
		openable(ends[0], 0o644)
	}
	for i := range p.streams {
		pipe := outputPipe
		if Stream(i) == Stdout && c.Read != nil {
			pipe = answersPipe
		}
		r, w, err := pipe()
		if err != nil {
			p.closePipes()
			return c.fail(hostKind(err), "cannot make a pipe for its output", errText(err))
		}
		tail := newTail(cmp.Or(c.TailLines, DefaultTailLines))
		p.streams[i] = &stream{id: Stream(i), pipe: r, lines: p.lines, tail: tail}
		if st, err := r.Stat(); err == nil {
			p.streams[i].born = st.ModTime()
		}
		ends[i+1] = w
	}
	p.streams[Stdout].reader = c.Read
	if err = p.body.start(ctx, ends[0], ends[1], ends[2]); err != nil {
		p.closePipes()
		return err
	}
	p.beginHostTime()
	go p.run(ctx)
	return nil
}

// closePipes closes what start has opened.
func (p *Process) closePipes() {
	for _, s := range p.streams {
		if s != nil {
			s.pipe.Close()
		}
	}
	p.closeInput()
}

func (p *Process) closeInput() {
	if p.input != nil {
		p.input.Close()
	}
}

// Input returns the writing end of the bot's standard input, or nil if it has none. A Write blocks while the bot does
// not read. It fails when the bot has ended or Close was called.
func (p *Process) Input() io.WriteCloser {
	if p.input == nil {
		return nil
	}
	return input{p.input}
}

// input is the standard input of a bot.
type input struct{ *os.File }

// Unread returns how many bytes the bot has not read; -1: the system does not tell.
func (i input) Unread() int { return unread(i.File) }

// run reads the output of the bot, waits for its end, and cleans up.
func (p *Process) run(ctx context.Context) {
	defer close(p.reaped)
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
	p.body.wait(p.end, func(exit Exit) {
		p.exit = exit
		close(p.lines.ended)
		p.closeInput()
		select {
		case <-read:
		case <-time.After(drainTime): // a process that escaped keeps the pipes open
		}
		for _, s := range p.streams {
			s.pipe.Close()
		}
		<-read
		p.lines.close()
		close(p.done)
	})
}

// end records that the bot has ended and reports whether we had asked it to.
func (p *Process) end() (stopped bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	return p.stopped
}

// Stop asks the bot to end (SIGTERM to its process group; on Windows Ctrl-Break), waits for up to grace, and then
// kills it. It always kills what the bot has started. It returns when nothing of the bot still runs. The error is
// ErrStillRunning if the system does not end it. A grace of 0 kills at once. Stop may be called more than once.
func (p *Process) Stop(grace time.Duration) error {
	if grace > 0 {
		p.ask()
	}
	if grace <= 0 || !closes(p.done, grace) {
		p.kill()
		if !closes(p.done, killTime) {
			return fmt.Errorf("bot \"%s\" (process %d): %w", p.name, p.Pid(), ErrStillRunning)
		}
	}
	closes(p.reaped, killTime)
	return nil
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

// closes reports whether a channel is closed within d.
func closes(c <-chan struct{}, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-c:
		return true
	case <-t.C:
		return false
	}
}

// Name returns the bot's name in messages.
func (p *Process) Name() string { return p.name }

// Pid returns the id of the process that was started, or 0 if that ended before its id was known.
func (p *Process) Pid() int { return p.body.pid() }

// Done is closed when the bot has ended, what it left behind is killed, and all its output was read.
func (p *Process) Done() <-chan struct{} { return p.done }

// Exit returns how the bot ended. ok is false while it runs.
func (p *Process) Exit() (e Exit, ok bool) {
	select {
	case <-p.done:
		return p.exit, true
	default:
		return Exit{}, false
	}
}

// Tail returns at most the last n lines of the bot's error stream, oldest first and safe for a terminal. Long lines
// are cut at maxTailLine bytes. It may be called while the bot runs.
func (p *Process) Tail(n int) []string { return p.tailOf(Stderr, n) }

// tailOf is Tail for the given stream.
func (p *Process) tailOf(s Stream, n int) []string {
	if s > Stderr {
		return nil
	}
	return p.streams[s].tail.last(n)
}

// Output returns the counts of the output so far.
func (p *Process) Output() OutputStats {
	p.lines.mu.Lock()
	defer p.lines.mu.Unlock()
	return OutputStats{
		Stdout:  p.streams[Stdout].total.Load(),
		Stderr:  p.streams[Stderr].total.Load(),
		Dropped: p.lines.dropped.Load(),
		Err:     p.lines.err,
	}
}
