package bomberbots

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"blastyard/rules/bomberman"
)

func generate(tb testing.TB, players int, seed int32) *bomberman.Map {
	tb.Helper()
	m, err := bomberman.Generate(bomberman.DefaultSettings(), players, seed)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

func newBot(tb testing.TB, name string, m *bomberman.Map, player int, seed uint64) Bot {
	tb.Helper()
	b, err := New(name, m, player, seed)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

func TestNamesAreSorted(t *testing.T) {
	if got := strings.Join(Names(), " "); got != "digger drowsy expert gatherer hunter idle lost plotter random reference sloppy" {
		t.Errorf("names: %s", got)
	}
}

func TestNewRefusesUnknownNamesAndPlayers(t *testing.T) {
	m := generate(t, 2, 1)
	for _, c := range []struct {
		name   string
		player int
		want   string
	}{
		{"clever", 0, `bombers: there is no bot "clever"; there are digger, drowsy, expert, gatherer, hunter, idle, lost, plotter, random, reference, sloppy`},
		{"idle", 2, "bombers: bot idle cannot play for player 2: the players are 0..1"},
		{"random", -1, "bombers: bot random cannot play for player -1: the players are 0..1"},
	} {
		if _, err := New(c.name, m, c.player, 1); err == nil || err.Error() != c.want {
			t.Errorf("New(%s, %d): %v, expected %s", c.name, c.player, err, c.want)
		}
	}
}

func TestRandomTakesEveryCommandThatIsPossibleAndNoOther(t *testing.T) {
	m := generate(t, 2, 1)
	s := bomberman.NewState(m)
	b := newBot(t, "random", m, 0, 7)
	var seen [bomberman.NumCommands]int
	for range 4000 {
		seen[b.Act(s)]++
	}
	// Player A starts in the corner at the top left: free to the right and below.
	for c, possible := range []bool{true, false, false, true, true, true, false} {
		if possible != (seen[c] > 0) || possible && (seen[c] < 850 || seen[c] > 1150) {
			t.Errorf("command %d: taken %d times of 4000, possible: %v", c, seen[c], possible)
		}
	}
}

// playRandomly calls f with every state of a game in which all players move at random; ever more bombs lie about when
// they seldom trigger.
func playRandomly(m *bomberman.Map, rng *rand.Rand, rounds int, f func(s *bomberman.State)) {
	s := bomberman.NewState(m)
	commands := make([]bomberman.Command, m.Players())
	for range rounds {
		f(s)
		for k := range commands {
			commands[k] = bomberman.Command(rng.IntN(bomberman.NumCommands + 1))
		}
		s.Step(commands, nil)
	}
}

func TestBotsActInAnyStateOfAnyGame(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := bomberman.MinPlayers; n <= bomberman.MaxPlayers; n++ {
		settings := bomberman.DefaultSettings()
		settings.BombBag, settings.BombRadius, settings.WallChance = 1+rng.IntN(6), 1+rng.IntN(9), 20+rng.IntN(30)
		settings.TimerMultiplier = 1 + rng.IntN(9)
		m, err := bomberman.Generate(settings, n, int32(n))
		if err != nil {
			t.Fatal(err)
		}
		type player struct {
			Bot
			seat int
		}
		var bots []player
		for k := range n {
			for _, name := range Names() {
				if name == "expert" && k%4 != 0 {
					continue // it takes its time
				}
				bots = append(bots, player{newBot(t, name, m, k, uint64(k)), k})
			}
		}
		playRandomly(m, rng, 60, func(s *bomberman.State) {
			before := s.Clone()
			for i, b := range bots {
				c := b.Act(s)
				if c >= bomberman.NumCommands || !s.Player(b.seat).Alive && c != bomberman.Nothing {
					t.Fatalf("%d players, round %d: bot %d gave command %d", n, s.Round(), i, c)
				}
			}
			if !s.Equal(before) {
				t.Fatalf("%d players, round %d: a bot changed the state", n, s.Round())
			}
		})
	}
}

func TestBotsPlayOnAfterTheLastRound(t *testing.T) {
	m := generate(t, 2, 3)
	s := bomberman.NewState(m)
	b := newBot(t, "reference", m, 1, 1)
	for range m.Width*m.Height + 50 {
		s.Step([]bomberman.Command{bomberman.Nothing, b.Act(s)}, nil)
	}
	if !s.Over() || s.Player(0).Alive || !s.Player(1).Alive {
		t.Errorf("round %d: A %+v, B %+v", s.Round(), s.Player(0), s.Player(1))
	}
}

func TestReferenceTakesUpAnotherGameAndAnotherMap(t *testing.T) {
	small, large := generate(t, 2, 5), generate(t, 5, 6)
	b := newBot(t, "reference", small, 1, 9)
	playOut(small, []Bot{newBot(t, "idle", small, 0, 1), b})
	second := playOut(small, []Bot{newBot(t, "idle", small, 0, 1), b})
	if second.LeaderBoard()[0] != 1 {
		t.Error("it lost its second game against idle")
	}
	s := bomberman.NewState(large)
	if c := b.Act(s); c >= bomberman.NumCommands {
		t.Errorf("command %d on another map", c)
	}
	if c := newBot(t, "reference", large, 4, 1).Act(bomberman.NewState(small)); c != bomberman.Nothing {
		t.Errorf("command %d for a player whom the map does not have", c)
	}
}

func TestSameSeedsGiveTheSameGame(t *testing.T) {
	c := contest{bots: []string{"reference", "random", "reference", "reference"}, first: 11}
	for i := range 4 {
		m := generate(t, 4, c.first+int32(i))
		if a, b := c.playOn(t, m, i), c.playOn(t, m, i); !a.Equal(b) {
			t.Errorf("match %d came out differently the second time", i)
		}
	}
}

// TestBotsDoNotSeePowerUpsUnderWalls plays the same game on maps that differ only in what lies under soft walls: as long
// as no such wall has gone, the commands are the same.
func TestBotsDoNotSeePowerUpsUnderWalls(t *testing.T) {
	for _, name := range []string{"reference", "expert"} {
		t.Run(name, func(t *testing.T) { doesNotSeeUnderWalls(t, name) })
	}
}

func doesNotSeeUnderWalls(t *testing.T, name string) {
	m := generate(t, 4, 21)
	bare := *m
	bare.Blocks = slices.Clone(m.Blocks)
	for i, b := range bare.Blocks {
		if b.Wall == bomberman.SoftWall {
			bare.Blocks[i].PowerUp = bomberman.NoPowerUp
		}
	}
	one, other := bomberman.NewState(m), bomberman.NewState(&bare)
	var a, b [4]Bot
	for k := range a {
		a[k], b[k] = newBot(t, name, m, k, 1), newBot(t, name, &bare, k, 1)
	}
	same := 0
	for ; same < 200 && !powerUpSeen(one); same++ {
		var commands [4]bomberman.Command
		for k := range a {
			commands[k] = a[k].Act(one)
			if c := b[k].Act(other); c != commands[k] {
				t.Fatalf("round %d, player %d: %d, but %d where nothing lies under walls", one.Round(), k, commands[k], c)
			}
		}
		one.Step(commands[:], nil)
		other.Step(commands[:], nil)
	}
	if same < 5 {
		t.Errorf("only %d rounds were compared", same)
	}
}

// powerUpSeen reports whether a power-up that lay under a wall lies open or was taken.
func powerUpSeen(s *bomberman.State) bool {
	m := s.Map()
	for i, b := range m.Blocks {
		p := bomberman.Pos{X: i%m.Width + 1, Y: i/m.Width + 1}
		if b.Wall == bomberman.SoftWall && b.PowerUp != bomberman.NoPowerUp && s.At(p).Wall == bomberman.NoWall {
			return true
		}
	}
	return false
}
