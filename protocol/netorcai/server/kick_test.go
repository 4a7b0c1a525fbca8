package server_test

import (
	"errors"
	"log/slog"
	"strings"
	"testing"

	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/logform"
	"blastyard/protocol/netorcai/server"
)

func TestFirstMessageRefused(t *testing.T) {
	const login = `{"message_type":"LOGIN","nickname":"bot","role":"player","metaprotocol_version":"2.0.0"}`
	swap := func(old, by string) string { return strings.Replace(login, old, by, 1) }
	r := run(t, config())
	for _, c := range []struct{ content, reason string }{
		{"", "Non-JSON message received"},
		{"\n", "Non-JSON message received"},
		{"hello", "Non-JSON message received"},
		{`[]`, "Non-JSON message received"},
		{`"LOGIN"`, "Non-JSON message received"},
		{login + "}", "Non-JSON message received"},
		{login[:40], "Non-JSON message received"},
		{`{}`, "Field 'message_type' is missing"},
		{swap(`"LOGIN"`, `1`), "Non-string value for field 'message_type'"},
		{swap(`"LOGIN"`, `"MEH"`), "Received 'MEH' message type, while LOGIN was expected"},
		{swap(`LOGIN`, `TURN_ACK`), "Received 'TURN_ACK' message type, while LOGIN was expected"},
		{swap(`"nickname":"bot",`, ``), "Field 'nickname' is missing"},
		{swap(`"bot"`, `["bot"]`), "Non-string value for field 'nickname'"},
		{swap(`"bot"`, `null`), "Non-string value for field 'nickname'"},
		{swap(`"bot"`, `""`), "Invalid nickname"},
		{swap(`"bot"`, `"12345678901"`), "Invalid nickname"},
		{swap(`"bot"`, `"a b"`), "Invalid nickname"},
		{swap(`"bot"`, `"a\tb"`), "Invalid nickname"},
		{swap(`"role":"player",`, ``), "Field 'role' is missing"},
		{swap(`"player"`, `2`), "Non-string value for field 'role'"},
		{swap(`"player"`, `"¯\\_(ツ)_/¯"`), `Invalid role '¯\_(ツ)_/¯'`},
		{swap(`,"metaprotocol_version":"2.0.0"`, ``), "Field 'metaprotocol_version' is missing"},
		{swap(`"2.0.0"`, `2`), "Non-string value for field 'metaprotocol_version'"},
		{swap(`2.0.0`, `2.0`), "Invalid metaprotocol version: Not MAJOR.MINOR.PATCH"},
		{swap(`2.0.0`, `2.0.0.0`), "Invalid metaprotocol version: Not MAJOR.MINOR.PATCH"},
		{swap(`2.0.0`, `v2.0.0`), "Invalid metaprotocol version: Not MAJOR.MINOR.PATCH"},
		{swap(`2.0.0`, `2.0.0-rc1`), "Invalid metaprotocol version: Not MAJOR.MINOR.PATCH"},
		{swap(`2.0.0`, `1.9.9`), "Metaprotocol version mismatch. Major version must be identical but client asks for '1.9.9' while netorcai uses '2.0.0'."},
		{swap(`2.0.0`, `3.0.0`), "Metaprotocol version mismatch. Major version must be identical but client asks for '3.0.0' while netorcai uses '2.0.0'."},
		{login + strings.Repeat(" ", 1024-len(login)), "Received message size of first message is too big: 1024 does not fit in 10 bits"},
		{"null", "Field 'message_type' is missing"},
		{" null\n", "Field 'message_type' is missing"},
		{"null null", "Non-JSON message received"},
		{"nulll", "Non-JSON message received"},
		// The fields are checked one by one: presence, type and value of each before the next.
		{`{"message_type":"TURN_ACK"}`, "Received 'TURN_ACK' message type, while LOGIN was expected"},
		{`{"message_type":"LOGIN","role":7}`, "Field 'nickname' is missing"},
		{`{"message_type":"LOGIN","nickname":"a b"}`, "Invalid nickname"},
		{`{"message_type":"LOGIN","nickname":"a b","role":7}`, "Invalid nickname"},
		{`{"message_type":"LOGIN","nickname":"a"}`, "Field 'role' is missing"},
		{`{"message_type":"LOGIN","nickname":"a","role":"king"}`, "Invalid role 'king'"},
		{`{"message_type":"LOGIN","nickname":"a","role":"player"}`, "Field 'metaprotocol_version' is missing"},
	} {
		client := r.raw()
		client.say(c.content)
		if got, want := r.kicked(client.Client), "Invalid first message: "+c.reason; got != want {
			t.Errorf("%.60q: kicked with %q, want %q", c.content, got, want)
		}
	}
}

