package server

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"slices"
	"strings"
	"testing"

	"blastyard/protocol/netorcai"
)

// logLines notes records as "LEVEL message|key=value|…".
type logLines struct {
	level slog.Level
	lines *[]string
}

func (l logLines) Enabled(_ context.Context, level slog.Level) bool { return level >= l.level }
func (l logLines) WithAttrs([]slog.Attr) slog.Handler               { return l }
func (l logLines) WithGroup(string) slog.Handler                    { return l }

func (l logLines) Handle(_ context.Context, r slog.Record) error {
	var attrs []string
	r.Attrs(func(a slog.Attr) bool {
		attrs = append(attrs, "|"+a.Key+"="+a.Value.String())
		return true
	})
	slices.Sort(attrs)
	*l.lines = append(*l.lines, r.Level.String()+" "+r.Message+strings.Join(attrs, ""))
	return nil
}

// newLogged returns a testGame whose log is recorded.
func newLogged(t *testing.T, level slog.Level, cfg Config) (*testGame, *[]string) {
	lines := &[]string{}
	cfg.Log = slog.New(logLines{level, lines})
	tb := newTestGame(t, cfg)
	tb.g.closing = func() error {
		*lines = append(*lines, "closed")
		return net.ErrClosed
	}
	return tb, lines
}

