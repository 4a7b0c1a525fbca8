package message_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/arena/message"
	"blastyard/protocol/netorcai"
)

func duel(t *testing.T) *message.Feed {
	t.Helper()
	r := play(t, arena.Config{Map: "tiny", Turns: 8, Seed: 3, Seats: []arena.Seat{{Bot: "builtin:hunter"}, {Bot: "builtin:idle"}}})
	return &message.Feed{Replay: r, Player: 1, To: 8, Games: kinds()}
}

func TestLines(t *testing.T) {
	f := duel(t)
	var all, some bytes.Buffer
	if err := f.Lines(&all); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(all.String(), "\n"), "\n")
	if len(lines) != 9 || !strings.Contains(lines[0], `"GAME_STARTS"`) || !strings.Contains(lines[3], `"turn_number":2,`) ||
		!strings.Contains(lines[8], `"GAME_ENDS"`) {
		t.Errorf("%d lines: %.300s", len(lines), all.String())
	}
	f.From, f.To = 3, 4
	if err := f.Lines(&some); err != nil || some.String() != lines[3]+"\n"+lines[4]+"\n" {
		t.Errorf("turns 3 and 4: %v, %.200s", err, some.String())
	}
}

// TestFrames: the protocol's own reader can read the frames.
func TestFrames(t *testing.T) {
	f := duel(t)
	var b bytes.Buffer
	if err := f.Frames(&b); err != nil {
		t.Fatal(err)
	}
	in := netorcai.NewFrameReader(&b, 0)
	var kinds []string
	for {
		text, err := in.Next(1 << 20)
		if err != nil {
			break
		}
		m, err := netorcai.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		kinds = append(kinds, fmt.Sprintf("%T", m))
	}
	want := []string{"netorcai.LoginAck", "netorcai.GameStarts"}
	for range 7 {
		want = append(want, "netorcai.Turn")
	}
	want = append(want, "netorcai.GameEnds", "netorcai.Kick")
	if strings.Join(kinds, " ") != strings.Join(want, " ") {
		t.Errorf("the frames are %v", kinds)
	}
}

// TestServe: a bot that connects gets the messages of the match, and answers that differ are reported.
func TestServe(t *testing.T) {
	f := duel(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	played := make(chan error, 1)
	go func() { played <- dance(ctx, l.Addr().String()) }()
	var told []string
	err = f.Serve(ctx, l, func(turn int, now, then []byte) { told = append(told, fmt.Sprintf("%d %s %s", turn, now, then)) })
	if err := errors.Join(err, <-played); err != nil {
		t.Fatal(err)
	}
	if strings.Join(told, "; ") != `3 [{"x":1}] []` {
		t.Errorf("told: %q", told)
	}
}

// dance plays. It acts in TURN 2 only.
func dance(ctx context.Context, address string) error {
	c, err := netorcai.Dial(ctx, address)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := c.Login(ctx, "dancer", netorcai.RolePlayer); err != nil {
		return err
	}
	for {
		m, err := c.Read(ctx)
		var kick *netorcai.KickError
		switch {
		case errors.As(err, &kick) && kick.Reason == netorcai.GameFinished:
			return nil
		case err != nil:
			return err
		}
		if turn, ok := m.(netorcai.Turn); ok {
			actions := "[ ]"
			if turn.TurnNumber == 2 {
				actions = `[{"x":1}]`
			}
			if err := c.SendTurnAck(ctx, turn.TurnNumber, []byte(actions)); err != nil {
				return err
			}
		}
	}
}

func TestServeEnds(t *testing.T) {
	f := duel(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := f.Serve(ctx, l, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestWriteRound(t *testing.T) {
	r := play(t, arena.Config{Game: "bomberman", Seed: 3, Seats: []arena.Seat{{Bot: "builtin:idle"}, {Bot: "builtin:idle"}}})
	f := &message.Feed{Replay: r, To: 2, Games: kinds()}
	dir := filepath.Join(t.TempDir(), "round")
	m, err := f.WriteRound(2, dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range m.Sent {
		text, err := os.ReadFile(filepath.Join(dir, s.Name))
		if err != nil || !bytes.Equal(text, s.Data) || len(text) == 0 {
			t.Errorf("%s: %v, %d bytes", s.Name, err, len(text))
		}
	}
	if err := f.Lines(&bytes.Buffer{}); !errors.Is(err, message.ErrRounds) {
		t.Errorf("lines: %v", err)
	}
	if _, err := duel(t).WriteRound(2, dir); err == nil {
		t.Error("a round of hexabomb was written")
	}
}
