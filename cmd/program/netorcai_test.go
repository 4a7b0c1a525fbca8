package program

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"blastyard/internal/freeport"
	"blastyard/protocol/netorcai"
)

// netorcaiCount is a game logic that counts turns.
type netorcaiCount struct{ turns int }

func (l *netorcaiCount) Init(int, int, int) ([]byte, error) { return []byte(`{"turns":0}`), nil }
func (l *netorcaiCount) Turn([]netorcai.PlayerActions) (int, []byte, error) {
	l.turns++
	return 0, fmt.Appendf(nil, `{"turns":%d}`, l.turns), nil
}

// netorcaiBot counts turns, too.
type netorcaiBot struct{ turns int }

func (b *netorcaiBot) Start(netorcai.GameStarts) error { return nil }
func (b *netorcaiBot) Turn(context.Context, netorcai.Turn) (json.RawMessage, error) {
	b.turns++
	return nil, nil
}

func TestNetorcaiWholeGames(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--fast"}, {}, {"--fast", "--nb-turns-max=1"}, {"--fast", "--debug"}, {"--quiet"}, {"--verbose", "--json-logs"}} {
		turns := 1
		if !slices.Contains(args, "--nb-turns-max=1") {
			turns = 5
			args = append(args, "--nb-turns-max=5")
		}
		o := startNetorcai(t, append([]string{"--autostart", "--delay-first-turn=50", "--delay-turns=50"}, args...)...)
		var playing sync.WaitGroup
		var bots [5]netorcaiBot
		for i := range bots {
			role := netorcai.RolePlayer
			if i == 4 {
				role = netorcai.RoleVisualization
			}
			c := o.login(role)
			playing.Go(func() {
				if ends, err := netorcai.Play(o.ctx(), c, &bots[i]); err != nil || ends.WinnerPlayerID != 0 {
					t.Errorf("%+v, %v", ends, err)
				}
				o.kicked(c, "Game is finished")
			})
		}
		logic := &netorcaiCount{}
		if err := netorcai.RunLogic(o.ctx(), o.login(netorcai.RoleGameLogic), logic); err != nil {
			t.Error(err)
		}
		playing.Wait()
		if !slices.Contains(args, "--quiet") { // then it says only whom it sends away
			line := o.expects("Game is finished")
			for _, want := range []string{"winner nickname", "winner player ID", "winner remote address"} {
				if !strings.Contains(line, want) {
					t.Errorf("%v: no %s in %s", args, want, line)
				}
			}
		}
		o.exits(0)
		for i, bot := range bots[:4] {
			if bot.turns != turns-1 {
				t.Errorf("%v: bot %d saw %d turns", args, i, bot.turns)
			}
		}
		if logic.turns != turns {
			t.Errorf("%v: the game logic played %d turns", args, logic.turns)
		}
	}
}

func TestNetorcaiDebugLog(t *testing.T) {
	t.Parallel()
	o := startNetorcai(t, "--debug")
	c := o.login(netorcai.RolePlayer)
	for _, want := range []string{"New connection", `msg="New message received"`} {
		line := o.expects(want)
		if strings.Contains(want, "message") && (!strings.Contains(line, "content size=") || !strings.Contains(line, `LOGIN`) || !strings.Contains(line, "level=debug")) {
			t.Errorf("%s", line)
		}
	}
	o.expects("New player accepted")
	_ = c.Close()
	if line := o.expects("Remote endpoint closed"); !strings.Contains(line, "level=warning msg=\"Kicking client\"") {
		t.Errorf("%s", line)
	}
	o.types("quit")
	if line := o.line(); !strings.Contains(line, "level=warning msg=\"Shell exited. Aborting.\"") {
		t.Errorf("after the one line for a lost client: %s", line)
	}
}

func TestNetorcaiJSONLog(t *testing.T) {
	t.Parallel()
	o := runNetorcai(t, "--port="+freeport.Text(t), "--json-logs", "--debug")
	var line struct{ Time, Level, Msg string }
	if err := json.Unmarshal([]byte(o.line()), &line); err != nil || line.Level != "info" || line.Msg != "Listening incoming connections" || line.Time == "" {
		t.Errorf("%+v, %v", line, err)
	}
	o.types("quit")
	if err := json.Unmarshal([]byte(o.expects("Shell")), &line); err != nil || line.Msg != "Shell exited. Aborting." {
		t.Errorf("%+v, %v", line, err)
	}
}

func TestNetorcaiSetThenPlay(t *testing.T) {
	t.Parallel()
	o := startNetorcai(t, "--nb-players-max=1")
	for _, line := range []string{"set nb-players-max=2", "set nb-turns-max=3", "set delay-first-turn=60.5", "set delay-turns 70"} {
		o.types(line)
	}
	o.types("print delay-turns")
	o.expects("delay-turns=70")
	a, b := o.login(netorcai.RolePlayer), o.login(netorcai.RolePlayer)
	logic := o.login(netorcai.RoleGameLogic)
	o.types("start")
	var playing sync.WaitGroup
	playing.Go(func() { _ = netorcai.RunLogic(o.ctx(), logic, &netorcaiCount{}) })
	for _, c := range []*netorcai.Client{a, b} {
		if m := gets[netorcai.GameStarts](o, c); m.NbPlayers != 2 || m.NbTurnsMax != 3 || m.BeforeFirstTurn != 60.5 || m.BetweenTurns != 70 {
			t.Errorf("%+v", m)
		}
	}
	playing.Wait()
	o.expects("Game is finished")
	o.exits(0)
}
