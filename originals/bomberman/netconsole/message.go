// Package netconsole plays 2016-Bomberman over TCP with the messages of the original's network console. A Host runs
// one game for people and programs on many machines, and a Client is one of them.
//
// A message is UTF-16LE: a type number, "|", a text, and "<" as its end.
package netconsole

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"
)

// Type is the type of a message.
type Type int

// The types of messages, by their numbers in the protocol.
const (
	RegistrationPort Type = iota + 1 // host: the port to which the player must connect
	GameMap                          // host: the console's picture, once a round
	Command                          // player: a letter of Letters; anything else means nothing
	Killed                           // host: the player is dead
	RegisterPlayer                   // player: its name
	CommandFailed                    // host: why a command, or a registration, was refused
	GameComplete                     // host: how the game ended
	PlayerRegistered                 // host: the player's key, at the start of the game
)

// Message is one message, of either side.
type Message struct {
	Type Type
	Text string // may contain anything except "<"
}

const (
	separator = '|'
	endMark   = '<'
)

// ErrEndMark refuses a text that contains "<". It would end the message, and the protocol has no escape for it.
var ErrEndMark = errors.New("netconsole: a text cannot hold the end mark <")

// AppendMessage appends m in the form in which it is sent. Invalid UTF-8 becomes U+FFFD. The error is ErrEndMark, or
// says that the type does not exist.
func AppendMessage(dst []byte, m Message) ([]byte, error) {
	if m.Type < RegistrationPort || m.Type > PlayerRegistered {
		return dst, fmt.Errorf("netconsole: message type %d, expected %d to %d", m.Type, RegistrationPort,
			PlayerRegistered)
	}
	if at := strings.IndexByte(m.Text, endMark); at >= 0 {
		return dst, fmt.Errorf("%w: %.40q at byte %d", ErrEndMark, m.Text, at)
	}
	dst = append(dst, byte('0'+m.Type), 0, separator, 0)
	for _, r := range m.Text {
		if r < 0x10000 {
			dst = binary.LittleEndian.AppendUint16(dst, uint16(r))
			continue
		}
		high, low := utf16.EncodeRune(r)
		dst = binary.LittleEndian.AppendUint16(dst, uint16(high))
		dst = binary.LittleEndian.AppendUint16(dst, uint16(low))
	}
	return append(dst, endMark, 0), nil
}

// String returns the message in UTF-8, without the end mark.
func (m Message) String() string { return fmt.Sprintf("%d|%s", m.Type, m.Text) }