func TestFirstMessageAccepted(t *testing.T) {
	cfg := config()
	cfg.NbPlayersMax = 100
	r := run(t, cfg)
	for _, nickname := range []string{"a", "1234567890", "ééééééééé$", `\u0062ot`, "a\u00a0b\u2003c", "\u200b", "🦀🦀🦀🦀🦀🦀🦀🦀🦀🦀"} {
		for _, version := range []string{"2.0.0", "2.1.0", "2.34.567"} {
			content := `{ "x":[1,{}], "nickname":"` + nickname + `","role":"player",` + "\n" + ` "metaprotocol_version":"` + version + `","message_type":"LOGIN"}`
			for _, content := range []string{content, content + "\n", content + strings.Repeat("\n", 1023-len(content))} {
				c := r.raw()
				c.say(content)
				if m := read[netorcai.LoginAck](r, c.Client); m.Version != "2.0.0" {
					t.Errorf("%s: %+v", content, m)
				}
				_ = c.Close()
			}
		}
	}
}

func TestLoginDenied(t *testing.T) {
	cfg := config()
	cfg.NbPlayersMax, cfg.NbSpecialPlayersMax, cfg.NbVisusMax = 2, 1, 1
	r := run(t, cfg)
	denied := func(role netorcai.Role, reason string) {
		t.Helper()
		err := r.dial().Login(r.ctx(), "late", role)
		var kick *netorcai.KickError
		if !errors.As(err, &kick) || kick.Reason != "LOGIN denied: "+reason {
			t.Errorf("login as %s: %v, want %q", role, err, reason)
		}
	}
	r.login("a", netorcai.RolePlayer)
	r.login("b", netorcai.RolePlayer)
	r.login("s", netorcai.RoleSpecialPlayer)
	r.login("v", netorcai.RoleVisualization)
	logic := r.login("l", netorcai.RoleGameLogic)
	denied(netorcai.RolePlayer, "Maximum number of players reached")
	denied(netorcai.RoleSpecialPlayer, "Maximum number of special players reached")
	denied(netorcai.RoleVisualization, "Maximum number of visus reached")
	denied(netorcai.RoleGameLogic, "A game logic is already logged in")
	r.start()
	read[netorcai.DoInit](r, logic)
	for _, role := range []netorcai.Role{netorcai.RolePlayer, netorcai.RoleSpecialPlayer, netorcai.RoleGameLogic} {
		denied(role, "Game has been started")
	}
}

func TestPlacesAreFreeAgainBeforeTheStart(t *testing.T) {
	cfg := config()
	cfg.NbPlayersMax, cfg.NbSpecialPlayersMax = 1, 1
	left := make(chan string, 8)
	cfg.Observer = leaving{left: left}
	r := run(t, cfg)
	for _, role := range []netorcai.Role{netorcai.RolePlayer, netorcai.RoleSpecialPlayer, netorcai.RoleVisualization} {
		for range 3 {
			c := r.login("x", role)
			_ = c.Close()
			if reason := <-left; !strings.Contains(reason, "Remote endpoint closed? Read error: EOF") {
				t.Errorf("%s left with %q", role, reason)
			}
		}
		c := r.rawLogin(role) // kicked, not left
		c.say("garbage")
		r.kicked(c.Client)
		r.login("x", role)
	}
}

