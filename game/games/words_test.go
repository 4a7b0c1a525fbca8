package games

import (
	"slices"
	"testing"

	"blastyard/game"
)

func TestWords(t *testing.T) {
	m := newMatch(t, Hexabomb())
	m.Ask(0, []byte(`[{"id":0,"movement":"move","direction":"x+"},{"id":"x"}]`))
	words := m.Words(0)
	if len(words) != 2 || words[0] != "character 0: move x+" || words[1] == "" {
		t.Errorf("words %q", words)
	}
	if m.Play([]int{0}, true); len(m.Words(0)) != 0 {
		t.Errorf("after the turn: %q", m.Words(0))
	}
	b := newMatch(t, Bomberman())
	for actions, want := range map[string]string{"5": "place bomb", "0": "nothing"} {
		if b.Ask(0, []byte(actions)); !slices.Equal(b.Words(0), []string{want}) {
			t.Errorf("%s: %q, want %s", actions, b.Words(0), want)
		}
	}
}

// TestLoad: a match that loads the state of another one continues like that.
func TestLoad(t *testing.T) {
	from, to := newMatch(t, Hexabomb()), newMatch(t, Hexabomb())
	for range 5 {
		from.Ask(0, []byte(`[{"id":0,"movement":"bomb","bomb_range":3,"bomb_delay":3}]`))
		from.Play([]int{0}, false)
	}
	if from.Hash() == to.Hash() {
		t.Fatal("nothing has changed")
	}
	if err := to.(game.StateLoader).Load(from.Turn(), from.AppendState(nil)); err != nil {
		t.Fatal(err)
	}
	if from.Hash() != to.Hash() || to.Turn() != 5 {
		t.Errorf("hash %v at turn %d, want %v", to.Hash(), to.Turn(), from.Hash())
	}
	if err := to.(game.StateLoader).Load(6, []byte(`{"cells":[]}`)); err == nil {
		t.Error("a state of another board was loaded")
	}
}

func newMatch(t *testing.T, k *game.Kind) game.Match {
	t.Helper()
	s := game.Setup{Players: 2, Seed: 7}
	if k.OpenMap != nil {
		var err error
		if s.Map, err = k.OpenMap(""); err != nil {
			t.Fatal(err)
		}
	}
	m, err := k.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
