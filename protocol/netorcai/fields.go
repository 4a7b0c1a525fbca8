package netorcai

import (
	"errors"
	"math"
	"strconv"

	"blastyard/internal/jsonscan"
)

// Fault is a defect of a message, in the words of a KICK.
type Fault string

func (f Fault) Error() string { return string(f) }

// ErrNonJSON means that a message is not a JSON object.
const ErrNonJSON = Fault("Non-JSON message received")

// field is the value of a field as written in a message. kind is Invalid if the field is missing.
type field struct {
	kind  jsonscan.Kind
	raw   []byte
	marks jsonscan.Marks // how the value is written
}

// scanMessage reads a whole message and records the fields with the given names. Unknown fields are skipped; if a
// field occurs twice, the last one counts. If inner names an object, its field all_clients is recorded in wrapped[0].
func scanMessage(data []byte, names []string, out []field, inner string, wrapped []field) error {
	return scanWith(jsonscan.New(data), names, out, inner, wrapped)
}

// scanWith is scanMessage with a scanner at the start of the message.
func scanWith(s jsonscan.Scanner, names []string, out []field, inner string, wrapped []field) error {
	if s.Kind() == jsonscan.Null { // the original reads null as an object without fields
		if _, err := s.Value(); err != nil || !s.AtEnd() {
			return ErrNonJSON
		}
		return nil
	}
	err := scanObject(&s, names, out, inner, wrapped)
	if err == nil && !s.AtEnd() || errors.Is(err, jsonscan.ErrSyntax) {
		return ErrNonJSON
	}
	return err
}

func scanObject(s *jsonscan.Scanner, names []string, out []field, inner string, wrapped []field) error {
	more, err := s.Open('{', '}')
	for more && err == nil {
		var key []byte
		if key, err = s.Key(); err != nil {
			return err
		}
		kind := s.Kind()
		i := index(names, key)
		var raw []byte
		if i >= 0 && inner != "" && names[i] == inner && kind == jsonscan.Object {
			wrapped[0] = field{}
			err = scanObject(s, allClients, wrapped, "", nil)
		} else {
			s.ClearMarks()
			raw, err = s.ValueWithin(maxDepth)
		}
		if err != nil {
			return err
		}
		if i >= 0 {
			out[i] = field{kind, raw, s.Marks()}
		}
		more, err = s.More('}')
	}
	return err
}

var allClients = []string{"all_clients"}

// maxDepth is how deep the value of a field may nest. It is below the scanner's limit because the value is wrapped
// again and must stay readable.
const maxDepth = jsonscan.MaxDepth - 16

func index(names []string, key []byte) int {
	for i, name := range names {
		if name == string(key) {
			return i
		}
	}
	return -1
}

func (f field) text(name string) (string, error) {
	if err := f.is(jsonscan.String, name, "string"); err != nil {
		return "", err
	}
	text := string(jsonscan.Unquote(f.raw[1 : len(f.raw)-1]))
	if f.marks&jsonscan.Wide != 0 {
		text = string([]rune(text)) // U+FFFD for each byte that is not UTF-8
	}
	return text, nil
}

func (f field) integer(name string) (int, error) {
	if err := f.is(jsonscan.Number, name, "integral"); err != nil {
		return 0, err
	}
	n, ok := jsonscan.ParseInt(f.raw)
	if !ok || int64(int(n)) != n {
		return 0, wrongKind(name, "integral")
	}
	return int(n), nil
}

// truncated is integer for a number that may have a fraction. The fraction is dropped.
func (f field) truncated(name string) (int, error) {
	if err := f.is(jsonscan.Number, name, "integral"); err != nil {
		return 0, err
	}
	if n, ok := jsonscan.ParseInt(f.raw); ok && int64(int(n)) == n {
		return int(n), nil
	}
	x, err := strconv.ParseFloat(string(f.raw), 64)
	if err != nil || math.Abs(x) >= 1<<31 {
		return 0, wrongKind(name, "integral")
	}
	return int(x), nil
}

func (f field) is(kind jsonscan.Kind, name, word string) error {
	switch f.kind {
	case kind:
		return nil
	case jsonscan.Invalid:
		return Fault("Field '" + name + "' is missing")
	default:
		return wrongKind(name, word)
	}
}

func wrongKind(name, word string) error {
	return Fault("Non-" + word + " value for field '" + name + "'")
}

// messageType checks the field message_type.
func (f field) messageType(want string) error {
	if f.kind == jsonscan.String && len(f.raw) == len(want)+2 && string(f.raw[1:len(f.raw)-1]) == want {
		return nil // the usual case, without making a string
	}
	got, err := f.text("message_type")
	if err != nil {
		return err
	}
	if got != want {
		return Fault("Received '" + got + "' message type, while " + want + " was expected")
	}
	return nil
}
