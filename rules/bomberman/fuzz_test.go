package bomberman

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"
)

// FuzzGenerate: for all seeds and settings the generator fails only with ErrSettings and does not take long. Its maps
// can be played.
func FuzzGenerate(f *testing.F) {
	f.Add(int32(0), 2, uint8(21), uint8(35), uint8(2), uint8(4))
	f.Add(int32(-1<<31), 4, uint8(11), uint8(100), uint8(0), uint8(8))
	f.Add(int32(-1), 12, uint8(11), uint8(1), uint8(8), uint8(8))
	f.Add(int32(161803398), 5, uint8(99), uint8(0), uint8(0), uint8(0))
	f.Fuzz(func(t *testing.T, seed int32, players int, size, chance, bags, radii uint8) {
		s := DefaultSettings()
		s.SmallSize, s.MediumSize, s.LargeSize = int(size), int(size), int(size)
		s.WallChance, s.BagPowerUps, s.RadiusPowerUps = int(chance), int(bags), int(radii)
		from := time.Now()
		m, err := Generate(s, players, seed)
		if took := time.Since(from); took > time.Minute {
			t.Errorf("took %v", took)
		}
		if err != nil {
			if !errors.Is(err, ErrSettings) || m != nil {
				t.Errorf("%v with map %v", err, m)
			}
			return
		}
		if m.Players() != players || m.Seed != seed || m.Bounty < 0 {
			t.Errorf("%d players, seed %d, bounty %d; asked for %d, %d", m.Players(), m.Seed, m.Bounty, players, seed)
		}
		hidden := map[PowerUp]int{}
		for _, b := range m.Blocks {
			hidden[b.PowerUp]++
		}
		perQuarter := func(each int) int { return each * players / 4 * 4 }
		if players == fairPlayers {
			bags, radii = 2, 4
		}
		if hidden[BagPowerUp] != perQuarter(int(bags)) || hidden[RadiusPowerUp] != perQuarter(int(radii)) || hidden[SuperPowerUp] != 1 {
			t.Errorf("power-ups: %v", hidden)
		}
		state := NewState(m)
		checkPossible(t, state)
		state.Step(make([]Command, players), nil)
		checkPossible(t, state)
	})
}

// FuzzStep: any bytes are commands, and missing ones are Nothing.
func FuzzStep(f *testing.F) {
	f.Add(uint64(1), 2, []byte("\x05\x01\x02\x06\xff"))
	f.Add(uint64(2), 12, []byte("\x05\x05\x05\x05\x05\x05\x05\x05\x05\x05\x05\x05\x06\x06\x06\x06\x01\x02\x03\x04\x01\x02\x03\x04"))
	f.Fuzz(func(t *testing.T, seed uint64, players int, octets []byte) {
		players = MinPlayers + int(uint(players)%(MaxPlayers-MinPlayers+1))
		m := crowdedMap(rand.New(rand.NewPCG(seed, 2)), players)
		s, ref := NewState(m), newReference(m)
		failed := make([]bool, players)
		octets = octets[:min(len(octets), 60*players)] // the reference is slow
		for len(octets) > 0 && !t.Failed() {
			var commands []Command
			for _, o := range octets[:min(players, len(octets))] {
				commands = append(commands, Command(o))
			}
			octets = octets[len(commands):]
			s.Step(commands, failed)
			checkPossible(t, s)
			ref.step(append(commands, make([]Command, players)...))
			if got, want := s.LeaderBoard(), ref.leaderBoard(); s.Over() != ref.over() || len(got) != players || got[0] != want[0] {
				t.Errorf("leader board %v, over %v; want %v, %v", got, s.Over(), want, ref.over())
			}
		}
	})
}
