package hexabots

import (
	"testing"

	"blastyard/rules/hexabomb"
)

// play lets a bot act alone for some turns.
func play(tb testing.TB, s *hexabomb.State, name string, player, turns int) {
	tb.Helper()
	bot, err := New(name, s.Board(), player, 1)
	if err != nil {
		tb.Fatal(err)
	}
	for range turns {
		s.Step(bot.Act(nil, s), nil)
	}
}

// TestFlees: a bomb lies in a corridor with a single way out of its blast, past another that is yet to blow up.
func TestFlees(t *testing.T) {
	for _, name := range []string{"greedy", "hunter", "expert"} {
		b := row(t, 12, 4, 11)
		s := withBombs(t, b, hexabomb.Bomb{Cell: 3, Colour: 2, Range: 4, Delay: 4})
		if play(t, s, name, 0, 4); s.Living(0) != 1 {
			t.Errorf("%s did not run from a bomb", name)
		}
		if s.Turn() != 4 || s.NumExplosions() == 0 {
			t.Errorf("the bomb did not blow up: %d turns, %d explosions", s.Turn(), s.NumExplosions())
		}
	}
}

// TestRevives: one dies in a dead end and comes back as soon as it may, in the fourth turn after.
func TestRevives(t *testing.T) {
	for _, name := range []string{"random", "greedy", "hunter", "expert"} {
		b := row(t, 6, 0, 5)
		s := withBombs(t, b, hexabomb.Bomb{Cell: 1, Colour: 2, Range: 2, Delay: 1})
		if play(t, s, name, 0, 1); s.Living(0) != 0 {
			t.Fatalf("%s lives in a blast", name)
		}
		bot, _ := New(name, b, 0, 1)
		for s.Living(0) == 0 && s.Turn() < 20 {
			s.Step(bot.Act(nil, s), nil)
		}
		if s.Turn() != 5 {
			t.Errorf("%s came back in turn %d, want 5", name, s.Turn())
		}
	}
}

// TestRevivesOutOfBlasts: who would come back into a blast waits.
func TestRevivesOutOfBlasts(t *testing.T) {
	for _, name := range []string{"greedy", "hunter", "expert"} {
		b := row(t, 6, 0, 5)
		p := hexabomb.NewState(b).Snapshot()
		p.Characters[0].Alive, p.Characters[0].ReviveDelay = false, 0
		p.Bombs = []hexabomb.Bomb{{Cell: 1, Colour: 2, Range: 2, Delay: 1}}
		s, err := b.Restore(p)
		if err != nil {
			t.Fatal(err)
		}
		bot, _ := New(name, b, 0, 1)
		if actions := bot.Act(nil, s); len(actions) != 0 {
			t.Errorf("%s: %v in the face of a blast", name, actions)
		}
	}
}

// TestHunterCatches: a rival stands at the end of a corridor; a bomb leaves it no way out.
func TestHunterCatches(t *testing.T) {
	b := row(t, 12, 2, 0)
	p := hexabomb.NewState(b).Snapshot()
	p.Characters[0].BombCount = hexabomb.MaxBombCount
	s, err := b.Restore(p)
	if err != nil {
		t.Fatal(err)
	}
	if play(t, s, "hunter", 0, 8); s.Living(0) != 1 || s.Living(1) != 0 {
		t.Errorf("after %d turns %d of the hunter's live and %d of its rival's", s.Turn(), s.Living(0), s.Living(1))
	}
}

// TestGhostCatches: the ghost finds those who stand still, on every kind of board.
func TestGhostCatches(t *testing.T) {
	for _, mapName := range []string{"tiny", "duel", "maze4"} {
		s := hexabomb.NewState(board(t, mapName, 2, 1))
		if play(t, s, "ghost", 0, 100); s.Living(1)+s.Living(2) > 0 {
			t.Errorf("%s: after %d turns %d and %d live", mapName, s.Turn(), s.Living(1), s.Living(2))
		}
	}
}

// row returns a board of cells (0, 0), (1, 0), … with a character of player p in cell starts[p].
func row(tb testing.TB, cells int, starts ...int) *hexabomb.Board {
	tb.Helper()
	m := &hexabomb.Map{}
	for q := range cells {
		m.Cells = append(m.Cells, hexabomb.Coord{Q: q})
	}
	for _, q := range starts {
		m.Starts = append(m.Starts, []hexabomb.Coord{{Q: q}})
	}
	b, err := hexabomb.NewBoard(m, len(starts), 0)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// withBombs returns the start of a game with some bombs.
func withBombs(tb testing.TB, b *hexabomb.Board, bombs ...hexabomb.Bomb) *hexabomb.State {
	tb.Helper()
	p := hexabomb.NewState(b).Snapshot()
	p.Bombs = bombs
	s, err := b.Restore(p)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}
