package games

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"blastyard/game/viewer"
	"blastyard/rules/bomberman"
	"blastyard/rules/hexabomb"
)

// wishOf returns a choice as a wish, with settings in its range.
func wishOf(token int, c *viewer.Choice) viewer.Wish {
	w := viewer.Wish{Token: token, Do: c.Do}
	if c.Max > 0 {
		w.Range, w.Delay = c.Min, c.Max
	}
	return w
}

// TestChoicesAreTheRulesOfHexabomb: each choice is allowed by the rules, when tried alone on a copy of the state.
func TestChoicesAreTheRulesOfHexabomb(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	seen := map[string]int{}
	for _, special := range []int{0, 1} {
		board := hexagonBoard(t, 3, 2, 3, special)
		s := hexabomb.NewState(board)
		for turn := range 200 {
			for player := range board.NumPlayers() {
				h := HexabombChoices(s, player, nil)
				for _, p := range h.Pieces {
					for _, c := range p.Choices {
						compareChoice(t, s, player, p.Token, &c, seen)
					}
				}
			}
			s.Step(randomActions(random, s, turn), nil)
		}
	}
	for _, want := range []string{"the character is dead", "the revive delay is not over", "nobody revives in sudden death", "the cell is occupied", "the character has no bomb ready", "done", "note"} {
		if seen[want] == 0 {
			t.Errorf("no choice was %q in %v", want, seen)
		}
	}
}

func compareChoice(t *testing.T, s *hexabomb.State, player, token int, c *viewer.Choice, seen map[string]int) {
	t.Helper()
	w := wishOf(token, c)
	a := hexabomb.Action{Player: uint16(player), Character: uint16(token), Range: uint8(w.Range), Delay: uint8(w.Delay)}
	switch c.Do {
	case viewer.DoBomb:
		a.Kind = hexabomb.DropBomb
	case "revive":
		a.Kind = hexabomb.Revive
	default:
		for d := range hexabomb.Direction(hexabomb.NumDirections) {
			if d.String() == c.Do {
				a.Direction = d
			}
		}
	}
	var refused []hexabomb.Refusal
	s.Clone().Step([]hexabomb.Action{a}, &refused)
	got := "done"
	if len(refused) > 0 {
		got = refused[0].Reason.String()
	}
	want := c.Refused
	switch {
	case c.Note != "":
		want, seen["note"] = hexabomb.Occupied.String(), seen["note"]+1
	case want == "":
		want = "done"
	}
	seen[want]++
	if got != want {
		t.Fatalf("turn %d, %v: the choices say %q, the rules %q", s.Turn(), a, want, got)
	}
}

func randomActions(random *rand.Rand, s *hexabomb.State, turn int) (actions []hexabomb.Action) {
	b := s.Board()
	for id := range b.NumCharacters() {
		a := hexabomb.Action{Player: uint16(b.Owner(id)), Character: uint16(id), Direction: hexabomb.Direction(random.IntN(6))}
		switch {
		case !s.Character(id).Alive:
			a.Kind = hexabomb.Revive
		case (turn+id)%5 == 0:
			a.Kind, a.Range, a.Delay = hexabomb.DropBomb, 2, 3
		}
		actions = append(actions, a)
	}
	return actions
}

