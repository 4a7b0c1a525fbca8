package rounds

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"blastyard/bomberman"
	"blastyard/harness"
)

// Defaults of Config.
const (
	DefaultLimit  = 2 * time.Second
	DefaultKill   = 4 * time.Second
	DefaultOutput = 256 << 10 // bytes of a bot's output kept for each round
)

// Config is how bots are run. The zero value is the contest's.
type Config struct {
	Limit        time.Duration // for a command, beside what Calibrate adds; default DefaultLimit
	Kill         time.Duration // when a process is killed, at the earliest at its limit; default DefaultKill
	NoLimit      bool          // wait for ever
	Jobs         int           // bots that run at the same time, never more than there are processors; default 1
	Output       int64         // bytes of output kept of each round; default DefaultOutput
	Interpreters Interpreters

	// Sandbox, where set, confines each bot: its folder and that of the round are writable.
	Sandbox *harness.Sandbox
	Env     []string // NAME=value entries for the environment of bots
}

// Runner runs the bots of one match or several. Its methods must not be called at the same time; Close ends its use.
type Runner struct {
	cfg    Config
	extra  [numLanguages]time.Duration // what a language takes to start
	known  [numLanguages]bool
	starts map[*Bot]startLine // resolved once: a bot that changes its files later does not change how it is started
	places []*place           // of bots in starts

	// waited is how long a process has been ready without a processor.
	waited func(*harness.Process) time.Duration
}

// NewRunner checks a configuration; the error names the field, the value and what was expected.
func NewRunner(cfg Config) (*Runner, error) {
	switch {
	case cfg.Limit < 0:
		return nil, fmt.Errorf("rounds: Limit is %v, expected 0 (default) or more", cfg.Limit)
	case cfg.Kill < 0:
		return nil, fmt.Errorf("rounds: Kill is %v, expected 0 (default) or more", cfg.Kill)
	case cfg.Jobs < 0:
		return nil, fmt.Errorf("rounds: Jobs is %d, expected 0 (default) or more", cfg.Jobs)
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
	cfg.Jobs = min(max(cfg.Jobs, 1), runtime.NumCPU())
	return &Runner{cfg: cfg, starts: map[*Bot]startLine{}, waited: (*harness.Process).HostTime}, nil
}

// Jobs is how many bots run at the same time.
func (r *Runner) Jobs() int { return r.cfg.Jobs }

// Limit is the time that a bot of a language has for a command, after Calibrate; 0: no limit. Time in which the bot was
// ready but got no processor does not count.
func (r *Runner) Limit(l Language) time.Duration {
	if r.cfg.NoLimit {
		return 0
	}
	return r.cfg.Limit + r.extra[l]
}

// Entry is a bot that is to be run in the round that was begun last.
type Entry struct {
	Bot *Bot
	Key byte
	// Done, where set, is called when the bot has ended and its move is known, before Round returns and, with several
	// jobs, at the same time as those of other bots. Its error ends the round.
	Done func(*Outcome) error
}

// Outcome is what came of running a bot in a round.
type Outcome struct {
	Command bomberman.Command // that counts
	Why     string            // why it is Nothing though the bot did not ask for that; else empty
	Limit   time.Duration     // 0: none
	Late    bool
	Host    bool          // Late, and only since the machine gave it no processor
	Waited  time.Duration // of Exit.Wall: how long it was ready without a processor
	Started bool
	Exit    harness.Exit // of a bot that was started; its Wall less Waited is what Limit is compared with
	Output  []byte       // what it printed, both streams together
	Lines   []harness.Line
	Printed harness.OutputStats
	Errors  []string // the last lines of its error stream
	Faults  []string // what it did to its folder that it should not do
}

// own is the time that counts for the limit.
func (o *Outcome) own() time.Duration { return max(0, o.Exit.Wall-o.Waited) }

// Round runs bots in the order of the entries, Jobs at a time, in the round that f has begun, and returns their
// outcomes in that order. No failure of a bot is an error; a failure of the arena's own machine is, wraps
// harness.ErrHost and ends the round. So does the end of ctx, which is no error.
func (r *Runner) Round(ctx context.Context, f *Folders, entries []Entry) ([]Outcome, error) {
	outcomes, errs := make([]Outcome, len(entries)), make([]error, len(entries))
	starts := make([]startLine, len(entries))
	for i, e := range entries {
		outcomes[i].Limit = r.Limit(e.Bot.Type)
		var err error
		if starts[i], err = r.resolve(e.Bot); harness.HostFault(err) {
			return outcomes, hostError(err)
		} else if err != nil {
			outcomes[i].Why = err.Error()
		}
	}
	var next atomic.Int32
	var failed atomic.Bool
	var wg sync.WaitGroup
	for range min(r.cfg.Jobs, len(entries)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(entries) && !failed.Load(); i = int(next.Add(1)) - 1 {
				e, o := entries[i], &outcomes[i]
				if starts[i].words != nil {
					errs[i] = r.play(ctx, f, e, starts[i], o)
				}
				if errs[i] == nil && e.Done != nil {
					errs[i] = e.Done(o)
				}
				if errs[i] != nil {
					failed.Store(true)
				}
			}
		})
	}
	wg.Wait()
	return outcomes, errors.Join(errs...)
}

