package viewer

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// hexagonTurn returns the frames before and after a turn of hexabomb on a row of 24 cells, with three players of two
// characters each, after 10 of 20 turns. A share is 8 cells, so a caption weighs at least 12.
func hexagonTurn() (prev, f Frame) {
	f = Frame{Shape: Hexagon, Legend: &Legend{Painted: true}, Turn: 10, Turns: 20, Cells: make([]Cell, 24)}
	for i := range f.Cells {
		f.Cells[i].X = i
	}
	for p, name := range []string{"ann", "bob", "cy"} {
		f.Players = append(f.Players, Player{ID: p, Name: name, Connected: true, Characters: 2, Living: 2, Score: 50 - p})
		for k := range 2 {
			id := 2*p + k
			f.Tokens = append(f.Tokens, Token{ID: id, Player: p, Cell: 4 * id, Alive: true, Revival: NoRevival})
		}
	}
	prev = f.Clone()
	prev.Turn = 9
	return prev, f
}

// blow covers cells with a blast of a player's bomb.
func blow(prev, f *Frame, player, bomb, from, to int) {
	prev.Bombs = append(prev.Bombs, Bomb{Cell: bomb, Owner: OwnerOf(player), Timer: 1, Range: 24})
	for c := from; c <= to; c++ {
		f.Explosions = append(f.Explosions, Explosion{Cell: c, Owner: OwnerOf(player)})
		f.Cells[c].Owner = OwnerOf(player)
	}
}

// bricks is the legend of a game with bricks and power-ups.
var bricks = Legend{Items: []ItemSign{{Name: "one more bomb"}, {Name: "the super power-up", Points: true}}}

func kill(f *Frame, tokens ...int) {
	for _, t := range tokens {
		f.Tokens[t].Alive = false
		f.Players[f.Tokens[t].Player].Living--
	}
}

func TestCaptions(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(prev, f *Frame)
		want   Caption
	}{
		{"nothing", func(_, _ *Frame) {}, Caption{}},
		{"its own blast", func(prev, f *Frame) { blow(prev, f, 0, 1, 0, 2); kill(f, 0) }, Caption{0, 16, "ann loses one in its own blast, −16"}},
		{"its own chain", func(prev, f *Frame) {
			blow(prev, f, 0, 1, 0, 1)
			blow(prev, f, 0, 2, 2, 5)
			kill(f, 0, 1)
		}, Caption{0, 32, "ann loses two in its own chain, −32"}},
		{"by another", func(prev, f *Frame) { blow(prev, f, 1, 1, 0, 2); kill(f, 0) }, Caption{0, 16, "ann loses one in a blast of bob, −16"}},
		{"of several", func(prev, f *Frame) { blow(prev, f, 1, 1, 0, 8); kill(f, 2, 0, 1) },
			Caption{-1, 48, "ann loses two and bob one in a blast of bob, −48"}},
		{"where blasts meet", func(prev, f *Frame) {
			prev.Bombs = []Bomb{{Cell: 1, Owner: OwnerOf(2), Range: 2}, {Cell: 2, Owner: OwnerOf(1), Range: 2}, {Cell: 9, Owner: OwnerOf(0), Range: 2}}
			f.Explosions = []Explosion{{0, Neutral}, {1, Neutral}, {2, Neutral}, {9, Neutral}}
			kill(f, 0)
		}, Caption{0, 16, "ann loses one where blasts of bob and cy meet, −16"}},
		{"shortly before the end", func(prev, f *Frame) { f.Turns = 11; blow(prev, f, 0, 1, 0, 2); kill(f, 0) }, Caption{}},
		{"cells", func(prev, f *Frame) { blow(prev, f, 2, 12, 10, 13) }, Caption{2, 20, "cy paints 4 cells, +20"}},
		{"too few cells", func(prev, f *Frame) { blow(prev, f, 2, 12, 10, 11) }, Caption{}},
		{"cells of its own", func(prev, f *Frame) {
			blow(prev, f, 2, 12, 10, 20)
			copy(prev.Cells, f.Cells)
		}, Caption{}},
		{"cells of another", func(prev, f *Frame) {
			blow(prev, f, 2, 12, 10, 14)
			for c := 10; c < 13; c++ {
				prev.Cells[c].Owner = OwnerOf(1)
			}
		}, Caption{2, 25, "cy paints 5 cells, 3 of them bob's, +25"}},
		{"only cells of another", func(prev, f *Frame) {
			blow(prev, f, 2, 12, 10, 12)
			for c := 10; c < 13; c++ {
				prev.Cells[c].Owner = OwnerOf(1)
			}
		}, Caption{2, 15, "cy paints 3 cells, all of them bob's, +15"}},
		{"crashed", func(_, f *Frame) { f.Players[1].Connected, f.Players[1].Note = false, "crashed" }, Caption{1, 49, "bob crashed"}},
		{"late again and again", func(_, f *Frame) { f.Players[1].Missed, f.Players[1].Note = 3, "late" },
			Caption{1, 15, "bob has missed three turns in a row"}},
		{"late once more", func(_, f *Frame) { f.Players[1].Missed, f.Players[1].Note = 4, "late" }, Caption{}},
		{"the machine was late", func(_, f *Frame) { f.Players[1].Missed, f.Players[1].Note = 3, HostLate }, Caption{}},
		{"another leader", func(_, f *Frame) { f.Players[2].Score = 60 }, Caption{2, 12, "cy takes the lead from ann"}},
		{"another leader, early", func(_, f *Frame) { f.Turn, f.Players[2].Score = 9, 60 }, Caption{}},
		{"out in sudden death", func(prev, f *Frame) {
			f.Players[0].Special = true
			prev.Players[1].Living, prev.Tokens[3].Alive, f.Tokens[3].Alive, f.Players[1].Living = 1, false, false, 1
			blow(prev, f, 0, 6, 5, 9)
			kill(f, 2)
		}, Caption{1, 10, "bob loses one in a blast of ann and is out, −10"}},
		{"the same name", func(prev, f *Frame) {
			f.Players[1].Name, f.Players[1].Entrant = "ann", 5
			blow(prev, f, 0, 1, 0, 2)
			kill(f, 0)
		}, Caption{0, 16, "ann (A) loses one in its own blast, −16"}},
		{"no name", func(prev, f *Frame) { f.Players[0].Name = " "; blow(prev, f, 0, 1, 0, 2); kill(f, 0) },
			Caption{0, 16, "A loses one in its own blast, −16"}},
	} {
		prev, f := hexagonTurn()
		c.change(&prev, &f)
		f.AddEvents(&prev)
		t.Run(c.name, func(t *testing.T) { compare(t, c.want, f.Caption) })
	}
}

