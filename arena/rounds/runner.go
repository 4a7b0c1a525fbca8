package rounds

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"blastyard/arena/harness"
	"blastyard/arena/internal/lateness"
	"blastyard/rules/bomberman"
)

// Defaults of Config.
const (
	DefaultLimit  = 2 * time.Second
	DefaultKill   = 4 * time.Second
	DefaultOutput = 256 << 10 // bytes of a bot's output kept for each round
)

// Config is how bots are run. The zero value has the settings of the contest.
type Config struct {
	Limit        time.Duration // for a command, in addition to what Calibrate measures; default DefaultLimit
	Kill         time.Duration // when a process is killed, but not before its limit; default DefaultKill
	NoLimit      bool          // never end a bot for its time
	Jobs         int           // bots that run at the same time, at most one for each processor; default 1
	Output       int64         // bytes of output kept of each round; default DefaultOutput
	Interpreters Interpreters

	// Sandbox, if set, confines each bot. The bot can write to its folder and to its folder of the round, and read the
	// files of the round one folder up.
	Sandbox *harness.Sandbox
	Env     []string // NAME=value entries added to the environment of bots
}

// Runner runs the bots of one or more matches. Its methods must not be called at the same time. Close releases its
// resources.
type Runner struct {
	cfg    Config
	extra  [numLanguages]time.Duration // how long the program of a language takes to start
	known  [numLanguages]bool
	starts map[*Bot]startLine // resolved once, so a bot that changes its files later does not change how it is started
	places []*place           // of bots in starts

	// waited returns how long a process was ready without a processor.
	waited func(*harness.Process) time.Duration
}

// NewRunner checks a configuration. The error names the field, the value and what was expected.
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
	cfg.Limit = cmp.Or(cfg.Limit, DefaultLimit)
	cfg.Kill = cmp.Or(cfg.Kill, DefaultKill)
	cfg.Output = cmp.Or(cfg.Output, DefaultOutput)
	cfg.Jobs = min(max(cfg.Jobs, 1), runtime.NumCPU())
	return &Runner{cfg: cfg, starts: map[*Bot]startLine{},
		waited: func(p *harness.Process) time.Duration { return p.Spent(true).Waited }}, nil
}

// Jobs returns how many bots run at the same time.
func (r *Runner) Jobs() int { return r.cfg.Jobs }

// Limit returns the time limit of a language for a command, including what Calibrate measured, or 0 for no limit. Time
// in which the bot was ready but got no processor does not count.
func (r *Runner) Limit(l Language) time.Duration {
	if r.cfg.NoLimit {
		return 0
	}
	return r.cfg.Limit + r.extra[l]
}

// Entry is a bot to run in the round that was begun last.
type Entry struct {
	Bot *Bot
	Key byte
	Env []string // NAME=value entries for its environment in this round; the others go before them
	// Cores are the only processors that the bot may use; nil: all.
	Cores []int
	// Done, if set, is called when the bot has ended and its move is known, before Round returns. With several jobs it
	// is called at the same time as that of other bots. Its error ends the round.
	Done func(*Outcome) error
}

// Outcome is the result of running a bot in a round.
type Outcome struct {
	Command bomberman.Command // the command of the bot
	Extra   string            // what the bot wrote after the command, without spaces; it is ignored
	Why     string            // why Command is Nothing although the bot did not ask for it, or ""
	Limit   time.Duration     // 0 means no limit
	Late    bool
	Host    bool          // the bot is Late only because the machine gave it no processor
	Excused int           // by how many its late turns that are the machine's fault have changed; it may be negative
	Ran     time.Duration // how long of Exit.Wall it ran at least
	Waited  time.Duration // how long of Exit.Wall it was ready without a processor
	Started bool
	// Stays says that the process goes on after the round, because the bot plays over its standard input and output.
	// Only Exit.Wall is then known. It is the time to the answer.
	Stays   bool
	Exit    harness.Exit // of a bot that was started; Exit.Wall minus Waited is compared with Limit
	Output  []byte       // both streams together
	Lines   []harness.Line
	Printed harness.OutputStats
	Errors  []string // the last lines of its error stream
	Faults  []string // what the bot did to its folder that it must not do
}

// Crashed reports whether the bot's program ended with an error and left no command.
func (o *Outcome) Crashed() bool {
	return o.Why != "" && o.Started && !o.Stays && !o.Late && !o.Exit.Clean()
}

// LastWords says how the bot's program ended, and what it printed last.
func (o *Outcome) LastWords() string {
	words := o.Exit.String()
	for i := len(o.Errors) - 1; i >= 0; i-- {
		if line := strings.TrimSpace(o.Errors[i]); line != "" {
			return words + ": " + line
		}
	}
	for i := len(o.Lines) - 1; i >= 0; i-- {
		if line := strings.TrimSpace(o.Lines[i].Text); line != "" && o.Lines[i].Stream != harness.Note {
			return words + ": " + line
		}
	}
	return words
}

// own returns the time that counts towards the limit.
func (o *Outcome) own() time.Duration {
	return lateness.Account{Wall: o.Exit.Wall, Ran: o.Ran, Waited: o.Waited}.Own()
}

// Round runs bots in the order of the entries, Jobs at a time, in the round that f has begun, and returns their
// outcomes in the same order. A failure of a bot is not an error. A failure of the arena's machine is an error that
// wraps harness.ErrHost, and ends the round. The end of ctx ends the round, too, but is not an error.
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

