// Package logform writes log records in the formats of the original netorcai server, for scripts that read its log.
// Each record is one line: text, coloured text for terminals, or JSON.
package logform

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"blastyard/internal/plain"
)

// Form is the format of records.
type Form int

// The values of Form.
const (
	Text     Form = iota // time="…" level=info msg="…" key=value
	Terminal             // INFO[…] text   key=value, in colour
	JSON                 // {"key":value,"level":"info","msg":"…","time":"…"}
)

// timeLayout is the time format of the two text forms. JSON has whole seconds.
const timeLayout = "2006-01-02 15:04:05.000"

// Handler is a slog.Handler. Keys are sorted and written unchanged, including blanks. A group is a prefix of its keys.
type Handler struct {
	out    *output
	form   Form
	level  slog.Level
	prefix string
	attrs  []slog.Attr
}

// output is shared by a Handler and those that its WithAttrs and WithGroup return.
type output struct {
	mu sync.Mutex
	w  io.Writer
}

// New returns a handler that writes the records of the given level and above to w, each with one Write.
func New(w io.Writer, form Form, level slog.Level) *Handler {
	return &Handler{out: &output{w: w}, form: form, level: level}
}

// Enabled reports whether records of the level are written.
func (h *Handler) Enabled(_ context.Context, level slog.Level) bool { return level >= h.level }

// WithAttrs returns a handler that adds the attributes to each record.
func (h *Handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	with := *h
	with.attrs = slices.Clone(h.attrs)
	for _, a := range attrs {
		with.attrs = appendAttr(with.attrs, h.prefix, a)
	}
	return &with
}

// WithGroup returns a handler that prefixes the keys that are added from now on with the name and a full stop.
func (h *Handler) WithGroup(name string) slog.Handler {
	if name == "" {
		return h
	}
	with := *h
	with.prefix += name + "."
	return &with
}

// Handle writes a record.
func (h *Handler) Handle(_ context.Context, r slog.Record) error {
	attrs := slices.Clone(h.attrs)
	r.Attrs(func(a slog.Attr) bool {
		attrs = appendAttr(attrs, h.prefix, a)
		return true
	})
	slices.SortStableFunc(attrs, func(a, b slog.Attr) int { return cmp.Compare(a.Key, b.Key) })
	var line []byte
	switch h.form {
	case Terminal:
		line = appendTerminal(nil, r, attrs)
	case JSON:
		line = appendJSON(nil, r, attrs)
	default:
		line = appendText(nil, r, attrs)
	}
	h.out.mu.Lock()
	defer h.out.mu.Unlock()
	_, err := h.out.w.Write(append(line, '\n'))
	return err
}

// appendAttr adds an attribute. It adds the members of a group one by one.
func appendAttr(attrs []slog.Attr, prefix string, a slog.Attr) []slog.Attr {
	a.Value = a.Value.Resolve()
	switch {
	case a.Equal(slog.Attr{}):
		return attrs
	case a.Value.Kind() != slog.KindGroup:
		a.Key = prefix + a.Key
		return append(attrs, a)
	case a.Key != "":
		prefix += a.Key + "."
	}
	for _, member := range a.Value.Group() {
		attrs = appendAttr(attrs, prefix, member)
	}
	return attrs
}

// levelName is the original's name of a level.
func levelName(l slog.Level) string {
	switch {
	case l < slog.LevelInfo:
		return "debug"
	case l < slog.LevelWarn:
		return "info"
	case l < slog.LevelError:
		return "warning"
	default:
		return "error"
	}
}

func appendText(b []byte, r slog.Record, attrs []slog.Attr) []byte {
	b = append(b, "time="...)
	b = appendQuoted(b, r.Time.Format(timeLayout))
	b = append(b, " level="...)
	b = append(b, levelName(r.Level)...)
	b = append(b, " msg="...)
	b = appendQuoted(b, r.Message)
	for _, a := range attrs {
		b = append(b, ' ')
		b = append(b, a.Key...)
		b = append(b, '=')
		b = appendQuoted(b, a.Value.String())
	}
	return b
}

// colour returns the number of a level's colour in an escape sequence.
func colour(l slog.Level) int {
	switch {
	case l < slog.LevelInfo:
		return 37 // white
	case l < slog.LevelWarn:
		return 36 // cyan
	case l < slog.LevelError:
		return 33 // yellow
	default:
		return 31 // red
	}
}

func appendTerminal(b []byte, r slog.Record, attrs []slog.Attr) []byte {
	c := colour(r.Level)
	b = fmt.Appendf(b, "\x1b[%dm%s\x1b[0m[%s] %-44s ", c, strings.ToUpper(levelName(r.Level)[:4]),
		r.Time.Format(timeLayout), r.Message)
	for _, a := range attrs {
		b = fmt.Appendf(b, " \x1b[%dm%s\x1b[0m=", c, a.Key)
		b = appendQuoted(b, a.Value.String())
	}
	return b
}

// appendQuoted writes a value, in quotes if it is empty or contains anything but letters, digits and a few signs.
// Characters that are not printable, such as an escape sequence from a client, are always escaped.
func appendQuoted(b []byte, value string) []byte {
	plain := func(c byte) bool {
		return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
			strings.IndexByte("-._/@^+", c) >= 0
	}
	for i := range len(value) {
		if !plain(value[i]) {
			return strconv.AppendQuote(b, value)
		}
	}
	if value == "" {
		return append(b, `""`...)
	}
	return append(b, value...)
}

func appendJSON(b []byte, r slog.Record, attrs []slog.Attr) []byte {
	object := make(map[string]any, len(attrs)+3)
	for _, a := range attrs {
		object[a.Key] = jsonValue(a.Value)
	}
	object["level"], object["msg"], object["time"] = levelName(r.Level), r.Message, r.Time.Format(time.RFC3339)
	line, err := json.Marshal(object) // sorts the keys
	if err != nil {
		line, _ = json.Marshal(map[string]string{
			"level": levelName(r.Level), "msg": r.Message, "time": r.Time.Format(time.RFC3339),
			"err": "logform: " + err.Error(),
		})
	}
	return append(b, plain.JSON(line)...)
}

// jsonValue returns the value to pass to encoding/json.
func jsonValue(v slog.Value) any {
	if err, ok := v.Any().(error); ok {
		return err.Error()
	}
	if v.Kind() == slog.KindDuration || v.Kind() == slog.KindTime {
		return v.String()
	}
	return v.Any()
}
