package games

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"blastyard/game/viewer"
	"blastyard/internal/vectors"
	"blastyard/rules/bomberman"
	bomberwire "blastyard/rules/bomberman/wire"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
)

// TestDrawHexabomb: frames from the original's states equal those from our own.
func TestDrawHexabomb(t *testing.T) {
	games, turns := 0, 0
	for _, v := range vectors.Hexabomb(t) {
		if games++; games%8 != 0 {
			continue
		}
		m, err := wire.DecodeMap(v.Map)
		if err != nil {
			t.Fatal(err)
		}
		b, err := hexabomb.NewBoard(m, v.Players, v.SpecialPlayers)
		if err != nil {
			t.Fatal(err)
		}
		seats := []viewer.Seat{{Name: "ann", Connected: true, Micros: 12}, {Name: "bob", Note: "late"}}
		var got, want viewer.Frame
		states := []json.RawMessage{v.InitialState}
		for _, turn := range v.Turns {
			states = append(states, turn.State)
		}
		for i, state := range states {
			s, err := wire.DecodeState(b, i, state)
			if err != nil {
				t.Fatal(err)
			}
			PictureHexabomb(&want, s, 1000, seats)
			if err := drawHexabomb(&got, state, i, 1000, v.SpecialPlayers, seats); err != nil {
				t.Fatalf("%s, turn %d: %v", v.Name, i, err)
			}
			if !reflect.DeepEqual(want, got) { // much faster than comparing JSON
				if compare(t, want, got); t.Failed() {
					t.Fatalf("%s, turn %d", v.Name, i)
				}
			}
			turns++
		}
	}
	if games != 40 || turns < 100 {
		t.Errorf("%d games, %d states", games, turns)
	}
}

func TestDrawBomberman(t *testing.T) {
	games, rounds := 0, 0
	for _, v := range vectors.Bomberman(t) {
		if games++; games%4 != 0 {
			continue
		}
		m, err := bomberman.Generate(bomberman.DefaultSettings(), v.Players, v.Seed)
		if err != nil {
			t.Fatal(err)
		}
		text := bomberwire.Text{}
		for k := range v.Players {
			text.Names = append(text.Names, fmt.Sprint("P", k))
		}
		s := bomberman.NewState(m)
		seats := []viewer.Seat{{Name: "ann", Connected: true, Micros: 12}, {Name: "P1", Note: "late"}}
		var got, want viewer.Frame
		for i, r := range v.Rounds {
			commands := make([]bomberman.Command, len(r.Commands))
			for k, c := range r.Commands {
				commands[k] = bomberman.Command(c)
			}
			if i > 0 {
				s.Step(commands, nil)
			}
			PictureBomberman(&want, s, seats)
			for k := range want.Players { // parts that differ between state.json and the state
				want.Players[k].Cells, want.Players[k].Share = 0, 0
				if k >= len(seats) {
					want.Players[k].Name = text.Names[k]
				}
			}
			if err := drawBombermanState(&got, text.AppendState(nil, s), seats); err != nil {
				t.Fatalf("seed %d, round %d: %v", v.Seed, i, err)
			}
			if !reflect.DeepEqual(want, got) {
				if compare(t, want, got); t.Failed() {
					t.Fatalf("seed %d, round %d", v.Seed, i)
				}
			}
			rounds++
		}
	}
	if games != 16 || rounds < 300 {
		t.Errorf("%d games, %d rounds", games, rounds)
	}
}

const smallHexabomb = `{"cells":[{"q":0,"r":1,"color":1},{"q":0,"r":0,"color":0}],"characters":[{"id":0,"color":1,"q":0,"r":1,"alive":true,` +
	`"revive_delay":-1,"bomb_count":1}],"bombs":[{"color":1,"range":2,"delay":3,"q":0,"r":0}],"explosions":{"1":[{"q":0,"r":1}]},` +
	`"cell_count":{"0":1},"score":{"0":5}}`

func TestBadHexabombStates(t *testing.T) {
	var f viewer.Frame
	if err := drawHexabomb(&f, []byte(smallHexabomb), 1, 2, 0, nil); err != nil || f.Bombs[0].Cell != 0 || f.Tokens[0].Cell != 1 {
		t.Fatalf("cells in another order: %+v, %v", f, err)
	}
	for _, c := range []struct{ old, with, want string }{
		{`"cells"`, `"cell"`, "cells is missing"},
		{`"score"`, `"points"`, "score is missing"},
		{`"characters"`, `"people"`, "characters is missing"},
		{`"cell_count":{"0":1}`, `"cell_count":{}`, "cell_count has 0"},
		{`"score":{"0":5}`, `"score":{"1":5}`, "score has 1 players but no"},
		{`"cell_count":{"0":1}`, `"cell_count":{"x":1}`, "cell_count has 1 players but no"},
		{`"explosions":{"1"`, `"explosions":{"red"`, `explosions has the key "red"`},
		{`"explosions":{"1"`, `"explosions":{"7"`, "explosions: color is 7"},
		{`"q":0,"r":1,"color":1}`, `"q":0,"r":0,"color":1}`, "cells has q=0, r=0 twice"},
		{`"q":0,"r":1,"color":1}`, `"q":0,"r":99999999999999999,"color":1}`, "cells has one at q=0, r=99999999999999999"},
		{`"r":0,"color":0`, `"r":0,"color":9`, "cells: color is 9"},
		{`"r":0,"color":0`, `"r":0,"color":"red"`, "color"},
		{`"range":2,"delay":3,"q":0`, `"range":2,"delay":3,"q":5`, "bombs: there is no cell at q=5, r=0"},
		{`"bombs":[{"color":1`, `"bombs":[{"color":-1`, "bombs: color is -1"},
		{`"id":0,"color":1`, `"id":0,"color":0`, "characters: color is 0"},
		{`"id":0`, `"id":-4`, "characters: id is -4"},
		{`}}`, `}`, "the JSON ends too early"},
	} {
		text := strings.Replace(smallHexabomb, c.old, c.with, 1)
		err := drawHexabomb(&f, []byte(text), 1, 2, 0, nil)
		if !errors.Is(err, viewer.ErrState) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s for %s: %v, want %q", c.with, c.old, err, c.want)
		}
	}
}

