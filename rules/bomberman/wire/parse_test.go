package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/internal/vectors"
	"blastyard/rules/bomberman"
)

func assume(seed uint64) *Assumed { return &Assumed{Settings: bomberman.DefaultSettings(), Seed: seed} }

// parsed parses a state.json and compares: it must be written unchanged.
func parsed(t *testing.T, what string, text []byte, assumed *Assumed) *bomberman.State {
	t.Helper()
	s, names, err := ParseState(text, assumed)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if again := names.AppendState(nil, s); !bytes.Equal(again, text) {
		t.Fatalf("%s: written again it differs: %s", what, difference(again, text))
	}
	return s
}

// difference returns where two texts first differ.
func difference(got, want []byte) string {
	i := 0
	for i < min(len(got), len(want)) && got[i] == want[i] {
		i++
	}
	from := max(0, i-150)
	return fmt.Sprintf("\n%.300s\nwant\n%.300s", got[from:], want[from:])
}

// concealed returns a copy of a state without what its text hides.
func concealed(s *bomberman.State) *bomberman.State {
	c := s.Clone()
	c.Conceal()
	return c
}

// TestParseState: in the games of the vectors and in random ones, each state is parsed and written unchanged. The
// parsed state develops like the match, except for power-ups under walls, points for coverage and draws.
func TestParseState(t *testing.T) {
	for _, v := range vectors.Bomberman(t) {
		s, text := startOf(t, v.Players, v.Seed)
		for i, r := range v.Rounds {
			if i > 0 {
				s.Step(commandsOf(r.Commands), nil)
			}
			if i%23 == 0 { // all would take long
				parsed(t, fmt.Sprintf("%s, round %d", v.Name, i), text.AppendState(nil, s), assume(1))
			}
		}
	}
}

func commandsOf(codes []int) (list []bomberman.Command) {
	for _, c := range codes {
		list = append(list, bomberman.Command(c))
	}
	return list
}

// TestParsedStatePlaysOn: with the blocks on which the players have been, a parsed state develops like the match
// until something hidden matters.
func TestParsedStatePlaysOn(t *testing.T) {
	text := &Text{}
	compared := 0
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 1))
		players := []int{2, 3, 4, 7, 12}[seed%5]
		text.Names = make([]string, players)
		s := concealed(newState(t, players, int32(seed)))
		assumed := assume(seed)
		assumed.Stood = make([][]bomberman.Pos, players)
		noteStood(assumed, s)
		for range 25 {
			read := parsed(t, fmt.Sprintf("%d players, round %d", players, s.Round()), text.AppendState(nil, s), assumed)
			for range 3 {
				commands := randomCommands(rng, players)
				if ahead := s.SearchClone(0); collides(ahead, commands) {
					break // a collision is drawn differently
				}
				read.Step(commands, nil)
				s.Step(commands, nil)
				noteStood(assumed, s)
				want, got := text.AppendState(nil, s), text.AppendState(nil, read)
				if !bytes.Equal(got, want) {
					t.Fatalf("%d players, round %d: %s", players, s.Round(), difference(got, want))
				}
				compared++
			}
			s.Step(randomCommands(rng, players), nil)
			noteStood(assumed, s)
		}
	}
	if compared < 200 {
		t.Errorf("only %d rounds compared", compared)
	}
}

func noteStood(a *Assumed, s *bomberman.State) {
	for k := range a.Stood {
		if p := s.Player(k); p.Alive {
			a.Stood[k] = append(a.Stood[k], p.At)
		}
	}
}

// randomCommands returns commands with few bombs, so that games last.
func randomCommands(rng *rand.Rand, players int) (list []bomberman.Command) {
	for range players {
		list = append(list, []bomberman.Command{0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6}[rng.IntN(11)])
	}
	return list
}

// collides reports whether two players want the same block.
func collides(s *bomberman.State, commands []bomberman.Command) bool {
	wanted := map[bomberman.Pos]bool{}
	for k, c := range commands {
		if c < bomberman.Up || c > bomberman.Down || !s.Player(k).Alive {
			continue
		}
		to := s.Player(k).At.Step(c)
		if wanted[to] {
			return true
		}
		wanted[to] = true
	}
	return false
}