func hexagonBoard(t *testing.T, radius, players, characters, special int) *hexabomb.Board {
	t.Helper()
	m := &hexabomb.Map{}
	for q := -radius; q <= radius; q++ {
		for r := max(-radius, -radius-q); r <= min(radius, radius-q); r++ {
			m.Cells = append(m.Cells, hexabomb.Coord{Q: q, R: r})
		}
	}
	at := 0
	for range players {
		m.Starts = append(m.Starts, m.Cells[at:at+characters])
		at += characters
	}
	m.SpecialStarts = m.Cells[at : at+1]
	b, err := hexabomb.NewBoard(m, players, special)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestChoicesAreTheRulesOfBomberman: the rules refuse what the choices refuse, and allow a player alone what they
// allow.
func TestChoicesAreTheRulesOfBomberman(t *testing.T) {
	m, err := bomberman.Generate(bomberman.DefaultSettings(), 2, 5)
	if err != nil {
		t.Fatal(err)
	}
	commands := map[string]bomberman.Command{"up": bomberman.Up, "left": bomberman.Left, "right": bomberman.Right, "down": bomberman.Down,
		viewer.DoBomb: bomberman.PlaceBomb, "trigger": bomberman.TriggerBomb}
	random := rand.New(rand.NewPCG(3, 4))
	seen := map[string]int{}
	for range 60 {
		s := bomberman.NewState(m)
		for s.Living() == 2 && s.Round() < 60 {
			for player := range 2 {
				h := BombermanChoices(s, player, nil)
				for _, c := range h.Pieces[0].Choices {
					orders, failed := make([]bomberman.Command, 2), make([]bool, 2)
					orders[player] = commands[c.Do]
					next := s.Clone()
					next.Step(orders, failed)
					died := !next.Player(player).Alive
					if seen[c.Do+": "+c.Refused]++; c.Refused != "" && !failed[player] && !died {
						t.Fatalf("round %d, player %d: %s is refused (%s), but the rules allow it", s.Round(), player, c.Do, c.Refused)
					}
					if c.Refused == "" && failed[player] && c.Do != "trigger" {
						t.Fatalf("round %d, player %d: %s is allowed, but the rules refuse it", s.Round(), player, c.Do)
					}
				}
			}
			s.Step([]bomberman.Command{bomberman.Command(random.IntN(6)), bomberman.Command(random.IntN(6))}, nil)
		}
	}
	for _, want := range []string{"up: ", "up: a wall is in the way", "bomb: no bomb is left in the bag", "trigger: ",
		"trigger: no bomb waits to be triggered", "left: a bomb is in the way"} {
		if seen[want] == 0 {
			t.Errorf("never %q in %v", want, seen)
		}
	}
}

func TestChoicesCheckWishes(t *testing.T) {
	h := HexabombChoices(hexabomb.NewState(hexagonBoard(t, 2, 2, 2, 0)), 1, nil)
	if h.Idle() || len(h.Pieces) != 2 || h.Pieces[0].Label != "B2" {
		t.Fatalf("%+v", h)
	}
	for _, c := range []struct {
		wishes []viewer.Wish
		want   string // in the error; empty: none
	}{
		{nil, ""},
		{[]viewer.Wish{{Token: 2, Do: "x+"}, {Token: 3, Do: viewer.DoBomb, Range: 2, Delay: 4}}, ""},
		{[]viewer.Wish{{Token: 0, Do: "x+"}}, "not yours"},
		{[]viewer.Wish{{Token: -1, Do: "x+"}}, "not yours"},
		{[]viewer.Wish{{Token: 2, Do: "fly"}}, "no such action"},
		{[]viewer.Wish{{Token: 2, Do: "revive"}}, "the character is alive"},
		{[]viewer.Wish{{Token: 2, Do: viewer.DoBomb, Range: 1, Delay: 2}}, "range is 1 and delay 2, expected 2 to 4 each"},
		{[]viewer.Wish{{Token: 2, Do: viewer.DoBomb, Range: 4, Delay: 5}}, "delay 5"},
		{[]viewer.Wish{{Token: 2, Do: "x+"}, {Token: 2, Do: "x-"}}, "already has an action"},
	} {
		if err := h.Check(c.wishes); fmt.Sprint(err) == "<nil>" != (c.want == "") || !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%+v: %v, want %q", c.wishes, err, c.want)
		}
	}
	if dead := (&viewer.Choices{Pieces: []viewer.Piece{{Choices: []viewer.Choice{{Refused: "no"}}}}}); !dead.Idle() {
		t.Error("nothing can be done, and yet it is not idle")
	}
}
