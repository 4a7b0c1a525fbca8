package options

import (
	"fmt"
	"strconv"
	"strings"
)

// seeds are the seeds of a command line: one, or a range of them with one match each.
type seeds struct{ first, last *uint64 }

// maxSeeds is the most seeds of a range.
const maxSeeds = 1_000_000

var errSeeds = fmt.Errorf("expected a whole number of 0 or more, or a range of up to %d such as 1..40", maxSeeds)

// Set implements pflag.Value.
func (s seeds) Set(text string) error {
	from, to, isRange := strings.Cut(text, "..")
	first, err := strconv.ParseUint(from, 10, 64)
	last := first
	if err == nil && isRange {
		last, err = strconv.ParseUint(to, 10, 64)
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

// Seeds is how many matches a range of seeds asks for; 1 where there is none.
func (o *Options) Seeds() int { return int(o.LastSeed-o.Seed) + 1 }
