package options

import (
	"strings"
	"testing"
)

func TestUnfair(t *testing.T) {
	for args, want := range map[string]string{
		"--map yard --players 4": "",
		"--map yard --players 2": "",
		"--map yard --players 3": "map yard is fair for 2 or 4 players, but not for 3",
		"bomberman --players 3":  "",
	} {
		if got := Unfair(prepared(t, parse(t, strings.Fields(args)))); got != want {
			t.Errorf("%s: %q, want %q", args, got, want)
		}
	}
}
