package rounds

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"blastyard/bomberman"
	"blastyard/bomberman/wire"
	"blastyard/harness"
)

// Defaults of Config.
const (
	DefaultLimit  = 2 * time.Second
	DefaultKill   = 4 * time.Second
	DefaultOutput = 256 << 10 // octets of a bot's output kept for each round
)

// Config is how bots are run. The zero value is the contest's.
type Config struct {
	Limit        time.Duration // for a command, beside what Calibrate adds; default DefaultLimit
	Kill         time.Duration // when a process is killed, at the earliest at its limit; default DefaultKill
	NoLimit      bool          // wait for ever
	Jobs         int           // bots that run at the same time; 0: all
	Output       int64         // octets of output kept of each round; default DefaultOutput
	Interpreters Interpreters

	// Sandbox, where set, confines each bot: its folder and that of the round are writable, and its RunFile's can be read.
	Sandbox *harness.Sandbox
}

// Runner runs the bots of one match. Its methods must not be called at the same time.
type Runner struct {
	cfg    Config
	starts [numLanguages]time.Duration // what a language takes to start
	known  [numLanguages]bool
}

// NewRunner checks a configuration; the error names the field, the value and what was expected.
func NewRunner(cfg Config) (*Runner, error) {
	switch {
	case cfg.Limit < 0:
		return nil, fmt.Errorf("rounds: Limit is %v, expected 0 (default) or more", cfg.Limit)
	case cfg.Kill < 0:
		return nil, fmt.Errorf("rounds: Kill is %v, expected 0 (default) or more", cfg.Kill)
	case cfg.Jobs < 0:
		return nil, fmt.Errorf("rounds: Jobs is %d, expected 0 (all) or more", cfg.Jobs)
	case cfg.Output < 0:
		return nil, fmt.Errorf("rounds: Output is %d, expected 0 (default) or more", cfg.Output)
	}
	if cfg.Limit == 0 {
		cfg.Limit = DefaultLimit
	}
	if cfg.Kill == 0 {
		cfg.Kill = DefaultKill
	}
	if cfg.Output == 0 {
		cfg.Output = DefaultOutput
	}
	return &Runner{cfg: cfg}, nil
}

// Limit is the time by the clock that a bot of a language has for a command, after Calibrate; 0: no limit.
func (r *Runner) Limit(l Language) time.Duration {
	if r.cfg.NoLimit {
		return 0
	}
	return r.cfg.Limit + r.starts[l]
}

// Entry is a bot that is to be run in a round.
type Entry struct {
	Bot    *Bot
	Key    byte
	Folder string // absolute: of this player and round; map.txt and state.json are there
	// Done, where set, is called when the bot has ended and its move is known, before Round returns and at the same time
	// as those of other bots.
	Done func(*Outcome)
}

// Outcome is what came of running a bot in a round.
type Outcome struct {
	Command bomberman.Command // that counts
	Why     string            // why it is Nothing though the bot did not ask for that; else empty
	Limit   time.Duration     // 0: none
	Late    bool
	Started bool
	Exit    harness.Exit // of a bot that was started; its Wall is what Limit is compared with
	Output  []byte       // what it printed, both streams together
	Printed harness.OutputStats
	Errors  []string // the last lines of its error stream
}

// Round runs bots at the same time and returns their outcomes in the order of the entries, whatever the order in which
// they finished. No failure of a bot is an error; the end of ctx ends the round early.
func (r *Runner) Round(ctx context.Context, entries []Entry) []Outcome {
	outcomes := make([]Outcome, len(entries))
	jobs := r.cfg.Jobs
	if jobs == 0 || jobs > len(entries) {
		jobs = len(entries)
	}
	turns := make(chan struct{}, jobs)
	var wg sync.WaitGroup
	for i, e := range entries {
		wg.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			o := &outcomes[i]
			r.play(ctx, e, o)
			if e.Done != nil {
				e.Done(o)
			}
		})
	}
	wg.Wait()
	return outcomes
}

