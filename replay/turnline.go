package replay

import (
	"bytes"
	"encoding/json"

	"blastyard/game"
	"blastyard/internal/jsonscan"
)

// A replay is mostly lines of turns in the form that appendTurn gives them, with few fields. turnLine reads such a line
// in place; encoding/json, which takes ten times as long, reads all others.

// turnLine is a cursor in the line of a turn. plain becomes false as soon as the line has another form; what was read
// is of no use then.
type turnLine struct {
	s     jsonscan.Scanner
	plain bool
}

// readTurn sets t to the turn of a line that has a plain form, and reports whether it has. t keeps no reference to the
// line.
func readTurn(line []byte, t *Turn) bool {
	if len(line) > MaxTurn || bytes.IndexByte(line, '\\') >= 0 {
		return false
	}
	l := turnLine{s: jsonscan.New(bytes.Clone(line)), plain: true}
	keys := orderedKeys{"turn", "moves", "late", "host", "refused", "hash"}
	l.object(func(key []byte) {
		switch keys.next(key) {
		case "turn":
			t.Turn = l.int()
		case "moves":
			l.array(func() { t.Moves = append(t.Moves, l.move()) })
		case "late":
			l.array(func() { t.Late = append(t.Late, l.int()) })
		case "host":
			l.array(func() { t.Host = append(t.Host, l.int()) })
		case "refused":
			l.array(func() { t.Refused = append(t.Refused, l.refusal()) })
		case "hash":
			t.Hash = new(Hash)
			if t.Hash.UnmarshalText(l.text()) != nil {
				l.plain = false
			}
		default:
			l.plain = false
		}
	})
	return l.plain && l.s.AtEnd()
}

// orderedKeys are the keys that may follow, in this order.
type orderedKeys []string

// next returns the key, if it may follow, and drops those before it; otherwise "". So no key is read twice.
func (k *orderedKeys) next(key []byte) string {
	for i, may := range *k {
		if may == string(key) {
			*k = (*k)[i+1:]
			return may
		}
	}
	return ""
}

func (l *turnLine) move() (m Move) {
	keys := orderedKeys{"p", "us", "a"}
	l.object(func(key []byte) {
		switch keys.next(key) {
		case "p":
			m.Player = l.int()
		case "us":
			m.Micros = l.int()
		case "a":
			m.Actions = l.value()
		default:
			l.plain = false
		}
	})
	return m
}

func (l *turnLine) refusal() (r game.Refusal) {
	keys := orderedKeys{"p", "action", "reason"}
	l.object(func(key []byte) {
		switch keys.next(key) {
		case "p":
			r.Player = l.int()
		case "action":
			r.Action = string(l.text())
		case "reason":
			r.Reason = string(l.text())
		default:
			l.plain = false
		}
	})
	return r
}

func (l *turnLine) object(field func(key []byte)) {
	more, err := l.s.Open('{', '}')
	for more && err == nil && l.plain {
		var key []byte
		if key, err = l.s.RawKey(); err != nil {
			break
		}
		if field(key); l.plain {
			more, err = l.s.More('}')
		}
	}
	l.plain = l.plain && err == nil
}

// array reads an array with at least one element.
func (l *turnLine) array(element func()) {
	more, err := l.s.Open('[', ']')
	if !more {
		l.plain = false
	}
	for more && err == nil && l.plain {
		if element(); l.plain {
			more, err = l.s.More(']')
		}
	}
	l.plain = l.plain && err == nil
}

// int reads an integer that is written as one.
func (l *turnLine) int() int {
	l.s.ClearMarks()
	n, ok, err := l.s.Int()
	if err != nil || !ok || l.s.Marks()&jsonscan.Numbers != 0 || int64(int(n)) != n {
		l.plain = false
	}
	return int(n)
}

// text reads a string of ASCII.
func (l *turnLine) text() []byte {
	text, err := l.s.RawString()
	for _, c := range text {
		l.plain = l.plain && c < 0x80
	}
	l.plain = l.plain && err == nil
	return text
}

// value reads any value.
func (l *turnLine) value() json.RawMessage {
	value, err := l.s.ValueWithin(jsonscan.MaxDepth / 2)
	l.plain = l.plain && err == nil && string(value) != "null"
	return value[:len(value):len(value)]
}