// TestBombermanCaptions: captions on a row of eight blocks, where a caption weighs at least 25 points.
func TestBombermanCaptions(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(prev, f *Frame)
		want   Caption
	}{
		{"killed", func(prev, f *Frame) {
			prev.Bombs, f.Explosions = []Bomb{{Cell: 2, Owner: OwnerOf(1), Range: 3}}, []Explosion{{0, 0}, {1, 0}, {2, 0}}
			f.Players[0].Score, f.Players[1].Score = -100, 100
			kill(f, 0)
		}, Caption{0, 100, "ann dies in a blast of bob, −100"}},
		{"behind a wall", func(prev, f *Frame) {
			prev.Bombs, f.Explosions = []Bomb{{Cell: 2, Owner: OwnerOf(1), Range: 3}}, []Explosion{{0, 0}, {1, 0}, {2, 0}}
			prev.Cells[1].Wall = Brick
			kill(f, 0)
		}, Caption{0, 100, "ann dies in a blast, −100"}},
		{"both", func(prev, f *Frame) {
			prev.Bombs, f.Explosions = []Bomb{{Cell: 2, Owner: OwnerOf(1), Range: 5}}, []Explosion{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}, {6, 0}, {7, 0}}
			kill(f, 0, 1)
		}, Caption{-1, 200, "ann and bob die in a blast of bob, −200"}},
		{"walls", func(prev, f *Frame) {
			prev.Bombs, f.Explosions = []Bomb{{Cell: 4, Owner: OwnerOf(1), Range: 1}}, []Explosion{{3, 0}, {4, 0}, {5, 0}}
			prev.Cells[3].Wall, prev.Cells[5].Wall = Brick, Brick
			f.Players[1].Score = 30
		}, Caption{1, 30, "bob breaks 2 walls, +30"}},
		{"the super power-up", func(prev, f *Frame) { prev.Cells[0].Item = 2; f.Players[0].Score = 50 },
			Caption{0, 50, "ann takes the super power-up, +50"}},
		{"points", func(_, f *Frame) { f.Players[0].Score = 60 }, Caption{0, 60, "ann gains 60 points"}},
		{"few points", func(_, f *Frame) { f.Players[0].Score = 20 }, Caption{}},
	} {
		f := Frame{Shape: Square, Turn: 7, Turns: 400, Death: 100, Legend: &bricks, Cells: make([]Cell, 8)}
		for i := range f.Cells {
			f.Cells[i] = Cell{X: i + 1, Y: 1}
		}
		for p, name := range []string{"ann", "bob"} {
			f.Players = append(f.Players, Player{ID: p, Name: name, Connected: true, Characters: 1, Living: 1})
			f.Tokens = append(f.Tokens, Token{ID: OnlyToken, Player: p, Cell: 7 * p, Alive: true, Revival: NoRevival})
		}
		prev := f.Clone()
		prev.Turn = 6
		c.change(&prev, &f)
		f.AddEvents(&prev)
		t.Run(c.name, func(t *testing.T) { compare(t, c.want, f.Caption) })
	}
}

// TestCaptionsOfHostileNames: a long name is cut between letters, whatever it contains.
func TestCaptionsOfHostileNames(t *testing.T) {
	for name, want := range map[string]string{
		strings.Repeat("ö", 30):       strings.Repeat("ö", 23) + "…",
		strings.Repeat("字", 30):       strings.Repeat("字", 11) + "…",
		strings.Repeat("字", 12):       strings.Repeat("字", 12),
		"a\xff\xfeb":                  "a\uFFFDb",
		strings.Repeat("e\u0301", 24): strings.Repeat("e\u0301", 24),
		strings.Repeat("e\u0301", 25): strings.Repeat("e\u0301", 23) + "…",
		strings.Repeat("x", 1<<20):    strings.Repeat("x", 23) + "…",
	} {
		prev, f := hexagonTurn()
		f.Players[0].Name = name
		blow(&prev, &f, 0, 1, 0, 2)
		kill(&f, 0)
		f.AddEvents(&prev)
		if got := f.Caption.Text; got != want+" loses one in its own blast, −16" || !utf8.ValidString(got) {
			t.Errorf("%.60q: the caption is %q", name, got)
		}
	}
}
