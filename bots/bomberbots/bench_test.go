package bomberbots

import (
	"math/rand/v2"
	"testing"

	"blastyard/rules/bomberman"
)

// crowdedStates are states from the middle of games: of 12 players on 41×41, with many bombs.
func crowdedStates(tb testing.TB) (m *bomberman.Map, states []*bomberman.State) {
	tb.Helper()
	settings := bomberman.DefaultSettings()
	settings.BombBag, settings.BombRadius = 4, 8
	m, err := bomberman.Generate(settings, bomberman.MaxPlayers, 1)
	if err != nil {
		tb.Fatal(err)
	}
	bots := make([]Bot, m.Players())
	for k := range bots {
		bots[k] = newBot(tb, "reference", m, k, 1)
	}
	s := bomberman.NewState(m)
	commands := make([]bomberman.Command, len(bots))
	for range 200 {
		for k, b := range bots {
			commands[k] = b.Act(s)
		}
		s.Step(commands, nil)
		if s.Player(0).Alive {
			states = append(states, s.Clone())
		}
	}
	return m, states
}

// BenchmarkAct is a decision for one of 12 players on 41×41.
func BenchmarkAct(b *testing.B) {
	m, states := crowdedStates(b)
	for _, name := range Names() {
		b.Run(name, func(b *testing.B) {
			bot := newBot(b, name, m, 0, 1)
			b.ReportAllocs()
			for i := range b.N {
				bot.Act(states[i%len(states)])
			}
		})
	}
}

func TestActAllocatesNothingOnceWarm(t *testing.T) {
	m, states := crowdedStates(t)
	for _, name := range Names() {
		bot := newBot(t, name, m, 0, 1)
		states, runs := states, 50
		if name == "expert" {
			states, runs = states[:40], 10 // it takes its time
		}
		for _, s := range states {
			bot.Act(s)
		}
		i := 0
		if n := testing.AllocsPerRun(runs, func() {
			bot.Act(states[i%len(states)])
			i++
		}); n > 0 {
			t.Errorf("%s: %v allocations a round", name, n)
		}
	}
}

// FuzzReferenceNeverPanics plays games given by bytes: settings, then the commands of the others.
func FuzzReferenceNeverPanics(f *testing.F) {
	f.Add(uint8(2), int32(1), uint64(1))
	f.Add(uint8(12), int32(7), uint64(2))
	f.Fuzz(func(t *testing.T, players uint8, seed int32, chance uint64) {
		rng := rand.New(rand.NewPCG(chance, 1))
		settings := bomberman.DefaultSettings()
		settings.BombBag, settings.BombRadius, settings.TimerMultiplier = 1+rng.IntN(100), 1+rng.IntN(100), 1+rng.IntN(9)
		m, err := bomberman.Generate(settings, 2+int(players)%11, seed)
		if err != nil {
			t.Skip(err)
		}
		bot := newBot(t, "reference", m, rng.IntN(m.Players()), chance)
		playRandomly(m, rng, 40, func(s *bomberman.State) {
			if c := bot.Act(s); c >= bomberman.NumCommands {
				t.Fatalf("round %d: command %d", s.Round(), c)
			}
		})
	})
}
