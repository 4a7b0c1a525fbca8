package forecast

import (
	"math"
	"math/rand/v2"
	"testing"

	"blastyard/rules/bomberman"
)

func place(m *bomberman.Map, block int) bomberman.Pos {
	return bomberman.Pos{X: block%m.Width + 1, Y: block/m.Width + 1}
}

// TestForecastIsWhatHappens compares forecasts with what the rules do when all players stand still.
func TestForecastIsWhatHappens(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	blasts := 0
	for seed := range int32(12) {
		settings := bomberman.DefaultSettings()
		settings.BombBag, settings.BombRadius = 1+rng.IntN(4), 1+rng.IntN(5)
		m, err := bomberman.Generate(settings, 2+int(seed)%11, seed)
		if err != nil {
			t.Fatal(err)
		}
		if seed == 11 {
			m.Settings.BombRadius = math.MinInt32 // the result of the 31st radius power-up
		}
		b := NewBoard(m)
		f := New(b, bomberman.NoPlayer)
		s := bomberman.NewState(m)
		commands := make([]bomberman.Command, m.Players())
		for range 50 {
			b.Read(s)
			f.Look()
			blasts += f.Last()
			compare(t, f, s)
			for k := range commands {
				commands[k] = bomberman.Command(rng.IntN(bomberman.NumCommands + 1))
			}
			s.Step(commands, nil)
		}
	}
	if blasts < 1000 {
		t.Errorf("only %d rounds of explosions were compared", blasts)
	}
}

// compare continues a state without commands and compares a forecast with it.
func compare(t *testing.T, f *Forecast, s *bomberman.State) {
	t.Helper()
	m, future := s.Map(), s.Clone()
	first := make([]int, len(m.Blocks))
	for r := 1; r <= Horizon; r++ {
		for i := range m.Blocks {
			c := future.At(place(m, i))
			if want := c.Wall == bomberman.NoWall && !c.Bomb; f.Open(r).Has(i) != want {
				t.Fatalf("round %d: in %d rounds block %v is open: %v, expected %v", s.Round(), r, place(m, i), !want, want)
			}
		}
		future.Step(nil, nil)
		for i := range m.Blocks {
			want := future.At(place(m, i)).Exploding
			if f.Exploding(r).Has(i) != want {
				t.Fatalf("round %d: in %d rounds block %v explodes: %v, expected %v", s.Round(), r, place(m, i), !want, want)
			}
			if want && first[i] == 0 {
				first[i] = r
			}
		}
	}
	for i, want := range first {
		if got := f.First(i); got != want {
			t.Fatalf("round %d: block %v explodes first in %d rounds, expected %d", s.Round(), place(m, i), got, want)
		}
		if got, want := f.Wall(i), future.At(place(m, i)).Wall; got != want {
			t.Fatalf("round %d: the wall on %v is %d in the end, expected %d", s.Round(), place(m, i), got, want)
		}
	}
}

// TestBombsToCome adds a bomb to a forecast and triggers another, and compares with the rules.
func TestBombsToCome(t *testing.T) {
	m, err := bomberman.Generate(bomberman.DefaultSettings(), 2, 7)
	if err != nil {
		t.Fatal(err)
	}
	s := bomberman.NewState(m)
	s.Step([]bomberman.Command{bomberman.PlaceBomb, bomberman.Nothing}, nil)
	b := NewBoard(m)
	b.Read(s)
	f := New(b, 1)
	f.Begin()
	me := s.Player(1)
	f.Trigger(0)
	f.Add(Bomb{At: b.Block(me.At), Owner: 1, Radius: me.Radius, Timer: m.Settings.Timer(me.Bag) + 1})
	f.Add(Bomb{At: b.Block(me.At), Owner: 0, Radius: 9, Timer: 1}) // the block already has one
	f.Run()
	s.Step([]bomberman.Command{bomberman.TriggerBomb, bomberman.PlaceBomb}, nil)
	for r := 2; r <= Horizon; r++ {
		s.Step(nil, nil)
		for i := range m.Blocks {
			if want := s.At(place(m, i)).Exploding; f.Exploding(r).Has(i) != want {
				t.Fatalf("in %d rounds block %v explodes: %v, expected %v", r, place(m, i), !want, want)
			}
		}
	}
	if first := f.First(b.Block(s.Player(0).At)); first != 2 {
		t.Errorf("the triggered bomb explodes in round %d, expected 2", first)
	}
	f.BeginAfter(f)
	if f.Run(); f.Last() != 0 {
		t.Errorf("after the last explosion there is one in round %d", f.Last())
	}
}

// TestRisk: what others could trigger is a risk from round 2 on. What me could trigger is none.
func TestRisk(t *testing.T) {
	m, err := bomberman.Generate(bomberman.DefaultSettings(), 2, 7)
	if err != nil {
		t.Fatal(err)
	}
	s := bomberman.NewState(m)
	s.Step([]bomberman.Command{bomberman.PlaceBomb, bomberman.Nothing}, nil)
	b := NewBoard(m)
	b.Read(s)
	at := b.Block(s.Player(0).At)
	for me, want := range []bool{false, true} {
		f := New(b, me)
		f.Look()
		if f.Risk(1).Has(at) || f.Risk(2).Has(at) != want || f.First(at) != b.Bombs[0].Timer {
			t.Errorf("player %d: risk %v, %v in rounds 1 and 2, expected false, %v; first explosion in %d", me, f.Risk(1).Has(at), f.Risk(2).Has(at), want, f.First(at))
		}
	}
}

func TestWallsHit(t *testing.T) {
	m, err := bomberman.Generate(bomberman.DefaultSettings(), 2, 7)
	if err != nil {
		t.Fatal(err)
	}
	b := NewBoard(m)
	b.Read(bomberman.NewState(m))
	f := New(b, bomberman.NoPlayer)
	f.Look()
	total := 0
	for i := range m.Blocks {
		if m.Blocks[i].Wall == bomberman.HardWall {
			continue
		}
		want := 0
		for _, to := range []int{i - 1, i + 1, i - m.Width, i + m.Width} {
			if m.Blocks[to].Wall == bomberman.SoftWall {
				want++
			}
		}
		if got := f.WallsHit(i, 1); got != want {
			t.Errorf("block %v: %d walls, expected %d", place(m, i), got, want)
		}
		total += want
	}
	if total < 100 {
		t.Errorf("only %d walls", total)
	}
}

func TestSetNeighboursAreTheFourAround(t *testing.T) {
	for _, width := range []int{11, 21, 41, 64, 65, 99} {
		from, to := NewSet(width*width), NewSet(width*width)
		for b := width; b < width*(width-1); b += 7 {
			clear(from)
			from.Add(b)
			to.Neighbours(from, width)
			var got []int
			for i := range to.All() {
				got = append(got, i)
			}
			if len(got) != 4 || got[0] != b-width || got[1] != b-1 || got[2] != b+1 || got[3] != b+width {
				t.Fatalf("width %d: neighbours of %d are %v", width, b, got)
			}
		}
	}
}
