package observe

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/forecast"
)

// hexKind is a kind of game to observe.
type hexKind struct {
	name                        string
	radius, players, characters int
	special                     int // characters of the special player
	turns                       int
}

var hexKinds = []hexKind{
	{"six players", 3, 6, 1, 0, 120},
	{"one player", 1, 1, 1, 0, 40},
	{"four with three characters", 5, 4, 3, 0, 100},
	{"crowded", 2, 3, 4, 0, 100},
	{"sudden death", 4, 4, 2, 3, 100},
	{"special player alone has most", 3, 2, 1, 2, 60},
}

// hexBoard returns a hexagon with starts spread over it. One corner is missing, so that its grid has no
// symmetry.
func hexBoard(tb testing.TB, k hexKind) *hexabomb.Board {
	tb.Helper()
	var m hexabomb.Map
	for q := -k.radius; q <= k.radius; q++ {
		for r := -k.radius; r <= k.radius; r++ {
			c := hexabomb.Coord{Q: q, R: r}
			corner := k.radius > 1 && q == k.radius && r == 0
			if c.Distance(hexabomb.Coord{}) <= k.radius && !corner {
				m.Cells = append(m.Cells, hexabomb.Coord{Q: q + 7, R: r - 20})
			}
		}
	}
	spread := rand.New(rand.NewPCG(1, 2)).Perm(len(m.Cells))
	draw := func() hexabomb.Coord {
		c := m.Cells[spread[0]]
		spread = spread[1:]
		return c
	}
	for p := range k.players {
		m.Starts = append(m.Starts, nil)
		for range k.characters {
			m.Starts[p] = append(m.Starts[p], draw())
		}
	}
	for range k.special {
		m.SpecialStarts = append(m.SpecialStarts, draw())
	}
	b, err := hexabomb.NewBoard(&m, k.players, min(1, k.special))
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// hexDraw draws an action for each character from the mask. Bombs of the special player may have ranges and delays
// without a number.
func hexDraw(s *hexabomb.State, rng *rand.Rand, turn []hexabomb.Action) []hexabomb.Action {
	turn = turn[:0]
	b := s.Board()
	for _, p := range rng.Perm(b.NumPlayers()) {
		first, end := b.Characters(p)
		for id := first; id < end; id++ {
			var legal []hexabomb.Action
			for c := range s.Legal(p) {
				if int(c.Action.Character) != id || c.Refused != hexabomb.NotRefused {
					continue
				}
				a := c.Action
				if a.Kind == hexabomb.DropBomb {
					limit := hexabomb.MaxBomb + rng.IntN(max(1, c.MaxBomb/4-hexabomb.MaxBomb))
					a.Range = uint8(hexabomb.MinBomb + rng.IntN(limit-hexabomb.MinBomb+1))
					a.Delay = uint8(hexabomb.MinBomb + rng.IntN(limit-hexabomb.MinBomb+1))
				}
				legal = append(legal, a)
			}
			if len(legal) > 0 && rng.IntN(8) > 0 {
				turn = append(turn, legal[rng.IntN(len(legal))])
			}
		}
	}
	return turn
}

func naiveOrder(b *hexabomb.Board, seat int) []int {
	order := []int{seat}
	for i := range b.NumPlayers() {
		if p := (seat + 1 + i) % b.NumPlayers(); p != seat && !b.Special(p) {
			order = append(order, p)
		}
	}
	if b.SuddenDeath() && seat != 0 {
		order = append(order, 0)
	}
	return order
}

func naiveHexabomb(spec *Spec, s *hexabomb.State, f *forecast.Forecast, seat, turns int) arrays {
	b := s.Board()
	n := newNaive(spec)
	minQ, minR := spec.Places[0][0], spec.Places[0][1]
	for _, at := range spec.Places {
		minQ, minR = min(minQ, at[0]), min(minR, at[1])
	}
	set := func(c hexabomb.Cell, value int, format string, args ...any) {
		at := b.Coord(c)
		n.set(fmt.Sprintf(format, args...), at.R-minR, at.Q-minQ, int(c), value)
	}
	relative := map[int]int{}
	for i, p := range naiveOrder(b, seat) {
		relative[p] = i
	}
	f.Look(s)
	for i := range b.NumCells() {
		c := hexabomb.Cell(i)
		set(c, 255, "valid")
		if t := f.First(c); t > 0 {
			set(c, 255/t, "danger")
		}
		if colour := s.Colour(c); colour > 0 {
			set(c, 255, "colour_%d", relative[int(colour)-1])
		}
	}
	for i := range s.NumBombs() {
		x := s.Bomb(i)
		set(x.Cell, min(255, 16*x.Range), "bomb_range")
		set(x.Cell, 255/x.Delay, "bombs_%d", relative[int(x.Colour)-1])
	}
	for p, i := range relative {
		n.hexPlayer(s, p, i, turns, set)
		if p == seat {
			n.hexOwn(s, seat, set)
		}
	}
	n.scalar(float64(float32(min(turns, s.Turn()))/float32(turns)), "turn")
	if b.Special(seat) {
		n.scalar(1, "special")
	}
	return n.arrays
}

func (n *naive) hexPlayer(s *hexabomb.State, p, i, turns int, set func(hexabomb.Cell, int, string, ...any)) {
	b := s.Board()
	first, end := b.Characters(p)
	bombs, dead := 0, map[hexabomb.Cell]int{}
	for id := first; id < end; id++ {
		x := s.Character(id)
		bombs += x.BombCount
		if x.Alive {
			set(x.Cell, 255, "living_%d", i)
		} else {
			dead[x.Cell] = max(dead[x.Cell], 255/(x.ReviveDelay+1))
		}
	}
	for c, value := range dead {
		set(c, value, "dead_%d", i)
	}
	scale := float64(turns)
	if !b.SuddenDeath() {
		scale *= float64(b.NumCells())
	}
	n.scalar(float64(s.Score(p))/scale, "score_%d", i)
	n.scalar(float64(float32(s.CellCount(p))/float32(b.NumCells())), "cells_%d", i)
	n.scalar(float64(float32(s.Living(p))/float32(end-first)), "living_%d", i)
	n.scalar(float64(float32(bombs)/float32(2*(end-first))), "bombs_%d", i)
}

func (n *naive) hexOwn(s *hexabomb.State, seat int, set func(hexabomb.Cell, int, string, ...any)) {
	actions := len(n.spec.Actions)
	first, end := s.Board().Characters(seat)
	for i := range n.spec.Characters {
		n.mask[i*actions] = 1
		if i >= end-first {
			continue
		}
		x := s.Character(first + i)
		n.scalar(float64(x.BombCount)/2, "character_%d_bombs", i)
		if x.Alive {
			set(x.Cell, 255, "character_%d", i)
			n.scalar(1, "character_%d_alive", i)
		} else {
			set(x.Cell, 128, "character_%d", i)
			n.scalar(1/float64(x.ReviveDelay+1), "character_%d_revive", i)
		}
	}
	for c := range s.Legal(seat) {
		if c.Refused != hexabomb.NotRefused {
			continue
		}
		for a := range actions { // each number for this action; for a bomb those of all ranges and delays
			asked, ok := HexabombAction(s.Board(), seat, int(c.Action.Character)-first, uint8(a))
			if asked.Kind == hexabomb.DropBomb {
				asked.Range, asked.Delay = hexabomb.MinBomb, hexabomb.MinBomb
			}
			if ok && asked == c.Action {
				n.mask[(int(c.Action.Character)-first)*actions+a] = 1
			}
		}
	}
	for i := range n.spec.Characters {
		n.setKey(i)
	}
}

// TestHexabombIsWhatItsTextSays plays random games of every kind, and compares each view after each turn byte by byte
// with the documentation. Views write changes; sometimes one misses turns, or its memory is overwritten.
func TestHexabombIsWhatItsTextSays(t *testing.T) {
	for _, kind := range hexKinds {
		for form, f := range forms {
			t.Run(kind.name+"/"+form, func(t *testing.T) {
				t.Parallel()
				b := hexBoard(t, kind)
				p, err := NewHexabombBoard(b, f, kind.turns)
				if err != nil {
					t.Fatal(err)
				}
				h := &hexWatch{t: t, p: p, o: p.Observer(), future: forecast.New(b), turns: kind.turns,
					rng: rand.New(rand.NewPCG(5, uint64(f)))}
				for seat := range b.NumPlayers() {
					h.bind(seat)
				}
				h.bindAll()
				s := hexabomb.NewState(b)
				h.o.Look(s)
				h.compare(s)
				var actions []hexabomb.Action
				saved := s.Clone()
				for turn := range kind.turns + 10 {
					actions = hexDraw(s, h.rng, actions)
					s.Step(actions, nil)
					if turn%3 == 2 {
						h.o.Look(s)
					} else {
						h.o.Next(s)
					}
					h.compare(s)
					switch turn {
					case 20:
						saved.CopyFrom(s)
					case 50: // an unrelated state
						s.CopyFrom(saved)
						h.o.Look(s)
						h.compare(s)
					}
				}
				if kind.players > 1 && f != None && (h.seen["danger"] == 0 || h.seen["bombs_1"] == 0 || h.seen["living_1"] == 0) {
					t.Errorf("channels that were not 0: %v", h.seen)
				}
			})
		}
	}
}

// hexWatch compares views with the naive writer.
type hexWatch struct {
	t      *testing.T
	p      *HexabombBoard
	o      *Hexabomb
	future *forecast.Forecast
	turns  int
	rng    *rand.Rand
	memory []arrays
	views  []*HexabombView
	groups []hexGroup
	seen   map[string]int
}

func (h *hexWatch) bind(seat int) {
	m := newArrays(h.p.Spec(), 77)
	h.memory = append(h.memory, m)
	h.views = append(h.views, h.o.View([]int{seat}, m.memory()))
}

// A hexGroup is a view of several seats.
type hexGroup struct {
	view   *HexabombView
	memory Memory
	seats  []int
}

// bindAll binds views of all seats in the order of the players, and with the last one first.
func (h *hexWatch) bindAll() {
	backwards := allSeats(h.p.Spec())
	slices.Reverse(backwards)
	for _, seats := range [][]int{allSeats(h.p.Spec()), backwards} {
		m := h.p.Spec().Memory(len(seats))
		h.groups = append(h.groups, hexGroup{h.o.View(seats, m), m, seats})
	}
}

func (h *hexWatch) compare(s *hexabomb.State) {
	h.t.Helper()
	for _, g := range h.groups {
		g.view.Write()
		for i, seat := range g.seats {
			m := g.memory.part(i, h.p.Spec().sizes())
			got, want := arrays{m.Board, m.Mask, m.Legal, m.Scalars}, naiveHexabomb(h.p.Spec(), s, h.future, seat, h.turns)
			if text := differ(h.p.Spec(), got, want); text != "" {
				h.t.Fatalf("turn %d, player %d in a view of %v: %s\n%v", s.Turn(), seat, g.seats, text, s)
			}
		}
	}
	if h.seen == nil {
		h.seen = map[string]int{}
	}
	for seat, v := range h.views {
		if h.rng.IntN(10) == 0 {
			continue // misses this state
		}
		if h.rng.IntN(20) == 0 {
			clear(h.memory[seat].dst)
			clear(h.memory[seat].scalars)
			clear(h.memory[seat].mask)
			v.Clear()
		}
		v.Write()
		want := naiveHexabomb(h.p.Spec(), s, h.future, seat, h.turns)
		if text := differ(h.p.Spec(), h.memory[seat], want); text != "" {
			h.t.Fatalf("turn %d, player %d: %s\n%v", s.Turn(), seat, text, s)
		}
		want.count(h.p.Spec(), h.seen)
	}
}

// TestHexabombTogether: a board is safe for several goroutines.
func TestHexabombTogether(t *testing.T) {
	p, err := NewHexabombBoard(hexBoard(t, hexKind{radius: 3, players: 6, characters: 1}), Planes, 10)
	if err != nil {
		t.Fatal(err)
	}
	s := hexabomb.NewState(p.rules)
	var all [4]Memory
	var wait sync.WaitGroup
	for i := range all {
		wait.Go(func() {
			all[i] = p.Spec().Memory(p.Spec().Players)
			o := p.Observer()
			v := o.View(allSeats(p.Spec()), all[i])
			o.Look(s)
			v.Write()
		})
	}
	wait.Wait()
	for i := range all {
		if text := cmp.Diff(all[0], all[i]); text != "" || slices.Max(all[i].Board) == 0 {
			t.Errorf("goroutine %d sees something else:\n%s", i, text)
		}
	}
}
