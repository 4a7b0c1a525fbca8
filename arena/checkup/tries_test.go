package checkup

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/match"
)

// played is how a match ends for the bot in a test: its late turns, and how many of them are the machine's fault.
type played struct {
	late, host int
	err        error
}

// checkOf returns a check whose matches end as told, the last of them again and again, and what it has done.
func checkOf(t *testing.T, cfg Config, ends ...played) (c *checker, alone *[]bool) {
	t.Helper()
	cfg.Arena, cfg.Bot = arenaOf(games.All()...), arena.Seat{Bot: "testbot race"}
	alone = new([]bool)
	if cfg.Turn != nil {
		cfg.Turn = func(_ context.Context, is bool) (func(), error) {
			*alone = append(*alone, is)
			return func() {}, nil
		}
	}
	c, err := newChecker(cfg)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	c.play = func(_ context.Context, s *situation, sink arena.Sink) (*arena.Result, error) {
		if cfg.Turn == nil {
			*alone = append(*alone, true)
		}
		o, end := sink.(*observer), ends[min(n, len(ends)-1)]
		n++
		o.began, o.turns, o.took = true, s.turns, []time.Duration{time.Millisecond}
		seats := make([]arena.SeatResult, s.seat()+1)
		seats[s.seat()] = arena.SeatResult{Reason: match.Finished, Late: end.late, Host: end.host,
			Program: arena.Program{Started: true, Login: time.Millisecond, Exit: harness.Exit{}}}
		return &arena.Result{Seats: seats}, end.err
	}
	return c, alone
}

// beside is a Config.Turn that checkOf replaces by one that records.
func beside(context.Context, bool) (func(), error) { return func() {}, nil }

// TestAgain: a match that the machine spoiled is played again, alone; a bot that is slow alone is at fault.
func TestAgain(t *testing.T) {
	starved := &arena.StarvedError{}
	for what, c := range map[string]struct {
		turn  func(context.Context, bool) (func(), error)
		ends  []played
		alone string // of each try of the first situation
		want  Verdict
	}{
		"a good bot":                        {beside, []played{{}}, "[false]", OK},
		"late beside others, in time alone": {beside, []played{{late: 2}, {}}, "[false true]", OK},
		"late alone, too":                   {beside, []played{{late: 2}, {late: 2}}, "[false true]", Fault},
		"the machine was late":              {beside, []played{{late: 2, host: 2}, {late: 1, host: 1}, {}}, "[false true true]", OK},
		"the machine is always late":        {beside, []played{{late: 2, host: 2}}, "[false true true]", Note},
		"starved":                           {beside, []played{{err: starved}, {}}, "[false true]", OK},
		"with the machine for itself":       {nil, []played{{late: 2}}, "[true]", Fault},
		"there, the machine was late":       {nil, []played{{late: 2, host: 2}, {}}, "[true true]", OK},
	} {
		check, alone := checkOf(t, Config{Brief: true, Turn: c.turn}, c.ends...)
		if err := check.playAll(t.Context()); err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if p := check.isOnTime(); p.Verdict != c.want || fmt.Sprint(*alone) != c.alone {
			t.Errorf("%s: %+v, played alone: %v; want %s, %s", what, p, *alone, c.want, c.alone)
		}
	}
}

// TestFirstFault: the check of a submission ends with the first situation that shows a fault, that of an author does not.
func TestFirstFault(t *testing.T) {
	for first, untried := range map[bool]int{true: 8, false: 0} {
		check, _ := checkOf(t, Config{FirstFault: first}, played{late: 1})
		if err := check.playAll(t.Context()); err != nil || check.untried != untried {
			t.Errorf("first fault %v: %d situations were not tried, want %d; %v", first, check.untried, untried, err)
		}
	}
}

// TestBrief: a brief check is one situation of a few turns, in each game.
func TestBrief(t *testing.T) {
	for _, kind := range games.All() {
		check, err := newChecker(Config{Game: kind.Name, Brief: true, Arena: arenaOf(kind), Bot: arena.Seat{Bot: "testbot race"}})
		if err != nil {
			t.Fatal(err)
		}
		if s := check.plan.situations; len(s) != 1 || s[0].turns == 0 || s[0].turns > briefTurns {
			t.Errorf("%s: %+v", kind.Name, s)
		}
	}
}

// TestWithin: after its time a check plays no further situation, tells how many were not, and blames nobody.
func TestWithin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		check, _ := checkOf(t, Config{Within: 90 * time.Second}, played{})
		play := check.play
		check.play = func(ctx context.Context, s *situation, sink arena.Sink) (*arena.Result, error) {
			time.Sleep(time.Minute)
			return play(ctx, s, sink)
		}
		if err := check.playAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		r := check.report()
		if len(r.Situations) != 2 || r.Untried != 7 || slices.ContainsFunc(r.Points, func(p Point) bool { return p.Verdict == Fault }) {
			t.Errorf("%+v", r)
		}
	})
}

// TestProof: a bot that is too slow is not asked through a whole match. Late turns that are the machine's fault prove
// nothing, and neither does a match in which no bot can be in time.
func TestProof(t *testing.T) {
	for what, c := range map[string]struct {
		hurry, answers, host bool
		turns                int // when the match ends, of 300
	}{
		"slow":              {answers: true, turns: proofs},
		"silent":            {turns: mute},
		"no processor":      {answers: true, host: true, turns: 300},
		"too short for all": {hurry: true, answers: true, turns: 300},
	} {
		check, _ := checkOf(t, Config{Brief: true}, played{})
		check.plan.situations[0].hurry = c.hurry
		turns := 0
		check.play = func(ctx context.Context, s *situation, sink arena.Sink) (*arena.Result, error) {
			o := sink.(*observer)
			o.player, o.began = 0, true
			m := newMatch(t)
			for turns < 300 && ctx.Err() == nil {
				turns++
				turn := &arena.Turn{Number: turns, Match: m, Late: []int{0}}
				if c.host {
					turn.Host = turn.Late
				}
				if c.answers {
					turn.Moves = []arena.Move{{Player: 0, Took: time.Second, Late: true}}
				}
				o.Turn(turn)
			}
			seats := []arena.SeatResult{{Reason: match.Interrupted, Late: turns, Program: arena.Program{Started: true, Login: 1}}}
			if c.host {
				seats[0].Host = turns
			}
			return &arena.Result{Seats: seats}, ctx.Err()
		}
		a, err := check.try(t.Context(), &check.plan.situations[0])
		if err != nil || turns != c.turns || a.cut {
			t.Errorf("%s: %d turns, want %d; %v", what, turns, c.turns, err)
		}
		check.attempts = []*attempt{a}
		if p := check.isOnTime(); (p.Verdict == Fault) != a.proven || a.proven && !strings.Contains(p.Detail, fmt.Sprint(c.turns, " turns")) {
			t.Errorf("%s: %+v", what, p)
		}
	}
}

func newMatch(t *testing.T) game.Match {
	t.Helper()
	kind := games.Hexabomb()
	m, err := kind.OpenMap("")
	if err != nil {
		t.Fatal(err)
	}
	made, err := kind.New(game.Setup{Map: m, Players: 2})
	if err != nil {
		t.Fatal(err)
	}
	return made
}
