package replay

import (
	"errors"
	"strings"
	"testing"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/tinygame"
)

// playRace plays a match of a game that this package does not know, with a refused action and an unreadable one.
func playRace(tb testing.TB, states bool) (*Replay, []*game.Kind) {
	tb.Helper()
	k := tinygame.Kind()
	h := Header{Version: Version, Game: k.Name, Rules: Rules(k.Rules), Seed: 9, Order: "arrival", Started: sampleStart,
		Players: []Player{{Name: "ann"}, {Name: "bob"}}}
	m, err := NewMatch(&h, []*game.Kind{k})
	if err != nil {
		tb.Fatal(err)
	}
	hash := m.Hash()
	if h.Hash = &hash; states {
		h.Hash, h.Rules, h.State = nil, 0, m.AppendState(nil)
	}
	r := &Replay{Header: h}
	for !m.Over() {
		t := Turn{Turn: m.Turn() + 1}
		for p, actions := range []string{`[2]`, []string{`[1]`, `[9]`, `{}`}[m.Turn()%3]} {
			t.Moves = append(t.Moves, Move{Player: p, Actions: RawState(actions)})
		}
		if err := Play(m, &t, true); err != nil {
			tb.Fatal(err)
		}
		hash := m.Hash()
		if t.Refused, t.Hash = m.AppendRefused(nil), &hash; states {
			t.Hash, t.State = nil, m.AppendState(nil)
		}
		r.Turns = append(r.Turns, t)
	}
	r.Result = &Result{Turns: m.Turn(), Winner: m.Winner(), Scores: scores(m)}
	return r, []*game.Kind{k}
}

// TestAnyGame: a replay of any game can be written, read and verified if the game is among the given kinds.
func TestAnyGame(t *testing.T) {
	for _, states := range []bool{false, true} {
		r, kinds := playRace(t, states)
		if err := Verify(reread(t, r), kinds); err != nil {
			t.Errorf("states %v: %v", states, err)
		}
		if err := Verify(r, games.All()); !errors.Is(err, ErrNoRules) || !strings.Contains(err.Error(), "race") {
			t.Errorf("states %v: without the game: %v", states, err)
		}
	}
	kept, kinds := playRace(t, true)
	kept.Turns[2].State = RawState(strings.Replace(string(kept.Turns[2].State), `"places":[`, `"places":[1`, 1))
	var d *Difference
	if err := Verify(kept, kinds); !errors.As(err, &d) || d.Turn != 3 || d.Field != "places[0]" {
		t.Errorf("another state: %v", err)
	}
	for _, c := range []struct {
		change func(r *Replay)
		turn   int
		field  string
	}{
		{func(r *Replay) { r.Header.Hash.Parts[1]++ }, 0, "mud"},
		{func(r *Replay) { r.Turns[1].Moves[0].Actions = RawState(`[1]`) }, 2, "places"},
		{func(r *Replay) { r.Turns[4].Hash.Parts[4]++ }, 5, "hash"}, // no part of this game has a name there
		{func(r *Replay) { r.Turns[1].Refused = nil }, 2, "refused"},
		{func(r *Replay) { r.Result.Winner = -1 }, len(kept.Turns), "result winner"},
	} {
		r, _ := playRace(t, false)
		c.change(r)
		if err := Verify(r, kinds); !errors.As(err, &d) || d.Turn != c.turn || d.Field != c.field {
			t.Errorf("%v, want turn %d, %s", err, c.turn, c.field)
		}
	}
}
