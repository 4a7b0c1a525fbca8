package games

import (
	"testing"

	"blastyard/game/viewer"
	"blastyard/rules/bomberman"
)

func TestPictureBomberman(t *testing.T) {
	m, err := bomberman.Generate(bomberman.DefaultSettings(), 2, 7)
	if err != nil {
		t.Fatal(err)
	}
	s := bomberman.NewState(m)
	var f viewer.Frame
	PictureBomberman(&f, s, []viewer.Seat{{Name: "ann", Connected: true}, {Name: "bob"}})
	if f.Turns != 21*21+1 { // rounds 0 to 441
		t.Errorf("%d turns", f.Turns)
	}
	if f.Shape != viewer.Square || len(f.Cells) != 441 || len(f.Tokens) != 2 || f.Players[0].Name != "ann" || f.Players[1].Cells != 1 {
		t.Errorf("shape %v, %d cells, tokens %+v, players %+v", f.Shape, len(f.Cells), f.Tokens, f.Players)
	}
	walls := map[viewer.Wall]int{}
	for i, c := range f.Cells {
		walls[c.Wall]++
		if c.Wall != viewer.Open && c.Item != viewer.NoItem {
			t.Errorf("cell %d shows what lies under its wall", i)
		}
	}
	if walls[viewer.Brick] == 0 || walls[viewer.Stone] == 0 || f.Cells[10*21+10].Item != viewer.Item(bomberman.SuperPowerUp) {
		t.Errorf("walls %v, centre %+v", walls, f.Cells[10*21+10])
	}
	s.Step([]bomberman.Command{bomberman.PlaceBomb, bomberman.Nothing}, nil)
	for range 4 {
		PictureBomberman(&f, s, nil)
		if len(f.Bombs) != 1 || f.Bombs[0].Owner != viewer.OwnerOf(0) || f.Bombs[0].Cell != f.Tokens[0].Cell {
			t.Errorf("round %d: bombs %+v, tokens %+v", f.Turn, f.Bombs, f.Tokens)
		}
		s.Step(nil, nil)
	}
	PictureBomberman(&f, s, nil)
	if len(f.Bombs) != 0 || len(f.Explosions) == 0 || f.Tokens[0].Alive || f.Players[0].Living != 0 {
		t.Errorf("after the blast: %d bombs, %d explosions, tokens %+v", len(f.Bombs), len(f.Explosions), f.Tokens)
	}
}
