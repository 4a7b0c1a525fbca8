package options

import (
	"testing"

	"github.com/spf13/pflag"
)

// TestSeeds: the flag accepts a seed, or a range with one match for each seed.
func TestSeeds(t *testing.T) {
	for text, want := range map[string][3]uint64{ // first, last, matches
		"7": {7, 7, 1}, "0": {0, 0, 1}, "1..40": {1, 40, 40}, "5..5": {5, 5, 1}, "0..2": {0, 2, 3},
		"18446744073709551614..18446744073709551615": {1<<64 - 2, 1<<64 - 1, 2},
	} {
		o := parse(t, []string{"--seed", text})
		if o.Seed != want[0] || o.LastSeed != want[1] || o.Seeds() != int(want[2]) {
			t.Errorf("%s: %d to %d, %d matches, expected %v", text, o.Seed, o.LastSeed, o.Seeds(), want)
		}
		c, err := o.Config()
		if err != nil || c.Seed != want[0] || o.Games != int(want[2]) {
			t.Errorf("%s: %v, seed %d, %d games", text, err, c.Seed, o.Games)
		}
	}
	for _, text := range []string{"", "x", "-1", "1..", "..4", "4..1", "1...4", "1..4..9", "1-4", "1.5", "0..18446744073709551615", "0..1000000",
		"18446744073709551616"} {
		f := pflag.NewFlagSet("play", pflag.ContinueOnError)
		new(Options).Define(f)
		if err := f.Parse([]string{"--seed", text}); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
	for _, args := range [][]string{{"--seed", "1..3", "--games", "3"}, {"--seed", "1..3", "--explain"}, {"--seed", "1..3", "--wait", "1"},
		{"--host", "nosuch"}, {"--port", "4242", "--bot", "builtin:idle"}, {"--only", "1"}, {"--games", "3", "--only", "4"}, {"--games", "3", "--only", "0"}, {"--seed", "1..3", "--only", "-1"},
		{"--games", "3", "--only", "2", "--results", "x"}} {
		if _, err := parse(t, args).Config(); err == nil {
			t.Errorf("%v is taken", args)
		}
	}
}
