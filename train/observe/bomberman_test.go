package observe

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"blastyard/bots/bomberbots"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/forecast"
)

// naiveBomberman writes an observation as the package's documentation describes it.
func naiveBomberman(spec *Spec, s *bomberman.State, seat, turns int) arrays {
	m, n := s.Map(), newNaive(spec)
	board := forecast.NewBoard(m)
	board.Read(s)
	f := forecast.New(board, bomberman.NoPlayer)
	f.Look()
	set := func(at bomberman.Pos, value int, format string, args ...any) {
		n.set(fmt.Sprintf(format, args...), at.Y-1, at.X-1, board.Block(at), value)
	}
	relative := func(p int) int { return (p - seat + m.Players()) % m.Players() }
	for y := 1; y <= m.Height; y++ {
		for x := 1; x <= m.Width; x++ {
			at := bomberman.Pos{X: x, Y: y}
			c := s.At(at)
			switch {
			case c.Wall == bomberman.HardWall:
				set(at, 255, "hard_wall")
			case c.Wall == bomberman.SoftWall:
				set(at, 255, "soft_wall")
			case c.PowerUp != bomberman.NoPowerUp:
				set(at, 255, "power_%s", []string{"", "bag", "radius", "super"}[c.PowerUp])
			}
			if t := f.First(board.Block(at)); t > 0 {
				set(at, 255/t, "danger")
			}
			if c.Player != bomberman.NoPlayer {
				set(at, 255, "living_%d", relative(c.Player))
			}
		}
	}
	for i := range s.NumBombs() {
		b := s.Bomb(i)
		reach := min(255, 16*b.Radius)
		if b.Radius < 0 {
			reach = 255
		}
		set(b.At, reach, "bomb_range")
		set(b.At, 255/b.Timer, "bombs_%d", relative(b.Owner))
	}
	n.scalar(float64(min(turns, s.Round()))/float64(turns), "turn")
	for p := range m.Players() {
		x, i := s.Player(p), relative(p)
		n.scalar(float64(x.Points)/1000, "score_%d", i)
		n.scalar(float64(min(10, x.Bag-x.OnMap))/10, "bombs_%d", i)
		n.scalar(float64(min(10, x.Bag))/10, "bag_%d", i)
		radius := min(1, float64(x.Radius)/float64(m.Width))
		if x.Radius < 0 {
			radius = 1
		}
		n.scalar(radius, "radius_%d", i)
		if x.Alive {
			n.scalar(1, "living_%d", i)
		}
	}
	n.mask[0] = 1
	for c := range s.Legal(seat) {
		if c.Refused == bomberman.NotRefused {
			n.mask[c.Command] = 1
		}
	}
	n.setKey(0)
	return n.arrays
}

// TestBombermanIsWhatItsTextSays plays random games of several sizes, one after the other with the same observer, and
// compares each view after each round byte by byte with the documentation. Sometimes a view misses rounds, or its
// memory is overwritten.
func TestBombermanIsWhatItsTextSays(t *testing.T) {
	for _, players := range []int{2, 4, 12} {
		for form, f := range forms {
			t.Run(fmt.Sprintf("%d players/%s", players, form), func(t *testing.T) {
				t.Parallel()
				w := bombWatch{t: t, rng: rand.New(rand.NewPCG(6, uint64(players))), seen: map[string]int{}}
				w.limit = 1200 / players
				for game := int32(0); w.rounds < w.limit; game++ {
					settings := bomberman.DefaultSettings()
					settings.LargeSize = 31
					if players == 2 {
						settings.SmallSize = 13
					}
					settings.BombBag, settings.BombRadius, settings.WallChance = 1+int(game%3), 1+int(game%4), 50
					w.play(settings, players, f, game)
				}
				if w.opened < 2 {
					t.Errorf("%d games were opened", w.opened)
				}
				if f == None {
					return
				}
				for _, name := range []string{"soft_wall", "power_radius", "danger", "bomb_range", "living_1", "bombs_1"} {
					if w.seen[name] == 0 {
						t.Errorf("channel %s was always 0: %v", name, w.seen)
					}
				}
			})
		}
	}
}

