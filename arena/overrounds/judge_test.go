package overrounds

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/rounds"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/viewer"
)

// TestTimesOfARound: a program is late after the config's turn time, and is killed after twice that time. Without a
// turn time the limits of the contest apply.
func TestTimesOfARound(t *testing.T) {
	for _, c := range []struct{ time, limit, kill time.Duration }{
		{0, 0, 0},
		{700 * time.Millisecond, 700 * time.Millisecond, 1400 * time.Millisecond},
		{5 * time.Second, 5 * time.Second, 10 * time.Second},
	} {
		cfg, err := configOf(&arena.Config{TurnTime: arena.Duration(c.time)})
		if err != nil || cfg.Limit != c.limit || cfg.Kill != c.kill || cfg.NoLimit {
			t.Errorf("turn time %v: %+v, %v; expected the limit %v, killed after %v", c.time, cfg, err, c.limit, c.kill)
		}
	}
}

// judging is an asker for a round in which one player's program has a given outcome. It is also its own transport.
type judging struct {
	Transport
	outcome rounds.Outcome
}

var errSeen = errors.New("seen enough")

func (j *judging) Asker(*arena.Prepared) arena.Asker { return j }

func (*judging) Seat(_ context.Context, r *arena.Run) error {
	m, err := r.Restart()
	if err == nil {
		r.Start(m)
	}
	return err
}

func (j *judging) Ask(_ context.Context, r *arena.Run) error {
	new(asker).judge(r, 1, &j.outcome)
	return nil
}

func (*judging) Settle(*arena.Run) error                          { return nil }
func (*judging) Played(*arena.Run) error                          { return errSeen }
func (*judging) Dismiss(context.Context, *arena.Run, error) error { return nil }
func (*judging) Close()                                           {}

// judged is a sink that records the round.
type judged struct {
	arena.NopSink
	late, host []int
	status     string
	notes      int
}

func (j *judged) Turn(t *arena.Turn) {
	j.late, j.host, j.status = t.Late, t.Host, t.Frame().Players[1].Note
}

func (j *judged) Note(arena.Note) { j.notes++ }

// TestRoundsOutcomes: an outcome of a program means a missed turn, by its own fault or the machine's, or a mere note.
func TestRoundsOutcomes(t *testing.T) {
	nobody := arena.Func(func(*arena.View) []viewer.Wish { return nil })
	for name, c := range map[string]struct {
		outcome    rounds.Outcome
		late, host int // in the result
		silent     int
		crashed    int
		why        string // the first reason
		told       judged
	}{
		"well":       {outcome: rounds.Outcome{}},
		"a fault":    {outcome: rounds.Outcome{Faults: []string{"odd"}}, told: judged{notes: 1}},
		"no command": {outcome: rounds.Outcome{Why: "no move.txt"}, silent: 1, why: "no move.txt", told: judged{status: "silent", notes: 1}},
		"a crash": {outcome: rounds.Outcome{Why: "no move.txt; exit code 1", Started: true, Exit: harness.Exit{Code: 1},
			Errors: []string{"oh", "no", " "}}, crashed: 1, why: "exit code 1: no", told: judged{status: "crashed", notes: 1}},
		"too late": {outcome: rounds.Outcome{Why: "too late", Late: true}, late: 1, why: "too late",
			told: judged{late: []int{1}, status: "late", notes: 1}},
		"the machine": {outcome: rounds.Outcome{Why: "no processor", Late: true, Host: true, Excused: 1}, late: 1, host: 1, why: "no processor",
			told: judged{late: []int{1}, host: []int{1}, status: viewer.HostLate, notes: 1}},
	} {
		a := arena.Arena{Games: []*game.Kind{games.Bomberman()}, Transports: []arena.Transport{&judging{outcome: c.outcome}}}
		var told judged
		r, err := a.Play(t.Context(), arena.Config{Seats: []arena.Seat{{Bot: "human:ann", Player: nobody}, {Bot: "builtin:idle"}},
			IDs: []int{1, 0}}, &told)
		if !errors.Is(err, errSeen) {
			t.Fatal(err)
		}
		if s := r.Seats; s[0].Late != c.late || s[0].Host != c.host || s[1].Late != 0 {
			t.Errorf("%s: %+v, expected %d late, %d of them host", name, s, c.late, c.host)
		}
		if s := r.Seats[0]; s.Silent != c.silent || s.Crashed != c.crashed ||
			s.First.Late.Why+s.First.Silent.Why+s.First.Crashed.Why != c.why {
			t.Errorf("%s: %+v, expected %d silent, %d crashed, first %q", name, s, c.silent, c.crashed, c.why)
		}
		if !slices.Equal(told.late, c.told.late) || !slices.Equal(told.host, c.told.host) || told.status != c.told.status ||
			told.notes != c.told.notes {
			t.Errorf("%s: told are %+v, expected %+v", name, told, c.told)
		}
	}
}