// TestParsedStateDoesNotForesee: with every seed, including the match's own, collisions end in any possible way,
// however they end in the match.
func TestParsedStateDoesNotForesee(t *testing.T) {
	const rounds = 40
	text := &Text{Names: make([]string, 2)}
	for _, seed := range []int32{1, 7, 1234} {
		match := facing(t, seed, 0)
		state := text.AppendState(nil, match)
		same := 0
		for round := range rounds {
			draws := facing(t, seed, round)
			read := parsed(t, "facing", text.AppendState(nil, draws), assume(uint64(uint32(seed))))
			if winnerOfBlock(draws) == winnerOfBlock(read) {
				same++
			}
		}
		if same < rounds/8 || same > rounds*7/8 {
			t.Errorf("seed %d: %d of %d collisions end as in the match", seed, same, rounds)
		}
		first := 0
		for own := range uint64(rounds) {
			if winnerOfBlock(parsed(t, "facing", state, assume(own))) == 0 {
				first++
			}
		}
		if first < rounds/8 || first > rounds*7/8 {
			t.Errorf("seed %d: player 0 wins %d of %d seeds", seed, first, rounds)
		}
	}
}

// facing returns a match with two players and one free block between them, after so many draws.
func facing(t *testing.T, seed int32, draws int) *bomberman.State {
	t.Helper()
	m := newState(t, 2, seed).Map()
	board := *m
	board.Blocks = append([]bomberman.Block(nil), m.Blocks...)
	for x := 2; x < board.Width; x++ {
		board.Blocks[board.Width+x-1] = bomberman.Block{}
	}
	board.Starts = []bomberman.Pos{{X: 2, Y: 2}, {X: 4, Y: 2}}
	s := bomberman.NewState(&board)
	for range draws {
		winnerOfBlock(s)
		if s.Player(0).At.X == 3 {
			s.Step([]bomberman.Command{bomberman.Left, bomberman.Nothing}, nil)
		} else {
			s.Step([]bomberman.Command{bomberman.Nothing, bomberman.Right}, nil)
		}
	}
	return s
}

// winnerOfBlock moves both players to the block between them and returns who gets it.
func winnerOfBlock(s *bomberman.State) int {
	s.Step([]bomberman.Command{bomberman.Right, bomberman.Left}, nil)
	if s.Player(0).At.X == 3 {
		return 0
	}
	return 1
}

// TestDrawnPowerUps: the seed determines the hidden power-ups, as many as the map must have, under soft walls. The
// text does not show them.
func TestDrawnPowerUps(t *testing.T) {
	for _, players := range []int{2, 3, 4, 9} {
		s := newState(t, players, 3)
		text := &Text{Names: make([]string, players)}
		rng := rand.New(rand.NewPCG(3, 3))
		for range 30 {
			state := text.AppendState(nil, s)
			a, b := assume(5), assume(6)
			a.PowerUps, b.PowerUps = true, true
			first, second := parsed(t, "first", state, a), parsed(t, "second", state, b)
			want, got := hidden(s), hidden(first)
			if len(got) != len(want) || len(hidden(parsed(t, "none", state, assume(5)))) != 0 {
				t.Fatalf("%d players, round %d: %d power-ups drawn, want %d", players, s.Round(), len(got), len(want))
			}
			if len(want) > 5 && fmt.Sprint(got) == fmt.Sprint(hidden(second)) || fmt.Sprint(got) != fmt.Sprint(hidden(parsed(t, "again", state, a))) {
				t.Fatalf("%d players, round %d: drawn %v", players, s.Round(), got)
			}
			s.Step(randomCommands(rng, players), nil)
		}
	}
}

func hidden(s *bomberman.State) (list []string) {
	for i, b := range s.Map().Blocks {
		at := bomberman.Pos{X: i%s.Map().Width + 1, Y: i/s.Map().Width + 1}
		if c := s.At(at); c.Wall == bomberman.SoftWall && c.PowerUp != bomberman.NoPowerUp && b.Wall == bomberman.SoftWall {
			list = append(list, fmt.Sprint(at, c.PowerUp))
		}
	}
	return list
}

