package viewer

import "testing"

func TestMark(t *testing.T) {
	for player, want := range map[int]string{-1: "?", 0: "A", 25: "Z", 26: "AA", 27: "AB", 701: "ZZ", 702: "AAA", 1023: "AMJ"} {
		if got := Mark(player); got != want {
			t.Errorf("player %d: got %q, want %q", player, got, want)
		}
	}
}

func TestEvents(t *testing.T) {
	base := Frame{Turn: 7, Legend: &Legend{Painted: true, Items: []ItemSign{{Name: "a larger blast radius"}}}, Cells: make([]Cell, 5),
		Tokens:  []Token{{ID: 0, Alive: true}, {ID: 1, Player: 1, Cell: 1, Alive: true}, {ID: 2, Player: 1, Cell: 2}},
		Players: []Player{{ID: 0, Connected: true, Living: 1, Characters: 1, Score: 3}, {ID: 1, Connected: true, Living: 1, Characters: 2, Score: 3}}}
	tests := []struct {
		name   string
		change func(prev, f *Frame)
		want   []string
	}{
		{"nothing", func(_, _ *Frame) {}, nil},
		{"other board", func(prev, f *Frame) { prev.Cells, f.Tokens[0].Alive = nil, false }, nil},
		{"neutral blast", func(_, f *Frame) { f.Tokens[0].Alive, f.Explosions = false, []Explosion{{0, Neutral}} }, []string{"A0 died where blasts meet"}},
		{"no blast", func(_, f *Frame) { f.Tokens[0].Alive = false }, []string{"A0 died"}},
		{"revival", func(_, f *Frame) { f.Tokens[2].Alive = true }, []string{"alive again: B2"}},
		{"one bomb", func(prev, f *Frame) { prev.Bombs, f.Explosions = []Bomb{{Cell: 3}}, []Explosion{{3, 1}} }, nil},
		{"chain", func(prev, f *Frame) {
			prev.Bombs, f.Explosions = []Bomb{{Cell: 3}, {Cell: 4}, {Cell: 0}}, []Explosion{{3, 1}, {4, 1}, {2, 1}}
		}, []string{"2 bombs blew up 3 cells"}},
		{"note", func(_, f *Frame) { f.Players[1].Note = "late" }, []string{"B was late"}},
		{"same note", func(prev, f *Frame) { prev.Players[1].Note, f.Players[1].Note = "late", "late" }, nil},
		{"note gone", func(prev, _ *Frame) { prev.Players[1].Note = "late" }, nil},
		{"left", func(_, f *Frame) { f.Players[0].Connected = false }, []string{"A is gone"}},
		{"crashed", func(_, f *Frame) { f.Players[0].Connected, f.Players[0].Note = false, "crashed" }, []string{"A crashed"}},
		{"nobody left", func(_, f *Frame) { f.Players[1].Living = 0 }, []string{"B has no living character left"}},
		{"item", func(prev, _ *Frame) { prev.Cells[1].Item = 1 }, []string{"B1 picked up a larger blast radius"}},
		{"item stays", func(prev, f *Frame) { prev.Cells[1].Item, f.Cells[1].Item = 2, 2 }, nil},
		{"leader", func(_, f *Frame) { f.Players[1].Score = 4 }, []string{"B leads"}},
		{"tie", func(prev, _ *Frame) { prev.Players[1].Score = 4 }, nil},
	}
	for _, tt := range tests {
		prev, f := base.Clone(), base.Clone()
		tt.change(&prev, &f)
		f.AddEvents(&prev)
		var got []string
		for _, e := range f.Events {
			if e.Turn != 7 {
				t.Errorf("%s: turn %d", tt.name, e.Turn)
			}
			got = append(got, e.Text)
		}
		t.Run(tt.name, func(t *testing.T) { compare(t, tt.want, got) })
	}
}

func TestCloneSharesNothing(t *testing.T) {
	f := Frame{Cells: make([]Cell, 1), Tokens: make([]Token, 1), Bombs: make([]Bomb, 1), Explosions: make([]Explosion, 1),
		Players: make([]Player, 1), Events: make([]Event, 1)}
	c := f.Clone()
	f.Cells[0].X, f.Tokens[0].ID, f.Bombs[0].Timer, f.Explosions[0].Cell, f.Players[0].Score, f.Events[0].Turn = 1, 1, 1, 1, 1, 1
	compare(t, Frame{Cells: make([]Cell, 1), Tokens: make([]Token, 1), Bombs: make([]Bomb, 1), Explosions: make([]Explosion, 1),
		Players: make([]Player, 1), Events: make([]Event, 1)}, c)
}
