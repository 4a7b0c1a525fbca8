package event

import (
	"math"

	"blastyard/game/match"
	"blastyard/tournament"
)

// Limits of a schedule's numbers; larger ones are certainly a mistake. The schedule itself checks more.
const (
	maxSeats = 64
	many     = math.MaxInt32
)

// stage reads the schedule of a stage: from the top of the file, or from its [final].
func (r *reader) stage(s *section, isFirst bool) tournament.Config {
	c := tournament.Config{Format: tournament.RoundRobin}
	format := string(c.Format)
	s.word("format", &format, string(tournament.RoundRobin), string(tournament.Swiss), string(tournament.Knockout),
		string(tournament.Gauntlet), string(tournament.Ladder), string(tournament.SPRT))
	c.Format = tournament.Format(format)
	s.whole("players", &c.Players, 2, maxSeats)
	s.whole("rounds", &c.Rounds, 1, many)
	s.whole("rotations", &c.Rotations, 1, many)
	s.list("maps", &c.Maps)
	s.seed("seed", &c.Seed)
	s.whole("heroes", &c.Heroes, 1, many)
	s.whole("advance", &c.Advance, 1, maxSeats)
	s.whole("best_of", &c.BestOf, 1, 99)
	third := true
	s.yes("third_place", &third)
	c.NoThird = !third
	s.whole("max_matches", &c.MaxMatches, 1, many)
	if u := s.sub("until"); u != nil {
		u.whole("top", &c.Until.Top, 1, many)
		u.number("confidence", &c.Until.Confidence, 0.5, 1)
		u.done()
		u.must("top", "how many ranks are to be separated")
	}
	if t := s.sub("sprt"); t != nil {
		t.number("elo0", &c.Test.Elo0, -1000, 1000)
		t.number("elo1", &c.Test.Elo1, -1000, 1000)
		t.number("alpha", &c.Test.Alpha, 0, 0.5)
		t.number("beta", &c.Test.Beta, 0, 0.5)
		t.done()
	}
	if isFirst {
		for i := range r.event.Bots {
			c.Entrants = append(c.Entrants, r.event.Bots[i].Name)
		}
	}
	if f := s.sub("final"); f != nil {
		f.whole("top", &c.Top, 2, many)
		r.readFinalTimes(f)
		final := r.stage(f, false)
		f.done()
		f.must("top", "how many of the stage before play")
		c.Final = &final
	}
	return c
}

// seed reads a seed.
func (s *section) seed(key string, into *uint64) {
	v, there := s.value(key)
	if n, is := v.(int64); is && n >= 0 {
		*into = uint64(n)
		return
	}
	if text, is := v.(string); is { // TOML has no numbers beyond 63 bits
		if n, err := match.ParseSeed(text); err == nil {
			*into = n
			return
		}
	}
	if there {
		s.wrong(key, "a number from 0")
	}
}
