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
