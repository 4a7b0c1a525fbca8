package startertest

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// server is the server's side of the connection of one client.
type server func(c *conversation) error

type conversation struct{ net.Conn }

func (c *conversation) send(format string, args ...any) error {
	content := fmt.Sprintf(format, args...) + "\n"
	frame := append(binary.LittleEndian.AppendUint32(nil, uint32(len(content))), content...)
	for _, part := range [][]byte{frame[:1], frame[1:6], frame[6:]} { // as a network may split it
		if _, err := c.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// expect reads one message and returns an error if it is not the one wanted.
func (c *conversation) expect(want string) error {
	var size uint32
	if err := binary.Read(c, binary.LittleEndian, &size); err != nil {
		return fmt.Errorf("waiting for %s: %w", want, err)
	}
	content := make([]byte, min(size, 1<<20))
	if _, err := io.ReadFull(c, content); err != nil {
		return fmt.Errorf("waiting for %s: %w", want, err)
	}
	var value any
	if err := json.Unmarshal(content, &value); err != nil {
		return fmt.Errorf("the bot sent %q: %w", content, err)
	}
	if got, _ := json.Marshal(value); string(got) != want { // both with sorted names
		return fmt.Errorf("the bot sent %s, expected %s", got, want)
	}
	return nil
}

func (c *conversation) welcome() error {
	if err := c.expect(`{"message_type":"LOGIN","metaprotocol_version":"2.0.0","nickname":"mybot","role":"player"}`); err != nil {
		return err
	}
	return c.send(`{"message_type":"LOGIN_ACK","metaprotocol_version":"2.0.0"}`)
}

// position is a state in which the simple rules of a starter allow player 1, whose character is 7, only one action.
type position struct{ name, cells, character, bombs, action string }

const (
	corner   = `{"q":1,"r":0,"color":2},{"q":0,"r":0,"color":2},{"q":-1,"r":0,"color":2},{"q":0,"r":-1,"color":2}`
	standing = `"q":0,"r":0,"alive":true,"revive_delay":-1,"bomb_count":0`
	lying    = `"q":0,"r":0,"alive":false,"revive_delay":%d,"bomb_count":2`
)

var positions = []position{
	{"out of a blast", corner, standing, `{"color":1,"range":2,"delay":1,"q":1,"r":0}`,
		`{"direction":"z+","id":7,"movement":"move"}`},
	{"out of a blast that another sets off", corner + `,{"q":3,"r":0,"color":1},{"q":2,"r":0,"color":1}`, standing,
		`{"color":1,"range":2,"delay":4,"q":1,"r":0},{"color":1,"range":2,"delay":1,"q":3,"r":0}`, `{"direction":"z+","id":7,"movement":"move"}`},
	{"to a fresh cell", strings.Replace(corner, `-1,"r":0,"color":2`, `-1,"r":0,"color":0`, 1), standing, ``,
		`{"direction":"x-","id":7,"movement":"move"}`},
	{"nowhere to go", `{"q":0,"r":0,"color":2}`, standing, ``, ``},
	{"nowhere to flee", `{"q":0,"r":0,"color":2}`, strings.Replace(standing, `"bomb_count":0`, `"bomb_count":2`, 1),
		`{"color":1,"range":2,"delay":1,"q":0,"r":0}`, ``},
	{"dead", corner, fmt.Sprintf(lying, 1), ``, ``},
	{"may revive", corner, fmt.Sprintf(lying, 0), ``, `{"id":7,"movement":"revive"}`},
	{"a bomb where it would revive", corner, fmt.Sprintf(lying, 0), `{"color":1,"range":2,"delay":4,"q":0,"r":0}`, ``},
}

func (p position) state() string {
	return fmt.Sprintf(`{"cells":[%s],"characters":[{"id":7,"color":2,%s}],"bombs":[%s],"explosions":{},"cell_count":{},"score":{}}`,
		p.cells, p.character, p.bombs)
}

// wholeGame plays each position, then ends the game. In sudden death no character revives.
func wholeGame(suddenDeath bool) server {
	return func(c *conversation) error {
		special := 0
		if suddenDeath {
			special = 1
		}
		err := errors.Join(c.welcome(), c.send(`{"message_type":"GAME_STARTS","player_id":1,"players_info":[],"nb_players":%d,
			"nb_special_players":%d,"nb_turns_max":50,"milliseconds_before_first_turn":1000,"milliseconds_between_turns":1000,
			"initial_game_state":%s}`, 2-special, special, positions[0].state()))
		for n, p := range positions {
			action := p.action
			if suddenDeath && strings.Contains(action, "revive") {
				action = ""
			}
			n *= 3 // a slow client misses turns
			sent := c.send(`{"message_type":"TURN","turn_number":%d,"game_state":%s,"players_info":[]}`, n, p.state())
			if heard := c.expect(fmt.Sprintf(`{"actions":[%s],"message_type":"TURN_ACK","turn_number":%d}`, action,
				n)); heard != nil {
				err = errors.Join(err, sent, fmt.Errorf("%s: %w", p.name, heard))
			}
		}
		err = errors.Join(err, c.send(`{"message_type":"GAME_ENDS","winner_player_id":1,"game_state":%s}`,
			positions[0].state()))
		_ = c.send(`{"message_type":"KICK","kick_reason":"Game is finished"}`) // a quick client has left by now
		return err
	}
}

// start welcomes the client and lets the game start.
func start(c *conversation) error {
	return errors.Join(c.welcome(), c.send(`{"message_type":"GAME_STARTS","player_id":1,"nb_players":2,"nb_special_players":0,
		"nb_turns_max":9,"initial_game_state":%s}`, positions[0].state()))
}

// failures are servers at which a bot must exit with code 1 and print one line that contains the text.
var failures = []struct {
	name   string
	server server
	text   string
}{
	{"kicked at login", func(c *conversation) error {
		return c.send(`{"message_type":"KICK","kick_reason":"LOGIN denied: Maximum number of players reached"}`)
	}, "kicked by the server: LOGIN denied: Maximum number of players reached"},
	{"kicked during the game", func(c *conversation) error {
		return errors.Join(start(c), c.send(`{"message_type":"KICK","kick_reason":"netorcai\nabort"}`))
	}, "kicked by the server: netorcai"},
	{"another message", func(c *conversation) error {
		return errors.Join(c.welcome(), c.send(`{"message_type":"GAME_ENDS","winner_player_id":-1,"game_state":{}}`))
	}, "the server sent GAME_ENDS: GAME_STARTS expected"},
	{"closed early", start, "the server closed the connection before the game had ended"},
	{"no netorcai server", func(c *conversation) error {
		_, err := io.WriteString(c, "HTTP/1.1 400 Bad Request\r\n\r\n")
		return err
	}, "is it a netorcai server?"},
}

// Program runs the bot with the command line words against servers of this package. The bot must log in as mybot,
// answer every turn with its number, keep out of blasts and chain reactions, revive where the rules allow it, and
// print who has won. On a failure it must print one line and exit with code 1.
func Program(t *testing.T, words ...string) {
	t.Helper()
	for _, suddenDeath := range []bool{false, true} {
		t.Run(fmt.Sprintf("sudden death %v", suddenDeath), func(t *testing.T) {
			stdout, stderr, code := against(t, wholeGame(suddenDeath), words)
			if stdout != "winner: 1 we are: 1\n" || stderr != "" || code != 0 {
				t.Errorf("exit code %d, printed %q and %q", code, stdout, stderr)
			}
		})
	}
	for _, f := range failures {
		t.Run(f.name, func(t *testing.T) {
			stdout, stderr, code := against(t, f.server, words)
			checkFailure(t, stdout, stderr, code, f.text)
		})
	}
	for _, port := range []string{"0", "65536", "x", "-1", "4.2", "99999999999999999999"} {
		t.Run("port "+port, func(t *testing.T) {
			stdout, stderr, code := runBot(t, port, words)
			checkFailure(t, stdout, stderr, code, "NETORCAI_PORT is '"+port+"': a number from 1 to 65535 expected")
		})
	}
	t.Run("no server", func(t *testing.T) {
		l := listen(t)
		port := portOf(l)
		_ = l.Close()
		stdout, stderr, code := runBot(t, port, words)
		checkFailure(t, stdout, stderr, code,
			"no server listens on 127.0.0.1:"+port+": start one (blastyard play --wait 1 --port "+port+")")
	})
}

func checkFailure(t *testing.T, stdout, stderr string, code int, text string) {
	t.Helper()
	stderr = strings.ReplaceAll(stderr, "\r\n", "\n")
	if code != 1 || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, text) {
		t.Errorf("exit code %d, printed %q and %q, expected 1 and a line with %q", code, stdout, stderr, text)
	}
}

func listen(t *testing.T) *net.TCPListener {
	t.Helper()
	l, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	if err := l.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	return l
}

func portOf(l net.Listener) string {
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

// against runs the bot against a server, and fails the test with the server's error.
func against(t *testing.T, play server, words []string) (stdout, stderr string, code int) {
	t.Helper()
	l := listen(t)
	served := make(chan error, 1)
	go func() {
		c, err := l.Accept()
		if err == nil {
			err = errors.Join(c.SetDeadline(time.Now().Add(patience)), play(&conversation{c}))
			_ = c.(*net.TCPConn).CloseWrite() // fails if the bot has left
			_, _ = io.Copy(io.Discard, c)     // until the bot has left: closing now could lose what was sent to it
			_ = c.Close()
		}
		served <- err
	}()
	stdout, stderr, code = runBot(t, portOf(l), words)
	_ = l.Close() // do not wait for a bot that never connected
	if err := <-served; err != nil {
		t.Errorf("the server: %v\nthe bot: %s", err, stderr)
	}
	return stdout, stderr, code
}

func runBot(t *testing.T, port string, words []string) (stdout, stderr string, code int) {
	t.Helper()
	var out, problems bytes.Buffer
	cmd := command(t, t.TempDir(), []string{"NETORCAI_HOST=127.0.0.1", "NETORCAI_PORT=" + port}, words)
	cmd.Stdout, cmd.Stderr = &out, &problems
	err := cmd.Run()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), problems.String(), cmd.ProcessState.ExitCode()
}