// TestParseStateRefuses: for each change that makes a state impossible the error names it.
func TestParseStateRefuses(t *testing.T) {
	s := newState(t, 2, 1)
	for _, c := range [][]bomberman.Command{{5, 5}, {3, 2}} {
		s.Step(c, nil)
	}
	text := string((&Text{Names: []string{"a", "b"}}).AppendState(nil, s))
	const block = `"Bomb":null,"PowerUp":null,"Exploding":false,"Location":{"X":1,"Y":1}`
	for _, row := range []struct{ from, to, want string }{
		{`{"RegisteredPlayerEntities"`, `["RegisteredPlayerEntities"`, "not valid JSON, near byte"},
		{`"MapSeed":1}`, `"MapSeed":1}x`, "not valid JSON, near byte"},
		{`"MapSeed":1}`, `"MapSeed":1`, "not valid JSON, near byte"},
		{`,"MapSeed":1`, ``, "MapSeed is missing"},
		{`"MapSeed":1`, `"MapSeed":1,"MapSeed":1`, "MapSeed is given twice"},
		{`"MapSeed":1`, `"MapSeed":"1"`, `MapSeed is "1", expected an integer`},
		{`"MapSeed":1`, `"MapSeed":1.5`, "MapSeed is 1.5, expected an integer of 32 bits"},
		{`"MapSeed":1`, `"MapSeed":4294967296`, "MapSeed is 4294967296, expected an integer of 32 bits"},
		{`"CurrentRound":2`, `"CurrentRound":-1`, "the round is -1, expected 0 to 442"},
		{`"CurrentRound":2`, `"CurrentRound":443`, "the round is 443, expected 0 to 442"},
		{`"CurrentRound":2`, `"CurrentRound":null`, "CurrentRound is null, expected an integer"},
		{`"MapWidth":21`, `"MapWidth":20`, "GameBlocks has 21 columns, but MapWidth is 20"},
		{`"MapHeight":21`, `"MapHeight":22`, "GameBlocks[0] has 21 blocks, but MapHeight is 22"},
		{`"GameBlocks":[[`, `"GameBlocks":[{},[`, "GameBlocks[0] is an object, expected an array"},
		{`"Name":"a"`, `"Name":7`, "RegisteredPlayerEntities[0].Name is 7, expected a string"},
		{`"Key":"A"`, `"Key":"C"`, `RegisteredPlayerEntities[0].Key is "C", expected "A"`},
		{`"Killed":false`, `"Killed":0`, "RegisteredPlayerEntities[0].Killed is 0, expected true or false"},
		{`"BombBag":1`, `"BombBag":2`, `Bomb.Owner is not the player "A" as it is in RegisteredPlayerEntities`},
		{block, strings.Replace(block, `"Exploding":false,`, "", 1), "GameBlocks[0][0].Exploding is missing"},
		{block, strings.Replace(block, `"X":1`, `"X":2`, 1), "GameBlocks[0][0].Location is {2 1}, expected {1 1}"},
		{block, strings.Replace(block, `"Bomb":null`, `"Bomb":5`, 1), "GameBlocks[0][0].Bomb is 5, expected an object"},
		{`IndestructibleWallEntity`, `Cat`, `GameBlocks[0][0].Entity.$type is "Domain.Entities.Cat, Domain", expected that of a wall or a player`},
		{`{"Entity":{"$type":"Domain.Entities.IndestructibleWallEntity, Domain","Location":{"X":1,"Y":1}}`, `{"Entity":null`, "block {1 1} is not a hard wall, as the border is"},
		{`"BombTimer":3`, `"BombTimer":0`, "the timer of the bomb at {2 2} is 0, expected 1 to 10"},
		{`"BombTimer":3`, `"BombTimer":11`, "the timer of the bomb at {2 2} is 11, expected 1 to 10"},
		{`"IsExploding":false`, `"IsExploding":true`, "Bomb.IsExploding is true, expected false"},
		{`"PowerUp":null`, `"PowerUp":{"$type":"Domain.Entities.PowerUps.SuperPowerUp, Domain","Location":{"X":1,"Y":1}}`, "GameBlocks[0][0].PowerUp is on a wall"},
		{`PowerUps.SuperPowerUp`, `PowerUps.Mega`, `PowerUp.$type is "Domain.Entities.PowerUps.Mega, Domain", expected that of a power-up`},
		{`"PowerUp":null,"Exploding":false`, `"PowerUp":null,"Exploding":true`, "the blast at {1 1} is not inside the walls of the map"},
	} {
		changed := strings.Replace(text, row.from, row.to, 1)
		if changed == text {
			t.Fatalf("%s is not in\n%s", row.from, text)
		}
		refused(t, row.from+" → "+row.to, changed, row.want)
	}
	everywhere := func(from, to, want string) {
		t.Helper()
		refused(t, from+" → "+to, strings.ReplaceAll(text, from, to), want)
	}
	everywhere(`"Key":"A","Points":0,"Killed":false`, `"Key":"A","Points":0,"Killed":true`, "Entity.Killed is true, expected false: the dead have left the map")
	everywhere(`"BombRadius":1`, `"BombRadius":3`, "the radius of player A is 3, expected 1 times a power of two")
	everywhere(`"BombBag":1`, `"BombBag":0`, "the bag of player A is 0, expected 1 to 10000")
	everywhere(`"Key":"A","Points":0`, `"Key":"A","Points":1000000001`, "the points of player A is 1000000001")
	everywhere(`"PlayerBounty":`, `"PlayerBounty":-`, "the bounty is -")
	everywhere(`"Key":"B"`, `"Key":"A"`, `RegisteredPlayerEntities[1].Key is "A", expected "B"`)
	for _, text := range []string{"", "null", "7", `""`, "[]", "{}"} {
		refused(t, text, text, "")
	}
	bad := assume(1)
	bad.Settings.BombBag = 0
	if _, _, err := ParseState([]byte(text), bad); !errors.Is(err, bomberman.ErrSettings) {
		t.Errorf("bad settings: %v", err)
	}
	bad = assume(1)
	bad.Stood = make([][]bomberman.Pos, 3)
	if _, _, err := ParseState([]byte(text), bad); !errors.Is(err, ErrState) {
		t.Errorf("blocks of three players: %v", err)
	}
	bad.Stood = [][]bomberman.Pos{{{X: 1, Y: 1}}}
	if _, _, err := ParseState([]byte(text), bad); !errors.Is(err, bomberman.ErrSnapshot) {
		t.Errorf("stood in a wall: %v", err)
	}
}