func (r *Runner) play(ctx context.Context, e Entry, o *Outcome) {
	o.Limit = r.Limit(e.Bot.Type)
	words, err := e.Bot.Words(&r.cfg.Interpreters)
	if err != nil {
		o.Why = err.Error()
		return
	}
	words = append(append(words, string(e.Key), e.Folder), e.Bot.RunArgs...)
	var out bytes.Buffer
	c := harness.Command{Words: words, Name: e.Bot.NickName, Dir: e.Bot.Dir, Output: &out, Limit: r.cfg.Output}
	if err := r.run(ctx, r.confined(c, e.Bot, e.Folder), o); err != nil {
		o.Why = err.Error()
		return
	}
	o.Output = out.Bytes()
	switch {
	case ctx.Err() != nil:
		o.Why = "interrupted"
	case o.Limit > 0 && (o.Exit.Stopped || o.Exit.Wall > o.Limit):
		o.Late = true
		o.Why = fmt.Sprintf("too late: %s, the limit is %s", Milliseconds(o.Exit.Wall), Milliseconds(o.Limit))
		if o.Exit.Stopped {
			o.Why = fmt.Sprintf("too late: killed after %s, the limit is %s", Milliseconds(o.Exit.Wall), Milliseconds(o.Limit))
		}
	default:
		o.Command, err = ReadMove(e.Folder)
		if err != nil {
			o.Why = err.Error()
			if !o.Exit.Clean() {
				o.Why += "; the bot " + o.Exit.String()
			}
		}
	}
}

// confined puts a command into the sandbox.
func (r *Runner) confined(c harness.Command, b *Bot, writable ...string) harness.Command {
	if r.cfg.Sandbox == nil {
		return c
	}
	s := *r.cfg.Sandbox
	s.Writable = append(append([]string{b.Dir}, s.Writable...), writable...)
	if file, err := b.find(b.RunFile); err == nil {
		s.Readable = append([]string{filepath.Dir(file)}, s.Readable...)
	}
	c.Sandbox = &s
	return c
}

// run runs a process to its end, or to the time when it is killed.
func (r *Runner) run(ctx context.Context, c harness.Command, o *Outcome) error {
	p, err := harness.Start(ctx, c)
	if err != nil {
		return err
	}
	o.Started = true
	var kill <-chan time.Time
	if o.Limit > 0 {
		timer := time.NewTimer(max(r.cfg.Kill, o.Limit))
		defer timer.Stop()
		kill = timer.C
	}
	select {
	case <-p.Done():
	case <-kill:
	case <-ctx.Done():
	}
	if err := p.Stop(0); err != nil {
		return err // what it still prints goes to a buffer that nobody reads
	}
	o.Exit, _ = p.Exit()
	o.Printed = p.Output()
	if o.Printed.Stderr > 0 {
		o.Errors = p.Tail(5)
	}
	return nil
}

// MoveFile is the name of the file that a bot leaves its command in.
const MoveFile = "move.txt"

// ErrNoMove is in the error of ReadMove where there is no file that can be read.
var ErrNoMove = errors.New("no " + MoveFile)

// ReadMove reads the command that a bot left in its folder of the round. With an error it is Nothing.
func ReadMove(folder string) (bomberman.Command, error) {
	name := filepath.Join(folder, MoveFile)
	// Who leaves a pipe there must not hold us up.
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return bomberman.Nothing, ErrNoMove
		}
		return bomberman.Nothing, fmt.Errorf("%w that can be read: %w", ErrNoMove, errors.Unwrap(err))
	}
	defer f.Close()
	if st, err := f.Stat(); err != nil || !st.Mode().IsRegular() {
		return bomberman.Nothing, fmt.Errorf("%w: not a regular file", ErrNoMove)
	}
	head, err := io.ReadAll(io.LimitReader(f, wire.MoveFileSize))
	if err != nil {
		return bomberman.Nothing, fmt.Errorf("%w that can be read: %w", ErrNoMove, err)
	}
	c, err := wire.ParseMove(head)
	if err != nil {
		return c, fmt.Errorf("%s: %w", MoveFile, err)
	}
	return c, nil
}

// Milliseconds writes a time for people, rounded up: what is too late must not look punctual.
func Milliseconds(d time.Duration) string {
	return fmt.Sprintf("%d ms", (d+time.Millisecond-1)/time.Millisecond)
}
