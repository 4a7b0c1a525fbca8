package options

import (
	"fmt"
	"strconv"
	"strings"

	"blastyard/game/match"
)

// seeds is a flag value: one seed, or a range of seeds with one match each.
type seeds struct{ first, last *uint64 }

// maxSeeds is the most seeds in a range.
const maxSeeds = 1_000_000

var errSeeds = fmt.Errorf("expected a whole number of 0 or more, or a range of up to %d such as 1..40", maxSeeds)

// Set implements pflag.Value.
func (s seeds) Set(text string) error {
	from, to, isRange := strings.Cut(text, "..")
	first, err := match.ParseSeed(from)
	last := first
	if err == nil && isRange {
		last, err = match.ParseSeed(to)
	}
	if err != nil || last < first || last-first >= maxSeeds {
		return errSeeds
	}
	*s.first, *s.last = first, last
	return nil
}

// String implements pflag.Value.
func (s seeds) String() string {
	switch {
	case s.first == nil || *s.first == 0 && *s.last == 0:
		return ""
	case *s.first == *s.last:
		return strconv.FormatUint(*s.first, 10)
	}
	return fmt.Sprintf("%d..%d", *s.first, *s.last)
}

// Type implements pflag.Value.
func (s seeds) Type() string { return "N or N..M" }

// Seeds returns the number of seeds of a range, or 1.
func (o *Options) Seeds() int { return int(o.LastSeed-o.Seed) + 1 }
