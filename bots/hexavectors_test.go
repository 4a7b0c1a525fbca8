package bots_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"blastyard/bots/hexabots"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/forecast"
	"blastyard/rules/hexabomb/wire"
	"blastyard/rules/maps"
)

var update = flag.Bool("update", false, "write the vectors of the starters' helpers anew")

const hexabombVectors = "testdata/helpers-hexabomb.json"

// hexaCase is a case of helpers-hexabomb.json; testdata/README.md says what its fields are. Cells are q and r.
type hexaCase struct {
	Name      string          `json:"name"`
	State     json.RawMessage `json:"state"`
	Free      [][2]int        `json:"free_cells"`
	Distances []hexaDistances `json:"distances"`
	Paths     []hexaPath      `json:"paths"`
	Blast     []hexaBlast     `json:"blast"`
	Danger    []hexaDanger    `json:"danger"`
	WaysOut   []hexaWaysOut   `json:"ways_out"`
}

type hexaDistances struct {
	From  [2]int   `json:"from"`
	Cells [][3]int `json:"cells"`
}

type hexaPath struct {
	From [2]int   `json:"from"`
	To   [2]int   `json:"to"`
	Path []string `json:"path"`
}

type hexaBlast struct {
	Bomb  [2]int   `json:"bomb"`
	Cells [][2]int `json:"cells"`
}

type hexaDanger struct {
	Cell  [2]int `json:"cell"`
	Turns []int  `json:"turns"`
}

type hexaWaysOut struct {
	Cell  [2]int   `json:"cell"`
	Bomb  []int    `json:"bomb"` // range and delay, or null
	Moves []string `json:"moves"`
}

