package netconsole

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
)

// FormatError describes invalid data of the other side. Decoding can continue after it.
type FormatError struct{ Why string }

func (e *FormatError) Error() string { return "netconsole: bad message: " + e.Why }

// Decoder reads messages that may come in pieces of any size, split within a character, or several at once. It never
// stores more than the longest text.
type Decoder struct {
	r    *bufio.Reader
	max  int      // UTF-16 units of a text
	text []uint16 // of the message that is being read
	skip bool     // the data up to the next end mark belongs to a bad message
}

// NewDecoder returns a decoder for messages from r whose texts have at most maxText UTF-16 units.
func NewDecoder(r io.Reader, maxText int) *Decoder {
	return &Decoder{r: bufio.NewReader(r), max: maxText}
}

// Next returns the next message. After a *FormatError it can be called again and skips the rest of the bad message.
// Other errors are the reader's; the end of input within a message is io.ErrUnexpectedEOF.
func (d *Decoder) Next() (Message, error) {
	if d.skip {
		if err := d.skipMessage(); err != nil {
			return Message{}, err
		}
	}
	kind, err := d.head()
	if err != nil {
		return Message{}, err
	}
	d.text = d.text[:0]
	for {
		u, err := d.unit()
		if err != nil {
			return Message{}, inMessage(err)
		}
		if u == endMark {
			return Message{kind, string(utf16.Decode(d.text))}, nil
		}
		if len(d.text) == d.max {
			d.skip = true
			return Message{}, &FormatError{fmt.Sprintf("the text of a message of type %d is longer than %d "+
				"characters, %.20q…", kind, d.max, string(utf16.Decode(d.text)))}
		}
		d.text = append(d.text, u)
	}
}

const longestHead = 8 // units: enough to show invalid data in place of a type

// head reads the type and the separator after it.
func (d *Decoder) head() (Type, error) {
	d.text = d.text[:0]
	for {
		u, err := d.unit()
		if err != nil {
			if len(d.text) > 0 {
				err = inMessage(err)
			}
			return 0, err
		}
		if len(d.text) == 0 && isFiller(u) {
			continue
		}
		if u == separator {
			break
		}
		if u != endMark && len(d.text) < longestHead {
			d.text = append(d.text, u)
			continue
		}
		d.skip = u != endMark
		return 0, &FormatError{fmt.Sprintf("it begins with %q, expected a type and | in UTF-16LE",
			string(utf16.Decode(d.text)))}
	}
	if len(d.text) != 1 || d.text[0] < '0'+uint16(RegistrationPort) || d.text[0] > '0'+uint16(PlayerRegistered) {
		d.skip = true
		return 0, &FormatError{fmt.Sprintf("its type is %q, expected %d to %d", string(utf16.Decode(d.text)),
			RegistrationPort, PlayerRegistered)}
	}
	return Type(d.text[0] - '0'), nil
}

// isFiller reports whether a unit may occur between messages: byte order marks, the rest of a buffer, line ends.
func isFiller(u uint16) bool {
	return u == 0xFEFF || u < 0x80 && strings.ContainsRune("\x00\r\n\t ", rune(u))
}

func (d *Decoder) skipMessage() error {
	for {
		u, err := d.unit()
		if err != nil {
			return inMessage(err)
		}
		if u == endMark {
			d.skip = false
			return nil
		}
	}
}

// unit reads one UTF-16 unit.
func (d *Decoder) unit() (uint16, error) {
	low, err := d.r.ReadByte()
	if err != nil {
		return 0, err
	}
	high, err := d.r.ReadByte()
	if err != nil {
		return 0, inMessage(err)
	}
	return uint16(low) | uint16(high)<<8, nil
}

// inMessage converts an error of the reader to its meaning within a message.
func inMessage(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
