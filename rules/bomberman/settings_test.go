package bomberman

import (
	"errors"
	"strings"
	"testing"
)

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		change func(*Settings)
		want   string // in the error; "" for none
	}{
		{func(*Settings) {}, ""},
		{func(s *Settings) { s.SmallSize = 9 }, "SmallSize is 9, expected 11 to 99"},
		{func(s *Settings) { s.SmallSize = 11 }, ""},
		{func(s *Settings) { s.SmallSize = 22 }, "SmallSize is 22, expected an odd number"},
		{func(s *Settings) { s.MediumSize = 101 }, "MediumSize is 101, expected 11 to 99"},
		{func(s *Settings) { s.MediumSize = 30 }, "MediumSize is 30, expected an odd number"},
		{func(s *Settings) { s.LargeSize = -41 }, "LargeSize is -41, expected 11 to 99"},
		{func(s *Settings) { s.LargeSize = 98 }, "LargeSize is 98, expected an odd number"},
		{func(s *Settings) { s.LargeSize = 99 }, ""},
		{func(s *Settings) { s.BombBag = 0 }, "BombBag is 0, expected 1 to 100"},
		{func(s *Settings) { s.BombBag = 100 }, ""},
		{func(s *Settings) { s.BombBag = 101 }, "BombBag is 101, expected 1 to 100"},
		{func(s *Settings) { s.BombRadius = 0 }, "BombRadius is 0, expected 1 to 100"},
		{func(s *Settings) { s.BombRadius = 101 }, "BombRadius is 101, expected 1 to 100"},
		{func(s *Settings) { s.WallChance = -1 }, "WallChance is -1, expected 0 to 100"},
		{func(s *Settings) { s.WallChance = 0 }, ""},
		{func(s *Settings) { s.WallChance = 100 }, ""},
		{func(s *Settings) { s.WallChance = 101 }, "WallChance is 101, expected 0 to 100"},
		{func(s *Settings) { s.TimerMultiplier = 0 }, "TimerMultiplier is 0, expected 1 to 9"},
		{func(s *Settings) { s.TimerMultiplier = 10 }, "TimerMultiplier is 10, expected 1 to 9"},
		{func(s *Settings) { s.WallPoints = -1 }, "WallPoints is -1, expected 0 to 10000"},
		{func(s *Settings) { s.PlayerPoints = 10001 }, "PlayerPoints is 10001, expected 0 to 10000"},
		{func(s *Settings) { s.CoveragePoints = -1 }, "CoveragePoints is -1, expected 0 to 10000"},
		{func(s *Settings) { s.SuperPoints = 10001 }, "SuperPoints is 10001, expected 0 to 10000"},
		{func(s *Settings) { s.BagPowerUps = -1 }, "BagPowerUps is -1, expected 0 to 8"},
		{func(s *Settings) { s.RadiusPowerUps = 9 }, "RadiusPowerUps is 9, expected 0 to 8"},
	} {
		s := DefaultSettings()
		c.change(&s)
		err := s.Validate()
		if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, ErrSettings) || !strings.HasSuffix(err.Error(), c.want)) {
			t.Errorf("%+v: %v, want %q", s, err, c.want)
		}
	}
}

func TestDefaultSettingsAreTheContests(t *testing.T) {
	want := Settings{SmallSize: 21, MediumSize: 31, LargeSize: 41, BombBag: 1, BombRadius: 1, WallChance: 35, TimerMultiplier: 3, WallPoints: 10,
		PlayerPoints: 100, CoveragePoints: 100, SuperPoints: 50, BagPowerUps: 2, RadiusPowerUps: 4}
	if got := DefaultSettings(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	for players, size := range map[int]int{2: 21, 4: 21, 5: 31, 8: 31, 9: 41, 12: 41} {
		if m, err := Generate(want, players, 1); err != nil || m.Width != size || m.Height != size {
			t.Errorf("%d players: %v, want a map of %d", players, err, size)
		}
	}
}
