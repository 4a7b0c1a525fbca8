package options

import (
	"strings"
	"testing"
)

func TestUnfair(t *testing.T) {
	for args, want := range map[string]string{
		"--map yard --players 4": "",
		"--map yard --players 2": "",
		"--map yard --players 3": "the places of 3 players on map yard are not alike: it is fair for 2, 4",
		"bomberman --players 3":  "",
	} {
		if got := Unfair(prepared(t, parse(t, strings.Fields(args)))); got != want {
			t.Errorf("%s: %q, want %q", args, got, want)
		}
	}
}
