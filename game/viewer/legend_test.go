package viewer

import "testing"

func TestSay(t *testing.T) {
	l := &Legend{Figures: []string{"bag", "radius"}}
	p := Player{Score: -3, Cells: 1, Share: 0.126, Characters: 4, Living: 0, Bombs: 2, Figures: [4]int{3, 128}}
	for pattern, want := range map[string]string{
		"":                             "",
		"plain":                        "plain",
		"{score}":                      "-3",
		"{living}/{characters} alive":  "0/4 alive",
		"{cells#cell} · {bombs#bomb}":  "1 cell · 2 bombs",
		"{share}":                      "13 %",
		"{living?yes|no}":              "no",
		"{bombs?some|none}{living?|†}": "some†",
		"{bag} {radius^99} {bag^99}":   "3 99+ 3",
		"{nothing} {":                  "0 0",
		"{radius^x}":                   "128",
		"●{bombs}/{bag}":               "●2/3",
	} {
		if got := l.Say(pattern, &p); got != want {
			t.Errorf("%q: got %q, expected %q", pattern, got, want)
		}
	}
	p.Bombs, p.Figures[1] = NoBombCount, -2
	if got := l.Say("●{bombs}/{bag}", &p); got != "" {
		t.Errorf("bombs that are not counted: got %q, expected nothing", got)
	}
	if got := l.Say("{radius^99}", &p); got != "99+" {
		t.Errorf("a radius that has overflowed: got %q, expected 99+", got)
	}
	if got := (*Legend)(nil).Say("{score} {bag}", &p); got != "-3 0" {
		t.Errorf("without a legend: got %q, expected the score and 0", got)
	}
}

// TestSquaresHaveOwners: a square with an owner is in the JSON as a hexagon is, and read from it again.
func TestSquaresHaveOwners(t *testing.T) {
	l := &Legend{Columns: []Column{{Title: "Room", Text: "{room}", Extra: true}}, Figures: []string{"room"}, Fate: [3]string{"crashed"}}
	f := Frame{Shape: Square, Turn: 1, Legend: l, Cells: []Cell{{X: 1, Y: 1, Owner: 2}, {X: 2, Y: 1, Wall: Stone}, {X: 3, Y: 1, Item: 1}},
		Players: []Player{{ID: 0, Figures: [4]int{7}}, {ID: 1, Micros: 5}}}
	h := NewHeader(Header{}, &f)
	read, err := ParseHeader(h.AppendJSON(nil))
	if err != nil {
		t.Fatal(err)
	}
	compare(t, l, read.Legend)
	again, err := read.ParseFrame(f.AppendJSON(nil))
	if err != nil {
		t.Fatal(err)
	}
	compare(t, f.Cells, again.Cells)
	compare(t, f.Players, again.Players)
}

// TestCaptionsWithoutBlasts: in a game that paints nothing and counts nothing for a death, a caption says what the
// game calls it, without points that nobody can estimate.
func TestCaptionsWithoutBlasts(t *testing.T) {
	for _, c := range []struct {
		dead []int
		want Caption
	}{
		{nil, Caption{}},
		{[]int{0}, Caption{Player: 0, Weight: 1, Text: "ann crashes"}},
		{[]int{0, 1}, Caption{Player: -1, Weight: 1, Text: "ann and bob crash"}},
	} {
		f := Frame{Shape: Square, Turn: 3, Cells: []Cell{{X: 1}, {X: 2}}, Legend: &Legend{Fate: [3]string{"crashed", "crashes", "crash"}}}
		for p, name := range []string{"ann", "bob"} {
			f.Players = append(f.Players, Player{ID: p, Name: name, Connected: true, Score: 3, Characters: 1, Living: 1})
			f.Tokens = append(f.Tokens, Token{ID: OnlyToken, Player: p, Cell: p, Alive: true, Revival: NoRevival})
		}
		prev := f.Clone()
		prev.Turn = 2
		for p := range f.Players {
			prev.Players[p].Score = 2
		}
		kill(&f, c.dead...)
		f.AddEvents(&prev)
		compare(t, c.want, f.Caption)
		if want := "A and B crashed"; len(c.dead) == 2 && (len(f.Events) != 1 || f.Events[0].Text != want) {
			t.Errorf("events %v, expected %q", f.Events, want)
		}
	}
}