const smallBomberman = `{"RegisteredPlayerEntities":[{"Name":"ann","Key":"A","Points":3,"Killed":false,"BombBag":2,"BombRadius":1,"Location":{"X":1,"Y":2}}],` +
	`"CurrentRound":4,"PlayerBounty":100,"MapHeight":2,"MapWidth":2,"GameBlocks":[[{"Entity":{"$type":"Domain.Entities.IndestructibleWallEntity, Domain"}},{}],` +
	`[{"Bomb":{"Owner":{"Key":"A"},"BombRadius":2,"BombTimer":5},"Exploding":true},{"PowerUp":{"$type":"Domain.Entities.PowerUps.SuperPowerUp, Domain"}}]],"MapSeed":1}`

func TestBadBombermanStates(t *testing.T) {
	var f viewer.Frame
	if err := drawBombermanState(&f, []byte(smallBomberman), nil); err != nil {
		t.Fatal(err)
	}
	compare(t, viewer.Frame{Shape: viewer.Square, Turn: 4, Turns: 5, Legend: &bombermanLegend, Death: 100, Cells: []viewer.Cell{{X: 1, Y: 1, Wall: viewer.Stone}, {X: 2, Y: 1}, {X: 1, Y: 2}, {X: 2, Y: 2, Item: viewer.Item(bomberman.SuperPowerUp)}},
		Tokens: []viewer.Token{{ID: viewer.OnlyToken, Cell: 2, Alive: true, Revival: viewer.NoRevival, Bombs: 1}}, Bombs: []viewer.Bomb{{Cell: 1, Owner: 1, Timer: 5, Range: 2}},
		Explosions: []viewer.Explosion{{Cell: 1}}, Players: []viewer.Player{{Name: "ann", Score: 3, Characters: 1, Living: 1, Bombs: 1, Micros: viewer.NoTime, Figures: [4]int{2, 1}}}}, f)
	for _, c := range []struct{ old, with, want string }{
		{`"MapWidth":2`, `"MapWidth":0`, "MapWidth is 0"},
		{`"MapWidth":2`, `"MapWidth":3`, "GameBlocks has 2 columns"},
		{`"MapHeight":2`, `"MapHeight":-1`, "MapHeight is -1"},
		{`"MapHeight":2`, `"MapHeight":1`, "GameBlocks: column 1 has 2 blocks"},
		{`"RegisteredPlayerEntities"`, `"Players"`, "RegisteredPlayerEntities is missing"},
		{`"X":1,"Y":2`, `"X":1,"Y":3`, `Location of "A" is 1, 3`},
		{`"Owner":{"Key":"A"}`, `"Owner":{"Key":"B"}`, `the Owner of the Bomb at 2, 1 has the Key "B"`},
		{`IndestructibleWallEntity`, `TreeEntity`, `"TreeEntity"`},
		{`SuperPowerUp,`, `Sword,`, `"Sword"`},
		{`"Points":3`, `"Points":"many"`, "Points"},
	} {
		err := drawBombermanState(&f, []byte(strings.Replace(smallBomberman, c.old, c.with, 1)), nil)
		if !errors.Is(err, viewer.ErrState) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s for %s: %v, want %q", c.with, c.old, err, c.want)
		}
	}
}

// FuzzDrawHexabomb: no state causes a panic, and all indexes in a frame are valid.
func FuzzDrawHexabomb(f *testing.F) {
	f.Add([]byte(smallHexabomb), 0)
	f.Add([]byte(`{"cells":[{}],"characters":[{"color":1}],"cell_count":{"0":1},"score":{"0":1}}`), 1)
	f.Fuzz(func(t *testing.T, state []byte, specials int) {
		var frame viewer.Frame
		if drawHexabomb(&frame, state, 1, 2, specials, nil) == nil {
			checkFrame(t, &frame)
		}
	})
}

func FuzzDrawBomberman(f *testing.F) {
	f.Add([]byte(smallBomberman))
	f.Fuzz(func(t *testing.T, state []byte) {
		var frame viewer.Frame
		if drawBombermanState(&frame, state, nil) == nil {
			checkFrame(t, &frame)
		}
	})
}

func checkFrame(t *testing.T, f *viewer.Frame) {
	t.Helper()
	for _, x := range f.Tokens {
		if x.Cell < 0 || x.Cell >= len(f.Cells) || x.Player < 0 || x.Player >= len(f.Players) {
			t.Errorf("%+v", x)
		}
	}
	for _, x := range f.Bombs {
		if x.Cell < 0 || x.Cell >= len(f.Cells) || x.Owner < 0 || int(x.Owner) > len(f.Players) {
			t.Errorf("%+v", x)
		}
	}
	for _, x := range f.Explosions {
		if x.Cell < 0 || x.Cell >= len(f.Cells) || x.Owner < 0 || int(x.Owner) > len(f.Players) {
			t.Errorf("%+v", x)
		}
	}
	for _, x := range f.Cells {
		if x.Owner < 0 || int(x.Owner) > len(f.Players) {
			t.Errorf("%+v", x)
		}
	}
	before := f.Clone()
	f.AddEvents(&before)
	if text := f.AppendJSON(nil); !json.Valid(text) {
		t.Errorf("%s", text)
	}
}
