package bomberman

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// picture contains all that is visible of a game, from State or from the reference.
type picture struct {
	Round   int
	Over    bool
	Leaders []int
	Cells   []Cell
	Players []Player
	Bombs   []Bomb
	Failed  []bool
}

func pictureOf(s *State, failed []bool) picture {
	p := picture{Round: s.Round(), Over: s.Over(), Leaders: s.LeaderBoard(), Failed: slices.Clone(failed)}
	for i := range s.Map().Blocks {
		p.Cells = append(p.Cells, s.At(s.Map().pos(i)))
	}
	for k := range s.Map().Players() {
		p.Players = append(p.Players, s.Player(k))
	}
	for i := range s.NumBombs() {
		p.Bombs = append(p.Bombs, s.Bomb(i))
	}
	return p
}

func (g *reference) picture() picture {
	p := picture{Round: g.round, Over: g.over(), Leaders: g.leaderBoard(), Failed: slices.Clone(g.failed)}
	for _, at := range g.places() {
		p.Cells = append(p.Cells, Cell{Wall: g.walls[at], PowerUp: g.powers[at], Exploding: g.blasts[at], Bomb: g.bombs[at] != nil, Player: g.playerOn(at)})
		if b := g.bombs[at]; b != nil {
			p.Bombs = append(p.Bombs, Bomb{At: at, Owner: b.owner, Timer: b.timer, Radius: b.reach})
		}
	}
	for k, r := range g.players {
		p.Players = append(p.Players, Player{At: r.at, Points: r.points + r.cover, Alive: r.alive, KilledRound: r.killed, Bag: r.bag, OnMap: len(g.bombsOf(k)), Radius: r.radius})
	}
	return p
}

// crowdedMap has few blocks and many players, walls and power-ups, so that much happens: every player is only a step
// or two from others. Generate could not make all of these maps.
func crowdedMap(rng *rand.Rand, players int) *Map {
	s := randomSettings(rng)
	s.BombBag, s.BombRadius = 1+rng.IntN(3), 1+rng.IntN(3)
	m := &Map{Settings: s, Seed: int32(rng.Uint32()), Width: 5 + rng.IntN(8), Height: 6 + rng.IntN(7), Bounty: rng.IntN(200)}
	hard, soft, power := rng.IntN(30), rng.IntN(50), rng.IntN(60)
	var free []Pos
	for i := range m.Width * m.Height {
		p, b := m.pos(i), Block{}
		switch {
		case p.X == 1 || p.Y == 1 || p.X == m.Width || p.Y == m.Height:
			b.Wall = HardWall
		case rng.IntN(100) < hard:
			b.Wall = HardWall
		case rng.IntN(100) < soft:
			b.Wall = SoftWall
		}
		if b.Wall != HardWall && rng.IntN(100) < power {
			b.PowerUp = PowerUp(1 + rng.IntN(3))
		}
		m.Blocks = append(m.Blocks, b)
		if p.X > 1 && p.Y > 1 && p.X < m.Width && p.Y < m.Height {
			free = append(free, p)
		}
	}
	rng.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	for k := range players {
		m.Starts = append(m.Starts, free[k])
		m.Blocks[m.index(free[k])] = Block{}
	}
	for _, b := range m.Blocks {
		if b.Wall != HardWall {
			m.open++
		}
	}
	return m
}

// checkAgainstReference plays rounds and compares everything after each.
func checkAgainstReference(t rapid.TB, m *Map, rounds int, rng *rand.Rand) {
	t.Helper()
	s, ref := NewState(m), newReference(m)
	failed := make([]bool, m.Players())
	bold := 1 + rng.IntN(6) // how often bombs are placed and triggered
	for range rounds {
		var commands []Command
		for range m.Players() {
			c := Command(1 + rng.IntN(4))
			if rng.IntN(8) < bold {
				c = Command(rng.IntN(NumCommands + 1))
			}
			commands = append(commands, c)
		}
		before := draw(s)
		s.Step(commands, failed)
		ref.step(commands)
		if want, got := ref.picture(), pictureOf(s, failed); !reflect.DeepEqual(want, got) {
			diff := cmp.Diff(want, got)
			t.Fatalf("round %d (-want +got):\n%s\nbefore:\n%s\ncommands: %v\nafter:\n%s", s.Round(), diff, before, commands, draw(s))
		}
		checkPossible(t, s)
	}
}