type leaving struct {
	server.NopObserver
	left chan string
}

func (l leaving) Left(_ server.Seat, reason string) { l.left <- reason }

// talk is an invalid message and the reason of the kick. TURN in the content stands for the last TURN's number.
type talk struct{ content, reason string }

var badTurnAcks = []talk{
	{"x", "Cannot read TURN_ACK. Non-JSON message received"},
	{"[]", "Cannot read TURN_ACK. Non-JSON message received"},
	{`{}`, "Invalid TURN_ACK received. Field 'message_type' is missing"},
	{"null", "Invalid TURN_ACK received. Field 'message_type' is missing"},
	{`{"message_type":3}`, "Invalid TURN_ACK received. Non-string value for field 'message_type'"},
	{`{"message_type":"LOGIN"}`, "Invalid TURN_ACK received. Received 'LOGIN' message type, while TURN_ACK was expected"},
	{`{"message_type":"TURN_ACK","actions":[]}`, "Invalid TURN_ACK received. Field 'turn_number' is missing"},
	{`{"message_type":"TURN_ACK","turn_number":"0","actions":[]}`, "Invalid TURN_ACK received. Non-integral value for field 'turn_number'"},
	{`{"message_type":"TURN_ACK","turn_number":1e99,"actions":[]}`, "Invalid TURN_ACK received. Non-integral value for field 'turn_number'"},
	// The number and its value are checked before the actions. A fraction is cut off.
	{`{"message_type":"TURN_ACK","turn_number":7.9}`, "Invalid TURN_ACK received. Invalid value (turn_number=7): expecting TURN"},
	{`{"message_type":"TURN_ACK","turn_number":-7.9,"actions":{}}`, "Invalid TURN_ACK received. Invalid value (turn_number=-7): expecting TURN"},
	{`{"message_type":"TURN_ACK","turn_number":LAST}`, "Invalid TURN_ACK received. Field 'actions' is missing"},
	{`{"message_type":"TURN_ACK","turn_number":LAST,"actions":{}}`, "Invalid TURN_ACK received. Non-array value for field 'actions'"},
	{`{"message_type":"TURN_ACK","turn_number":0,"actions":[1e999]}`, "Cannot read TURN_ACK. Non-JSON message received"},
	{`{"message_type":"TURN_ACK","turn_number":7,"actions":[]}`, "Invalid TURN_ACK received. Invalid value (turn_number=7): expecting TURN"},
	{`{"message_type":"TURN_ACK","turn_number":-2.0,"actions":[]}`, "Invalid TURN_ACK received. Invalid value (turn_number=-2): expecting TURN"},
}

func TestBadTurnAcks(t *testing.T) {
	for _, stage := range []string{"before the start", "before the first turn", "thinking"} {
		for _, role := range []netorcai.Role{netorcai.RolePlayer, netorcai.RoleSpecialPlayer, netorcai.RoleVisualization} {
			t.Run(stage+"/"+string(role), func(t *testing.T) { testBadTurnAcks(t, stage, role) })
		}
	}
}

