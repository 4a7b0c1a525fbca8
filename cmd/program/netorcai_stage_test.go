package program

import (
	"encoding/json"
	"os"
	"runtime"
	"syscall"
	"testing"

	"blastyard/protocol/netorcai"
)

// netorcaiStages are the stages of a game, in which things then happen.
var netorcaiStages = []string{"empty", "lobby", "DO_INIT", "before the first turn", "in a turn"}

// reach brings a server to a stage, with a client of each role; nil at the stage "empty".
func (o *orchestra) reach(stage string) (clients []*netorcai.Client) {
	o.t.Helper()
	if stage == "empty" {
		return nil
	}
	logic := o.login(netorcai.RoleGameLogic)
	clients = []*netorcai.Client{logic, o.login(netorcai.RolePlayer), o.login(netorcai.RoleSpecialPlayer), o.login(netorcai.RoleVisualization)}
	if stage == "lobby" {
		return clients
	}
	o.types("start")
	gets[netorcai.DoInit](o, logic)
	if stage == "DO_INIT" {
		return clients
	}
	o.done(logic.SendDoInitAck(o.ctx(), json.RawMessage(`{}`)))
	for _, c := range clients[1:] {
		gets[netorcai.GameStarts](o, c)
	}
	if stage == "before the first turn" {
		return clients
	}
	gets[netorcai.DoTurn](o, logic)
	o.done(logic.SendDoTurnAck(o.ctx(), -1, json.RawMessage(`{}`)))
	for _, c := range clients[1:] {
		gets[netorcai.Turn](o, c)
	}
	return clients
}

func (o *orchestra) done(err error) {
	o.t.Helper()
	if err != nil {
		o.t.Fatal(err)
	}
}

// startStaged starts a server whose first turn comes late enough for the stage before it.
func startStaged(t *testing.T, stage string) (*orchestra, []*netorcai.Client) {
	t.Helper()
	delay := "50"
	if stage == "before the first turn" {
		delay = "10000"
	}
	o := startNetorcai(t, "--nb-splayers-max=1", "--delay-first-turn="+delay, "--delay-turns=50")
	return o, o.reach(stage)
}

func TestNetorcaiQuitAtEachStage(t *testing.T) {
	t.Parallel()
	for _, stage := range netorcaiStages {
		o, clients := startStaged(t, stage)
		o.types("quit")
		o.expects("Shell exited. Aborting.")
		for _, c := range clients {
			o.kicked(c, "netorcai abort")
		}
		o.exits(0)
	}
}

func TestNetorcaiSignalsAtEachStage(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no signals to processes")
	}
	for _, stage := range netorcaiStages {
		for _, sig := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
			o, clients := startStaged(t, stage)
			o.done(o.cmd.Process.Signal(sig))
			o.expects("SIGTERM received. Aborting.")
			for _, c := range clients {
				o.kicked(c, "netorcai abort")
			}
			o.exits(1)
		}
	}
}

// Players and visualizations may leave at any stage; the game goes on.
func TestNetorcaiClientsLeaveAtEachStage(t *testing.T) {
	t.Parallel()
	for _, stage := range netorcaiStages[2:] {
		o, clients := startStaged(t, stage)
		for _, c := range clients[1:] {
			_ = c.Close()
		}
		for range 3 {
			o.expects("Remote endpoint closed")
		}
		logic := clients[0]
		switch stage {
		case "DO_INIT":
			o.done(logic.SendDoInitAck(o.ctx(), json.RawMessage(`{}`)))
			gets[netorcai.DoTurn](o, logic)
		case "in a turn":
			gets[netorcai.DoTurn](o, logic)
		}
		o.types("quit")
		o.exits(0)
	}
}

// A game logic that leaves ends the server, before the start too.
func TestNetorcaiLogicLeavesAtEachStage(t *testing.T) {
	t.Parallel()
	for _, stage := range netorcaiStages[1:] {
		o, clients := startStaged(t, stage)
		_ = clients[0].Close()
		o.expects("Remote endpoint closed")
		o.expects("Game logic failed. Aborting.")
		for _, c := range clients[1:] {
			o.kicked(c, "netorcai abort")
		}
		o.exits(1)
	}
}

func TestNetorcaiLogicFails(t *testing.T) {
	t.Parallel()
	for stage, c := range map[string]struct {
		says   func(o *orchestra, logic *netorcai.Client) error
		reason string
	}{
		"lobby": {func(o *orchestra, logic *netorcai.Client) error {
			return logic.SendDoInitAck(o.ctx(), json.RawMessage(`{}`))
		}, "Received a game logic message but the game has not started"},
		"DO_INIT": {func(*orchestra, *netorcai.Client) error { return nil }, "Did not receive DO_INIT_ACK after 3 seconds."},
		"before the first turn": {func(o *orchestra, logic *netorcai.Client) error {
			return logic.SendTurnAck(o.ctx(), 0, nil) // read as the answer to the DO_TURN that comes
		}, "Received 'TURN_ACK' message type, while DO_TURN_ACK was expected"},
		"in a turn": {func(o *orchestra, logic *netorcai.Client) error {
			return logic.SendDoTurnAck(o.ctx(), 2, json.RawMessage(`{}`))
		}, "Invalid DO_TURN_ACK message. Invalid winner_player_id: Not in [-1, 2["},
	} {
		o := startNetorcai(t, "--nb-splayers-max=1", "--delay-first-turn=500", "--delay-turns=50")
		clients := o.reach(stage)
		o.done(c.says(o, clients[0]))
		o.kicked(clients[0], c.reason)
		o.expects("Game logic failed. Aborting.")
		for _, client := range clients[1:] {
			o.kicked(client, "netorcai abort")
		}
		o.exits(1)
	}
}

func TestNetorcaiStartTwice(t *testing.T) {
	t.Parallel()
	for _, stage := range netorcaiStages[2:] {
		o, _ := startStaged(t, stage)
		o.types("start")
		o.expects("Game has already been started")
	}
}
