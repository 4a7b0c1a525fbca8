package server_test

import (
	"testing"
	"time"

	"blastyard/protocol/netorcai/server"
)

func TestConfigValidate(t *testing.T) {
	for _, c := range []struct {
		change func(*server.Config)
		want   string
	}{
		{func(c *server.Config) { c.NbTurnsMax = 0 }, "NbTurnsMax is 0, expected 1 to 65535"},
		{func(c *server.Config) { c.NbTurnsMax = 65536 }, "NbTurnsMax is 65536, expected 1 to 65535"},
		{func(c *server.Config) { c.NbPlayersMax = -1 }, "NbPlayersMax is -1, expected 0 to 1024"},
		{func(c *server.Config) { c.NbSpecialPlayersMax = 1025 }, "NbSpecialPlayersMax is 1025, expected 0 to 1024"},
		{func(c *server.Config) { c.NbVisusMax = 1025 }, "NbVisusMax is 1025, expected 0 to 1024"},
		{func(c *server.Config) { c.DelayTurns = 49 * time.Millisecond }, "DelayTurns is 49ms, expected 50ms to 10s"},
		{func(c *server.Config) { c.DelayFirstTurn = 11 * time.Second }, "DelayFirstTurn is 11s, expected 50ms to 10s"},
		{func(c *server.Config) { c.TurnTime = time.Second }, "TurnTime is 1s without Fast, expected 0"},
		{func(c *server.Config) { c.LoginTimeout = -1 }, "LoginTimeout is -1ns, expected 0 or more"},
		{func(c *server.Config) { c.MaxPending = -1 }, "MaxPending is -1, expected 0 or more"},
		{func(c *server.Config) { c.Local = []server.LocalPlayer{{Nickname: "a b"}} }, "Local[0]: Invalid nickname"},
		{func(c *server.Config) { c.Local = []server.LocalPlayer{{Nickname: "a", Role: "visualization"}} }, `Local[0]: role is "visualization", expected "player" or "special player"`},
		{func(c *server.Config) { c.Local = []server.LocalPlayer{{Nickname: "a", Role: "player"}} }, "Local[0]: expected one of the functions Act and Answer, not both or none"},
	} {
		cfg := config()
		c.change(&cfg)
		if _, err := server.New(cfg); err == nil || err.Error() != "netorcai server: "+c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}
