// Package checkup tests a bot in short matches with hard situations, such as many players, no free cell, a board of
// one cell, dead characters, or turns that are too short. It judges the bot point by point.
package checkup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/game"
	"blastyard/game/match"
	"blastyard/game/trouble"
)

// Config says which bot is checked, and how.
type Config struct {
	Game  string        // "": hexabomb
	Rules string        // the version of the game's rules; "": the usual one
	Bot   arena.Seat    // a program
	Env   []string      // NAME=VALUE, for the environment of the bot
	Time  time.Duration // for a turn; 0: the game's default

	Sandbox string // as in harness.NewSandbox; "": off

	// Games is how many matches are played against the opponent Against, such as "builtin:hunter". They are played
	// after the situations.
	Games   int
	Against string

	// Brief plays the first situation alone, and not all of its turns: seconds that show whether the bot plays at all.
	Brief bool
	// FirstFault ends the check with the first situation that shows a fault.
	FirstFault bool
	// Within is the time after which no further situation is played; 0: there is no limit. The report tells how many
	// were not.
	Within time.Duration
	// Turn waits until a match of the check may be played, beside others or alone on the machine, and returns what ends
	// it. nil: the check has the machine for itself.
	Turn func(ctx context.Context, alone bool) (leave func(), err error)

	// Arena has the games that can be played, and the transports that reach the bot.
	Arena *arena.Arena

	// Begin is called before each situation is played. It may be nil.
	Begin func(i, of int, name string)
}

// Report is the result of a check. It can be written as JSON.
type Report struct {
	Bot        string      `json:"bot"`
	Game       string      `json:"game"`
	OK         bool        `json:"ok"` // there is no fault
	Points     []Point     `json:"points"`
	Millis     *Millis     `json:"milliseconds,omitempty"` // time of an answer
	Situations []Situation `json:"situations"`             // the situations that were played
	Untried    int         `json:"untried_situations,omitempty"`
	Cut        bool        `json:"cut,omitempty"`   // a situation took too long and was ended
	Games      *Games      `json:"games,omitempty"` // against an opponent, if that was asked for
	Sandbox    string      `json:"sandbox"`         // the level at which it played; "off": no sandbox was wanted
}

// Point is one property that was checked.
type Point struct {
	Name    string  `json:"point"`
	Verdict Verdict `json:"verdict"`
	Detail  string  `json:"detail,omitempty"`
	Fix     string  `json:"fix,omitempty"`
}

// Verdict is the judgement of a point.
type Verdict string

// Values that callers compare with.
const (
	OK    Verdict = "ok"
	Note  Verdict = "note"
	Fault Verdict = "fault"
)

// Millis describes how long answers took, in milliseconds.
type Millis struct {
	P50   float64 `json:"p50"`
	P99   float64 `json:"p99"`
	Max   float64 `json:"max"`
	Limit float64 `json:"limit"`
}

// Situation is the result of the bot in one situation.
type Situation struct {
	Name    string         `json:"name"`
	Turns   int            `json:"turns"`
	Reason  match.Reason   `json:"reason"`
	Late    int            `json:"late_turns"`
	Refused int            `json:"refused_actions"`
	Deaths  int            `json:"deaths"`
	Note    string         `json:"note,omitempty"`
	Silent  int            `json:"silent_turns,omitempty"`  // an answer in time, but no action that can be read
	Crashed int            `json:"crashed_turns,omitempty"` // its program, which is started each turn, failed
	First   trouble.Firsts `json:"first,omitzero"`          // when and why each of these happened first
}

// checker checks one bot.
type checker struct {
	cfg  Config
	plan plan
	kind *game.Kind
	box  *harness.Sandbox // nil: none is wanted
	dir  string           // for the folders of matches whose programs are started each round
	play func(ctx context.Context, s *situation, sink arena.Sink) (*arena.Result, error)

	lastTry bool // the match that is played counts, whatever the machine does

	cannotStart string // why the bot cannot be started at all, or ""
	attempts    []*attempt
	untried     int // number of situations that were not played
}

