package netorcai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"time"
)

// ErrKicked matches, with errors.Is, the error of a client that was kicked.
var ErrKicked = errors.New("netorcai: kicked")

// KickError is the error of Read if the server has kicked the client. errors.Is(err, ErrKicked) is true.
type KickError struct {
	Reason string
}

func (e *KickError) Error() string { return "netorcai: kicked: " + e.Reason }

// Is reports whether target is ErrKicked.
func (e *KickError) Is(target error) bool { return target == ErrKicked }

// GameFinished is the kick reason at the end of a game. All other kick reasons are failures.
const GameFinished = "Game is finished"

// Aborted is the kick reason if the server stops before the end of the game.
const Aborted = "netorcai abort"

// Client is one connection to a netorcai server. Only one goroutine may use it, except that others may call Close.
type Client struct {
	conn net.Conn
	in   *FrameReader
	out  []byte
	cut  error // why a message was sent only in part; nothing can be sent after it
}

// Dial connects to a server, for example "localhost:4242". Call Login next.
func Dial(ctx context.Context, addr string) (*Client, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("netorcai: cannot connect: %w", err)
	}
	return NewClient(conn), nil
}

// NewClient returns a client for an existing connection.
func NewClient(conn net.Conn) *Client {
	return &Client{conn: conn, in: NewFrameReader(conn, MaxSize)}
}

// Login logs in and waits for the server's LOGIN_ACK. If the server refuses, the error is a *KickError.
func (c *Client) Login(ctx context.Context, nickname string, role Role) error {
	login := Login{Nickname: nickname, Role: role, Version: Version}
	if err := login.Validate(); err != nil {
		return fmt.Errorf("netorcai: cannot log in: %w", err)
	}
	if err := send(c, ctx, login); err != nil {
		return err
	}
	m, err := c.Read(ctx)
	if err != nil {
		return err
	}
	if _, ok := m.(LoginAck); !ok {
		return fmt.Errorf("netorcai: cannot log in: received %T, expected LoginAck", m)
	}
	return nil
}

// Read waits for the next message: LoginAck, GameStarts, Turn, GameEnds, DoInit or DoTurn. A KICK is returned as a
// *KickError. JSON in the message (states, actions) is valid until the next Read. If ctx ends, Read returns its error
// and keeps the part of a message that has arrived for the next Read.
func (c *Client) Read(ctx context.Context) (Message, error) {
	stop := c.interrupt(ctx)
	content, err := c.in.Next(MaxSize)
	if stop(); err != nil {
		return nil, c.failed(ctx, "cannot read", err)
	}
	m, err := Decode(content)
	if kick, ok := m.(Kick); ok {
		return nil, &KickError{Reason: kick.Reason}
	}
	return m, err
}

// SendTurnAck answers a Turn. The actions are a JSON array; empty or nil means no actions.
func (c *Client) SendTurnAck(ctx context.Context, turn int, actions json.RawMessage) error {
	return send(c, ctx, TurnAck{TurnNumber: turn, Actions: actions})
}

// SendDoInitAck answers a DoInit. The state is the JSON object that all clients get.
func (c *Client) SendDoInitAck(ctx context.Context, state json.RawMessage) error {
	return send(c, ctx, DoInitAck{InitialGameState: state})
}

// SendDoTurnAck answers a DoTurn. The winner is the id of the player that would win now, or -1; the state is the JSON
// object that all clients get.
func (c *Client) SendDoTurnAck(ctx context.Context, winner int, state json.RawMessage) error {
	return send(c, ctx, DoTurnAck{WinnerPlayerID: winner, GameState: state})
}

// Close closes the connection. A waiting Read returns an error.
func (c *Client) Close() error { return c.conn.Close() }

func send[M interface{ AppendJSON([]byte) []byte }](c *Client, ctx context.Context, m M) error {
	if c.cut != nil {
		return c.cut
	}
	frame, err := AppendFrame(c.out[:0], m)
	if err != nil {
		return err
	}
	c.out = frame
	stop := c.interrupt(ctx)
	n, err := c.conn.Write(frame)
	if stop(); err != nil {
		err = c.failed(ctx, "cannot send", err)
		if n > 0 {
			c.cut = err
		}
		return err
	}
	return nil
}

// interrupt makes the connection's reads and writes fail when ctx ends, until stop is called.
func (c *Client) interrupt(ctx context.Context) (stop func()) {
	if ctx.Done() == nil {
		return func() {}
	}
	done := make(chan struct{})
	end := context.AfterFunc(ctx, func() {
		_ = c.conn.SetDeadline(time.Unix(1, 0))
		close(done)
	})
	return func() {
		if !end() { // ctx has ended, perhaps just as the work was done: the next call must not find this deadline
			<-done
			_ = c.conn.SetDeadline(time.Time{})
		}
	}
}

func (c *Client) failed(ctx context.Context, what string, err error) error {
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return fmt.Errorf("netorcai: %s: %w", what, err)
}
