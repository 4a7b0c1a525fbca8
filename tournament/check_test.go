package tournament

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func TestConfigErrors(t *testing.T) {
	rr := func(change func(*Config)) Config {
		c := Config{Format: RoundRobin, Entrants: names(4)}
		change(&c)
		return c
	}
	for _, tt := range []struct {
		config   Config
		field    string
		expected string // in the message
	}{
		{Config{Entrants: names(2)}, "format", "swiss"},
		{rr(func(c *Config) { c.Format = "league" }), "format", `is "league"`},
		{rr(func(c *Config) { c.Entrants = names(1) }), "entrants", "2 or more"},
		{rr(func(c *Config) { c.Entrants[2] = "bot00" }), "entrants[2]", "another name than that of entrants[0]"},
		{rr(func(c *Config) { c.Entrants[1] = "" }), "entrants[1]", "1 to 200 bytes"},
		{rr(func(c *Config) { c.Entrants[1] = "a\nb" }), "entrants[1]", `"a\nb"`},
		{rr(func(c *Config) { c.Players = 5 }), "players", "from 2 to 4"},
		{rr(func(c *Config) { c.Players = -1 }), "players", "from 2 to 4"},
		{rr(func(c *Config) { c.Rotations = 3 }), "rotations", "from 1 to 2"},
		{rr(func(c *Config) { c.Rounds = -1 }), "rounds", "is -1"},
		{rr(func(c *Config) { c.MaxMatches = -1 }), "max_matches", "is -1"},
		{rr(func(c *Config) { c.Rounds = 1 << 27 }), "rounds", "fewer"},
		{rr(func(c *Config) { c.MaxMatches = 1 }), "max_matches", "at least the 2 of a block"},
		{rr(func(c *Config) { c.Entrants, c.Players = names(1001), 3 }), "entrants", "at most 1000"},
		{rr(func(c *Config) { c.Until.Top = 4 }), "until.top", "from 1 to 3"},
		{rr(func(c *Config) { c.Until = Until{1, 1.5} }), "until.confidence", "1.5"},
		{rr(func(c *Config) { c.Until = Until{1, math.NaN()} }), "until.confidence", "NaN"},
		{rr(func(c *Config) { c.Top = 2 }), "top", "no final"},
		{rr(func(c *Config) { c.Final = &Config{Format: RoundRobin} }), "top", "from 2 to 4"},
		{rr(func(c *Config) { c.Top, c.Final = 3, &Config{Format: SPRT} }), "final.entrants", "2 names"},
		{rr(func(c *Config) { c.Top, c.Final = 3, &Config{Format: Ladder} }), "final.format", "ends by itself"},
		{rr(func(c *Config) { c.Top, c.Final = 3, &Config{Format: RoundRobin, Players: 4} }), "final.players", "from 2 to 3"},
		{rr(func(c *Config) { c.Top, c.Final = 3, &Config{Format: RoundRobin, Entrants: names(3)} }), "final.entrants", "stage before"},
		{Config{Format: Gauntlet, Entrants: names(3), Heroes: 3}, "heroes", "from 1 to 2"},
		{Config{Format: Knockout, Entrants: names(3), BestOf: 2}, "best_of", "odd"},
		{Config{Format: Knockout, Entrants: names(3), Advance: 2}, "advance", "1"},
		{Config{Format: Knockout, Entrants: names(3), Rounds: 2}, "rounds", "no number of rounds"},
		{Config{Format: Swiss, Entrants: names(3), Until: Until{Top: 1}}, "until.top", "ends by itself"},
		{Config{Format: Swiss, Entrants: names(3), MaxMatches: 10}, "max_matches", "ends by itself"},
		{Config{Format: SPRT, Entrants: names(2)}, "test.elo1", "more than elo0, 0"},
		{Config{Format: SPRT, Entrants: names(3), Test: Test{Elo1: 5}}, "entrants", "2 names"},
		{Config{Format: SPRT, Entrants: names(2), Test: Test{Elo1: 5}, Rotations: 1}, "rotations", "pairs of matches"},
		{Config{Format: SPRT, Entrants: names(2), Test: Test{Elo1: 5, Alpha: 0.7}}, "test.alpha", "below 0.5"},
		{Config{Format: SPRT, Entrants: names(2), Test: Test{Elo0: math.NaN(), Elo1: 5}}, "test.elo0", "NaN"},
	} {
		_, err := New(tt.config)
		var c *ConfigError
		if !errors.As(err, &c) || c.Field != tt.field || !strings.Contains(err.Error(), tt.expected) {
			t.Errorf("error %v, want one of %s with %q", err, tt.field, tt.expected)
		}
		if _, err := BalanceOf(tt.config); err == nil {
			t.Errorf("%s with %q: BalanceOf has no error", tt.field, tt.expected)
		}
	}
}