// resolve finds out once how a bot is started.
func (r *Runner) resolve(b *Bot) (startLine, error) {
	if s, known := r.starts[b]; known {
		return s, nil
	}
	if _, err := b.Words(&r.cfg.Interpreters); err != nil {
		return startLine{}, err // the error names the bot's own folder
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

// Close removes what the runner has created for its bots.
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

// play runs a bot and reads its move.
func (r *Runner) play(ctx context.Context, f *Folders, e Entry, s startLine, o *Outcome) error {
	if s.growth.over != "" {
		o.Why = s.growth.over
		return nil
	}
	folder, read, giveBack, err := s.place.folder(f, e.Key)
	if err != nil {
		return err
	}
	defer giveBack()
	private, err := s.place.private(f)
	if err != nil {
		return err
	}
	bot := s.place.bot
	words := append(append(slices.Clone(s.words), string(e.Key), folder), bot.RunArgs...)
	var out bytes.Buffer
	var lines []harness.Line
	c := harness.Command{Words: words, Name: bot.NickName, Dir: bot.Dir, Output: &out, Limit: r.cfg.Output,
		Env: slices.Concat(e.Env, s.env), Cores: e.Cores,
		OnLine: func(l harness.Line) { lines = append(lines, l) }}
	c = r.confined(c, s.place, read, folder)
	c.Sandbox.Private = private
	if err := r.run(ctx, c, o); errors.Is(err, harness.ErrHost) {
		return err
	} else if err != nil {
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
	if fault, err := s.place.boundPrivate(private); err != nil {
		return err
	} else if fault != "" {
		o.Faults = append(o.Faults, fault)
	}
	if ctx.Err() != nil {
		o.Why = "interrupted"
		return nil //nolint:nilerr // the end of ctx is not an error
	}
	if r.judgeTime(o); o.Late {
		return nil
	}
	o.Command, o.Extra = left.command, left.extra
	if left.err != nil {
		o.Why = left.err.Error()
		if !o.Exit.Clean() {
			o.Why += "; the bot " + o.Exit.String()
		}
	}
	return nil
}

// judgeTime decides whether a bot was late, and whether the machine is to blame.
func (r *Runner) judgeTime(o *Outcome) {
	if o.Limit == 0 || !o.Exit.Stopped && o.own() <= o.Limit {
		return
	}
	if o.Late, o.Host = true, o.own() <= o.Limit; o.Host {
		o.Excused = 1
	}
	took := Milliseconds(o.own())
	if o.Exit.Stopped {
		took = "killed after " + took
	}
	o.Why = fmt.Sprintf("too late: %s, the limit is %s", took, Milliseconds(o.Limit))
	if o.Waited > 0 {
		o.Why += fmt.Sprintf(" (%s more without a processor)", Milliseconds(o.Waited))
	}
	if o.Host {
		o.Why = fmt.Sprintf("the machine gave it no processor for %s; killed after %s",
			Milliseconds(o.Waited), Milliseconds(o.Exit.Wall))
	}
}

// confined adds the sandbox to a command. read is what the bot may read beside its own folder, writable what it may
// write.
func (r *Runner) confined(c harness.Command, at *place, read []string, writable ...string) harness.Command {
	c.Env = slices.Concat(c.Env, r.cfg.Env, at.bot.Env)
	if r.cfg.Sandbox == nil {
		c.Sandbox = &harness.Sandbox{RunAs: at.user}
		return c
	}
	s := *r.cfg.Sandbox
	s.Folder, s.FolderWritable, s.RunAs = at.bot.Dir, true, at.user
	s.Readable, s.Writable = slices.Concat(s.Readable, read), slices.Concat(s.Writable, writable)
	c.Sandbox = &s
	return c
}

// run runs a process until it ends, or until it is killed at its time.
func (r *Runner) run(ctx context.Context, c harness.Command, o *Outcome) error {
	p, err := harness.Start(ctx, c)
	if err != nil {
		return err
	}
	o.Started = true
	r.await(ctx, p, o)
	if err := p.Stop(0); err != nil {
		return err // its further output goes to a buffer that is not read
	}
	o.Exit, _ = p.Exit()
	o.Waited = min(r.waited(p), o.Exit.Wall)
	o.Ran = max(p.Spent(false).Ran, (o.Exit.User+o.Exit.System)/time.Duration(runtime.NumCPU()))
	o.Printed = p.Output()
	if o.Printed.Stderr > 0 {
		o.Errors = p.Tail(5)
	}
	return nil
}

// longestWait is a factor: a bot is killed after this many times its kill time, however little processor time it got.
const longestWait = 5

// await waits until a bot ends or must be killed. The bot's time stands still while it has no processor.
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
		own := lateness.Account{Wall: took, Waited: r.waited(p), Ran: p.Spent(true).Ran}.Own()
		left := min(kill-own, longestWait*kill-took)
		if left <= 0 {
			return
		}
		timer.Reset(left)
	}
}

// Milliseconds returns a time as text for messages. It rounds up, so that what is too late does not look punctual.
func Milliseconds(d time.Duration) string {
	return fmt.Sprintf("%d ms", (d+time.Millisecond-1)/time.Millisecond)
}
