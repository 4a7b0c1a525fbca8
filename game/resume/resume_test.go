package resume

import (
	"strings"
	"testing"

	"blastyard/game"
	"blastyard/game/lightcycles"
	"blastyard/game/tinygame"
)

// TestLoad: a match goes on from a state as the match does that the state is from; a game that loads none says so.
func TestLoad(t *testing.T) {
	k := lightcycles.Kind()
	m, err := k.New(game.Setup{Players: 3, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		m.Play([]int{0, 1, 2}, false)
	}
	state := m.AppendState(nil)
	if n := Players(k, state); n != 3 {
		t.Errorf("%d players in %s", n, state)
	}
	other, err := k.New(game.Setup{Players: 3, Seed: 8})
	if err != nil {
		t.Fatal(err)
	}
	before := string(other.AppendState(nil))
	if err := Load(k, other, 3, []byte(`{"squares":[]}`)); err == nil || string(other.AppendState(nil)) != before {
		t.Errorf("a wrong state: %v", err)
	}
	if err := Load(k, other, 3, state); err != nil {
		t.Fatal(err)
	}
	m.Play([]int{2, 0, 1}, false)
	other.Play([]int{2, 0, 1}, false)
	if m.Hash() != other.Hash() || other.Turn() != 4 {
		t.Errorf("after %d turns %s, want %s", other.Turn(), other.AppendState(nil), m.AppendState(nil))
	}

	tiny, err := tinygame.Kind().New(game.Setup{Players: 2})
	if err != nil {
		t.Fatal(err)
	}
	if err := Load(tinygame.Kind(), tiny, 0, state); err == nil || !strings.HasPrefix(err.Error(), "a match of race cannot") {
		t.Errorf("a game that loads no states: %v", err)
	}
	if n := Players(tinygame.Kind(), []byte("null")); n != 0 {
		t.Errorf("%d players of a game that draws no states", n)
	}
}
