//go:build unix

package program

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"blastyard/internal/freeport"
	"blastyard/internal/ptytest"
	"blastyard/protocol/netorcai"
)

// TestNetorcaiTranscripts compares all that the server prints, in every mode of the log, through a pipe and in a terminal,
// with texts that were written from the specification. Times and ports are placeholders.
func TestNetorcaiTranscripts(t *testing.T) {
	t.Parallel()
	for name, play := range transcriptPlays {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			script, err := os.ReadFile(filepath.Join("testdata", "netorcai", name+".txt"))
			if err != nil {
				t.Fatal(err)
			}
			for _, where := range []string{"pipe", "terminal"} {
				for _, mode := range []string{"", "--verbose", "--quiet", "--debug", "--json-logs"} {
					want := wantedTranscript(t, string(script), where, mode)
					if got := playTranscript(t, play, where, mode); got != want {
						t.Errorf("%s %s prints\n%s\nwant\n%s", where, mode, got, want)
					}
				}
			}
		})
	}
}

// wantedTranscript is what a server prints, from a script of these lines:
//
//	# a comment
//	> what is typed at the prompt
//	| what the prompt answers
//	stderr: what the server says beside its log, unless it is --quiet
//	{"level":"info","msg":"…"}, a line of the log as --json-logs writes it, without its time
//	terminal: {…}, a line of the log that only a terminal shows
func wantedTranscript(t *testing.T, script, where, mode string) string {
	t.Helper()
	var b strings.Builder
	for line := range strings.Lines(script) {
		kind, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch {
		case kind == "#", kind == ">" && where == "pipe", kind == "stderr:" && mode == "--quiet", kind == "terminal:" && where == "pipe":
		case kind == ">":
			b.WriteString(">>> " + text + "\n")
		case kind == "|", kind == "stderr:":
			b.WriteString(text + "\n")
		default:
			b.WriteString(logLine(t, strings.TrimPrefix(line, "terminal: "), where, mode))
		}
	}
	return b.String()
}

// logLine is a line of the log, or "" if the mode does not show its level.
func logLine(t *testing.T, object, where, mode string) string {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(object))
	decoder.UseNumber()
	var line map[string]any
	if err := decoder.Decode(&line); err != nil {
		t.Fatalf("%s: %v", object, err)
	}
	level, msg := line["level"].(string), line["msg"].(string)
	if level == "debug" && mode != "--debug" || level == "info" && mode == "--quiet" {
		return ""
	}
	if mode == "--json-logs" {
		line["time"] = "TIME"
		text, err := json.Marshal(line)
		if err != nil {
			t.Fatal(err)
		}
		return string(text) + "\n"
	}
	colour := map[string]string{"debug": "37", "info": "36", "warning": "33", "error": "31"}[level]
	text, key := `time="TIME" level=`+level+" msg="+quoted(msg), "%s"
	if where == "terminal" {
		text, key = fmt.Sprintf("<%s>%s<0>[TIME] %-44s ", colour, strings.ToUpper(level[:4]), msg), "<"+colour+">%s<0>"
	}
	delete(line, "level")
	delete(line, "msg")
	for _, name := range slices.Sorted(maps.Keys(line)) {
		value := fmt.Sprint(line[name])
		if address, is := line[name].(map[string]any); is {
			value = fmt.Sprintf("%v:%v", address["IP"], address["Port"])
		}
		text += fmt.Sprintf(" "+key+"=%s", name, quoted(value))
	}
	return strings.TrimRight(text, " ") + "\n"
}

func quoted(value string) string {
	if regexp.MustCompile(`^[-a-zA-Z0-9._/@^+]+$`).MatchString(value) {
		return value
	}
	return strconv.Quote(value)
}

// transcriptPlay is what happens at a server, one thing after the other, so that its log has one order.
type transcriptPlay struct {
	what string
	args []string
	play func(*stage)
	exit int
	last string // something in the last line through a pipe
}

const (
	closed  = "use of closed network connection"
	aborted = "netorcai abort"
)

var transcriptPlays = map[string]transcriptPlay{
	"game": {"A game to its end: a stranger, one who leaves, one who is refused, one who answers wrongly; the special player wins.",
		[]string{"--nb-players-max=1", "--nb-splayers-max=1", "--nb-turns-max=2", "--fast"}, playGame, 0, closed},
	"autostart": {"A game that starts by itself and has no winner.",
		[]string{"--nb-players-max=0", "--nb-visus-max=0", "--nb-turns-max=1", "--delay-first-turn=50", "--autostart"}, playAutostart, 0, closed},
	"abort": {"SIGTERM.", nil, playAbort, 1, aborted},
	"logic": {"A game logic that fails at the start of the game.", nil, playLogicFailure, 1, aborted},
	"quit":  {"The prompt, and its command quit.", nil, playPrompt, 0, aborted},
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
func playTranscript(t *testing.T, play transcriptPlay, where, mode string) string {
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
		if where == "pipe" {
			return strings.HasSuffix(shown, "\n") && strings.Contains(shown, play.last)
		}
		return strings.Contains(shown, "Cleaning prompt state.") && strings.HasSuffix(shown, "\r\x1b[K")
	})
	text := s.Shown()
	if where == "terminal" {
		text = strings.TrimRight(strings.Join(ptytest.Lines(text), "\n"), "\n") + "\n"
	}
	for _, p := range placeholders {
		text = p.what.ReplaceAllString(text, p.by)
	}
	return text
}

var placeholders = []struct {
	what *regexp.Regexp
	by   string
}{
	{regexp.MustCompile(`time="\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}"`), `time="TIME"`},
	{regexp.MustCompile(`(?m)^(<\d+>[A-Z]{4}<0>)\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\]`), `$1[TIME]`},
	{regexp.MustCompile(`"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"`), `"time":"TIME"`},
	{regexp.MustCompile(`127\.0\.0\.1:\d+`), `127.0.0.1:4242`},
	{regexp.MustCompile(`"(P|p)ort":\d+`), `"${1}ort":4242`},
	{regexp.MustCompile(`(port(<0>)?)=\d+`), `$1=4242`},
	{regexp.MustCompile(`accept tcp \S+:\d+:`), `accept tcp [::]:4242:`}, // 0.0.0.0 where there is no IPv6
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
	s.types("set nb-turns-max=abc", "Bad VALUE=abc. ")
	s.types("set nb-turns-max 7", "")
	s.types("print nb-turns-max", "nb-turns-max=7")
	s.types("set a=b=c", "Bad VARIABLE=a=b. Accepted values: ")
	s.types("print foo", "Bad VARIABLE=foo. Accepted values: ")
	s.types("print", "expected syntax: print VARIABLE")
	s.types("set", "(alt syntax): set VARIABLE VALUE")
	s.types("start", "Cannot start: Game logic not connected")
	s.types("quit now", "expected syntax: quit")
	s.types("quit", "Shell exited. Aborting.")
	ann.hears("KICK", "netorcai abort")
}
