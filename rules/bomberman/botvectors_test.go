package bomberman_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

var update = flag.Bool("update", false, "write the vectors of the starters' helpers anew")

const vectors = "../../bots/testdata/helpers-bomberman.json"

// vector is a case of helpers-bomberman.json; the README beside it describes its fields. Cells are x and y.
type vector struct {
	Name      string          `json:"name"`
	State     json.RawMessage `json:"state"`
	Free      []cell          `json:"free_cells"`
	Distances []distances     `json:"distances"`
	Paths     []path          `json:"paths"`
	Blast     []blast         `json:"blast"`
	Danger    []danger        `json:"danger"`
	WaysOut   []waysOut       `json:"ways_out"`
}

type cell [2]int

type distances struct {
	From  cell     `json:"from"`
	Cells [][3]int `json:"cells"`
}

type path struct {
	From cell  `json:"from"`
	To   cell  `json:"to"`
	Path []int `json:"path"`
}

type blast struct {
	Bomb  cell   `json:"bomb"`
	Cells []cell `json:"cells"`
}

type danger struct {
	Cell  cell  `json:"cell"`
	Turns []int `json:"turns"`
}

type waysOut struct {
	Cell  cell  `json:"cell"`
	Bomb  []int `json:"bomb"` // radius and timer, or null
	Moves []int `json:"moves"`
}

// TestBotVectors: the vectors agree with the rules, and contain every interesting case.
func TestBotVectors(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 13))
	want := []byte("{\"cases\": [\n")
	var seen contents
	add := func(name string, s *bomberman.State) {
		v := vectorOf(t, name, s, seen.cases)
		seen.note(s, &v)
		line, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if seen.cases > 1 {
			want = append(want, ",\n"...)
		}
		want = append(want, line...)
	}
	for i := range 32 {
		text := drawn(rng, 5, 3+i%2)
		add(text, bomberman.DrawnState(t, text))
	}
	for _, s := range played(t) {
		add(fmt.Sprintf("a match, round %d", s.Round()), s)
	}
	want = append(want, "\n]}\n"...)
	seen.check(t)
	compareFile(t, want)
}

