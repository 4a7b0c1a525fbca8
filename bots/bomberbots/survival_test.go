package bomberbots

import (
	"math/rand/v2"
	"testing"

	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/forecast"
)

// TestReferenceNeverDiesByWhatItCouldKnow puts it into games of players with many bombs who then stand still. Whenever the
// rules, played forward, leave it a way to live on, it must find it, and must not die by a bomb of its own either.
func TestReferenceNeverDiesByWhatItCouldKnow(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	tried, doomed, danger := 0, 0, 0
	for seed := range int32(60) {
		settings := bomberman.DefaultSettings()
		settings.BombBag, settings.BombRadius = 1+rng.IntN(4), 1+rng.IntN(8)
		m, err := bomberman.Generate(settings, 2+int(seed)%4, seed)
		if err != nil {
			t.Fatal(err)
		}
		playRandomly(m, rng, 25, func(s *bomberman.State) {
			for k := range m.Players() {
				if !s.Player(k).Alive || s.NumBombs() == 0 {
					continue
				}
				stays, lives := canLive(s, k)
				if !lives {
					doomed++
					continue
				}
				if !stays {
					danger++
				}
				tried++
				future := s.Clone()
				bot := newBot(t, "reference", m, k, uint64(seed))
				commands := make([]bomberman.Command, m.Players())
				for range 2 * forecast.Horizon {
					commands[k] = bot.Act(future)
					future.Step(commands, nil)
				}
				if !future.Player(k).Alive {
					t.Errorf("map %d, round %d: player %d died in round %d", seed, s.Round(), k, future.Player(k).KilledRound)
				}
			}
		})
	}
	t.Logf("%d situations, %d dangerous, %d hopeless", tried, danger, doomed)
	if tried < 500 || danger < 100 || doomed < 10 {
		t.Errorf("%d situations, %d of them dangerous, %d hopeless: too few", tried, danger, doomed)
	}
}

// canLive plays the rules forward with everybody standing still and reports whether a player lives on where it stands,
// and whether it can by walking.
func canLive(s *bomberman.State, player int) (stays, lives bool) {
	m := s.Map()
	future := s.Clone()
	start := s.Player(player).At
	at := map[bomberman.Pos]bool{start: true}
	for range forecast.Horizon {
		before := future.Clone()
		future.Step(nil, nil)
		next := map[bomberman.Pos]bool{}
		for p := range at {
			if future.At(p).Exploding {
				continue
			}
			next[p] = true
			for c := bomberman.Up; c <= bomberman.Down; c++ {
				to := neighbour(p, c)
				b := before.At(to)
				if b.Wall == bomberman.NoWall && !b.Bomb && !future.At(to).Exploding && !stoodOn(s, to, player, m) {
					next[to] = true
				}
			}
		}
		at = next
	}
	return future.Player(player).Alive, len(at) > 0
}

// stoodOn reports whether another player stands on a block at the start: it may die, but nobody counts on that.
func stoodOn(s *bomberman.State, p bomberman.Pos, player int, m *bomberman.Map) bool {
	for k := range m.Players() {
		if q := s.Player(k); k != player && q.Alive && q.At == p {
			return true
		}
	}
	return false
}
