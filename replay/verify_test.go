package replay

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/internal/vectors"
	"blastyard/rules/maps"
)

// reread returns an independent copy of a replay.
func reread(tb testing.TB, r *Replay) *Replay {
	tb.Helper()
	c, err := Read(bytes.NewReader(write(tb, r)))
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

func TestVerifyNamesTheFirstDifference(t *testing.T) {
	classical := sample{mapName: "yard", bots: []string{"hunter", "greedy", "hunter", "greedy"}, turns: 40, noise: true}
	states := classical
	states.overWire = true
	replays := map[string]*Replay{"classical": classical.play(t), "states": states.play(t), "bomberman": playBombers(t, 9, 442, "random", "random")}
	replace := func(raw *RawState, from, to string) {
		if changed := bytes.Replace(*raw, []byte(from), []byte(to), 1); !bytes.Equal(changed, *raw) {
			*raw = changed
			return
		}
		t.Errorf("there is no %s to change", from)
	}
	for _, c := range []struct {
		replay string
		change func(r *Replay)
		turn   int
		field  string
	}{
		{"classical", func(r *Replay) { r.Header.Hash.Parts[0]++ }, 0, "cells"},
		{"classical", func(r *Replay) { r.Turns[4].Hash.Whole++ }, 5, "hash"},
		{"classical", func(r *Replay) { r.Turns[4].Hash.Parts[3]++ }, 5, "explosions"},
		{"classical", func(r *Replay) { r.Turns[4].Moves = r.Turns[4].Moves[:3] }, 5, "cells"},
		{"classical", func(r *Replay) { r.Turns[6].Refused = nil }, 7, "refused"},
		{"classical", func(r *Replay) { r.Turns[6].Refused[0].Reason = "why not" }, 7, "refused"},
		{"classical", func(r *Replay) { r.Turns[7].Refused = append(r.Turns[7].Refused, game.Refusal{Player: 3}) }, 8, "refused"},
		{"classical", func(r *Replay) { r.Result.Winner = (r.Result.Winner+2)%5 - 1 }, 40, "result winner"},
		{"classical", func(r *Replay) { r.Result.Scores[2]++ }, 40, "result scores"},
		{"classical", func(r *Replay) { r.Turns = r.Turns[:39] }, 39, "result turns"},
		{"states", func(r *Replay) { replace(&r.Header.State, `"alive":true`, `"alive":false`) }, 0, "characters[0].alive"},
		{"states", func(r *Replay) { replace(&r.Turns[2].State, `"bomb_count":`, `"bomb_count":1`) }, 3, "characters[0].bomb_count"},
		{"states", func(r *Replay) { replace(&r.Turns[2].State, `"score":{"0":`, `"score":{"0":9`) }, 3, "score.0"},
		{"states", func(r *Replay) { replace(&r.Turns[2].State, `"score":`, `"points":`) }, 3, "points"},
		{"states", func(r *Replay) { r.Turns[2].State = RawState(`[]`) }, 3, "state"},
		{"states", func(r *Replay) { w := 4 - (*r.Turns[2].Winner); r.Turns[2].Winner = &w }, 3, "winner"},
		{"bomberman", func(r *Replay) { r.Header.Seed++ }, 0, "walls"},
		{"bomberman", func(r *Replay) { r.Turns[1].Hash.Parts[4]++ }, 2, "points"},
		{"bomberman", func(r *Replay) { r.Result.Winner = (r.Result.Winner+2)%3 - 1 }, -1, "result winner"},
		{"bomberman", func(r *Replay) {
			r.Turns = append(r.Turns, Turn{Turn: len(r.Turns) + 1, Hash: r.Turns[len(r.Turns)-1].Hash})
		}, -1, "turn"},
	} {
		if err := Verify(replays[c.replay], games.All()); err != nil {
			t.Fatalf("%s: %v", c.replay, err)
		}
		r := reread(t, replays[c.replay])
		c.change(r)
		var d *Difference
		err := Verify(r, games.All())
		if !errors.As(err, &d) || d.Turn != c.turn && c.turn >= 0 || d.Field != c.field {
			t.Errorf("%s: %v, want turn %d, %s", c.replay, err, c.turn, c.field)
		}
	}
}

// TestVerifyComparesValues: the order of unreadable actions does not matter, nor does the form of a state.
func TestVerifyComparesValues(t *testing.T) {
	m := sample{mapName: "yard", bots: []string{"greedy", "greedy"}, turns: 20, noise: true}
	r := m.play(t)
	for i := range r.Turns {
		if list := r.Turns[i].Refused; len(list) > 1 && list[0].Player != list[1].Player {
			list[0], list[1] = list[1], list[0]
		}
	}
	if err := Verify(r, games.All()); err != nil {
		t.Error(err)
	}
	m.overWire = true
	r = m.play(t)
	for i := range r.Turns {
		var b bytes.Buffer
		if err := json.Indent(&b, r.Turns[i].State, "", "  "); err != nil {
			t.Fatal(err)
		}
		r.Turns[i].State = b.Bytes()
	}
	if err := Verify(r, games.All()); err != nil {
		t.Error(err)
	}
}

func TestVerifyWithoutRules(t *testing.T) {
	r := &Replay{Header: Header{Game: "chess", State: RawState("{}")}}
	if err := Verify(r, games.All()); !errors.Is(err, ErrNoRules) {
		t.Errorf("%v, want ErrNoRules", err)
	}
	r = &Replay{Header: Header{Game: Hexabomb, State: RawState(`{"cells":7}`)}}
	if err := Verify(r, games.All()); !errors.Is(err, ErrNoRules) {
		t.Errorf("%v, want ErrNoRules", err)
	}
	for _, h := range []Header{
		{Game: Hexabomb, Map: Map{File: RawState(`{}`)}},
		{Game: Hexabomb, Players: make([]Player, 9), Map: Map{File: RawState(`{"cells":[{"q":0,"r":0}],"initial_positions":{"0":[{"q":0,"r":0}]}}`)}},
		{Game: Bomberman, Players: make([]Player, 2), Map: Map{Settings: RawState(`{"BombBag":1000}`)}},
		{Game: Bomberman, Players: make([]Player, 2), Map: Map{Settings: RawState(`{"Bag":1}`)}},
		{Game: Bomberman, Players: make([]Player, 13)},
	} {
		if err := Verify(&Replay{Header: h}, games.All()); err == nil || !strings.HasPrefix(err.Error(), "replay: header: ") {
			t.Errorf("%v, want an error about the header", err)
		}
	}
}

// TestHeadersThatNoGameCanPlay: such a replay can be read. Playing it again is an error.
func TestHeadersThatNoGameCanPlay(t *testing.T) {
	tiny, err := maps.File("tiny")
	if err != nil {
		t.Fatal(err)
	}
	two := []Player{{Name: "a"}, {Name: "b"}}
	for _, c := range []struct {
		h    Header
		says string
	}{
		{Header{Game: "chess", Players: two}, "no rules for this game: chess"},
		{Header{Game: Hexabomb, Players: two}, "map.file is missing"},
		{Header{Game: Hexabomb, Players: []Player{{Special: true}, {Special: true}, {}}, Map: Map{File: tiny}}, "2 special players asked for"},
		{Header{Game: Bomberman, Players: two, Seed: math.MaxInt32 + 1}, "seed is 2147483648, expected -2147483648 to 2147483647 in bomberman"},
		{Header{Game: Bomberman, Players: two[:1]}, "1 players, expected 2 to 12"},
		{Header{Game: Bomberman, Players: []Player{{Special: true}, {}}}, "1 special players, expected none in bomberman"},
	} {
		if _, err := NewMatch(&c.h, games.All()); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v, want %q", err, c.says)
		}
	}
	r := playBombers(t, 3, 3, "idle", "idle")
	r.Turns[0].Moves[0].Actions = RawState("7")
	var d *Difference
	if err := Verify(reread(t, r), games.All()); !errors.As(err, &d) || !strings.Contains(d.Error(), "player 0: not the number of a command, 0 to 6") {
		t.Errorf("a command 7: %v", err)
	}
}