func testBadTurnAcks(t *testing.T, stage string, role netorcai.Role) {
	cfg := config()
	cfg.NbPlayersMax, cfg.NbSpecialPlayersMax, cfg.NbVisusMax = 100, 100, 100
	cfg.Logic, cfg.DelayTurns = &counting{}, server.MaxDelay
	last := "-1"
	switch stage {
	case "before the first turn":
		cfg.DelayFirstTurn = server.MaxDelay
	case "thinking":
		last = "0"
	}
	r := run(t, cfg)
	clients := make([]*raw, len(badTurnAcks))
	for i := range clients {
		clients[i] = r.rawLogin(role)
	}
	tooBig, twice := r.rawLogin(role), r.rawLogin(role)
	if stage != "before the start" {
		r.start()
		for _, c := range append(clients, tooBig, twice) {
			read[netorcai.GameStarts](r, c.Client)
			if stage == "thinking" {
				read[netorcai.Turn](r, c.Client)
			}
		}
	}
	for i, bad := range badTurnAcks {
		clients[i].say(strings.ReplaceAll(bad.content, "LAST", last))
		want := strings.ReplaceAll(bad.reason, "TURN_ACK", "\x00")
		want = strings.ReplaceAll(strings.ReplaceAll(want, "TURN", last), "\x00", "TURN_ACK")
		if got := r.kicked(clients[i].Client); got != want {
			t.Errorf("%s: kicked with %q, want %q", bad.content, got, want)
		}
	}
	_, _ = tooBig.nc.Write(header(1 << 24))
	if got := r.kicked(tooBig.Client); got != "Cannot read TURN_ACK. Received message size is too big: 16777216 does not fit in 24 bits" {
		t.Errorf("kicked with %q", got)
	}
	ack := `{"message_type":"TURN_ACK","turn_number":` + last + `,"actions":[]}`
	if stage == "thinking" {
		twice.say(ack)
	}
	twice.say(ack)
	if got := r.kicked(twice.Client); got != "Received a TURN_ACK but the client state is not THINKING" {
		t.Errorf("kicked with %q", got)
	}
}

func TestAbortAtEachStage(t *testing.T) {
	for _, stage := range []string{"empty", "lobby", "DO_INIT", "first delay", "turn"} {
		cfg := config()
		if stage == "first delay" {
			cfg.DelayFirstTurn = server.MaxDelay
		}
		r := run(t, cfg)
		silent := r.raw()
		var clients []*netorcai.Client
		if stage != "empty" {
			logic := r.login("l", netorcai.RoleGameLogic)
			player, visu := r.login("p", netorcai.RolePlayer), r.login("v", netorcai.RoleVisualization)
			clients = []*netorcai.Client{logic, player, visu}
			if stage != "lobby" {
				r.start()
				read[netorcai.DoInit](r, logic)
			}
			if stage == "first delay" || stage == "turn" {
				_ = logic.SendDoInitAck(r.ctx(), []byte("{}"))
				read[netorcai.GameStarts](r, player)
			}
			if stage == "turn" {
				read[netorcai.DoTurn](r, logic)
				_ = logic.SendDoTurnAck(r.ctx(), -1, []byte("{}"))
				read[netorcai.Turn](r, player)
			}
		}
		r.s.Abort("test")
		for _, c := range clients {
			if got := r.kicked(c); got != "netorcai abort" {
				t.Errorf("%s: kicked with %q", stage, got)
			}
			_ = c.Close()
		}
		_ = silent.Close()
		if r.wait(); !errors.Is(r.err, server.ErrAborted) || !strings.Contains(r.err.Error(), "test") {
			t.Errorf("%s: Serve: %v", stage, r.err)
		}
	}
}

// logChannel passes on the lines of a log.
type logChannel chan string

func (c logChannel) Write(line []byte) (int, error) {
	c <- string(line)
	return len(line), nil
}

// TestLogOfNoFirstMessage: the loss of a client is logged in one line only.
func TestLogOfNoFirstMessage(t *testing.T) {
	lines := make(logChannel, 100)
	cfg := config()
	cfg.Log = slog.New(logform.New(lines, logform.Text, slog.LevelDebug))
	r := run(t, cfg)
	_ = r.raw().Close()
	for _, want := range []string{
		`level=debug msg="New connection" remote address="127.0.0.1:`,
		`level=debug msg="Cannot receive client first message" err=EOF`,
		`level=warning msg="Kicking client" nickname="" reason="Invalid first message: Remote endpoint closed? Read error: EOF" remote address=`,
	} {
		if line := <-lines; !strings.Contains(line, want) {
			t.Errorf("logged %swant %s", line, want)
		}
	}
}