func compareFile(t *testing.T, want []byte) {
	t.Helper()
	if len(want) > 300_000 {
		t.Errorf("%s has %d bytes, expected at most 300,000", vectors, len(want))
	}
	if *update {
		if err := os.WriteFile(vectors, want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(vectors)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the rules say: run this test with -update, and look at what changed", vectors)
	}
}

// contents counts the kinds of cases.
type contents struct {
	cases, chains, twice, standing, dead, opened, powerUps              int
	noWay, someWays, manyWays, noWayAfterBomb, waysAfterBomb, unreached int
}

func (n *contents) note(s *bomberman.State, v *vector) {
	n.cases++
	turns := map[cell]int{}
	for _, d := range v.Danger {
		turns[d.Cell] = d.Turns[0]
		n.twice += min(1, len(d.Turns)-1)
		if s.At(bomberman.Pos{X: d.Cell[0], Y: d.Cell[1]}).Wall == bomberman.SoftWall {
			n.opened++
		}
	}
	for i := range s.NumBombs() {
		if b := s.Bomb(i); turns[place(b.At)] < b.Timer {
			n.chains++
		}
	}
	for k := range s.Map().Players() {
		if p := s.Player(k); !p.Alive {
			n.dead++
		} else if s.At(p.At).Bomb {
			n.standing++
		}
	}
	n.powerUps += bytes.Count(v.State, []byte("PowerUps."))
	for _, p := range v.Paths {
		if p.Path == nil {
			n.unreached++
		}
	}
	for _, w := range v.WaysOut {
		switch {
		case w.Bomb != nil && len(w.Moves) == 0:
			n.noWayAfterBomb++
		case w.Bomb != nil:
			n.waysAfterBomb++
		case len(w.Moves) == 0:
			n.noWay++
		case len(w.Moves) < 3:
			n.someWays++
		default:
			n.manyWays++
		}
	}
}

func (n *contents) check(t *testing.T) {
	t.Helper()
	for _, c := range []struct {
		what      string
		got, want int
	}{
		{"cases", n.cases, 34}, {"bombs that another sets off", n.chains, 12}, {"cells that blow up twice", n.twice, 15},
		{"players on a bomb", n.standing, 6}, {"dead players", n.dead, 3}, {"walls that open", n.opened, 20},
		{"open power-ups", n.powerUps, 5}, {"places without a way out", n.noWay, 8},
		{"places with a few ways out", n.someWays, 15}, {"places with many ways out", n.manyWays, 5},
		{"bombs that kill who places them", n.noWayAfterBomb, 8}, {"bombs that can be escaped", n.waysAfterBomb, 8},
		{"cells without a path", n.unreached, 20},
	} {
		if c.got < c.want {
			t.Errorf("%s: %d, expected at least %d", c.what, c.got, c.want)
		}
	}
}

// drawn returns a random small board (see the boards as text in package bomberman's tests).
func drawn(rng *rand.Rand, width, height int) string {
	words := make([]string, width*height)
	for i := range words {
		words[i] = []string{".", ".", ".", ".", ".", ".", "#", "+", "+", "1", "&", "!"}[rng.IntN(12)]
	}
	at := rng.Perm(len(words))
	for i, player := range []string{"A", "B", "C"}[:2+rng.IntN(2)] {
		words[at[i]] = player
	}
	for i := range 2 + rng.IntN(3) { // one of them possibly under a player
		k := at[(i+1+rng.IntN(3))%len(at)]
		word := fmt.Sprintf("%c%dr%d", 'a'+rng.IntN(2), 1+rng.IntN(6), 1+rng.IntN(3))
		switch {
		case len(words[k]) > 1:
		case 'A' <= words[k][0] && words[k][0] <= 'C':
			words[k] += word
		default:
			words[k] = word
		}
	}
	var rows []string
	for y := range height {
		rows = append(rows, strings.Join(words[y*width:(y+1)*width], " "))
	}
	return fmt.Sprintf("round: %d|A: bag=%d radius=%d|B: bag=%d radius=%d|C: dead=1|%s", 5+rng.IntN(20), 1+rng.IntN(4),
		1+rng.IntN(3), 1+rng.IntN(4), 1+rng.IntN(3), strings.Join(rows, "|"))
}

// match contains the first rounds of a match of two built-in bots on a map of 11 by 11, by player: the numbers of the
// commands. The bots may change, but the vectors must not.
var match = [2]string{"33522445113322444151133445224451", "11544225331144222353311225335442"}

// played plays the match and returns the states after its last two rounds.
func played(t *testing.T) []*bomberman.State {
	t.Helper()
	settings := bomberman.DefaultSettings()
	settings.SmallSize = 11
	m, err := bomberman.Generate(settings, 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	s := bomberman.NewState(m)
	var states []*bomberman.State
	for i := range match[0] {
		s.Step([]bomberman.Command{bomberman.Command(match[0][i] - '0'), bomberman.Command(match[1][i] - '0')}, nil)
		states = append(states, s.Clone())
	}
	return states[len(states)-2:]
}

func vectorOf(t *testing.T, name string, s *bomberman.State, number int) vector {
	t.Helper()
	text := wire.Text{Names: []string{"Ann", "Bob", "Cy"}[:s.Map().Players()]}
	v := vector{Name: name, State: text.AppendState(nil, s), Free: []cell{}, Blast: []blast{}, Danger: dangers(t, s)}
	for c := range cells(s) {
		if enterable(s, c) {
			v.Free = append(v.Free, place(c))
		}
	}
	for c := range cells(s) {
		if s.At(c).Bomb {
			v.Blast = append(v.Blast, blast{place(c), reach(s, c)})
		}
	}
	for k := range s.Map().Players() {
		p := s.Player(k)
		if !p.Alive {
			continue
		}
		if v.Distances == nil {
			v.Distances = []distances{{place(p.At), allDistances(s, p.At)}}
			v.Paths = append(v.Paths, path{place(p.At), place(p.At), []int{}})
			for n := range 4 {
				block := (number*7 + n*29) % len(s.Map().Blocks)
				to := bomberman.Pos{X: block%s.Map().Width + 1, Y: block/s.Map().Width + 1}
				v.Paths = append(v.Paths, path{place(p.At), place(to), way(s, p.At, to)})
			}
			last := v.Distances[0].Cells[len(v.Distances[0].Cells)-1]
			to := bomberman.Pos{X: last[0], Y: last[1]}
			v.Paths = append(v.Paths, path{place(p.At), place(to), way(s, p.At, to)})
		}
		v.WaysOut = append(v.WaysOut, waysOut{place(p.At), nil, escapes(s, k, false)})
		if p.OnMap < p.Bag && !s.At(p.At).Bomb {
			v.WaysOut = append(v.WaysOut, waysOut{place(p.At), []int{p.Radius, s.Map().Settings.Timer(p.Bag)}, escapes(s, k, true)})
		}
	}
	return v
}
