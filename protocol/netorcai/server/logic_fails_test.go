package server_test

import (
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
)

// TestLogicFailsBeforeTheStart: the server ends if the game logic sends anything before the start, or leaves.
func TestLogicFailsBeforeTheStart(t *testing.T) {
	const spoke = "Received a game logic message but the game has not started"
	for _, c := range []struct {
		fail   func(*raw)
		reason string
		gone   bool
	}{
		{func(c *raw) { c.say("x") }, "Game logic error. Non-JSON message received", false},
		{func(c *raw) { c.say("[]") }, "Game logic error. Non-JSON message received", false},
		{func(c *raw) { c.say("null") }, spoke, false},
		{func(c *raw) { c.say(`{}`) }, spoke, false},
		{func(c *raw) { c.say(`{"message_type":"DO_INIT_ACK","initial_game_state":{"all_clients":{}}}`) }, spoke, false},
		{func(c *raw) { _, _ = c.nc.Write(header(1 << 24)) }, "Game logic error. Received message size is too big: 16777216 does not fit in 24 bits", false},
		{func(c *raw) { _ = c.nc.Close() }, "Game logic error. Remote endpoint closed? Read error: EOF", true},
		{func(c *raw) { _ = c.nc.(*net.TCPConn).SetLinger(0); _ = c.nc.Close() }, "Game logic error. Remote endpoint closed? Read error: ", true},
	} {
		r := run(t, config())
		logic := r.rawLogin(netorcai.RoleGameLogic)
		player, visu := r.login("p", netorcai.RolePlayer), r.login("v", netorcai.RoleVisualization)
		c.fail(logic)
		if !c.gone {
			if got := r.kicked(logic.Client); got != c.reason {
				t.Errorf("kicked with %q, want %q", got, c.reason)
			}
		}
		for _, other := range []*netorcai.Client{player, visu} {
			if got := r.kicked(other); got != netorcai.Aborted {
				t.Errorf("kicked with %q, want %q", got, netorcai.Aborted)
			}
			_ = other.Close()
		}
		_ = logic.Close()
		if r.wait(); !errors.Is(r.err, server.ErrLogicFailed) || !strings.Contains(r.err.Error(), c.reason) {
			t.Errorf("Serve: %v, want %q", r.err, c.reason)
		}
	}
}

func TestBadDoInitAck(t *testing.T) {
	for _, c := range []talk{
		{"x", "Cannot read DO_INIT_ACK. Non-JSON message received"},
		{`{}`, "Invalid DO_INIT_ACK message. Field 'message_type' is missing"},
		{`{"message_type":"DO_TURN_ACK"}`, "Invalid DO_INIT_ACK message. Received 'DO_TURN_ACK' message type, while DO_INIT_ACK was expected"},
		{`{"message_type":"DO_INIT_ACK"}`, "Invalid DO_INIT_ACK message. Field 'initial_game_state' is missing"},
		{`{"message_type":"DO_INIT_ACK","initial_game_state":[]}`, "Invalid DO_INIT_ACK message. Non-object value for field 'initial_game_state'"},
		{`{"message_type":"DO_INIT_ACK","initial_game_state":{}}`, "Invalid DO_INIT_ACK message. Field 'all_clients' is missing"},
		{`{"message_type":"DO_INIT_ACK","initial_game_state":{"all_clients":7}}`, "Invalid DO_INIT_ACK message. Non-object value for field 'all_clients'"},
	} {
		testBadLogic(t, c, func(*running, *raw) {})
	}
}

const doTurnAck = `{"message_type":"DO_TURN_ACK","winner_player_id":-1,"game_state":{"all_clients":{}}}`

