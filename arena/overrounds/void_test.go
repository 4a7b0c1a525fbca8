package overrounds

import (
	"context"
	"errors"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/internal/lateness"
	"blastyard/arena/rounds"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/viewer"
)

// starving is an asker for rounds in which one player's program has given outcomes. It is also its own transport.
type starving struct {
	judging
	outcomes []rounds.Outcome
	asker    asker
	round    int
}

func (s *starving) Asker(*arena.Prepared) arena.Asker { return s }

func (s *starving) Ask(_ context.Context, r *arena.Run) error {
	s.asker.judge(r, 1, &s.outcomes[s.round])
	s.round++
	return nil
}

func (s *starving) Played(*arena.Run) error {
	if s.round == len(s.outcomes) {
		return errSeen
	}
	return nil
}

// TestVoid: a match in which a program gets no processor for too long, in rounds that it misses one after the other, is
// void. It has no winner, and blames nobody.
func TestVoid(t *testing.T) {
	host := func(limit, waited time.Duration) rounds.Outcome {
		return rounds.Outcome{Started: true, Late: true, Host: true, Excused: 1, Why: "no processor", Limit: limit, Waited: waited}
	}
	const second = time.Second
	own := rounds.Outcome{Started: true, Late: true, Why: "too late", Limit: second, Waited: 20 * second}
	well := rounds.Outcome{Started: true, Limit: second, Waited: 20 * second}
	still := arena.Func(func(*arena.View) []viewer.Wish { return nil })
	for name, c := range map[string]struct {
		outcomes []rounds.Outcome
		counts   bool          // the match is played to its end whatever the machine does
		void     time.Duration // so long without a processor; 0: the match is not void
	}{
		"one round":                   {outcomes: []rounds.Outcome{host(second, 31*second)}, void: 31 * second},
		"not long enough":             {outcomes: []rounds.Outcome{host(second, 29*second)}},
		"two rounds":                  {outcomes: []rounds.Outcome{host(second, 16*second), host(second, 16*second)}, void: 32 * second},
		"its own fault between":       {outcomes: []rounds.Outcome{host(second, 16*second), own, host(second, 16*second)}},
		"in time between":             {outcomes: []rounds.Outcome{host(second, 16*second), well, host(second, 16*second)}},
		"a long limit":                {outcomes: []rounds.Outcome{host(5*second, 49*second)}},
		"too long for a long limit":   {outcomes: []rounds.Outcome{host(5*second, 50*second)}, void: 50 * second},
		"a match that counts anyway":  {outcomes: []rounds.Outcome{host(second, 31*second)}, counts: true},
		"by its own fault altogether": {outcomes: []rounds.Outcome{own, own, own}},
	} {
		a := arena.Arena{Games: []*game.Kind{games.Bomberman()}, Transports: []arena.Transport{&starving{outcomes: c.outcomes}}}
		r, err := a.Play(t.Context(), arena.Config{Seats: []arena.Seat{{Bot: "human:ann", Player: still}, {Bot: "builtin:idle"}},
			IDs: []int{1, 0}, Starving: c.counts})
		if c.void == 0 {
			if !errors.Is(err, errSeen) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		starved := (*arena.StarvedError)(nil)
		if !errors.As(err, &starved) || starved.For != c.void || starved.Name != "ann" || !errors.Is(err, harness.ErrHost) {
			t.Errorf("%s: %v, expected that ann had no processor for %v", name, err, c.void)
			continue
		}
		for _, s := range r.Seats {
			if s.Won || s.Reason.Failed() || s.Late != s.Host {
				t.Errorf("%s: %+v", name, s)
			}
		}
	}
}

// TestCutShort: a bot that still owed an answer when a round began, by its own fault, has less of that round for the
// next question. It is to blame for that, although it has waited for a processor since.
func TestCutShort(t *testing.T) {
	const ms, limit = time.Millisecond, 100 * time.Millisecond
	for name, c := range map[string]struct {
		round lateness.Account
		host  bool
	}{
		"its own time of the round is over": {lateness.Account{Wall: 190 * ms, Ran: 100 * ms, Waited: 90 * ms}, false},
		"it was starved for the rest of it": {lateness.Account{Wall: 500 * ms, Ran: 60 * ms, Waited: 440 * ms}, true},
	} {
		var b talk
		b.judge.Ask(limit)
		b.missed(&rounds.Outcome{Limit: limit}, lateness.Account{Wall: limit, Ran: limit}, lateness.Account{Wall: limit, Ran: limit})
		b.judge.Answer(lateness.Account{Wall: 130 * ms, Ran: 130 * ms}, limit)
		o := rounds.Outcome{Limit: limit}
		if b.missed(&o, c.round, lateness.Account{Wall: 160 * ms, Ran: 70 * ms, Waited: 90 * ms}); !o.Late || o.Host != c.host {
			t.Errorf("%s: %+v", name, o)
		}
	}
}
