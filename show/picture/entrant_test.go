package picture

import (
	"bytes"
	"testing"

	"blastyard/game/viewer"
)

// TestPicturesGoByTheEntrant: if players change their ids, as in the next match of a series, the picture stays the
// same.
func TestPicturesGoByTheEntrant(t *testing.T) {
	first := smallHexagons()
	first.Cells[3].Owner = viewer.OwnerOf(2) // a player that the frame knows
	n := len(first.Players)
	for i := range first.Players {
		first.Players[i].Entrant = i + 1
		first.Players[i].Score = 10 * i
	}
	second := first.Clone()
	next := func(p int) int { return (p + 1) % n }
	turn := func(o *viewer.Owner) {
		if *o > viewer.Neutral {
			*o = viewer.OwnerOf(next(o.Player()))
		}
	}
	for i := range second.Cells {
		turn(&second.Cells[i].Owner)
	}
	for i := range second.Bombs {
		turn(&second.Bombs[i].Owner)
	}
	for i := range second.Explosions {
		turn(&second.Explosions[i].Owner)
	}
	for i := range second.Tokens {
		second.Tokens[i].Player = next(second.Tokens[i].Player)
	}
	for p, row := range first.Players {
		row.ID = next(p)
		second.Players[next(p)] = row
	}
	for _, o := range []Options{{}, {Dark: true, Standings: true, Width: 900, Patterns: true}} {
		var a, b, plain bytes.Buffer
		for buffer, f := range map[*bytes.Buffer]*viewer.Frame{&a: first, &b: &second} {
			if err := SVG(buffer, nil, f, o); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%+v: the same entrants with other ids look different", o)
		}
		for i := range second.Players {
			second.Players[i].Entrant = 0
		}
		if err := SVG(&plain, nil, &second, o); err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(plain.Bytes(), a.Bytes()) {
			t.Errorf("%+v: without entrants, looks go by id", o)
		}
		for i := range second.Players {
			second.Players[next(i)].Entrant = i + 1
		}
	}
}
