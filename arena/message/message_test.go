package message_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/internal/arenatest"
	"blastyard/arena/message"
	"blastyard/arena/record"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/tinygame"
	"blastyard/replay"
)

// logVariable makes this test program a bot that writes everything it receives to a file.
const logVariable = "MESSAGE_TEST_LOG"

func TestMain(m *testing.M) {
	harness.BecomeBot()
	if file := os.Getenv(logVariable); file != "" {
		if err := listen(file); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// listen plays at the server that the environment names and writes each message as a line. It does not use this
// module's encoders. It answers TURN 5 only after a file appears beside its log.
func listen(file string) error {
	log, err := os.Create(file)
	if err != nil {
		return err
	}
	defer log.Close()
	var d net.Dialer
	conn, err := d.DialContext(context.Background(), "tcp",
		net.JoinHostPort(os.Getenv("NETORCAI_HOST"), os.Getenv("NETORCAI_PORT")))
	if err != nil {
		return err
	}
	defer conn.Close()
	say(conn, `{"message_type":"LOGIN","nickname":"logger","role":"player","metaprotocol_version":"2.0.0"}`)
	for {
		var size [4]byte
		if _, err := io.ReadFull(conn, size[:]); err != nil {
			return err
		}
		text := make([]byte, binary.LittleEndian.Uint32(size[:]))
		if _, err := io.ReadFull(conn, text); err != nil {
			return err
		}
		text = bytes.TrimSuffix(text, []byte("\n"))
		if _, err := fmt.Fprintf(log, "%s\n", text); err != nil {
			return err
		}
		var turn int
		switch {
		case bytes.HasPrefix(text, []byte(`{"message_type":"KICK"`)):
			return nil
		case bytes.HasPrefix(text, []byte(`{"message_type":"TURN"`)):
			if _, err := fmt.Sscanf(string(text), `{"message_type":"TURN","turn_number":%d,`, &turn); err != nil {
				return err
			}
			for turn == 5 && os.Getenv("MESSAGE_TEST_SLOW") != "" {
				if _, err := os.Stat(file + ".go"); err == nil {
					break
				}
				time.Sleep(time.Millisecond)
			}
			say(conn, fmt.Sprintf(`{ "turn_number": %d, "message_type":"TURN_ACK","actions":[ {"odd":  %d} ]}`, turn, turn))
		}
	}
}

func say(w io.Writer, text string) {
	frame := binary.LittleEndian.AppendUint32(nil, uint32(len(text)+1))
	_, _ = w.Write(append(append(frame, text...), '\n'))
}

// waker creates a file after a number of turns.
type waker struct {
	arena.NopSink
	file string
	turn int
}

func (w *waker) Turn(t *arena.Turn) {
	if t.Number == w.turn {
		_ = os.WriteFile(w.file, nil, 0o666)
	}
}

// play records a match.
func play(t *testing.T, c arena.Config, sinks ...arena.Sink) *replay.Replay {
	t.Helper()
	r := record.New(record.Options{Path: filepath.Join(t.TempDir(), "match.blast")})
	a := arena.Arena{Games: kinds(), Transports: arenatest.Transports()}
	if _, err := a.Play(t.Context(), c, append(sinks, r)...); err != nil {
		t.Fatal(err)
	}
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	got, err := replay.Open(r.Path())
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func kinds() []*game.Kind { return append(games.All(), tinygame.Kind()) }

// messagesOf returns the messages of a player, and the turns in which it received none.
func messagesOf(t *testing.T, r *replay.Replay, player int) (lines []string, none []int) {
	t.Helper()
	err := message.All(r, player, 0, len(r.Turns), kinds(), func(m *message.Message) error {
		if m.Kind == message.None {
			none = append(none, m.Turn)
		}
		for _, s := range m.Sent {
			lines = append(lines, string(s.Data))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines, none
}

// TestNetorcaiByteByByte: the reconstructed messages are byte by byte what a program received, and so are its
// answers.
func TestNetorcaiByteByByte(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		config arena.Config
		slow   bool
		others []arena.Seat
	}{
		{"hexabomb", arena.Config{Map: "tiny", Turns: 30, NoTimeout: true}, false, []arena.Seat{{Bot: "builtin:hunter"}}},
		{"sudden death", arena.Config{Map: "tiny", Turns: 20, NoTimeout: true}, false,
			[]arena.Seat{{Bot: "builtin:ghost", Special: true}, {Bot: "builtin:greedy"}}},
		{"a late bot", arena.Config{Map: "tiny", Turns: 20, TurnTime: arena.Duration(time.Second)}, true,
			[]arena.Seat{{Bot: "builtin:hunter"}}},
		{"another game", arena.Config{Game: "race", NoTimeout: true}, false, []arena.Seat{{Bot: "builtin:plodder"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			log := filepath.Join(t.TempDir(), "log")
			c.config.Env = []string{logVariable + "=" + log}
			if c.slow {
				c.config.Env = append(c.config.Env, "MESSAGE_TEST_SLOW=1")
			}
			c.config.Seats = append(c.others, arena.Seat{Bot: program})
			r := play(t, c.config, &waker{file: log + ".go", turn: 8})
			player := 0
			for id := range r.Header.Players {
				if r.Header.Players[id].Bot == program {
					player = id
				}
			}
			text, err := os.ReadFile(log)
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
			if len(got) < 5 || !strings.Contains(got[0], "LOGIN_ACK") || !strings.Contains(got[len(got)-1], "KICK") {
				t.Fatalf("the bot got %d messages: %.200s", len(got), text)
			}
			want := got[1 : len(got)-1]
			lines, none := messagesOf(t, r, player)
			if c.slow != (len(none) > 0) {
				t.Errorf("turns without a message: %v", none)
			}
			for i := range max(len(lines), len(want)) {
				switch {
				case i >= len(lines):
					t.Fatalf("message %d is not told: %s", i, want[i])
				case i >= len(want):
					t.Fatalf("message %d is told and did not come: %s", i, lines[i])
				case lines[i] != want[i]:
					t.Fatalf("message %d:\n%s\ncame:\n%s", i, lines[i], want[i])
				}
			}
			m, err := message.At(r, 4, player, kinds())
			if err != nil {
				t.Fatal(err)
			}
			if m.Answer == nil || string(m.Answer.Data) != `[{"odd":3}]` {
				t.Errorf("the answer after 4 turns: %+v", m.Answer)
			}
		})
	}
}

// TestNotes: messages say why a player received none.
func TestNotes(t *testing.T) {
	r := play(t, arena.Config{Map: "tiny", Turns: 6, Seats: []arena.Seat{{Bot: "builtin:hunter"}, {Bot: "builtin:idle"}}})
	for _, c := range []struct {
		turn, player int
		want         string
	}{
		{2, 0, "a built-in bot gets no messages"},
	} {
		m, err := message.At(r, c.turn, c.player, kinds())
		if err != nil {
			t.Fatal(err)
		}
		if notes := strings.Join(m.Notes, "\n"); !strings.Contains(notes, c.want) {
			t.Errorf("turn %d, player %d: %q, want %q", c.turn, c.player, notes, c.want)
		}
	}
	for _, c := range [][2]int{{-1, 0}, {7, 0}, {0, 2}, {0, -1}} {
		if _, err := message.At(r, c[0], c[1], kinds()); !errors.Is(err, message.ErrNone) {
			t.Errorf("turn %d, player %d: %v", c[0], c[1], err)
		}
	}
	r.Turns[3].Gone = []replay.Gone{{Player: 1, Reason: "crashed"}}
	m, err := message.At(r, 5, 1, kinds())
	if err != nil {
		t.Fatal(err)
	}
	if m.Kind != message.None || len(m.Sent) > 0 || len(m.Notes) != 1 {
		t.Errorf("a player that has left: %+v", m)
	}
}
