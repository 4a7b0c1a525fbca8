// Package check examines an event before it is played. It builds every bot, puts it through hard situations, plays a
// few matches to estimate how long the event will take, and describes every problem in words.
package check

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"blastyard"
	"blastyard/arena/checkup"
	"blastyard/arena/entrant"
	"blastyard/arena/entrant/build"
	"blastyard/arena/harness"
	"blastyard/internal/archive"
	"blastyard/internal/errortext"
	"blastyard/tournament"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/turns"
)

// Options say how to check an event.
type Options struct {
	Jobs int       // parallel matches of the event, to estimate its time; 0: as the event or the number of cores says
	Out  io.Writer // output of builds; nil: discarded

	// Begin is called before each step with its name, such as "bot hunter"; nil: it is not called. Several bots are
	// checked at the same time, but it is called by one goroutine at a time.
	Begin func(step string)

	check func(ctx context.Context, c checkup.Config) (*checkup.Report, error) // nil: checkup.Check
}

// Report is the result of a check. It can be written as JSON.
type Report struct {
	Event    string   `json:"event"`
	OK       bool     `json:"ok"` // there are no problems, and every bot can play
	Problems []string `json:"problems,omitempty"`
	Notes    []string `json:"notes,omitempty"` // facts that are no problem but worth knowing
	Bots     []Bot    `json:"bots"`
	Schedule Schedule `json:"schedule"`
	Time     Time     `json:"time"`
}

// Bot is the result for one entrant.
type Bot struct {
	Name    string          `json:"name"`
	Bot     string          `json:"bot"` // as the event file names the bot
	OK      bool            `json:"ok"`
	Problem string          `json:"problem,omitempty"`
	Built   bool            `json:"built,omitempty"`
	Local   bool            `json:"local,omitempty"`   // only this machine can run it
	Archive string          `json:"archive,omitempty"` // hash of the archive of its files
	Checkup *checkup.Report `json:"checkup,omitempty"` // only for a program
}

// Schedule says what the event will play.
type Schedule struct {
	Format  tournament.Format `json:"format"`
	Players int               `json:"players"`           // of a match
	Matches int               `json:"matches,omitempty"` // of the first stage; 0: not known in advance

	Balance tournament.Balance `json:"balance"`
}

// checker checks one event.
type checker struct {
	Options
	event  *event.Event
	dir    string // for copies of the bots
	report *Report
	seats  []seat // by entrant
	turns  *turns.Line
}

// Event checks an event. The error is the end of the context or a failure of the check itself; problems of the event
// are in the report.
func Event(ctx context.Context, e *event.Event, o Options) (*Report, error) {
	if o.Begin == nil {
		o.Begin = func(string) {}
	}
	if o.Out == nil {
		o.Out = io.Discard
	}
	if o.check == nil {
		o.check = checkup.Check
	}
	c := &checker{Options: o, event: e, report: &Report{Event: e.Name, Bots: make([]Bot, len(e.Bots))},
		seats: make([]seat, len(e.Bots)), turns: turns.New(runtime.GOMAXPROCS(0), 0)}
	dir, remove, err := harness.TempFolder()
	if err != nil {
		return nil, err
	}
	defer remove()
	c.dir = dir
	if err := c.bots(ctx); err != nil {
		return nil, err
	}
	c.schedule()
	if err := c.time(ctx); err != nil {
		return nil, err
	}
	c.clock(time.Now())
	c.report.OK = len(c.report.Problems) == 0 &&
		!slices.ContainsFunc(c.seats, func(s seat) bool { return s.broken })
	return c.report, nil
}

func (c *checker) problem(format string, args ...any) {
	c.report.Problems = append(c.report.Problems, fmt.Sprintf(format, args...))
}

func (c *checker) note(format string, args ...any) {
	c.report.Notes = append(c.report.Notes, fmt.Sprintf(format, args...))
}

// bot checks one entrant as the event will run it: in a copy that was unpacked from an archive, if it can be packed.
func (c *checker) bot(ctx context.Context, i int) error {
	b := &c.event.Bots[i]
	r := &c.report.Bots[i]
	*r = Bot{Name: b.Name, Bot: b.Source, Local: b.Local}
	var err error
	c.seats[i] = seat{Seat: b.Seat("")}
	if b.Entrant.Kind == entrant.Program {
		err = c.program(ctx, i, r)
	}
	var refused *archive.Refusal
	var failed *build.Error
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &refused), errors.As(err, &failed):
		r.Problem = errortext.Text(err)
	case err != nil:
		return fmt.Errorf("bot %s: %w", b.Name, err)
	case r.Checkup != nil && !r.Checkup.OK:
		r.Problem = faults(r.Checkup)
	}
	if r.OK = r.Problem == ""; !r.OK {
		c.seats[i].broken = true
	}
	return nil
}

