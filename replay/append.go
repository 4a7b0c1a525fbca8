package replay

import (
	"bytes"
	"encoding/json"
	"strconv"

	"blastyard/game"
	"blastyard/internal/jsonappend"
)

// Turns are encoded by this file's own code because a match may play thousands a second. The result is what
// encoding/json would write, except that raw values keep their bytes.

// appendHeader appends the line of a header.
func appendHeader(dst []byte, h *Header) ([]byte, error) {
	plain := *h
	plain.State = nil
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(&plain); err != nil {
		return dst, err
	}
	dst = append(dst, bytes.TrimSuffix(b.Bytes(), []byte("}\n"))...)
	dst = appendRaw(dst, `,"state":`, h.State)
	return append(dst, "}\n"...), nil
}

// appendTurn appends the line of a turn.
func appendTurn(dst []byte, t *Turn) []byte {
	dst = strconv.AppendInt(append(dst, `{"turn":`...), int64(t.Turn), 10)
	dst = appendList(dst, `,"moves":`, t.Moves, appendMove)
	dst = appendList(dst, `,"late":`, t.Late, jsonappend.Int)
	dst = appendList(dst, `,"host":`, t.Host, jsonappend.Int)
	dst = appendList(dst, `,"gone":`, t.Gone, func(dst []byte, g Gone) []byte {
		dst = jsonappend.Text(append(appendPlayer(dst, g.Player), `,"reason":`...), g.Reason)
		if g.Note != "" {
			dst = jsonappend.Text(append(dst, `,"note":`...), g.Note)
		}
		return append(dst, '}')
	})
	dst = appendList(dst, `,"refused":`, t.Refused, func(dst []byte, r game.Refusal) []byte {
		dst = jsonappend.Text(append(appendPlayer(dst, r.Player), `,"action":`...), r.Action)
		return append(jsonappend.Text(append(dst, `,"reason":`...), r.Reason), '}')
	})
	dst = appendList(dst, `,"output":`, t.Output, func(dst []byte, l Line) []byte {
		dst = appendPlayer(dst, l.Player)
		if l.Err {
			dst = append(dst, `,"err":true`...)
		}
		return append(jsonappend.Text(append(dst, `,"text":`...), l.Text), '}')
	})
	dst = appendList(dst, `,"notes":`, t.Notes, jsonappend.Text)
	dst = appendList(dst, `,"drawings":`, t.Drawings, func(dst []byte, d Drawing) []byte {
		dst = jsonappend.Text(append(appendPlayer(dst, d.Player), `,"layer":`...), d.Layer)
		return append(jsonappend.Text(append(dst, `,"shapes":`...), d.Shapes), '}')
	})
	if t.Hash != nil {
		dst, _ = t.Hash.AppendText(append(dst, `,"hash":"`...)) // always succeeds
		dst = append(dst, '"')
	}
	dst = appendRaw(dst, `,"state":`, t.State)
	if t.Winner != nil {
		dst = strconv.AppendInt(append(dst, `,"winner":`...), int64(*t.Winner), 10)
	}
	return append(dst, "}\n"...)
}

func appendPlayer(dst []byte, player int) []byte {
	return strconv.AppendInt(append(dst, `{"p":`...), int64(player), 10)
}

func appendMove(dst []byte, m Move) []byte {
	dst = appendPlayer(dst, m.Player)
	if m.Micros != 0 {
		dst = strconv.AppendInt(append(dst, `,"us":`...), int64(m.Micros), 10)
	}
	return append(appendRaw(dst, `,"a":`, m.Actions), '}')
}

// appendList appends a field with a list that is not empty.
func appendList[T any](dst []byte, field string, list []T, element func([]byte, T) []byte) []byte {
	if len(list) == 0 {
		return dst
	}
	return jsonappend.List(append(dst, field...), list, element)
}

// appendRaw appends a field with a value that is already JSON, if there is one. It drops white space around the value
// and writes a line feed in it, which in JSON can only be white space, as a space. All other bytes are kept.
func appendRaw(dst []byte, field string, raw json.RawMessage) []byte {
	if raw = bytes.TrimSpace(raw); len(raw) == 0 {
		return dst
	}
	dst = append(dst, field...)
	from := len(dst)
	dst = append(dst, raw...)
	for rest := dst[from:]; ; {
		i := bytes.IndexByte(rest, '\n')
		if i < 0 {
			return dst
		}
		rest[i], rest = ' ', rest[i+1:]
	}
}