// TestHexabombVectors: the vectors are what the rules say, and hold all that is worth testing.
func TestHexabombVectors(t *testing.T) {
	var lines [][]byte
	var seen hexaSeen
	for _, n := range hexaStates(t) {
		c := hexaCaseOf(t, n.name, n.state, len(lines))
		seen.note(t, n.state, &c)
		line, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	seen.check(t)
	checkVectors(t, hexabombVectors, lines)
}

// checkVectors compares a file of vectors, a case a line, with what it must be, or writes it.
func checkVectors(t *testing.T, file string, cases [][]byte) {
	t.Helper()
	want := slices.Concat([]byte("{\"cases\": [\n"), bytes.Join(cases, []byte(",\n")), []byte("\n]}\n"))
	if len(want) > 300_000 {
		t.Errorf("%s has %d bytes, expected at most 300,000", file, len(want))
	}
	if *update {
		if err := os.WriteFile(file, want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the rules say: run this test with -update, and look at what changed", file)
	}
}

// hexaSeen counts what is in the cases.
type hexaSeen struct {
	cases, chains, twice, standing, dead, noWay, someWays, allWays, noWayAfterBomb, waysAfterBomb, noPath int
}

func (n *hexaSeen) note(t *testing.T, s *hexabomb.State, c *hexaCase) {
	t.Helper()
	n.cases++
	f := forecast.New(s.Board())
	f.Look(s)
	for i := range s.NumBombs() {
		if b := s.Bomb(i); f.First(b.Cell) < b.Delay {
			n.chains++
		}
	}
	for i := range s.Board().NumCharacters() {
		x := s.Character(i)
		if !x.Alive {
			n.dead++
		} else if s.HasBomb(x.Cell) {
			n.standing++
		}
	}
	for _, d := range c.Danger {
		if len(d.Turns) > 1 {
			n.twice++
		}
	}
	for _, p := range c.Paths {
		if p.Path == nil {
			n.noPath++
		}
	}
	for _, w := range c.WaysOut {
		switch {
		case w.Bomb != nil && len(w.Moves) == 0:
			n.noWayAfterBomb++
		case w.Bomb != nil:
			n.waysAfterBomb++
		case len(w.Moves) == 0:
			n.noWay++
		case len(w.Moves) < 4:
			n.someWays++
		default:
			n.allWays++
		}
	}
}

func (n *hexaSeen) check(t *testing.T) {
	t.Helper()
	for _, c := range []struct {
		what      string
		got, want int
	}{
		{"cases", n.cases, 40}, {"bombs that another sets off", n.chains, 20}, {"cells that blow up twice", n.twice, 20},
		{"characters on a bomb", n.standing, 8}, {"dead characters", n.dead, 10}, {"places without a way out", n.noWay, 8},
		{"places with a few ways out", n.someWays, 20}, {"places with many ways out", n.allWays, 20},
		{"bombs that kill who drops them", n.noWayAfterBomb, 10}, {"bombs that can be escaped", n.waysAfterBomb, 20},
		{"cells without a path", n.noPath, 20},
	} {
		if c.got < c.want {
			t.Errorf("%s: %d, expected at least %d", c.what, c.got, c.want)
		}
	}
}

type hexaState struct {
	name  string
	state *hexabomb.State
}

// hexaStates are small boards with all kinds of things on them, and states of real matches.
func hexaStates(t *testing.T) []hexaState {
	rng := rand.New(rand.NewPCG(1, 13))
	var states []hexaState
	for i := range 26 {
		states = append(states, hexaState{"drawn " + string(rune('a'+i)), drawnHexa(t, rng, 2+i%2)})
	}
	if !*update {
		return append(states, keptHexa(t, len(states))...)
	}
	for _, match := range []struct {
		mapName string
		bots    []string
		ghost   string
		moments int // how many states are taken
	}{
		{"tiny", []string{"hunter", "greedy", "random", "hunter"}, "", 8},
		{"duel", []string{"hunter", "greedy"}, "", 4},
		{"yard", []string{"hunter", "greedy", "random", "greedy"}, "", 3},
		{"tiny", []string{"hunter", "greedy"}, "ghost", 3},
	} {
		name := match.mapName
		if match.ghost != "" {
			name += " with a special player"
		}
		for _, s := range playedHexa(t, match.mapName, match.bots, match.ghost, match.moments) {
			states = append(states, hexaState{fmt.Sprintf("%s, turn %d", name, s.Turn()), s})
		}
	}
	return states
}

// keptHexa are the states of real matches as the file of vectors has them, behind those that are drawn: the built-in bots
// that played them may change, the vectors shall not.
func keptHexa(t *testing.T, drawn int) []hexaState {
	t.Helper()
	text, err := os.ReadFile(hexabombVectors)
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []hexaCase }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	var states []hexaState
	for _, c := range file.Cases[min(drawn, len(file.Cases)):] {
		states = append(states, hexaState{c.Name, decodedHexa(t, c)})
	}
	return states
}

// decodedHexa is the state of a case, on a board whose characters start anywhere.
func decodedHexa(t *testing.T, c hexaCase) *hexabomb.State {
	t.Helper()
	var state struct {
		Cells      []hexabomb.Coord
		Characters []struct{ Color int }
	}
	if err := json.Unmarshal(c.State, &state); err != nil {
		t.Fatal(err)
	}
	m, special := &hexabomb.Map{Cells: state.Cells}, 0
	for i, x := range state.Characters {
		player := x.Color - 1
		if strings.Contains(c.Name, "special") {
			if special = 1; player == 0 {
				m.SpecialStarts = append(m.SpecialStarts, state.Cells[i])
				continue
			}
			player--
		}
		if player == len(m.Starts) {
			m.Starts = append(m.Starts, nil)
		}
		m.Starts[player] = append(m.Starts[player], state.Cells[i])
	}
	b, err := hexabomb.NewBoard(m, len(m.Starts), special)
	if err != nil {
		t.Fatal(err)
	}
	s, err := wire.DecodeState(b, 100, c.State)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// drawnHexa draws a state on a hexagon with holes.
func drawnHexa(t *testing.T, rng *rand.Rand, radius int) *hexabomb.State {
	t.Helper()
	m := &hexabomb.Map{}
	for q := -radius; q <= radius; q++ {
		for r := max(-radius, -radius-q); r <= min(radius, radius-q); r++ {
			if rng.IntN(6) > 0 {
				m.Cells = append(m.Cells, hexabomb.Coord{Q: q, R: r})
			}
		}
	}
	places := slices.Clone(m.Cells)
	rng.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	m.Starts = [][]hexabomb.Coord{places[:2], places[2:4]}
	b, err := hexabomb.NewBoard(m, 2, 0)
	if err != nil {
		t.Fatal(err)
	}
	p := hexabomb.NewState(b).Snapshot()
	p.Turn = 30 + rng.IntN(10)
	for c := range p.Colours {
		p.Colours[c] = hexabomb.Colour(rng.IntN(3))
	}
	for i := range p.Characters {
		p.Characters[i].BombCount = rng.IntN(3)
		if i > 0 && rng.IntN(4) == 0 {
			p.Characters[i].Alive, p.Characters[i].ReviveDelay = false, rng.IntN(4)
		}
	}
	cells := rng.Perm(len(p.Colours))
	for i := range 1 + rng.IntN(5) {
		p.Bombs = append(p.Bombs, hexabomb.Bomb{Cell: hexabomb.Cell(cells[i]), Colour: hexabomb.Colour(1 + rng.IntN(2)),
			Range: 2 + rng.IntN(3), Delay: 1 + rng.IntN(4)})
	}
	p.Scores = []int{rng.IntN(500), rng.IntN(500)}
	s, err := b.Restore(p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// playedHexa plays a match and returns the states with the most bombs, in order.
func playedHexa(t *testing.T, mapName string, names []string, ghost string, moments int) []*hexabomb.State {
	t.Helper()
	m, err := maps.Load(mapName)
	if err != nil {
		t.Fatal(err)
	}
	special := 0
	if ghost != "" {
		special, names = 1, append([]string{ghost}, names...)
	}
	b, err := hexabomb.NewBoard(m, len(names)-special, special)
	if err != nil {
		t.Fatal(err)
	}
	players := make([]hexabots.Bot, len(names))
	for p, name := range names {
		if players[p], err = hexabots.New(name, b, p, uint64(p)+5); err != nil {
			t.Fatal(err)
		}
	}
	s := hexabomb.NewState(b)
	var states []*hexabomb.State
	for range 100 {
		var actions []hexabomb.Action
		for _, p := range players {
			actions = p.Act(actions, s)
		}
		s.Step(actions, nil)
		states = append(states, s.Clone())
	}
	slices.SortStableFunc(states, func(x, y *hexabomb.State) int { return cmp.Compare(y.NumBombs(), x.NumBombs()) })
	states = states[:moments]
	slices.SortFunc(states, func(x, y *hexabomb.State) int { return cmp.Compare(x.Turn(), y.Turn()) })
	return states
}

func hexaCaseOf(t *testing.T, name string, s *hexabomb.State, number int) hexaCase {
	t.Helper()
	c := hexaCase{Name: name, State: wire.NewEncoder(s.Board()).Append(nil, s), Free: [][2]int{},
		Blast: []hexaBlast{}, Danger: hexaDangers(t, s)}
	for cell := range hexabomb.Cell(s.Board().NumCells()) {
		if s.Empty(cell) {
			c.Free = append(c.Free, hexaPlace(s, cell))
		}
	}
	for i := range s.NumBombs() {
		c.Blast = append(c.Blast, hexaBlast{hexaPlace(s, s.Bomb(i).Cell), hexaReach(t, s, i)})
	}
	first := true
	for id := range s.Board().NumCharacters() {
		x := s.Character(id)
		if !x.Alive {
			continue
		}
		if first {
			c.Distances = []hexaDistances{{hexaPlace(s, x.Cell), hexaAllDistances(s, x.Cell)}}
			for n := range 5 {
				to := hexabomb.Cell((number*7 + n*11) % s.Board().NumCells())
				if n == 0 {
					to = x.Cell
				}
				c.Paths = append(c.Paths, hexaPath{hexaPlace(s, x.Cell), hexaPlace(s, to), hexaWay(s, x.Cell, to)})
			}
		}
		first = false
		if len(c.WaysOut) >= 6 || s.Board().Special(s.Board().Owner(id)) {
			continue
		}
		c.WaysOut = append(c.WaysOut, hexaWaysOut{hexaPlace(s, x.Cell), nil, hexaEscapes(t, s, id, nil)})
		if !s.HasBomb(x.Cell) {
			bomb := []int{2 + (number+id)%3, 2 + (number/3+id)%3}
			c.WaysOut = append(c.WaysOut, hexaWaysOut{hexaPlace(s, x.Cell), bomb, hexaEscapes(t, s, id, bomb)})
		}
	}
	return c
}
