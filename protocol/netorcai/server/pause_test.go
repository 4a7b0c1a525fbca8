package server_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
)

// TestPause: turns come as fast as the pause allows and no faster, with players and without, and no turn is lost. A
// deadline that comes before another one is not missed: the time is the bubble's, so it is exact.
func TestPause(t *testing.T) {
	const turns, pause = 6, 30 * time.Millisecond
	for name, players := range map[string][]server.LocalPlayer{
		"nobody": nil,
		"quick":  {{Nickname: "quick", Role: netorcai.RolePlayer, Act: func(context.Context, int, []byte) []byte { return nil }}},
	} {
		for _, turnTime := range []time.Duration{0, time.Minute} {
			synctest.Test(t, func(t *testing.T) {
				s, err := server.New(server.Config{Settings: server.Settings{NbTurnsMax: turns, NbPlayersMax: 1}, Fast: true, Autostart: true,
					Pause: pause, TurnTime: turnTime, Logic: newFixedLogic(100), Local: players})
				if err != nil {
					t.Fatal(err)
				}
				if len(players) == 0 {
					go func() { _ = s.Start() }()
				}
				began := time.Now()
				result, err := s.Serve(t.Context(), nil)
				if took := time.Since(began); err != nil || result.Turns != turns || took != (turns-1)*pause {
					t.Errorf("%s, turn time %v: %d turns in %v, error %v; want %d in %v", name, turnTime, result.Turns, took, err, turns, (turns-1)*pause)
				}
			})
		}
	}
	if _, err := server.New(server.Config{Settings: server.DefaultSettings(), Pause: pause}); err == nil {
		t.Error("a pause without Fast was accepted")
	}
}