// resolve finds out how a bot is started, once.
func (r *Runner) resolve(b *Bot) (startLine, error) {
	if s, known := r.starts[b]; known {
		return s, nil
	}
	if _, err := b.Words(&r.cfg.Interpreters); err != nil {
		return startLine{}, err // which names the bot's own folder
	}
	at, err := newPlace(b, r.cfg.Sandbox)
	if err != nil {
		return startLine{}, err
	}
	words, err := at.bot.Words(&r.cfg.Interpreters)
	if err != nil {
		at.leave()
		return startLine{}, err
	}
	g, err := newGrowth(at.bot)
	if err != nil {
		at.leave()
		return startLine{}, err
	}
	r.places = append(r.places, at)
	s := startLine{at, words, at.bot.env(), g}
	r.starts[b] = s
	return s, nil
}

// Close removes what the runner has made for its bots.
func (r *Runner) Close() {
	for _, at := range r.places {
		at.leave()
	}
	r.places, r.starts = nil, map[*Bot]startLine{}
}

// startLine is how a bot is started.
type startLine struct {
	place  *place
	words  []string // without the arguments of a round
	env    []string
	growth *growth // of the bot's folder
}

// play runs a bot and takes its move.
func (r *Runner) play(ctx context.Context, f *Folders, e Entry, s startLine, o *Outcome) error {
	if s.growth.over != "" {
		o.Why = s.growth.over
		return nil
	}
	folder, giveBack, err := s.place.folder(f, e.Key)
	if err != nil {
		return err
	}
	defer giveBack()
	bot := s.place.bot
	words := append(append(slices.Clone(s.words), string(e.Key), folder), bot.RunArgs...)
	var out bytes.Buffer
	var lines []harness.Line
	c := harness.Command{Words: words, Name: bot.NickName, Dir: bot.Dir, Output: &out, Limit: r.cfg.Output, Env: s.env,
		OnLine: func(l harness.Line) { lines = append(lines, l) }}
	if err := r.run(ctx, r.confined(c, s.place, folder), o); err != nil {
		if errors.Is(err, harness.ErrHost) {
			return err
		}
		if o.Why = err.Error(); ctx.Err() != nil {
			o.Why = "interrupted"
		}
		return nil
	}
	o.Output, o.Lines = out.Bytes(), lines
	left, err := f.take(e.Key)
	if err != nil {
		return err
	}
	o.Faults = left.faults
	if s.growth.look(bot); s.growth.over != "" {
		o.Faults = append(o.Faults, s.growth.over)
	}
	if ctx.Err() != nil {
		o.Why = "interrupted"
		return nil //nolint:nilerr // the end of ctx is no failure of the arena's
	}
	if r.judgeTime(o); o.Late {
		return nil
	}
	o.Command = left.command
	if left.err != nil {
		o.Why = left.err.Error()
		if !o.Exit.Clean() {
			o.Why += "; the bot " + o.Exit.String()
		}
	}
	return nil
}

// judgeTime says whether a bot was late, and whose fault that is.
func (r *Runner) judgeTime(o *Outcome) {
	if o.Limit == 0 || !o.Exit.Stopped && o.own() <= o.Limit {
		return
	}
	o.Late, o.Host = true, o.own() <= o.Limit
	took := Milliseconds(o.own())
	if o.Exit.Stopped {
		took = "killed after " + took
	}
	o.Why = fmt.Sprintf("too late: %s, the limit is %s", took, Milliseconds(o.Limit))
	if o.Waited > 0 {
		o.Why += fmt.Sprintf(" (%s more without a processor)", Milliseconds(o.Waited))
	}
	if o.Host {
		o.Why = fmt.Sprintf("the machine gave it no processor for %s; killed after %s", Milliseconds(o.Waited), Milliseconds(o.Exit.Wall))
	}
}

// confined puts a command into the sandbox.
func (r *Runner) confined(c harness.Command, at *place, writable ...string) harness.Command {
	c.Env = slices.Concat(c.Env, r.cfg.Env, at.bot.Env)
	if r.cfg.Sandbox == nil {
		return c
	}
	s := *r.cfg.Sandbox
	s.Folder, s.FolderWritable, s.RunAs = at.bot.Dir, true, at.user
	s.Writable = append(slices.Clone(s.Writable), writable...)
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
	r.await(ctx, p, o)
	if err := p.Stop(0); err != nil {
		return err // what it still prints goes to a buffer that nobody reads
	}
	o.Exit, _ = p.Exit()
	o.Waited = min(r.waited(p), o.Exit.Wall)
	o.Printed = p.Output()
	if o.Printed.Stderr > 0 {
		o.Errors = p.Tail(5)
	}
	return nil
}

// longestWait is how often the time to kill a bot has to pass on the clock until it is killed, however little processor
// it got.
const longestWait = 5

// await waits until a bot ends, or is to be killed: at that time on its own clock, which stands still while it has no
// processor.
func (r *Runner) await(ctx context.Context, p *harness.Process, o *Outcome) {
	if o.Limit == 0 {
		select {
		case <-p.Done():
		case <-ctx.Done():
		}
		return
	}
	began, kill := time.Now(), max(r.cfg.Kill, o.Limit)
	timer := time.NewTimer(kill)
	defer timer.Stop()
	for {
		select {
		case <-p.Done():
			return
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		took := time.Since(began)
		left := min(kill-(took-r.waited(p)), longestWait*kill-took)
		if left <= 0 {
			return
		}
		timer.Reset(left)
	}
}

// Milliseconds writes a time for people, rounded up: what is too late must not look punctual.
func Milliseconds(d time.Duration) string {
	return fmt.Sprintf("%d ms", (d+time.Millisecond-1)/time.Millisecond)
}
