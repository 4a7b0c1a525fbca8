package games

import (
	"testing"

	"blastyard/game"
	"blastyard/rules/bomberman"
	"blastyard/rules/hexabomb"
)

// TestHashesAreForever: the hashes belong to the replay format and must never change, so that old replays stay valid.
func TestHashesAreForever(t *testing.T) {
	state, err := smallBoard(t).Restore(smallSnapshot())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := HashHexabomb(state).String(), "a1c5690ca2bbecc2-0230-9db5-13a3-1f7a-2133"; got != want {
		t.Errorf("hexabomb: the hash is %s, want %s", got, want)
	}
	m, err := bomberman.Generate(bomberman.DefaultSettings(), 3, -12345)
	if err != nil {
		t.Fatal(err)
	}
	s := bomberman.NewState(m)
	if got, want := HashBomberman(s).String(), "412adb0212f84bd6-fd70-e86a-0000-0000-0000"; got != want {
		t.Errorf("bomberman: the hash of the start is %s, want %s", got, want)
	}
	for round := range 30 {
		commands := make([]bomberman.Command, 3)
		for k := range commands {
			commands[k] = bomberman.Command((round*round + 3*k) % bomberman.NumCommands)
		}
		s.Step(commands, nil)
	}
	if got, want := HashBomberman(s).String(), "299b7806f1b4f16a-fd70-db92-0000-0000-b6a6"; got != want {
		t.Errorf("bomberman: the hash after 30 rounds is %s, want %s", got, want)
	}
}

func smallBoard(tb testing.TB) *hexabomb.Board {
	tb.Helper()
	m := &hexabomb.Map{Cells: []hexabomb.Coord{{Q: 0, R: 0}, {Q: 1, R: 0}, {Q: 2, R: 0}, {Q: 3, R: 0}, {Q: 4, R: 0}},
		Starts: [][]hexabomb.Coord{{{Q: 0, R: 0}}, {{Q: 4, R: 0}}}}
	b, err := hexabomb.NewBoard(m, 2, 0)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

func smallSnapshot() hexabomb.Snapshot {
	return hexabomb.Snapshot{Turn: 9, Colours: []hexabomb.Colour{1, 0, 0, 2, 2}, Scores: []int{4, 5},
		Characters: []hexabomb.Character{{Cell: 0, Alive: true, ReviveDelay: -1, BombCount: 1}, {Cell: 4, ReviveDelay: 2}},
		Bombs:      []hexabomb.Bomb{{Cell: 1, Colour: 1, Range: 2, Delay: 3}, {Cell: 2, Colour: 2, Range: 3, Delay: 2}},
		Explosions: []hexabomb.Explosion{{Cell: 3, Colour: 0}, {Cell: 4, Colour: 2}}}
}

func TestHashTellsWhichPartDiffers(t *testing.T) {
	b := smallBoard(t)
	hash := func(p hexabomb.Snapshot) game.Hash {
		s, err := b.Restore(p)
		if err != nil {
			t.Fatal(err)
		}
		return HashHexabomb(s)
	}
	first := hash(smallSnapshot())
	for _, c := range []struct {
		part   int // -1: none
		change func(p *hexabomb.Snapshot)
	}{
		{-1, func(p *hexabomb.Snapshot) { p.Turn++ }},
		{0, func(p *hexabomb.Snapshot) { p.Colours[2] = 1 }},
		{0, func(p *hexabomb.Snapshot) { p.Colours[4] = 0 }},
		{1, func(p *hexabomb.Snapshot) { p.Characters[0].BombCount = 0 }},
		{1, func(p *hexabomb.Snapshot) { p.Characters[1].ReviveDelay = 1 }},
		{1, func(p *hexabomb.Snapshot) { p.Characters[1].Cell = 3 }},
		{1, func(p *hexabomb.Snapshot) { p.Characters[1].Alive, p.Characters[1].ReviveDelay = true, -1 }},
		{2, func(p *hexabomb.Snapshot) { p.Bombs[0].Delay = 2 }},
		{2, func(p *hexabomb.Snapshot) { p.Bombs[0].Range = 4 }},
		{2, func(p *hexabomb.Snapshot) { p.Bombs[0].Colour = 2 }},
		{2, func(p *hexabomb.Snapshot) { p.Bombs[0], p.Bombs[1] = p.Bombs[1], p.Bombs[0] }},
		{2, func(p *hexabomb.Snapshot) { p.Bombs = p.Bombs[:1] }},
		{3, func(p *hexabomb.Snapshot) { p.Explosions = p.Explosions[:1] }},
		{3, func(p *hexabomb.Snapshot) { p.Explosions[0].Colour = 1 }},
		{4, func(p *hexabomb.Snapshot) { p.Scores[1]++ }},
	} {
		p := smallSnapshot()
		c.change(&p)
		h := hash(p)
		if h.Whole == first.Whole {
			t.Errorf("the same hash with %+v", p)
		}
		for i := range h.Parts {
			if (h.Parts[i] != first.Parts[i]) != (i == c.part) {
				t.Errorf("part %s: %04x and %04x, but part %d was changed", Hexabomb().Parts[i], h.Parts[i], first.Parts[i], c.part)
			}
		}
	}
	p := smallSnapshot()
	p.Explosions[0], p.Explosions[1] = p.Explosions[1], p.Explosions[0]
	if hash(p) != first {
		t.Error("the order of explosions changes the hash")
	}
}
