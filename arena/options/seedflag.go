//go:build !js

package options

import (
	"strconv"

	"github.com/spf13/pflag"

	"blastyard/game/match"
)

// SeedFlag defines the flag for a single seed, which is read as the seeds of a match are.
func SeedFlag(f *pflag.FlagSet, into *uint64, usage string) {
	f.VarP((*oneSeed)(into), "seed", "s", usage)
}

type oneSeed uint64

// Set implements pflag.Value.
func (s *oneSeed) Set(text string) error {
	n, err := match.ParseSeed(text)
	if err == nil {
		*s = oneSeed(n)
	}
	return err
}

// String implements pflag.Value.
func (s *oneSeed) String() string { return strconv.FormatUint(uint64(*s), 10) }

// Type implements pflag.Value.
func (s *oneSeed) Type() string { return "N" }
