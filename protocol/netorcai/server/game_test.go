package server_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
)

func TestFastGameWithLocalLogic(t *testing.T) {
	logic := &counting{wins: 2}
	cfg := config()
	cfg.Fast, cfg.Autostart, cfg.Logic = true, true, logic
	cfg.NbPlayersMax, cfg.NbTurnsMax, cfg.NbVisusMax = 3, 50, 0
	r := run(t, cfg)
	var playing sync.WaitGroup
	var bots [3]answers
	for i := range bots {
		c := r.login("bot", netorcai.RolePlayer)
		bots[i].actions = `[1]`
		playing.Go(func() {
			ends, err := netorcai.Play(r.ctx(), c, &bots[i])
			if err != nil || ends.WinnerPlayerID != 1 || string(ends.GameState) != `{"turns":50,"actions":147}` {
				t.Errorf("Play: %+v %s, %v", ends, ends.GameState, err)
			}
			if reason := r.kicked(c); reason != netorcai.GameFinished {
				t.Errorf("kicked with %q", reason)
			}
		})
	}
	playing.Wait()
	result := r.ends()
	if result.Winner != 1 || result.Turns != 50 || string(result.State) != `{"turns":50,"actions":147}` {
		t.Errorf("result %+v %s", result, result.State)
	}
	for _, bot := range bots {
		if len(bot.turns) != 49 || bot.turns[48] != 48 {
			t.Errorf("turns seen: %v", bot.turns)
		}
	}
}

type shortLogic struct{ counting }

func (l *shortLogic) Over() bool { return l.turns == 5 }

func TestLogicEndsEarly(t *testing.T) {
	cfg := config()
	cfg.Fast, cfg.Autostart, cfg.Logic, cfg.NbPlayersMax, cfg.NbVisusMax = true, true, &shortLogic{}, 0, 0
	if result := run(t, cfg).ends(); result.Turns != 5 {
		t.Errorf("%+v", result)
	}
}

type brokenLogic struct{ counting }

func (l *brokenLogic) Turn([]netorcai.PlayerActions) (int, []byte, error) {
	return 0, nil, errors.New("out of order")
}

func TestLocalLogicFails(t *testing.T) {
	cfg := config()
	cfg.Fast, cfg.Autostart, cfg.Logic, cfg.NbPlayersMax, cfg.NbVisusMax = true, true, &brokenLogic{}, 1, 0
	r := run(t, cfg)
	c := r.login("p", netorcai.RolePlayer)
	if got := r.kicked(c); got != "netorcai abort" {
		t.Error(got)
	}
	_ = c.Close()
	if r.wait(); !errors.Is(r.err, server.ErrLogicFailed) || !strings.Contains(r.err.Error(), "out of order") {
		t.Error(r.err)
	}
}
