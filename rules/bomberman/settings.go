package bomberman

import (
	"errors"
	"fmt"
)

// MaxPlayers is the largest number of players, MinPlayers the smallest.
const (
	MinPlayers = 2
	MaxPlayers = 12
)

// Settings are the configurable numbers of the rules. DefaultSettings returns the contest's.
type Settings struct {
	SmallSize, MediumSize, LargeSize int // blocks a side of the map for 2 to 4, 5 to 8, 9 to 12 players; odd, 11 to 99
	BombBag                          int // bombs that a player may have on the map at the start; 1 to 100
	BombRadius                       int // reach of a blast at the start, in blocks; 1 to 100
	WallChance                       int // of a soft wall on a free block, in percent; 0 to 100
	TimerMultiplier                  int // rounds of a bomb's timer for each bomb of the bag; 1 to 9
	WallPoints                       int // for a soft wall; 0 to 10,000, like all points
	PlayerPoints                     int // the least value of a kill, for each player of the map
	CoveragePoints                   int // for having been on the whole map
	SuperPoints                      int // for the super power-up
	// power-ups a player; 0 to 8. The fair maps of four players always have 2 and 4
	BagPowerUps, RadiusPowerUps int
}

// DefaultSettings returns the settings of the contest.
func DefaultSettings() Settings {
	return Settings{SmallSize: 21, MediumSize: 31, LargeSize: 41, BombBag: 1, BombRadius: 1, WallChance: 35,
		TimerMultiplier: 3,
		WallPoints:      10, PlayerPoints: 100, CoveragePoints: 100, SuperPoints: 50, BagPowerUps: 2, RadiusPowerUps: 4}
}

// ErrSettings is wrapped by every error about settings.
var ErrSettings = errors.New("bomberman: bad settings")

// Validate checks the ranges; the error names the field, the value and what was expected.
func (s Settings) Validate() error {
	for _, f := range []struct {
		name          string
		value, lo, hi int
	}{
		{"SmallSize", s.SmallSize, 11, 99},
		{"MediumSize", s.MediumSize, 11, 99},
		{"LargeSize", s.LargeSize, 11, 99},
		{"BombBag", s.BombBag, 1, 100},
		{"BombRadius", s.BombRadius, 1, 100},
		{"WallChance", s.WallChance, 0, 100},
		{"TimerMultiplier", s.TimerMultiplier, 1, 9},
		{"WallPoints", s.WallPoints, 0, 10000},
		{"PlayerPoints", s.PlayerPoints, 0, 10000},
		{"CoveragePoints", s.CoveragePoints, 0, 10000},
		{"SuperPoints", s.SuperPoints, 0, 10000},
		{"BagPowerUps", s.BagPowerUps, 0, 8},
		{"RadiusPowerUps", s.RadiusPowerUps, 0, 8},
	} {
		if f.value < f.lo || f.value > f.hi {
			return fmt.Errorf("%w: %s is %d, expected %d to %d", ErrSettings, f.name, f.value, f.lo, f.hi)
		}
	}
	for _, f := range []struct {
		name string
		size int
	}{{"SmallSize", s.SmallSize}, {"MediumSize", s.MediumSize}, {"LargeSize", s.LargeSize}} {
		if f.size%2 == 0 {
			return fmt.Errorf("%w: %s is %d, expected an odd number", ErrSettings, f.name, f.size)
		}
	}
	return nil
}

// size is the length of a side of the map.
func (s Settings) size(players int) int {
	switch {
	case players <= 4:
		return s.SmallSize
	case players <= 8:
		return s.MediumSize
	default:
		return s.LargeSize
	}
}

// LongestTimer is the most rounds that a bomb waits after the round in which it is placed.
const LongestTimer = 9

// Timer returns the timer of a bomb at the end of the round in which a player with this bag places it: the Timer-th
// round after that counts it down to 0.
func (s Settings) Timer(bag int) int { return min(LongestTimer, s.TimerMultiplier*bag) + 1 }