func TestBadDoTurnAck(t *testing.T) {
	swap := func(old, by string) string { return strings.Replace(doTurnAck, old, by, 1) }
	for _, c := range []talk{
		{"x", "Cannot read DO_TURN_ACK. Non-JSON message received"},
		{`{}`, "Invalid DO_TURN_ACK message. Field 'message_type' is missing"},
		{swap("TURN", "INIT"), "Invalid DO_TURN_ACK message. Received 'DO_INIT_ACK' message type, while DO_TURN_ACK was expected"},
		{swap(`"winner_player_id":-1,`, ``), "Invalid DO_TURN_ACK message. Field 'winner_player_id' is missing"},
		{swap(`-1`, `"-1"`), "Invalid DO_TURN_ACK message. Non-integral value for field 'winner_player_id'"},
		{swap(`-1`, `1e30`), "Invalid DO_TURN_ACK message. Non-integral value for field 'winner_player_id'"},
		{swap(`-1`, `1.9`), "Invalid DO_TURN_ACK message. Invalid winner_player_id: Not in [-1, 1["},
		{swap(`-1`, `-2`), "Invalid DO_TURN_ACK message. Invalid winner_player_id: Not in [-1, 1["},
		{swap(`-1`, `1`), "Invalid DO_TURN_ACK message. Invalid winner_player_id: Not in [-1, 1["},
		{swap(`,"game_state":{"all_clients":{}}`, ``), "Invalid DO_TURN_ACK message. Field 'game_state' is missing"},
		{swap(`{"all_clients":{}}`, `""`), "Invalid DO_TURN_ACK message. Non-object value for field 'game_state'"},
		{swap(`"all_clients"`, `"all"`), "Invalid DO_TURN_ACK message. Field 'all_clients' is missing"},
		{swap(`{}`, `[]`), "Invalid DO_TURN_ACK message. Non-object value for field 'all_clients'"},
	} {
		testBadLogic(t, c, func(r *running, c *raw) {
			if err := c.SendDoInitAck(r.ctx(), []byte("{}")); err != nil {
				t.Fatal(err)
			}
			read[netorcai.DoTurn](r, c.Client)
		})
	}
}

// testBadLogic has a game logic send something invalid after DO_INIT, and then calls then.
func testBadLogic(t *testing.T, bad talk, then func(*running, *raw)) {
	t.Helper()
	r := run(t, config())
	logic := r.rawLogin(netorcai.RoleGameLogic)
	player, visu := r.login("p", netorcai.RolePlayer), r.login("v", netorcai.RoleVisualization)
	r.start()
	read[netorcai.DoInit](r, logic.Client)
	then(r, logic)
	logic.say(bad.content)
	if got := r.kicked(logic.Client); got != bad.reason {
		t.Errorf("%s: kicked with %q, want %q", bad.content, got, bad.reason)
	}
	for _, c := range []*netorcai.Client{player, visu} {
		if got := r.kicked(c); got != "netorcai abort" {
			t.Errorf("kicked with %q", got)
		}
		_ = c.Close()
	}
	_ = logic.Close()
	if r.wait(); !errors.Is(r.err, server.ErrLogicFailed) || !strings.Contains(r.err.Error(), bad.reason) {
		t.Errorf("Serve: %v", r.err)
	}
}

func TestLogicTooLate(t *testing.T) {
	cfg := config()
	cfg.InitTimeout = 100 * time.Millisecond
	r := run(t, cfg)
	logic, player := r.login("l", netorcai.RoleGameLogic), r.login("p", netorcai.RolePlayer)
	r.start()
	if got := r.kicked(logic); got != "Did not receive DO_INIT_ACK after 0.1 seconds." {
		t.Errorf("kicked with %q", got)
	}
	if got := r.kicked(player); got != "netorcai abort" {
		t.Errorf("kicked with %q", got)
	}
	if r.wait(); !errors.Is(r.err, server.ErrLogicFailed) {
		t.Errorf("Serve: %v", r.err)
	}
}

func TestLogicLeaves(t *testing.T) {
	for _, stage := range []string{"DO_INIT", "first delay", "DO_TURN"} {
		cfg := config()
		if stage == "first delay" {
			cfg.DelayFirstTurn = server.MaxDelay
		}
		r := run(t, cfg)
		logic, player := r.login("l", netorcai.RoleGameLogic), r.login("p", netorcai.RolePlayer)
		r.start()
		read[netorcai.DoInit](r, logic)
		want := "Cannot read DO_INIT_ACK. Remote endpoint closed? Read error: EOF"
		if stage != "DO_INIT" {
			want = strings.Replace(want, "INIT", "TURN", 1)
			if err := logic.SendDoInitAck(r.ctx(), []byte("{}")); err != nil {
				t.Fatal(err)
			}
			read[netorcai.GameStarts](r, player)
		}
		if stage == "DO_TURN" {
			read[netorcai.DoTurn](r, logic)
		}
		_ = logic.Close()
		if got := r.kicked(player); got != "netorcai abort" {
			t.Errorf("kicked with %q", got)
		}
		if r.wait(); !errors.Is(r.err, server.ErrLogicFailed) || !strings.Contains(r.err.Error(), want) {
			t.Errorf("%s: Serve: %v, want %q", stage, r.err, want)
		}
	}
}
