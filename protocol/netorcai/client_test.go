package netorcai_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"blastyard/internal/freeport"
	"blastyard/protocol/netorcai"
)

// pair is a client and the other end of its connection.
func pair(t *testing.T) (*netorcai.Client, net.Conn) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	c, err := netorcai.Dial(context.Background(), ln.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	nc, err := ln.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Close()
		_ = nc.Close()
	})
	return c, nc
}

func frame(content string) []byte {
	n := len(content)
	return append([]byte{byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)}, content...)
}

func TestDialFails(t *testing.T) {
	if _, err := netorcai.Dial(context.Background(), freeport.Address(t)); err == nil || !strings.HasPrefix(err.Error(), "netorcai: cannot connect: ") {
		t.Error(err)
	}
}

func TestContextInterruptsRead(t *testing.T) {
	c, _ := pair(t)
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := c.Read(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	c, _ = pair(t)
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if err := c.Login(cancelled, "x", netorcai.RolePlayer); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestContextInterruptsSend(t *testing.T) {
	c, _ := pair(t)
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	actions := json.RawMessage("[" + strings.Repeat(" ", 15<<20) + "]")
	var err error
	for range 10 { // until the buffers are full: the other end does not read
		if err = c.SendTurnAck(ctx, 0, actions); err != nil {
			break
		}
	}
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestCloseInterruptsRead(t *testing.T) {
	c, _ := pair(t)
	time.AfterFunc(20*time.Millisecond, func() { _ = c.Close() })
	if _, err := c.Read(context.Background()); !errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
}

func TestKickIsAnError(t *testing.T) {
	c, nc := pair(t)
	_, _ = nc.Write(frame(`{"kick_reason":"you are late","message_type":"KICK"}`))
	_, err := c.Read(context.Background())
	var kick *netorcai.KickError
	if !errors.Is(err, netorcai.ErrKicked) || !errors.As(err, &kick) || kick.Reason != "you are late" {
		t.Error(err)
	}
}

func TestLoginErrors(t *testing.T) {
	ctx := context.Background()
	c, nc := pair(t)
	for _, bad := range []struct {
		nickname string
		role     netorcai.Role
		want     string
	}{{"", netorcai.RolePlayer, "Invalid nickname"}, {"x", "king", "Invalid role 'king'"}} {
		if err := c.Login(ctx, bad.nickname, bad.role); err == nil || err.Error() != "netorcai: cannot log in: "+bad.want {
			t.Error(err)
		}
	}
	_, _ = nc.Write(frame(`{"message_type":"DO_TURN","player_actions":[]}`))
	if err := c.Login(ctx, "x", netorcai.RolePlayer); err == nil || !strings.Contains(err.Error(), "received netorcai.DoTurn, expected LoginAck") {
		t.Error(err)
	}
	_ = nc.Close()
	c, nc = pair(t)
	_ = nc.Close()
	if err := c.Login(ctx, "x", netorcai.RolePlayer); err == nil {
		t.Error("logged in at a closed server")
	}
}

func TestReadErrors(t *testing.T) {
	c, nc := pair(t)
	_, _ = nc.Write(frame("nonsense"))
	if _, err := c.Read(context.Background()); !errors.Is(err, netorcai.ErrNonJSON) {
		t.Error(err)
	}
	_, _ = nc.Write([]byte{9, 0, 0, 0, '{'})
	_ = nc.Close()
	if _, err := c.Read(context.Background()); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
}

type failing struct{ inStart bool }

func (f failing) Start(netorcai.GameStarts) error {
	if f.inStart {
		return errors.New("no")
	}
	return nil
}

func (failing) Turn(context.Context, netorcai.Turn) (json.RawMessage, error) {
	return nil, errors.New("no")
}

func TestPlayErrors(t *testing.T) {
	const starts = `{"message_type":"GAME_STARTS","player_id":0,"players_info":[],"nb_players":1,"nb_special_players":0,"nb_turns_max":1,` +
		`"milliseconds_before_first_turn":1,"milliseconds_between_turns":1,"initial_game_state":{}}`
	const turn = `{"message_type":"TURN","turn_number":3,"players_info":[],"game_state":{}}`
	for _, c := range []struct {
		bot  failing
		said string
		want string
	}{
		{failing{true}, starts, "netorcai: bot failed at the start: no"},
		{failing{false}, turn, "netorcai: bot failed in turn 3: no"},
		{failing{false}, `{"message_type":"DO_TURN","player_actions":[]}`, "netorcai: received netorcai.DoTurn in a game"},
		{failing{false}, `{"message_type":"KICK","kick_reason":"x"}`, "netorcai: kicked: x"},
	} {
		client, nc := pair(t)
		_, _ = nc.Write(frame(c.said))
		if _, err := netorcai.Play(context.Background(), client, c.bot); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

type failingLogic struct{}

func (failingLogic) Init(int, int, int) ([]byte, error) { return nil, errors.New("no") }
func (failingLogic) Turn([]netorcai.PlayerActions) (int, []byte, error) {
	return 0, nil, errors.New("no")
}

func TestRunLogicErrors(t *testing.T) {
	for said, want := range map[string]string{
		`{"message_type":"DO_INIT","nb_players":1,"nb_special_players":0,"nb_turns_max":1}`: "netorcai: game logic failed to begin: no",
		`{"message_type":"DO_TURN","player_actions":[]}`:                                    "netorcai: game logic failed: no",
		`{"message_type":"KICK","kick_reason":"netorcai abort"}`:                            "netorcai: kicked: netorcai abort",
		`{"message_type":"LOGIN_ACK","metaprotocol_version":"2.0.0"}`:                       "netorcai: received netorcai.LoginAck as a game logic",
	} {
		c, nc := pair(t)
		_, _ = nc.Write(frame(said))
		if err := netorcai.RunLogic(context.Background(), c, failingLogic{}); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	c, nc := pair(t)
	_, _ = nc.Write(frame(`{"message_type":"KICK","kick_reason":"Game is finished"}`))
	if err := netorcai.RunLogic(context.Background(), c, failingLogic{}); err != nil {
		t.Error(err)
	}
}

type idleLogic struct{}

func (idleLogic) Init(int, int, int) ([]byte, error) { return []byte(`{}`), nil }
func (idleLogic) Turn([]netorcai.PlayerActions) (int, []byte, error) {
	return -1, []byte(`{}`), nil
}

// TestRunLogicServerCloses: after the last turn it is no error if the server closes the connection. Before that it is
// one.
func TestRunLogicServerCloses(t *testing.T) {
	for turns := range 3 {
		c, nc := pair(t)
		result := make(chan error, 1)
		go func() { result <- netorcai.RunLogic(context.Background(), c, idleLogic{}) }()
		server := netorcai.NewFrameReader(nc, netorcai.MaxSize)
		said := []string{`{"message_type":"DO_INIT","nb_players":0,"nb_special_players":0,"nb_turns_max":2}`}
		for range turns {
			said = append(said, `{"message_type":"DO_TURN","player_actions":[]}`)
		}
		for _, content := range said {
			if _, err := nc.Write(frame(content)); err != nil {
				t.Fatal(err)
			}
			if _, err := server.Next(netorcai.MaxSize); err != nil {
				t.Fatal(err)
			}
		}
		_ = nc.Close()
		if err := <-result; (err == nil) != (turns == 2) {
			t.Errorf("after %d of 2 turns: %v", turns, err)
		}
	}
}

// hooked is a connection that calls a function after each write.
type hooked struct {
	net.Conn
	after func()
}

func (h *hooked) Write(b []byte) (int, error) {
	n, err := h.Conn.Write(b)
	if h.after != nil {
		h.after()
	}
	return n, err
}

// TestContextEndsAsAWriteReturns: a context that ends just when a message was sent does not disturb later calls.
func TestContextEndsAsAWriteReturns(t *testing.T) {
	_, nc := pair(t)
	ours, theirs := net.Pipe()
	_ = nc.Close()
	defer theirs.Close()
	go func() { _, _ = io.Copy(io.Discard, theirs) }()
	h := &hooked{Conn: ours}
	c := netorcai.NewClient(h)
	defer c.Close()
	for turn := range 200 {
		ctx, cancel := context.WithCancel(context.Background())
		h.after = cancel
		if err := c.SendTurnAck(ctx, turn, nil); err != nil {
			t.Fatalf("turn %d, which was sent: %v", turn, err)
		}
		h.after = nil
		patient, cancel := context.WithTimeout(context.Background(), time.Minute)
		err := c.SendTurnAck(patient, turn, nil)
		cancel()
		if err != nil {
			t.Fatalf("turn %d, after the end of another context: %v", turn, err)
		}
	}
}

// TestReadGoesOnAfterTheEndOfAContext: the part of a message that has arrived when a context ends is not lost.
func TestReadGoesOnAfterTheEndOfAContext(t *testing.T) {
	c, nc := pair(t)
	kick := frame(`{"kick_reason":"later","message_type":"KICK"}`)
	_, _ = nc.Write(kick[:9])
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if _, err := c.Read(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	_, _ = nc.Write(kick[9:])
	patient, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if _, err := c.Read(patient); err == nil || err.Error() != "netorcai: kicked: later" {
		t.Error(err)
	}
}
