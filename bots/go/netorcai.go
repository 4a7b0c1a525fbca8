// A small netorcai client. Only the standard library, Go 1.23 or newer.
//
//	client, err := Connect("mybot")              // connects to NETORCAI_HOST:NETORCAI_PORT and logs in
//	game, err := client.WaitForStart()           // the GAME_STARTS message
//	for turn, err := range client.Turns() {      // every TURN message; ends when the game does
//		err = client.Act([]Action{…})            // the actions of this turn
//	}
//	client.GameEnds                              // the GAME_ENDS message

package main

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"
)

// GameStarts says who plays what.
type GameStarts struct {
	PlayerID         int     `json:"player_id"`
	NbPlayers        int     `json:"nb_players"`         // the ordinary ones
	NbSpecialPlayers int     `json:"nb_special_players"` // 1 in sudden death
	NbTurnsMax       int     `json:"nb_turns_max"`
	FirstTurnMillis  float64 `json:"milliseconds_before_first_turn"`
	TurnMillis       float64 `json:"milliseconds_between_turns"`
	State            State   `json:"initial_game_state"`
}

// Turn is what a turn looks like.
type Turn struct {
	Number int   `json:"turn_number"` // from 0
	State  State `json:"game_state"`
}

// GameEnds says who has won; -1: none.
type GameEnds struct {
	Winner int   `json:"winner_player_id"`
	State  State `json:"game_state"`
}

// Kicked is the error when the server has sent us away.
type Kicked struct{ Reason string }

func (k Kicked) Error() string { return "kicked by the server: " + k.Reason }

const (
	version    = "2.0.0"          // of the metaprotocol
	maxSize    = 16_777_215       // bytes of a frame
	patience   = 10 * time.Second // for the connection, and for the answer to the login
	lastMoment = time.Second      // for a last word of a server that does not listen any more
)

// Client is one connection to a netorcai server. The text of each error is one line for the user.
type Client struct {
	GameEnds   GameEnds // once Turns has ended
	connection net.Conn
	turnNumber int
}

// Connect connects to NETORCAI_HOST and NETORCAI_PORT, or else to localhost:4242, and logs in. The nickname has 1 to 10
// characters, no blanks.
func Connect(nickname string) (*Client, error) {
	host, port := os.Getenv("NETORCAI_HOST"), os.Getenv("NETORCAI_PORT")
	if host == "" {
		host = "localhost"
	}
	if port == "" {
		port = "4242"
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
		return nil, fmt.Errorf("NETORCAI_PORT is '%s': a number from 1 to 65535 expected", port)
	}
	connection, err := net.DialTimeout("tcp", net.JoinHostPort(host, port), patience)
	if errors.Is(err, syscall.ECONNREFUSED) {
		return nil, fmt.Errorf("no server listens on %s:%s: start one (blastyard play --wait 1 --port %s), "+
			"or set NETORCAI_HOST and NETORCAI_PORT", host, port, port)
	} else if err != nil {
		return nil, fmt.Errorf("cannot connect to %s:%s: %w: look at NETORCAI_HOST and NETORCAI_PORT", host, port, err)
	}
	client := &Client{connection: connection, turnNumber: -1}
	if err := client.logIn(nickname); err != nil {
		client.Close()
		return nil, err
	}
	return client, nil
}

func (c *Client) logIn(nickname string) error {
	if err := c.connection.SetDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	err := c.send(map[string]any{"message_type": "LOGIN", "nickname": nickname, "role": "player",
		"metaprotocol_version": version})
	if err != nil {
		return err
	}
	if _, err := c.receive("LOGIN_ACK"); err != nil {
		return err
	}
	return c.connection.SetDeadline(time.Time{})
}

// WaitForStart waits for the game to start.
func (c *Client) WaitForStart() (GameStarts, error) {
	var game GameStarts
	m, err := c.receive("GAME_STARTS")
	if err == nil {
		err = m.decode(&game)
	}
	return game, err
}

// Turns gives every turn until the game ends, or an error as the last. Answer each one with Act.
func (c *Client) Turns() iter.Seq2[Turn, error] {
	return func(yield func(Turn, error) bool) {
		for {
			var turn Turn
			m, err := c.receive("TURN", "GAME_ENDS")
			if err == nil && m.kind == "GAME_ENDS" {
				if err = m.decode(&c.GameEnds); err == nil {
					return
				}
			} else if err == nil {
				err = m.decode(&turn)
			}
			c.turnNumber = turn.Number
			if !yield(turn, err) || err != nil {
				return
			}
		}
	}
}