func TestNormal(t *testing.T) {
	c := Config{Format: Ladder, Entrants: names(9), Players: 4, Seed: 7, Maps: []string{"a", "b"}, Top: 6,
		Until: Until{Top: 2}, Final: &Config{Format: RoundRobin}}.Normal()
	if c.Rotations != 4 || c.Until.Confidence != 0.95 {
		t.Errorf("rotations %d, confidence %v", c.Rotations, c.Until.Confidence)
	}
	f := c.Final
	if f.Players != 4 || f.Seed != 7 || len(f.Maps) != 2 || f.Rotations != 4 || f.Rounds != 12 {
		t.Errorf("the final is %+v", f)
	}
	for n, want := range map[int]int{2: 1, 4: 2, 5: 3, 8: 3, 9: 4} {
		if got := (Config{Format: Swiss, Entrants: names(n)}).Normal().Rounds; got != want {
			t.Errorf("Swiss of %d: %d rounds, want %d", n, got, want)
		}
	}
}

// TestMapsAndSeeds: blocks take the maps in turn, all matches of a block have its map and seed, and no two blocks or
// stages have the same seed.
func TestMapsAndSeeds(t *testing.T) {
	s := newSchedule(t, Config{Format: RoundRobin, Entrants: names(4), Rounds: 2, Maps: []string{"a", "b", "c"}, Top: 3,
		Final: &Config{Format: RoundRobin}})
	playAll(t, s)
	seeds := map[uint64]ID{}
	for stage := range 2 {
		for f := range s.Fixtures(stage) {
			if want := string("abc"[f.ID.Block%3]); f.Map != want {
				t.Errorf("%v is on %q, want %q", f.ID, f.Map, want)
			}
			id := f.ID
			id.Match = 0
			if other, taken := seeds[f.Seed]; taken && other != id {
				t.Errorf("%v and %v have the same seed", id, other)
			}
			seeds[f.Seed] = id
		}
	}
	if len(seeds) != 12+3 {
		t.Errorf("%d seeds, want one a block", len(seeds))
	}
}

// TestSlowBotsGoLast: with a cost, matches of an entrant that has used more than its share wait while there are
// others.
func TestSlowBotsGoLast(t *testing.T) {
	s := newSchedule(t, Config{Format: RoundRobin, Entrants: names(8), Rounds: 10})
	slow := func(f Fixture) *Result {
		r := strong(f)
		for i, e := range f.Entrants {
			if r.Used[i] = 5; e == 2 {
				r.Used[i] = 10_000
			}
		}
		return r
	}
	withSlow, early := 0, 0
	for i := range 8 * 7 * 10 {
		fs := s.Take(1, s.Used)
		if len(fs) != 1 {
			t.Fatal(fs)
		}
		for _, e := range fs[0].Entrants {
			if e == 2 {
				if withSlow++; i < 400 {
					early++
				}
			}
		}
		if _, err := s.Add(slow(fs[0])); err != nil {
			t.Fatal(err)
		}
	}
	if withSlow != 140 || early > 10 {
		t.Errorf("the slow bot played %d matches, want 140, and %d of the first 400, want at most 10", withSlow, early)
	}
	// Before the slow bot has a result, its matches in flight count as soon as it has played once.
	s = newSchedule(t, Config{Format: RoundRobin, Entrants: names(8), Rounds: 10})
	for _, f := range s.Take(28*2, nil) {
		if _, err := s.Add(slow(f)); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range s.Take(200, s.Used) {
		if f.Entrants[0] == 2 || f.Entrants[1] == 2 {
			t.Errorf("%v is of the slow bot", f.ID)
		}
	}
}
