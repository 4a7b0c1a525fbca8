package program

import (
	"encoding/binary"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"blastyard/protocol/netorcai"
)

// TestHexabombCommandLines: everything is said on standard output; 255 is wrong usage.
func TestHexabombCommandLines(t *testing.T) {
	t.Parallel()
	broken := filepath.Join(t.TempDir(), "broken.json")
	if err := os.WriteFile(broken, []byte(`{"cells":[]}`), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		code int
		want []string // lines: what each holds
	}{
		{"", 255, []string{"expected one argument, the map, but there are 0", "", "Usage:"}},
		{"tiny duel", 255, []string{"expected one argument, the map, but there are 2", "", "Usage:"}},
		{"tiny --nosuch", 255, []string{"unknown flag: --nosuch", "", "Usage:"}},
		{"tiny -p", 255, []string{"flag needs an argument: 'p' in -p", "", "Usage:"}},
		{"tiny -p 1 -p 1", 255, []string{"invalid argument", "", "Usage:"}},
		{"-- tiny", 255, []string{"the argument -- is not known", "", "Usage:"}},
		{"tiny --h 127.0.0.1", 255, []string{"unknown flag: --h", "", "Usage:"}}, // hostname and help
		{"tiny -p 70000", 1, []string{`--port is "70000", expected 1 to 65535`}},
		{"tiny -p 0x10", 1, []string{`--port is "0x10", expected 1 to 65535`}},
		{"tiny -p +4242", 1, []string{`--port is "+4242", expected 1 to 65535`}},
		{"tiny --port=meh", 1, []string{`--port is "meh", expected 1 to 65535`}},
		{"tiny --port=", 1, []string{`--port is "", expected 1 to 65535`}},
		{"tiny --hostname= -p 1", 1, []string{"Loading map tiny... done", "Connecting to netorcai (:1)... cannot connect: "}},
		{"nosuch", 1, []string{"Loading map nosuch... "}},
		{"nosuch.json", 1, []string{"Loading map nosuch.json... open nosuch.json: no such file or directory"}},
		{"esc\x1b[31m.txt", 1, []string{"Loading map esc.txt... open esc.txt: no such file or directory"}},
		{broken, 1, []string{"Loading map " + broken + "... " + broken + ": map refused: field initial_positions is missing"}},
		{"tiny -p 00001", 1, []string{"Loading map tiny... done", "Connecting to netorcai (127.0.0.1:1)... cannot connect: "}},
		{"tiny --ho localhost --po 1", 1, []string{"Loading map tiny... done", "Connecting to netorcai (localhost:1)... cannot connect: "}},
	} {
		code, stdout, stderr := run(t, "", append([]string{"hexabomb"}, strings.Fields(c.args)...)...)
		lines := strings.SplitN(stdout, "\n", len(c.want)+1)
		for i, want := range c.want {
			if code != c.code || stderr != "" || i >= len(lines) || !strings.HasPrefix(lines[i], want) || strings.HasSuffix(want, "...") && lines[i] != want {
				t.Errorf("hexabomb %s: exit %d, stdout\n%s\nstderr %q; want %d, %q", c.args, code, stdout, stderr, c.code, c.want)
				break
			}
		}
		if code == 1 && len(lines) > len(c.want) && lines[len(c.want)] != "" {
			t.Errorf("hexabomb %s says more: %q", c.args, stdout)
		}
	}
}

// foreignServer is a netorcai server that says what it is told to, waits for an answer to each, and closes.
func foreignServer(t *testing.T, says ...string) (port string) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() {
		defer ln.Close()
		nc, err := ln.Accept()
		if err != nil {
			served <- err
			return
		}
		defer nc.Close()
		_ = nc.SetDeadline(time.Now().Add(time.Minute))
		in := netorcai.NewFrameReader(nc, netorcai.MaxSize)
		for i, content := range says {
			if i != 1 { // what is said after LOGIN_ACK waits for nothing
				_, err = in.Next(netorcai.MaxSize)
			}
			if err != nil {
				break
			}
			frame := append(binary.LittleEndian.AppendUint32(nil, uint32(len(content))), content...)
			if _, err = nc.Write(frame); err != nil {
				break
			}
		}
		if err == nil && !strings.Contains(says[len(says)-1], "KICK") {
			_, err = in.Next(netorcai.MaxSize)
		}
		served <- err
	}()
	t.Cleanup(func() {
		_ = ln.Close()
		if err := <-served; err != nil {
			t.Errorf("the server: %v", err)
		}
	})
	_, port, _ = net.SplitHostPort(ln.Addr().String())
	return port
}

const (
	saysAck  = `{"message_type":"LOGIN_ACK","metaprotocol_version":"2.0.0"}`
	saysInit = `{"message_type":"DO_INIT","nb_players":1,"nb_special_players":0,"nb_turns_max":2}`
	saysTurn = `{"message_type":"DO_TURN","player_actions":[]}`
)

// TestHexabombOutput: the original's lines; a server that closes after the last turn has ended the game as it should.
func TestHexabombOutput(t *testing.T) {
	t.Parallel()
	const begins = "Loading map tiny... done\nConnecting to netorcai (127.0.0.1:PORT)... done\n"
	const in = begins + "Logging in as a game logic... "
	const played = in + "done\nWaiting for DO_INIT... done\nWaiting for DO_TURN 0... done\nWaiting for DO_TURN 1"
	for _, c := range []struct {
		says []string
		code int
		want string
	}{
		{[]string{saysAck, saysInit, saysTurn, saysTurn}, 0, played + "... done\nGame is finished after 2 turns; winner: player 0\n"},
		{[]string{saysAck, saysInit, saysTurn, saysTurn, `{"message_type":"KICK","kick_reason":"Game is finished"}`}, 0,
			played + "... done\nGame is finished after 2 turns; winner: player 0\n"},
		{[]string{saysAck, saysInit, saysTurn, saysTurn, `{"message_type":"KICK","kick_reason":"netorcai abort"}`}, 0,
			played + "... done\nGame is finished after 2 turns; winner: player 0\n"},
		{[]string{saysAck, saysInit, saysTurn}, 1, played + "... cannot read: it ended too early\n"},
		{[]string{saysAck, saysInit, saysTurn, `{"message_type":"KICK","kick_reason":"netorcai abort"}`}, 1,
			played + "... the server ended the game: kicked: netorcai abort\n"},
		{[]string{`{"message_type":"KICK","kick_reason":"\u001b]0;title\u0007two\nlines"}`}, 1, in + "kicked: two lines\n"},
		{[]string{`{"message_type":"KICK","kick_reason":"LOGIN denied: A game logic is already logged in"}`}, 1,
			in + "kicked: LOGIN denied: A game logic is already logged in\n"},
	} {
		port := foreignServer(t, c.says...)
		code, stdout, stderr := run(t, "", "hexabomb", "tiny", "-h", "127.0.0.1", "-p", "0"+port)
		if want := strings.ReplaceAll(c.want, "PORT", port); code != c.code || stdout != want || stderr != "" {
			t.Errorf("%s\nexit %d, stdout\n%s\nstderr %q; want %d\n%s", c.says[len(c.says)-1], code, stdout, stderr, c.code, want)
		}
	}
}