type bombWatch struct {
	t      *testing.T
	rng    *rand.Rand
	o      *Bomberman
	memory []arrays
	views  []*BombermanView
	all    *BombermanView // of all seats; the last seat comes first
	whole  Memory
	seats  []int
	seen   map[string]int
	bots   []bomberbots.Bot
	rounds int // played rounds
	opened int // started games
	limit  int
}

func (w *bombWatch) play(settings bomberman.Settings, players int, form Form, game int32) {
	w.t.Helper()
	g, err := bomberman.NewGenerator(settings, players)
	if err != nil {
		w.t.Fatal(err)
	}
	m, s := &bomberman.Map{}, &bomberman.State{}
	if err := g.Start(s, m, game); err != nil {
		w.t.Fatal(err)
	}
	switch game % 4 {
	case 1:
		if game == 1 {
			m.Settings.BombRadius = math.MinInt32 // as after the 31st radius power-up
		}
		s.Restart(m)
	case 2:
		w.addHardWall(m)
		s.Restart(m)
	}
	if w.o == nil {
		p, err := NewBombermanBoard(m, form, 70)
		if err != nil {
			w.t.Fatal(err)
		}
		w.o = p.Observer()
		for seat := range players {
			a := newArrays(p.Spec(), 77)
			w.memory = append(w.memory, a)
			w.views = append(w.views, w.o.View([]int{seat}, a.memory()))
		}
		w.seats = allSeats(p.Spec())
		slices.Reverse(w.seats)
		w.whole = p.Spec().Memory(len(w.seats))
		w.all = w.o.View(w.seats, w.whole)
	}
	if game%4 == 1 || game%4 == 2 {
		w.o.Look(s)
	} else {
		soft, super := g.Opening()
		w.o.Open(s, soft, super)
		w.opened++
	}
	w.compare(s)
	commands := make([]bomberman.Command, players)
	w.bots = w.bots[:0]
	for k := range players {
		bot, err := bomberbots.New("reference", m, k, uint64(game))
		if err != nil {
			w.t.Fatal(err)
		}
		w.bots = append(w.bots, bot)
	}
	for end := min(w.limit, w.rounds+w.limit/4); w.rounds < end && !s.Over(); w.rounds++ {
		for k := range commands {
			commands[k] = w.draw(s, k)
		}
		s.Step(commands, nil)
		if w.rounds%4 == 3 {
			w.o.Look(s)
		} else {
			w.o.Next(s)
		}
		w.compare(s)
	}
}

// addHardWall adds a hard wall where no map of a generator has one.
func (w *bombWatch) addHardWall(m *bomberman.Map) {
	for i, b := range m.Blocks {
		if b.Wall == bomberman.SoftWall && b.PowerUp == bomberman.NoPowerUp {
			m.Blocks[i].Wall = bomberman.HardWall
			return
		}
	}
	w.t.Fatal("no soft wall without a power-up")
}

// draw returns the command of a built-in bot, or sometimes any command that is not refused.
func (w *bombWatch) draw(s *bomberman.State, player int) bomberman.Command {
	command := w.bots[player].Act(s)
	if w.rng.IntN(10) > 0 {
		return command
	}
	for c := range s.Legal(player) {
		if c.Refused == bomberman.NotRefused && w.rng.IntN(3) == 0 {
			return c.Command
		}
	}
	return command
}

func (w *bombWatch) compare(s *bomberman.State) {
	w.t.Helper()
	spec := w.o.Spec()
	w.all.Write()
	one := w.rng.IntN(len(w.seats))
	m := w.whole.part(one, spec.sizes())
	want := naiveBomberman(spec, s, w.seats[one], 70)
	if text := differ(spec, arrays{m.Board, m.Mask, m.Legal, m.Scalars}, want); text != "" {
		w.t.Fatalf("round %d, player %d in a view of all: %s", s.Round(), w.seats[one], text)
	}
	for seat, v := range w.views {
		if w.rng.IntN(10) == 0 {
			continue
		}
		if w.rng.IntN(20) == 0 {
			clear(w.memory[seat].dst)
			v.Clear()
		}
		v.Write()
		want := naiveBomberman(spec, s, seat, 70)
		if text := differ(spec, w.memory[seat], want); text != "" {
			w.t.Fatalf("round %d, player %d: %s", s.Round(), seat, text)
		}
		want.count(spec, w.seen)
	}
}