// checkPossible checks what must hold for every state.
func checkPossible(t rapid.TB, s *State) {
	t.Helper()
	onMap := make([]int, s.Map().Players())
	for i := range s.NumBombs() {
		b := s.Bomb(i)
		onMap[b.Owner]++
		if i > 0 && s.Map().index(s.Bomb(i-1).At) >= s.Map().index(b.At) {
			t.Errorf("bombs %d and %d are not in order: %v, %v", i-1, i, s.Bomb(i-1), b)
		}
		if c := s.At(b.At); !c.Bomb || c.Wall != NoWall || b.Timer < 1 || b.Timer > LongestTimer+1 {
			t.Errorf("bomb %+v on block %+v", b, c)
		}
	}
	standing := make([]int, len(onMap))
	bombs := 0
	for i := range s.Map().Blocks {
		c := s.At(s.Map().pos(i))
		if c.Player != NoPlayer {
			standing[c.Player]++
			if p := s.Player(c.Player); p.At != s.Map().pos(i) || c.Wall != NoWall || c.PowerUp != NoPowerUp {
				t.Errorf("player %+v on block %+v", p, c)
			}
		}
		if c.Bomb {
			bombs++
		}
	}
	if bombs != s.NumBombs() {
		t.Errorf("%d blocks have a bomb, but there are %d bombs", bombs, s.NumBombs())
	}
	for k, n := range onMap {
		p := s.Player(k)
		if p.OnMap != n || n > p.Bag {
			t.Errorf("player %+v has %d bombs on the map", p, n)
		}
		if p.Alive != (standing[k] == 1) || standing[k] > 1 {
			t.Errorf("player %+v stands on %d blocks", p, standing[k])
		}
	}
}

// TestReference plays thousands of rounds on crowded maps and on Generate's.
func TestReference(t *testing.T) {
	for players := MinPlayers; players <= MaxPlayers; players++ {
		t.Run(fmt.Sprint(players), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(players), 5))
			for range 25 {
				checkAgainstReference(t, crowdedMap(rng, players), 25, rng)
			}
			m, err := Generate(DefaultSettings(), players, int32(rng.Uint32()))
			if err != nil {
				t.Fatal(err)
			}
			checkAgainstReference(t, m, 60, rng)
		})
	}
}

func TestReferenceProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		checkAgainstReference(t, crowdedMap(rng, rapid.IntRange(MinPlayers, MaxPlayers).Draw(t, "players")), rapid.IntRange(1, 12).Draw(t, "rounds"), rng)
	})
}

// TestCopies: a step of a copy changes only the copy, and the dead stay dead.
func TestCopies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		s := NewState(crowdedMap(rng, rapid.IntRange(MinPlayers, MaxPlayers).Draw(t, "players")))
		copied := NewState(s.Map())
		for range rapid.IntRange(1, 20).Draw(t, "rounds") {
			var commands []Command
			for range s.Map().Players() {
				commands = append(commands, Command(rng.IntN(NumCommands)))
			}
			before := pictureOf(s, nil)
			clone := s.Clone()
			copied.CopyFrom(s)
			if !copied.Equal(s) || !s.Equal(copied) {
				t.Fatal("a copy differs from the original")
			}
			copied.Step(commands, nil)
			clone.Step(commands, nil)
			if !copied.Equal(clone) {
				t.Fatal("two copies differ after the same step")
			}
			if after := pictureOf(s, nil); !reflect.DeepEqual(before, after) {
				t.Fatalf("a step of a copy changed the original:\n%s", cmp.Diff(before, after))
			}
			s.Step(commands, nil)
			if !copied.Equal(s) {
				t.Fatal("a copy and the original differ after the same step")
			}
			for k, p := range before.Players {
				if now := s.Player(k); !p.Alive && (now.Alive || now.At != p.At || now.KilledRound != p.KilledRound) {
					t.Fatalf("player %c was dead, %+v, and is now %+v", Key(k), p, now)
				}
			}
		}
	})
}
