package engine

import (
	"testing"

	"blastyard/game/match"
	"blastyard/tournament"
)

// TestHeld: a replay is held until all matches of its block are over, and where an event has no secret, none is.
func TestHeld(t *testing.T) {
	s, err := tournament.New(tournament.Config{Format: tournament.RoundRobin, Entrants: []string{"a", "b"}, Rounds: 1, Rotations: 2})
	if err != nil {
		t.Fatal(err)
	}
	secret := match.Secret{1}
	list := s.Take(10, nil)
	if len(list) != 2 {
		t.Fatalf("%d matches, want both rotations", len(list))
	}
	for i := range list {
		if got := Held(s, secret, list[0].ID); got != 2 {
			t.Errorf("after %d of 2 matches it is held for %d", i, got)
		}
		if got := Held(s, match.Secret{}, list[0].ID); got != 0 {
			t.Errorf("without a secret it is held for %d", got)
		}
		if _, err := s.Add(fakeOf(&list[i])); err != nil {
			t.Fatal(err)
		}
	}
	if got := Held(s, secret, list[0].ID); got != 0 {
		t.Errorf("after its block it is held for %d", got)
	}
}

func fakeOf(f *tournament.Fixture) *tournament.Result {
	r := fakeResult(f, 0)
	return &r
}