// Act sends our actions for the last turn that was received; nil does nothing. Call it once a turn.
func (c *Client) Act(actions []Action) error {
	if actions == nil {
		actions = []Action{}
	}
	return c.send(map[string]any{"message_type": "TURN_ACK", "turn_number": c.turnNumber, "actions": actions})
}

// Close leaves. Leaving twice does no harm.
func (c *Client) Close() { _ = c.connection.Close() }

func (c *Client) send(fields map[string]any) error {
	err := writeFrame(c.connection, fields)
	if err == nil || c.connection.SetReadDeadline(time.Now().Add(lastMoment)) != nil {
		return err
	}
	for { // a server that kicks us closes the connection; its reason may still wait to be read
		m, readErr := readFrame(c.connection)
		if readErr != nil {
			return err
		}
		if m.kind == "KICK" {
			return m.kicked()
		}
	}
}

func (c *Client) receive(expected ...string) (message, error) {
	m, err := readFrame(c.connection)
	if err != nil {
		return m, err
	}
	for _, kind := range expected {
		if m.kind == kind {
			return m, nil
		}
	}
	if m.kind == "KICK" {
		return m, m.kicked()
	}
	return m, fmt.Errorf("the server sent %s: %s expected", m.kind, strings.Join(expected, " or "))
}

// message is one that came, its content not yet looked at.
type message struct {
	kind    string
	content []byte
}

func (m message) decode(target any) error {
	err := json.Unmarshal(m.content, target)
	if wrong := new(json.UnmarshalTypeError); errors.As(err, &wrong) { // a server may write 7 as 7.0
		var value any
		if err = json.Unmarshal(m.content, &value); err == nil {
			m.content, _ = json.Marshal(value)
			err = json.Unmarshal(m.content, target)
		}
	}
	if err != nil {
		return fmt.Errorf("the server sent a %s that cannot be understood: %w", m.kind, err)
	}
	return nil
}

func (m message) kicked() error {
	kick := struct {
		Reason string `json:"kick_reason"`
	}{"no reason given"}
	if err := m.decode(&kick); err != nil {
		return err
	}
	return Kicked{kick.Reason}
}

// writeFrame sends one message: its size (4 bytes, little-endian), its JSON text, a line feed.
func writeFrame(w io.Writer, fields any) error {
	content, err := json.Marshal(fields)
	if err != nil {
		return fmt.Errorf("cannot write a message as JSON: %w", err)
	}
	if len(content)+1 >= maxSize {
		return fmt.Errorf("a message of %d bytes is too big to send: under %d expected", len(content)+1, maxSize)
	}
	frame := binary.LittleEndian.AppendUint32(nil, uint32(len(content)+1))
	if _, err := w.Write(append(append(frame, content...), '\n')); err != nil {
		return fmt.Errorf("cannot send to the server: %w", err)
	}
	return nil
}

// readFrame waits for one whole message.
func readFrame(r io.Reader) (message, error) {
	var header [4]byte
	if err := readFull(r, header[:]); err != nil {
		return message{}, err
	}
	size := binary.LittleEndian.Uint32(header[:])
	if size > maxSize {
		return message{}, fmt.Errorf("the server announces %d bytes: at most %d expected; is it a netorcai server?",
			size, maxSize)
	}
	content := make([]byte, size)
	if err := readFull(r, content); err != nil {
		return message{}, err
	}
	if !json.Valid(content) || !utf8.Valid(content) {
		return message{}, fmt.Errorf("the server sent something that is not JSON: %.40q", content)
	}
	var fields map[string]json.RawMessage // the names of a struct's fields would match in any case
	var kind *string
	if json.Unmarshal(content, &fields) != nil || json.Unmarshal(fields["message_type"], &kind) != nil || kind == nil {
		return message{}, errors.New("the server sent something that is not a message: an object with a " +
			"message_type expected")
	}
	return message{*kind, content}, nil
}

func readFull(r io.Reader, content []byte) error {
	_, err := io.ReadFull(r, content)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the server closed the connection before the game had ended")
	} else if err != nil {
		return fmt.Errorf("cannot read from the server: %w", err)
	}
	return nil
}

// draw draws on the board of the page, such as draw(map[string]any{"cell": []int{2, -1}, "color": "red"}).
func draw(shape map[string]any) {
	text, err := json.Marshal(shape)
	exitOn(err)
	fmt.Printf("@draw %s\n", text)
}

// exitOn ends the program with one line and exit code 1 if there is an error.
func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, strings.Join(strings.Fields(err.Error()), " "))
		os.Exit(1)
	}
}