// program packs, unpacks, builds and tests a program. One is built at a time, because a build uses all cores.
func (c *checker) program(ctx context.Context, i int, r *Bot) error {
	if err := c.build(ctx, i, r); err != nil {
		return err
	}
	check, err := c.check(ctx, checkup.Config{Arena: blastyard.Arena(),
		Game: c.event.Game, Bot: c.seats[i].Seat, Env: c.event.Env,
		Time: time.Duration(c.event.TurnTime), Sandbox: c.event.Sandbox,
		Turn: func(ctx context.Context, alone bool) (func(), error) { return c.turns.Check(ctx, alone, false) }})
	r.Checkup = check
	return err
}

func (c *checker) build(ctx context.Context, i int, r *Bot) error {
	leave, err := c.turns.Check(ctx, true, false)
	if err != nil {
		return err
	}
	defer leave()
	b := &c.event.Bots[i]
	who := b.Entrant
	if !b.Local {
		dir := filepath.Join(c.dir, fmt.Sprintf("bot%d", i))
		if r.Archive, err = copied(who.Dir, dir); err != nil {
			return err
		}
		who.Dir = dir
		c.seats[i].Seat = b.Seat(dir)
	}
	box, err := harness.NewSandbox(c.event.Sandbox)
	if err != nil {
		return err
	}
	cache, err := os.MkdirTemp(c.dir, "cache")
	if err != nil {
		return err
	}
	r.Built, err = build.Sandboxed(ctx, &who, b.Name, c.Out, build.Box{Sandbox: box, Cache: cache})
	return err
}

// copied packs a bot's folder into an archive, unpacks it into dir, and returns the archive's hash.
func copied(folder, dir string) (hash string, err error) {
	file := dir + ".archive"
	if _, err := archive.PackFile(file, folder, archive.Limits{}); err != nil {
		return "", err
	}
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	return archive.Unpack(f, dir, archive.Limits{})
}

// faults lists the points of a checkup that a bot failed, in one line.
func faults(r *checkup.Report) string {
	var list []string
	for _, p := range r.Points {
		if p.Verdict == checkup.Fault {
			list = append(list, strings.TrimSuffix(strings.TrimSuffix(p.Name+": "+p.Detail+"; "+p.Fix, "; "), ": "))
		}
	}
	return strings.Join(list, "; ")
}

// schedule reports what the event will play.
func (c *checker) schedule() {
	s := c.planned()
	c.report.Schedule = Schedule{Format: s.Format, Players: s.Normal().Players}
	if c.event.Schedule.Waits && s.Format != tournament.Ladder {
		c.note("who takes part is known when submissions close; this is about the bots of the file")
	}
	plan, err := tournament.New(s)
	if err != nil {
		c.problem("%v", err)
		return
	}
	if plan.Gathers() {
		return // too few for a plan: teams are to come
	}
	_, _, c.report.Schedule.Matches = plan.Count()
	if c.report.Schedule.Balance, err = tournament.BalanceOf(s); err != nil {
		c.problem("%v", err)
	}
}

// planned returns the schedule of the event among the bots of its file. It waits for teams only if these are too few.
func (c *checker) planned() tournament.Config {
	s := c.event.Schedule
	s.Waits = false
	if _, err := tournament.New(s); err != nil {
		return c.event.Schedule
	}
	return s
}

// clock checks the times of the event.
func (c *checker) clock(now time.Time) {
	for _, t := range []struct {
		key string
		at  time.Time
	}{{"ends", c.event.Ends}, {"closes", c.event.Closes}, {"starts", c.event.Starts}, {"freeze", c.event.Freeze}} {
		if !t.at.IsZero() && t.at.Before(now) {
			c.problem("%s is %s, which is over", t.key, t.at.Format(time.RFC3339))
		}
	}
	left := c.event.Ends.Sub(now)
	if t := c.report.Time.Seconds; !c.event.Ends.IsZero() && left > 0 && t > left.Seconds() {
		c.note("ends comes before all matches are played, at this rate")
	}
}