// TestBombermanSettings: unusual settings are read from the header.
func TestBombermanSettings(t *testing.T) {
	h := Header{Game: Bomberman, Seed: 3, Players: make([]Player, 2), Map: Map{Settings: RawState(`{"SmallSize":15,"BombBag":3}`)}}
	g, err := NewMatch(&h, games.All())
	if err != nil {
		t.Fatal(err)
	}
	if m := bombermanOf(g).Map(); m.Width != 15 || bombermanOf(g).Player(0).Bag != 3 || m.Settings.BombRadius != 1 || m.Seed != 3 {
		t.Errorf("%+v", m.Settings)
	}
}

// overTheWire returns replays of games that the original program played.
func overTheWire(tb testing.TB) (replays []*Replay, names []string) {
	tb.Helper()
	for _, v := range vectors.Hexabomb(tb) {
		r := &Replay{Header: Header{Version: Version, Game: Hexabomb, Title: v.Name, Started: sampleStart, State: v.InitialState}}
		for i := range v.Players + v.SpecialPlayers {
			r.Header.Players = append(r.Header.Players, Player{Name: "player", Special: i < v.SpecialPlayers})
		}
		r.Result = &Result{Turns: len(v.Turns)}
		for i := range v.Turns {
			x := &v.Turns[i]
			t := Turn{Turn: i + 1, State: x.State, Winner: &x.Winner}
			for _, a := range x.PlayerActions {
				t.Moves = append(t.Moves, Move{Player: a.Player, Actions: a.Actions})
			}
			r.Turns, r.Result.Winner = append(r.Turns, t), x.Winner
		}
		replays, names = append(replays, r), append(names, v.Name)
	}
	return replays, names
}

func TestVerifyGamesOfTheOriginal(t *testing.T) {
	replays, names := overTheWire(t)
	for i, r := range replays {
		if err := Verify(reread(t, r), games.All()); err != nil {
			t.Errorf("%s: %v", names[i], err)
		}
	}
}
