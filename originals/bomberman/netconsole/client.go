package netconsole

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"
)

// Client is a player's connection to a host, ours or the original's. One goroutine may call Next while another calls
// Send; Close may be called at any time.
type Client struct {
	registration net.Conn // kept open, because a host may take its end for the player's
	conn         net.Conn
	decoder      *Decoder
	bad          int // bad messages in a row
}

// ErrRefused is wrapped by the error of a registration that the host has refused.
var ErrRefused = errors.New("the host refuses")

const (
	maxFromHost  = 1 << 18 // UTF-16 units of a text: twenty times the largest picture
	maxBad       = 16      // bad messages in a row that a client tolerates
	joinTime     = 15 * time.Second
	longestRetry = 5 * time.Second
)

// Join registers a player at a host's port for registrations, host:port, and connects to the port that the host
// returns. The name must not contain "<".
func Join(ctx context.Context, address, name string) (*Client, error) {
	ctx, cancel := context.WithTimeout(ctx, joinTime)
	defer cancel()
	b, err := AppendMessage(nil, Message{RegisterPlayer, name})
	if err != nil {
		return nil, err
	}
	registration, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("netconsole: no host: %w", err)
	}
	c := &Client{registration: registration}
	port, err := c.register(ctx, b)
	if err == nil {
		// Connect to the machine that has answered, because its name may stand for several machines.
		machine, _, _ := net.SplitHostPort(registration.RemoteAddr().String())
		c.conn, err = dialPatiently(ctx, net.JoinHostPort(machine, strconv.Itoa(port)))
	}
	if err != nil {
		_ = registration.Close()
		return nil, fmt.Errorf("netconsole: %s at %s: %w", name, address, err)
	}
	c.decoder, c.bad = NewDecoder(c.conn, maxFromHost), 0
	return c, nil
}

// register sends the registration and waits for the port.
func (c *Client) register(ctx context.Context, registration []byte) (port int, err error) {
	defer context.AfterFunc(ctx, func() { _ = c.registration.SetDeadline(time.Unix(1, 0)) })()
	c.decoder = NewDecoder(c.registration, maxFromHost)
	if _, err := c.registration.Write(registration); err != nil {
		return 0, fmt.Errorf("registering: %w", err)
	}
	for {
		m, err := next(c.decoder, &c.bad)
		switch {
		case ctx.Err() != nil:
			return 0, fmt.Errorf("registering: no answer: %w", ctx.Err())
		case err != nil:
			return 0, fmt.Errorf("registering: %w: %s", ErrLost, why(err))
		case m.Type == CommandFailed:
			return 0, fmt.Errorf("%w: %s", ErrRefused, m.Text)
		case m.Type == RegistrationPort:
			text := strings.Trim(m.Text, " \t\r\n\x00")
			port, err := strconv.Atoi(text)
			if err != nil || port < 1 || port > 65535 {
				return 0, fmt.Errorf("registering: the host gives port %.20q, expected 1 to 65535", text)
			}
			return port, nil
		}
	}
}

// dialPatiently connects to a port that the host may open only after having named it.
func dialPatiently(ctx context.Context, address string) (net.Conn, error) {
	give := time.Now().Add(longestRetry)
	for {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
		if err == nil || ctx.Err() != nil || time.Now().After(give) {
			return conn, err
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			return nil, err
		}
	}
}

// Next waits for the next message. It skips bad ones, unless there are many in a row. The end of the connection is
// io.EOF, or io.ErrUnexpectedEOF within a message.
func (c *Client) Next() (Message, error) { return next(c.decoder, &c.bad) }

func next(d *Decoder, bad *int) (Message, error) {
	for {
		m, err := d.Next()
		if _, ok := errors.AsType[*FormatError](err); ok && *bad < maxBad {
			*bad++
			continue
		}
		if err == nil {
			*bad = 0
		}
		return m, err
	}
}

// Send sends the command for a round: one of Letters, or any other letter to do nothing.
func (c *Client) Send(letter rune) error {
	b, err := AppendMessage(nil, Message{Command, string(letter)})
	if err != nil {
		return err
	}
	_, err = c.conn.Write(b)
	return err
}

// Close leaves the game.
func (c *Client) Close() error {
	_ = c.registration.Close()
	return c.conn.Close()
}
