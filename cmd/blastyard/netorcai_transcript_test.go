//go:build unix

package main

import (
	"bytes"
	"encoding/binary"
	"flag"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"blastyard/internal/freeport"
	"blastyard/internal/ptytest"
	"blastyard/netorcai"
)

var updateTranscripts = flag.Bool("update-transcripts", false, "write testdata/netorcai anew; then compare it with the specification")

// TestNetorcaiTranscripts compares all that the server prints, in every mode of the log, through a pipe and in a terminal,
// with texts that were checked against the specification. Times, ports and what the server sends are placeholders.
func TestNetorcaiTranscripts(t *testing.T) {
	t.Parallel()
	for name, play := range transcriptPlays {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join("testdata", "netorcai", name+".txtar")
			golden, err := txtar.ParseFile(path)
			if err != nil && !*updateTranscripts {
				t.Fatal(err)
			}
			got := &txtar.Archive{Comment: []byte(play.what + "\n")}
			for _, where := range []string{"pipe", "terminal"} {
				for _, mode := range []string{"", "--verbose", "--quiet", "--debug", "--json-logs"} {
					text := playTranscript(t, play, where, mode)
					if *updateTranscripts {
						got.Files = append(got.Files, txtar.File{Name: strings.TrimSpace(where + " " + mode), Data: text})
						continue
					}
					want := section(golden, strings.TrimSpace(where+" "+mode))
					if !bytes.Equal(text, want) {
						t.Errorf("%s %s prints\n%s\nwant\n%s", where, mode, text, want)
					}
				}
			}
			if *updateTranscripts {
				if err := os.WriteFile(path, txtar.Format(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func section(a *txtar.Archive, name string) []byte {
	for _, f := range a.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

// transcriptPlay is what happens at a server, one thing after the other, so that its log has one order.
type transcriptPlay struct {
	what string
	args []string
	play func(*stage)
	exit int
}

var transcriptPlays = map[string]transcriptPlay{
	"game": {"A game to its end: a stranger, one who leaves, one who is refused, one who answers wrongly; the special player wins.",
		[]string{"--nb-players-max=1", "--nb-splayers-max=1", "--nb-turns-max=2", "--fast"}, playGame, 0},
	"autostart": {"A game that starts by itself and has no winner.",
		[]string{"--nb-players-max=0", "--nb-visus-max=0", "--nb-turns-max=1", "--delay-first-turn=50", "--autostart"}, playAutostart, 0},
	"abort": {"SIGTERM.", nil, playAbort, 1},
	"logic": {"A game logic that fails at the start of the game.", nil, playLogicFailure, 1},
	"quit":  {"The prompt, and its command quit.", nil, playPrompt, 0},
}

// stage is a running server.
type stage struct {
	t    *testing.T
	cmd  *exec.Cmd
	addr string
	mode string
	*ptytest.Console
}

// playTranscript gives what the server prints.
func playTranscript(t *testing.T, play transcriptPlay, where, mode string) []byte {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	port := freeport.Text(t)
	s := &stage{t: t, addr: "127.0.0.1:" + port, mode: mode}
	s.cmd = &exec.Cmd{Path: self, Args: append([]string{"blastyard", "netorcai", "--port=" + port}, play.args...),
		Env: append(os.Environ(), "GORACE=atexit_sleep_ms=0", "TERM=xterm-256color", "TZ=UTC")}
	if mode != "" {
		s.cmd.Args = append(s.cmd.Args, mode)
	}
	if where == "terminal" {
		terminal := ptytest.Open(t)
		terminal.Start(s.cmd)
		s.Console = terminal.Console
		s.Saw(">>> ")
	} else {
		s.Console = ptytest.Piped(t, s.cmd)
	}
	s.types("print nb-splayers-max", "nb-splayers-max=") // it answers when it listens
	play.play(s)
	_ = s.cmd.Wait()
	if code := s.cmd.ProcessState.ExitCode(); code != play.exit {
		t.Errorf("%s %s: exit %d, want %d", where, mode, code, play.exit)
	}
	s.Until("the end", func(shown string) bool { // in a terminal the prompt is wiped away behind it
		return strings.Contains(shown, "Cleaning prompt state.") && (where == "pipe" || strings.HasSuffix(shown, "\r\x1b[K"))
	})
	text := s.Shown()
	if where == "terminal" {
		text = strings.TrimRight(strings.Join(ptytest.Lines(text), "\n"), "\n") + "\n"
	}
	return []byte(withPlaceholders(text))
}

var placeholders = []struct {
	what *regexp.Regexp
	by   string
}{
	{regexp.MustCompile(`time="\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}"`), `time="TIME"`},
	{regexp.MustCompile(`(?m)^(<\d+>[A-Z]{4}<0>)\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\]`), `$1[TIME]`},
	{regexp.MustCompile(`"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"`), `"time":"TIME"`},
	{regexp.MustCompile(`127\.0\.0\.1:\d+`), `127.0.0.1:PORT`},
	{regexp.MustCompile(`"(P|p)ort":\d+`), `"${1}ort":PORT`},
	{regexp.MustCompile(`(port(<0>)?)=\d+`), `$1=PORT`},
}

// sentContent is the content of a message that the server sends; its form is tested elsewhere.
var sentContent = regexp.MustCompile(`(Sending [A-Z_]+ to .*content(?:<0>)?=|"content":)("(?:\\.|[^"\\])*")(.*content size(?:<0>=|=|":))\d+`)

func withPlaceholders(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		for _, p := range placeholders {
			line = p.what.ReplaceAllString(line, p.by)
		}
		if strings.Contains(line, "Sending ") {
			line = sentContent.ReplaceAllString(line, `${1}CONTENT${3}SIZE`)
		}
		lines[i] = line
	}
	return strings.Join(lines, "")
}

// types enters a line and waits for what it prints.
func (s *stage) types(line, answer string) {
	s.t.Helper()
	before := strings.Count(s.Shown(), answer)
	s.Type(line + "\r")
	if answer != "" {
		s.Until(answer, func(shown string) bool { return strings.Count(shown, answer) > before })
	}
}

// logged waits for a further line of the log that holds the text, in the modes that show it.
func (s *stage) logged(n int, text string) {
	s.t.Helper()
	if s.mode == "--debug" {
		s.Until(text, func(shown string) bool { return strings.Count(shown, text) >= n })
	}
}

// actor is a client whose messages the test writes.
type actor struct {
	s  *stage
	nc net.Conn
	in *netorcai.FrameReader
}

func (s *stage) connect() *actor {
	s.t.Helper()
	nc, err := net.Dial("tcp", s.addr)
	if err != nil {
		s.t.Fatal(err)
	}
	_ = nc.SetDeadline(time.Now().Add(time.Minute))
	s.t.Cleanup(func() { _ = nc.Close() })
	return &actor{s, nc, netorcai.NewFrameReader(nc, netorcai.MaxSize)}
}

func (a *actor) says(content string) {
	a.s.t.Helper()
	content += "\n"
	if _, err := a.nc.Write(append(binary.LittleEndian.AppendUint32(nil, uint32(len(content))), content...)); err != nil {
		a.s.t.Fatal(err)
	}
}

// hears reads a message, which must hold the texts.
func (a *actor) hears(texts ...string) {
	a.s.t.Helper()
	content, err := a.in.Next(netorcai.MaxSize)
	if err != nil {
		a.s.t.Fatalf("%v, want %q", err, texts)
	}
	for _, text := range texts {
		if !strings.Contains(string(content), text) {
			a.s.t.Fatalf("heard %s, want %q", content, texts)
		}
	}
}

func (s *stage) login(nickname string, role netorcai.Role) *actor {
	s.t.Helper()
	a := s.connect()
	a.says(`{"message_type":"LOGIN","nickname":"` + nickname + `","role":"` + string(role) + `","metaprotocol_version":"2.0.0"}`)
	a.hears("LOGIN_ACK")
	return a
}

func playGame(s *stage) {
	stranger := s.connect()
	stranger.says("x")
	stranger.hears("KICK", "Invalid first message: Non-JSON message received")
	leaver := s.login("leaver", netorcai.RolePlayer)
	_ = leaver.nc.Close()
	s.Saw("Remote endpoint closed")
	ann := s.login("ann", netorcai.RolePlayer)
	bob := s.connect()
	bob.says(`{"message_type":"LOGIN","nickname":"bob","role":"player","metaprotocol_version":"2.0.0"}`)
	bob.hears("KICK", "LOGIN denied: Maximum number of players reached")
	ghost := s.login("ghost", netorcai.RoleSpecialPlayer)
	eye := s.login("eye", netorcai.RoleVisualization)
	logic := s.login("logic", netorcai.RoleGameLogic)
	s.types("start", "")
	logic.hears("DO_INIT")
	logic.says(`{"message_type":"DO_INIT_ACK","initial_game_state":{"all_clients":{"n":0}}}`)
	all := []*actor{ghost, ann, eye}
	for _, a := range all {
		a.hears("GAME_STARTS")
	}
	logic.hears("DO_TURN")
	logic.says(`{"message_type":"DO_TURN_ACK","winner_player_id":1,"game_state":{"all_clients":{"n":1}}}`)
	for _, a := range all {
		a.hears("TURN", `"turn_number":0`)
	}
	ghost.says(`{"message_type":"TURN_ACK","turn_number":0,"actions":[]}`)
	s.logged(1, "Client received a TURN_ACK")
	ann.says(`{"message_type":"TURN_ACK","turn_number":7,"actions":[]}`)
	ann.hears("KICK", "Invalid value (turn_number=7): expecting 0")
	logic.hears("DO_TURN")
	logic.says(`{"message_type":"DO_TURN_ACK","winner_player_id":0,"game_state":{"all_clients":{"n":2}}}`)
	for _, a := range []*actor{ghost, eye} {
		a.hears("GAME_ENDS", `"winner_player_id":0`)
		a.hears("KICK", "Game is finished")
	}
	logic.hears("KICK", "Game is finished")
}

func playAutostart(s *stage) {
	logic := s.login("logic", netorcai.RoleGameLogic)
	logic.hears("DO_INIT")
	logic.says(`{"message_type":"DO_INIT_ACK","initial_game_state":{"all_clients":{}}}`)
	logic.hears("DO_TURN")
	logic.says(`{"message_type":"DO_TURN_ACK","winner_player_id":-1,"game_state":{"all_clients":{}}}`)
	logic.hears("KICK", "Game is finished")
}

func playAbort(s *stage) {
	ann := s.login("ann", netorcai.RolePlayer)
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Fatal(err)
	}
	ann.hears("KICK", "netorcai abort")
}

func playLogicFailure(s *stage) {
	ann := s.login("ann", netorcai.RolePlayer)
	logic := s.login("logic", netorcai.RoleGameLogic)
	s.types("start", "")
	logic.hears("DO_INIT")
	logic.says(`{"message_type":"DO_INIT_ACK"}`)
	logic.hears("KICK", "Invalid DO_INIT_ACK message. Field 'initial_game_state' is missing")
	ann.hears("KICK", "netorcai abort")
}

func playPrompt(s *stage) {
	ann := s.login("ann", netorcai.RolePlayer)
	s.types("print all", "delay-turns=")
	s.types("hello", "")
	s.types("set nb-turns-max=0", "Bad VALUE=0: Not in [1,65535]")
	s.types("set nb-turns-max 7", "")
	s.types("print nb-turns-max", "nb-turns-max=7")
	s.types("set a=b=c", "Bad VARIABLE=a=b. Accepted values: ")
	s.types("print", "expected syntax: print VARIABLE")
	s.types("set", "(alt syntax): set VARIABLE VALUE")
	s.types("start", "Cannot start: Game logic not connected")
	s.types("quit now", "expected syntax: quit")
	s.types("quit", "Shell exited. Aborting.")
	ann.hears("KICK", "netorcai abort")
}
