package tournament

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	naming "blastyard/internal/names"
)

// A checker checks the normal Config of a stage of n entrants.
type checker struct {
	Config
	n      int
	prefix string // put before the names of fields
}

// check returns the first error of a normal Config.
func (c Config) check() error {
	if err := checkNames(c.Entrants); err != nil {
		return err
	}
	return checker{c, len(c.Entrants), ""}.check()
}

func checkNames(entrants []string) error {
	c := checker{}
	if len(entrants) > maxEntrants {
		return c.fail("entrants", len(entrants), "at most %d names", maxEntrants)
	}
	seen := make(map[string]int, len(entrants))
	for i, name := range entrants {
		field := fmt.Sprintf("entrants[%d]", i)
		if !isName(name) {
			return c.fail(field, name, "a name of 1 to 200 bytes of printable text")
		}
		if first, twice := seen[name]; twice {
			return c.fail(field, name, "another name than that of entrants[%d]", first)
		}
		seen[name] = i
	}
	return nil
}

// isName takes what package names takes, and what events of before have.
func isName(name string) bool {
	if got, err := naming.Parse(name); err == nil && got == name {
		return true
	}
	return name != "" && len(name) <= 200 && utf8.ValidString(name) &&
		!slices.ContainsFunc([]rune(name), func(r rune) bool { return !unicode.IsPrint(r) })
}

func (c checker) fail(field string, value any, expected string, args ...any) error {
	text := fmt.Sprint(value)
	if s, is := value.(string); is {
		text = strconv.Quote(s)
	}
	return &ConfigError{c.prefix + field, text, fmt.Sprintf(expected, args...)}
}

func (c checker) number(field string, value, low, high int) error {
	switch {
	case value >= low && value <= high:
		return nil
	case low > high:
		return c.fail(field, value, "more entrants, there are %d", c.n)
	case low == high:
		return c.fail(field, value, "%d", low)
	}
	return c.fail(field, value, "a number from %d to %d", low, high)
}

// above checks that a number is at least low and less than below. NaN is wrong, too.
func (c checker) above(field string, value, low, below float64) error {
	if value > low && value < below {
		return nil
	}
	return c.fail(field, value, "a number above %v and below %v", low, below)
}

func (c checker) check() error {
	if !slices.Contains([]Format{RoundRobin, Swiss, Knockout, Gauntlet, Ladder, SPRT}, c.Format) {
		return c.fail("format", string(c.Format), "round-robin, swiss, knockout, gauntlet, ladder or sprt")
	}
	for _, err := range []error{
		c.checkEntrants(),
		c.number("players", c.Players, 2, c.seats()),
		c.number("rotations", c.Rotations, 1, c.Players),
		c.number("rounds", c.Rounds, 0, maxBlocks),
		c.number("max_matches", c.MaxMatches, 0, maxBlocks),
		c.checkFormat(),
		c.checkUntil(),
		c.checkFinal(),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

// seats is the number of seats that a match can have.
func (c checker) seats() int {
	if c.Format == Ladder { // entrants may come later
		return maxPlayers
	}
	return min(c.n, maxPlayers)
}

func (c checker) checkEntrants() error {
	switch {
	case c.Format == SPRT && c.n != 2:
		return c.fail("entrants", c.n, "2 names: is the first better than the second?")
	case c.Format != Ladder && c.n < 2:
		return c.fail("entrants", c.n, "2 or more names")
	}
	return nil
}

// checkFormat checks the fields that only this format has.
func (c checker) checkFormat() error {
	if (c.Format == Knockout || c.Format == Ladder || c.Format == SPRT) && c.Rounds != 0 {
		return c.fail("rounds", c.Rounds, "none: %s has no number of rounds", c.Format)
	}
	if (c.Format == Knockout || c.Format == Swiss) && c.MaxMatches != 0 {
		return c.fail("max_matches", c.MaxMatches, "none: %s ends by itself", c.Format)
	}
	if c.MaxMatches > 0 && c.MaxMatches < c.Rotations {
		return c.fail("max_matches", c.MaxMatches, "at least the %d of a block", c.Rotations)
	}
	switch c.Format {
	case RoundRobin:
		round := int64(c.n) / int64(c.Players)
		if c.Players == 2 {
			round = int64(c.n) * int64(c.n-1) / 2
		} else if c.n > maxDesigned {
			return c.fail("entrants", c.n, "at most %d names in matches of more than two", maxDesigned)
		}
		if blocks := round * int64(c.Rounds); blocks > maxBlocks {
			return c.fail("rounds", c.Rounds, "fewer: that would be %d blocks", blocks)
		}
	case Gauntlet:
		return c.number("heroes", c.Heroes, 1, c.n-c.Players+1)
	case Knockout:
		if err := c.number("advance", c.Advance, 1, c.Players-1); err != nil {
			return err
		}
		if c.BestOf < 1 || c.BestOf%2 == 0 {
			return c.fail("best_of", c.BestOf, "an odd number from 1")
		}
	case SPRT:
		return c.checkTest()
	case Swiss, Ladder:
	}
	return nil
}

func (c checker) checkTest() error {
	t := c.Test
	if c.Rotations != 2 {
		return c.fail("rotations", c.Rotations, "2: the test counts pairs of matches")
	}
	if !(math.Abs(t.Elo0) <= 2000) { // also true for NaN
		return c.fail("test.elo0", t.Elo0, "a number from -2000 to 2000")
	}
	if !(t.Elo1 > t.Elo0 && t.Elo1 <= 2000) {
		return c.fail("test.elo1", t.Elo1, "more than elo0, %v, and at most 2000", t.Elo0)
	}
	if err := c.above("test.alpha", t.Alpha, 0, 0.5); err != nil {
		return err
	}
	return c.above("test.beta", t.Beta, 0, 0.5)
}

func (c checker) checkUntil() error {
	if c.Until.Top == 0 {
		return nil
	}
	n := c.n
	switch c.Format {
	case Swiss, Knockout, SPRT:
		return c.fail("until.top", c.Until.Top, "none: %s ends by itself", c.Format)
	case Ladder:
		n = maxEntrants
	case RoundRobin, Gauntlet:
	}
	if err := c.number("until.top", c.Until.Top, 1, n-1); err != nil {
		return err
	}
	return c.above("until.confidence", c.Until.Confidence, 0.5, 1)
}

func (c checker) checkFinal() error {
	if c.Final == nil {
		if c.Top != 0 {
			return c.fail("top", c.Top, "none: there is no final")
		}
		return nil
	}
	n := c.n
	if c.Format == Ladder || c.Waits { // nobody knows yet how many will come; of fewer than that, all play the final
		n = maxEntrants
	}
	if err := c.number("top", c.Top, 2, n); err != nil {
		return err
	}
	if len(c.Final.Entrants) != 0 {
		return c.fail("final.entrants", len(c.Final.Entrants), "no names: they are the first of the stage before")
	}
	if c.Final.Format == Ladder {
		return c.fail("final.format", string(Ladder), "a format that ends by itself")
	}
	return checker{*c.Final, c.Top, c.prefix + "final."}.check()
}