func checkLog(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("logged\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

func loggedSettings() Settings {
	return Settings{NbTurnsMax: 2, NbPlayersMax: 2, NbSpecialPlayersMax: 1, NbVisusMax: 1, DelayFirstTurn: MaxDelay, DelayTurns: MaxDelay}
}

const (
	logClosing  = "WARN Closing listening socket."
	logNoAccept = "WARN Could not accept incoming connection. Aborting server.|err=use of closed network connection"
	logAccepted = "INFO New player accepted|nickname=n|"
	logKicked   = "WARN Kicking client|nickname=n|reason="
)

func TestLogOfAGame(t *testing.T) {
	tb, lines := newLogged(t, slog.LevelInfo, Config{Settings: loggedSettings(), Autostart: true})
	tb.sit(netorcai.RolePlayer)
	tb.sit(netorcai.RoleSpecialPlayer)
	gone, _ := tb.sit(netorcai.RolePlayer)
	tb.sit(netorcai.RoleVisualization)
	tb.sit(netorcai.RoleGameLogic)
	tb.says(`{"message_type":"DO_INIT_ACK","initial_game_state":{"all_clients":{"s":0}}}`)
	tb.g.failed(gone, "Cannot read TURN_ACK. Remote endpoint closed? Read error: EOF", true)
	tb.pass(MaxDelay)
	tb.turn()
	tb.pass(MaxDelay)
	tb.says(`{"message_type":"DO_TURN_ACK","winner_player_id":1,"game_state":{"all_clients":{}}}`)
	checkLog(t, *lines,
		logAccepted+"player count=1|remote address=there|special player count=0|special=false",
		logAccepted+"player count=1|remote address=there|special player count=1|special=true",
		logAccepted+"player count=2|remote address=there|special player count=1|special=false",
		"INFO New visualization accepted|nickname=n|remote address=there|visu count=1",
		"INFO Game logic accepted|nickname=n|remote address=there",
		"INFO Automatic starting conditions are met",
		"INFO Starting game",
		logKicked+"Cannot read TURN_ACK. Remote endpoint closed? Read error: EOF|remote address=there",
		"INFO Game is finished|winner nickname=n|winner player ID=1|winner remote address=there",
		logKicked+"Game is finished|remote address=there", logKicked+"Game is finished|remote address=there",
		logKicked+"Game is finished|remote address=there", logKicked+"Game is finished|remote address=there",
		logClosing, "closed", logNoAccept)
}

func TestLogWithoutAWinner(t *testing.T) {
	tb, lines := newLogged(t, slog.LevelInfo, Config{Settings: Settings{NbTurnsMax: 1, DelayFirstTurn: MaxDelay, DelayTurns: MaxDelay}})
	tb.begin()
	tb.pass(MaxDelay)
	tb.turn()
	checkLog(t, *lines, "INFO Game logic accepted|nickname=n|remote address=there", "INFO Starting game", "INFO Game is finished (no winner!)",
		logKicked+"Game is finished|remote address=there", logClosing, "closed", logNoAccept)
}

// TestLogOfFailures: the log of refused clients, a failing game logic, and an abort. The socket is closed before
// clients are kicked.
func TestLogOfFailures(t *testing.T) {
	tb, lines := newLogged(t, slog.LevelWarn, Config{Settings: loggedSettings()})
	tb.sit(netorcai.RoleVisualization)
	if tb.g.login(&paper{}, nil, netorcai.Login{Nickname: "two", Role: netorcai.RoleVisualization}, "here") != nil {
		t.Error("a second visualization is let in")
	}
	tb.g.kickStranger(&paper{}, Seat{RemoteAddress: "far"}, "Invalid first message: Non-JSON message received")
	tb.begin()
	tb.pass(MaxDelay)
	tb.says("x")
	checkLog(t, *lines,
		"WARN Kicking client|nickname=two|reason=LOGIN denied: Maximum number of visus reached|remote address=here",
		"WARN Kicking client|nickname=|reason=Invalid first message: Non-JSON message received|remote address=far",
		logKicked+"Cannot read DO_TURN_ACK. Non-JSON message received|remote address=there",
		"WARN Game logic failed. Aborting.", logClosing, "closed", logNoAccept, "WARN Sending KICK messages to clients",
		logKicked+"netorcai abort|remote address=there")
	tb, lines = newLogged(t, slog.LevelWarn, Config{})
	tb.sit(netorcai.RolePlayer)
	tb.g.abort(errors.New("quit"))
	checkLog(t, *lines, logClosing, "closed", logNoAccept, "WARN Sending KICK messages to clients", logKicked+"netorcai abort|remote address=there")
	tb, lines = newLogged(t, slog.LevelWarn, Config{})
	tb.g.abort(errors.New("quit"))
	checkLog(t, *lines, logClosing, "closed", logNoAccept) // there is nobody to kick
}

// TestOrderOfTheLastKicks: the game logic is kicked first, then the others in the order of their logins.
func TestOrderOfTheLastKicks(t *testing.T) {
	for _, ending := range []string{"abort", "end"} {
		tb, lines := newLogged(t, slog.LevelWarn, Config{Settings: loggedSettings()})
		for _, role := range []netorcai.Role{netorcai.RoleVisualization, netorcai.RolePlayer, netorcai.RoleGameLogic, netorcai.RoleSpecialPlayer} {
			p, _ := tb.sit(role)
			p.seat.Nickname = string(role)
		}
		if ending == "abort" {
			tb.g.abort(errors.New("quit"))
		} else {
			tb.g.finish()
		}
		var got []string
		for _, line := range *lines {
			if _, rest, is := strings.Cut(line, "Kicking client|nickname="); is {
				name, _, _ := strings.Cut(rest, "|")
				got = append(got, name)
			}
		}
		checkLog(t, got, "game logic", "visualization", "player", "special player")
	}
}

// TestDebugLogOfAGame: each message that is sent has a line, except KICK and LOGIN_ACK.
func TestDebugLogOfAGame(t *testing.T) {
	tb, lines := newLogged(t, slog.LevelDebug, Config{Settings: loggedSettings()})
	p, _ := tb.sit(netorcai.RolePlayer)
	tb.begin()
	tb.pass(MaxDelay)
	tb.turn()
	tb.ack(p, 0, `[]`)
	tb.pass(MaxDelay)
	tb.turn()
	var debug []string
	for _, line := range *lines {
		if text, is := strings.CutPrefix(line, "DEBUG "); is {
			text, _, _ = strings.Cut(text, "|content=")
			debug = append(debug, text)
		}
	}
	checkLog(t, debug, "Sending DO_INIT to game logic", "Sending GAME_STARTS to client", "Sleeping before first turn|duration (ms)=10000",
		"Sending DO_TURN to game logic", "GL received a new DO_TURN_ACK (from socket)", "Client received a new TURN (from GL goroutine)|playerID=0",
		"Sending TURN to client", "Sleeping before next turn|duration (ms)=10000", "Client received a TURN_ACK (from socket)|playerID=0",
		"Sending DO_TURN to game logic", "GL received a new DO_TURN_ACK (from socket)", "Sending GAME_ENDS to client")
	const want = "|nickname=n|remote address=there"
	for _, line := range *lines {
		if strings.HasPrefix(line, "DEBUG Sending") && (!strings.HasSuffix(line, "}"+want) || strings.Contains(line, "\n")) {
			t.Errorf("%s", line)
		}
	}
}

func TestAddressAsJSON(t *testing.T) {
	for text, want := range map[string]string{
		"127.0.0.1:4242": `{"IP":"127.0.0.1","Port":4242,"Zone":""}`, "[::1]:7": `{"IP":"::1","Port":7,"Zone":""}`,
		"[fe80::1%eth0]:7": `{"IP":"fe80::1","Port":7,"Zone":"eth0"}`, "local": `"local"`,
	} {
		if got, err := json.Marshal(address(text)); err != nil || string(got) != want {
			t.Errorf("%s: %s, %v; want %s", text, got, err, want)
		}
	}
}
