package trouble

import (
	"slices"
	"strings"
	"testing"
)

func TestTroubles(t *testing.T) {
	var s Counts
	if s.Any() || s.Lines() != nil {
		t.Errorf("%+v is not empty", s)
	}
	s.Add(Silent, 1, 3, "first")
	s.Add(Silent, 2, 4, "second")
	s.Add(Late, 0, 4, "nothing")
	s.Add(Refused, 1, 5, strings.Repeat("é", 200))
	s.Add(Crashed, 1, 6, "")
	want := []string{"3 turns silent (first in turn 3: first)", "1 turn crashed (first in turn 6)",
		"1 action refused (first in turn 5: " + strings.Repeat("é", 150) + "…)"}
	if got := s.Lines(); !s.Any() || !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestLateLines: late turns are told only where there are any, and the machine is blamed only for its own.
func TestLateLines(t *testing.T) {
	for _, c := range []struct {
		late, host int
		want       []string
	}{
		{0, 0, nil},
		{1, 0, []string{"1 turn late (first in turn 3: slow)"}},
		{2, 1, []string{"2 turns late, 1 of them host: the machine gave it no processor (first in turn 3: slow)"}},
	} {
		s := Counts{Host: c.host}
		s.Add(Late, c.late, 3, "slow")
		if got := s.Lines(); !slices.Equal(got, c.want) || s.Any() != (c.late > 0) {
			t.Errorf("%d late, %d of them host: %q, want %q", c.late, c.host, got, c.want)
		}
	}
}
