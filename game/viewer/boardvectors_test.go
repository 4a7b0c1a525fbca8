package viewer_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/bots/bomberbots"
	"blastyard/bots/hexabots"
	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/rules/bomberman"
	"blastyard/rules/hexabomb"
	"blastyard/rules/maps"
)

var update = flag.Bool("update", false, "write the vectors of the page's tests anew")

// The page forecasts blasts with its own implementation of the rules (show/web/src/board/danger.ts). Its tests
// compare them with matches of the real rules in this file: {"matches": [{"header", "quiet", "turns": [{"frame",
// "drops"}]}]}. drops are the bombs dropped in the turn before the frame, with the timer that they would have had
// before that turn. From turn quiet on nobody acts, until no bomb is left.
const blastsFile = "../../show/web/testdata/blasts.json"

func TestBoardVectors(t *testing.T) {
	crowd := bomberman.DefaultSettings()
	crowd.SmallSize, crowd.BombBag, crowd.BombRadius = 15, 4, 2
	far := crowd
	far.BombBag, far.BombRadius = 3, 4
	matches := [][]byte{
		hexabombVector(t, "tiny", 1, 24, "random", "random", "random", "random", "random", "random"),
		hexabombVector(t, "yard", 3, 24, "random", "random", "random", "random"),
		hexabombVector(t, "duel", 3, 30, "ghost", "random", "random"),
		hexabombVector(t, "arena3", 2, 12, "random", "greedy", "random"),
		bombermanVector(t, bomberman.DefaultSettings(), 5, 26, "reference", "reference", "random", "reference"),
		bombermanVector(t, crowd, 2, 14, "reference", "random", "reference"),
		bombermanVector(t, far, 3, 50, "reference", "random", "reference"),
		wrappedVector(t),
	}
	got := fmt.Appendf(nil, "{\"matches\": [\n%s\n]}\n", bytes.Join(matches, []byte(",\n")))
	if len(got) > 300_000 {
		t.Errorf("%d bytes are too many to keep", len(got))
	}
	path := filepath.FromSlash(blastsFile)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, got) {
		t.Errorf("%s is not what the rules give now: go test ./game/viewer -run TestBoardVectors -update", path)
	}
}

// A vector collects the turns of a match.
type vector struct {
	header viewer.Header
	turns  [][]byte
}

// add records a frame without its players, which do not matter here.
func (v *vector) add(f *viewer.Frame, drops []viewer.Bomb) {
	f.Players = f.Players[:0]
	turn := append([]byte(`{"frame":`), f.AppendJSON(nil)...)
	if len(drops) > 0 {
		turn = append(turn, `,"drops":[`...)
		for i, b := range drops {
			if i > 0 {
				turn = append(turn, ',')
			}
			turn = fmt.Appendf(turn, "[%d,%d,%d,%d]", b.Cell, b.Owner, b.Timer, b.Range)
		}
		turn = append(turn, ']')
	}
	v.turns = append(v.turns, append(turn, '}'))
}

func (v *vector) json(quiet int) []byte {
	return fmt.Appendf(nil, "{\"header\":%s,\"quiet\":%d,\"turns\":[\n%s\n]}", v.header.AppendJSON(nil), quiet, bytes.Join(v.turns, []byte(",\n")))
}

func hexabombVector(t *testing.T, mapName string, seed uint64, turns int, names ...string) []byte {
	t.Helper()
	m, err := maps.Load(mapName)
	if err != nil {
		t.Fatal(err)
	}
	special := 0
	if hexabots.For(names[0], true) && !hexabots.For(names[0], false) {
		special = 1
	}
	board, err := hexabomb.NewBoard(m, len(names)-special, special)
	if err != nil {
		t.Fatal(err)
	}
	bots := make([]hexabots.Bot, len(names))
	for p := range bots {
		if bots[p], err = hexabots.New(names[p], board, p, seed); err != nil {
			t.Fatal(err)
		}
	}
	v := vector{header: viewer.Header{Game: "hexabomb", Players: players(names)}}
	s := hexabomb.NewState(board)
	var f viewer.Frame
	games.PictureHexabomb(&f, s, 0, nil)
	v.header.SetBoard(&f)
	v.add(&f, nil)
	for turn := 0; turn < turns || s.NumBombs() > 0; turn++ {
		var actions []hexabomb.Action
		for p := range bots {
			if turn < turns {
				actions = bots[p].Act(actions, s)
			}
		}
		var refused []hexabomb.Refusal
		s.Step(actions, &refused)
		games.PictureHexabomb(&f, s, 0, nil)
		v.add(&f, dropped(s, actions, refused))
	}
	return v.json(turns)
}