// Check checks a bot. The error is a failure of the check itself or the end of the context. Faults of the bot are in
// the report.
func Check(ctx context.Context, cfg Config) (*Report, error) {
	c, err := newChecker(cfg)
	if err != nil {
		return nil, err
	}
	var remove func()
	if c.dir, remove, err = harness.TempFolder(); err != nil {
		return nil, err
	}
	defer remove()
	c.play = c.playInArena
	if err := c.playAll(ctx); err != nil {
		return nil, err
	}
	r := c.report()
	if cfg.Games > 0 && c.cannotStart == "" {
		if r.Games, err = c.playGames(ctx); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// playInArena plays a match.
func (c *checker) playInArena(ctx context.Context, s *situation, sink arena.Sink) (*arena.Result, error) {
	return c.arena().Play(ctx, c.config(s), sink)
}

// arena returns the arena for the match of a situation.
func (c *checker) arena() *arena.Arena {
	return &arena.Arena{Games: []*game.Kind{c.kind}, Transports: c.cfg.Arena.Transports}
}

func newChecker(cfg Config) (*checker, error) {
	kinds := cfg.Arena.Games
	cfg.Game = cmp.Or(cfg.Game, kinds[0].Name)
	kind, err := game.Find(kinds, cfg.Game)
	if err != nil {
		return nil, err
	}
	if kind, err = kind.ByVersion(cfg.Rules); err != nil {
		return nil, err
	}
	c := &checker{cfg: cfg, plan: planFor(kind)}
	if c.cfg.Against == "" && len(kind.Usual) > 0 {
		c.cfg.Against = arena.BuiltinPrefix + cmp.Or(c.plan.opponent, kind.Usual[0])
	}
	if cfg.Brief {
		c.plan.shorten()
	}
	if c.box, err = harness.NewSandbox(cmp.Or(cfg.Sandbox, harness.SandboxOff)); err != nil {
		return nil, &arena.ConfigError{Field: "sandbox", Value: cfg.Sandbox, Err: err}
	}
	c.kind = c.plan.extend(kind)
	return c, nil
}

// playAll plays the situations until playing on is useless.
func (c *checker) playAll(ctx context.Context) error {
	all, began := c.plan.situations, time.Now()
	for i := range all {
		if c.cfg.Within > 0 && i > 0 && time.Since(began) >= c.cfg.Within {
			c.untried = len(all) - i
			break
		}
		s := &all[i]
		if c.cfg.Begin != nil {
			c.cfg.Begin(i, len(all), s.name)
		}
		a, err := c.playOne(ctx, s)
		var start startError
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &start):
			c.cannotStart = start.why
		case err != nil:
			return fmt.Errorf("%s: %w", s.name, err)
		default:
			c.attempts = append(c.attempts, a)
		}
		if c.cannotStart != "" || a.hopeless() || c.cfg.FirstFault && c.hasFault() {
			c.untried = len(all) - i - 1
			break
		}
	}
	return nil
}

// hasFault reports whether what was played so far shows a fault.
func (c *checker) hasFault() bool {
	return slices.ContainsFunc(c.points(), func(p Point) bool { return p.Verdict == Fault })
}

// rounds reports whether the bot's program is started each round.
func (c *checker) rounds() bool { return c.kind.Protocol == game.Rounds }

// word returns the text for a program that runs for a match, or that for one that is started each round.
func (c *checker) word(match, round string) string {
	if c.rounds() {
		return round
	}
	return match
}

func (c *checker) report() *Report {
	r := &Report{Bot: c.cfg.Bot.Bot, Game: c.kind.Name, Sandbox: c.level(), OK: true,
		Points: c.points(), Situations: []Situation{}, Untried: c.untried,
		Cut: c.first(func(a *attempt) bool { return a.cut }) != nil}
	for _, p := range r.Points {
		r.OK = r.OK && p.Verdict != Fault
	}
	if took, limit := c.times(); len(took) > 0 {
		r.Millis = &Millis{P50: millis(quantile(took, 50)), P99: millis(quantile(took, 99)),
			Max: millis(took[len(took)-1]), Limit: millis(limit)}
	}
	for _, a := range c.attempts {
		deaths, _ := a.deaths()
		r.Situations = append(r.Situations, Situation{Name: a.situation.name, Turns: a.turnsThere(),
			Reason: a.seat.Reason, Late: a.seat.Late, Refused: a.seat.Refused, Deaths: deaths, Note: a.seat.Note,
			Silent: a.seat.Silent, Crashed: a.seat.Crashed, First: a.seat.First})
	}
	return r
}

// level names how far the bot was kept apart from the system.
func (c *checker) level() string {
	if c.box == nil {
		return harness.SandboxOff
	}
	return c.box.Level.String()
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