func refused(t *testing.T, what, text, want string) {
	t.Helper()
	if s, _, err := ParseState([]byte(text), assume(1)); !errors.Is(err, ErrState) || s != nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s: %v, want %s", what, err, want)
	}
}

// FuzzParseState: a state that is parsed without an error can be played, and its JSON is parsed as the same state.
func FuzzParseState(f *testing.F) {
	s := newState(f, 2, 1)
	text := &Text{Names: []string{"a", "b"}}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 3 {
		f.Add(text.AppendState(nil, s), byte(1))
		for range 12 {
			s.Step(randomCommands(rng, 2), nil)
		}
	}
	small, err := os.ReadFile(filepath.Join("testdata", "small.json"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(small, byte(1))
	f.Fuzz(func(t *testing.T, data []byte, seed byte) {
		assumed := assume(uint64(seed))
		assumed.PowerUps = seed%2 == 1
		s, text, err := ParseState(data, assumed)
		if err != nil {
			if !errors.Is(err, ErrState) {
				t.Fatal(err)
			}
			return
		}
		written := text.AppendState(nil, s)
		if !json.Valid(written) {
			t.Fatalf("%s is written as %s", data, written)
		}
		parsed(t, "written", written, assumed)
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		for range min(30, s.Map().MaxRounds()-s.Round()+1) {
			s.Step(randomCommands(rng, s.Map().Players()), nil)
		}
		parsed(t, "played on", text.AppendState(nil, s), assumed)
	})
}