// dropped returns the bombs that the actions of the last turn put on the board.
func dropped(s *hexabomb.State, actions []hexabomb.Action, refused []hexabomb.Refusal) []viewer.Bomb {
	failed := make([]bool, len(actions))
	for _, r := range refused {
		failed[r.Index] = true
	}
	var bombs []viewer.Bomb
	for i, a := range actions {
		if a.Kind == hexabomb.DropBomb && !failed[i] {
			cell := int(s.Character(int(a.Character)).Cell)
			bombs = append(bombs, viewer.Bomb{Cell: cell, Owner: viewer.OwnerOf(int(a.Player)), Timer: int(a.Delay) + 1, Range: int(a.Range)})
		}
	}
	return bombs
}

func bombermanVector(t *testing.T, settings bomberman.Settings, seed int32, rounds int, names ...string) []byte {
	t.Helper()
	m, err := bomberman.Generate(settings, len(names), seed)
	if err != nil {
		t.Fatal(err)
	}
	bots := make([]bomberbots.Bot, len(names))
	for p := range bots {
		if bots[p], err = bomberbots.New(names[p], m, p, uint64(seed)); err != nil {
			t.Fatal(err)
		}
	}
	return roundsVector(m, rounds, names, func(round int, s *bomberman.State, commands []bomberman.Command) {
		for p := range bots {
			commands[p] = bots[p].Act(s)
		}
	})
}

// roundsVector plays so many rounds of commands, and then continues until there is no bomb.
func roundsVector(m *bomberman.Map, rounds int, names []string, act func(int, *bomberman.State, []bomberman.Command)) []byte {
	v := vector{header: viewer.Header{Game: "bomberman", Players: players(names)}}
	s := bomberman.NewState(m)
	var f viewer.Frame
	games.PictureBomberman(&f, s, nil)
	v.header.SetBoard(&f)
	v.add(&f, nil)
	for round := 0; round < rounds || s.NumBombs() > 0; round++ {
		commands := make([]bomberman.Command, len(names))
		if round < rounds {
			act(round, s, commands)
		}
		s.Step(commands, nil)
		games.PictureBomberman(&f, s, nil)
		v.add(&f, nil)
	}
	return v.json(rounds)
}

// wrappedVector returns a match in which a player takes 25 radius power-ups, from a radius of 64 on, so that the
// radius of its bombs overflows: they burn left and up only.
func wrappedVector(t *testing.T) []byte {
	t.Helper()
	rows := [15]string{
		"###############",
		"#A!!!!!!!!!!  #",
		"#!!!!!!!!!!!  #",
		"#+ +!!!!      #",
		"# +      +    #",
		"#      + +    #",
		"#         +   #",
		"#   +         #",
		"#             #", "#             #", "#             #", "#             #", "#             #",
		"#            B#",
		"###############",
	}
	settings := bomberman.DefaultSettings()
	settings.SmallSize, settings.BombRadius = len(rows), 64
	m, err := bomberman.Generate(settings, 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range m.Blocks {
		b := bomberman.Block{}
		switch c := rows[i/m.Width][i%m.Width]; c {
		case '#':
			b.Wall = bomberman.HardWall
		case '+':
			b.Wall = bomberman.SoftWall
		case '!':
			b.PowerUp = bomberman.RadiusPowerUp
		case 'A', 'B':
			m.Starts[c-'A'] = bomberman.Pos{X: i%m.Width + 1, Y: i/m.Width + 1}
		}
		m.Blocks[i] = b
	}
	way := strings.Repeat("r", 10) + "d" + strings.Repeat("l", 10) + "rrrd" + "rrr" + strings.Repeat("bdr---", 3) + "b"
	commands := map[byte]bomberman.Command{'r': bomberman.Right, 'l': bomberman.Left, 'd': bomberman.Down,
		'b': bomberman.PlaceBomb, '-': bomberman.Nothing}
	return roundsVector(m, len(way), []string{"walker", "idle"}, func(round int, s *bomberman.State, to []bomberman.Command) {
		to[0] = commands[way[round]]
	})
}

func players(names []string) []viewer.HeaderPlayer {
	list := make([]viewer.HeaderPlayer, len(names))
	for i, name := range names {
		list[i] = viewer.HeaderPlayer{Name: name, Bot: "builtin:" + name, Special: name == "ghost"}
	}
	return list
}
