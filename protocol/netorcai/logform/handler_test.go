package logform_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"blastyard/protocol/netorcai/logform"
)

// address has a JSON form of its own.
type address struct{ text string }

func (a address) String() string               { return a.text }
func (a address) MarshalJSON() ([]byte, error) { return []byte(`{"IP":"::1","Port":7,"Zone":""}`), nil }

// write writes one record at noon.
func write(t *testing.T, form logform.Form, level slog.Level, msg string, args ...any) string {
	t.Helper()
	var out bytes.Buffer
	r := slog.NewRecord(time.Date(2026, 11, 21, 12, 0, 0, 7_900_000, time.FixedZone("", 3600)), level, msg, 0)
	r.Add(args...)
	if err := logform.New(&out, form, slog.LevelDebug).Handle(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestForms(t *testing.T) {
	const (
		text     = `time="2026-11-21 12:00:00.007" level=`
		shown    = "\x1b[0m[2026-11-21 12:00:00.007] "
		jsonTime = `"time":"2026-11-21T12:00:00+01:00"}` + "\n"
	)
	for _, c := range []struct {
		level                slog.Level
		msg                  string
		args                 []any
		text, terminal, json string
	}{
		{slog.LevelInfo, "Listening incoming connections", []any{"port", 4242},
			`info msg="Listening incoming connections" port=4242`,
			"\x1b[36mINFO" + shown + "Listening incoming connections                \x1b[36mport\x1b[0m=4242",
			`{"level":"info","msg":"Listening incoming connections","port":4242,`},
		{slog.LevelWarn, "Kicking client", []any{"remote address", address{"[::1]:7"}, "nickname", "", "reason", "it's \x1b[2J late"},
			`warning msg="Kicking client" nickname="" reason="it's \x1b[2J late" remote address="[::1]:7"`,
			"\x1b[33mWARN" + shown + "Kicking client                                \x1b[33mnickname\x1b[0m=\"\" " +
				"\x1b[33mreason\x1b[0m=\"it's \\x1b[2J late\" \x1b[33mremote address\x1b[0m=\"[::1]:7\"",
			`{"level":"warning","msg":"Kicking client","nickname":"","reason":"it's \u001b[2J late","remote address":{"IP":"::1","Port":7,"Zone":""},`},
		{slog.LevelError, "Short", []any{"err", errors.New("no\nway")},
			`error msg=Short err="no\nway"`,
			"\x1b[31mERRO" + shown + "Short                                         \x1b[31merr\x1b[0m=\"no\\nway\"",
			`{"err":"no\nway","level":"error","msg":"Short",`},
		{slog.LevelDebug, "A message of more than forty-four columns stands", []any{"special", true, "n", 1.5},
			`debug msg="A message of more than forty-four columns stands" n=1.5 special=true`,
			"\x1b[37mDEBU" + shown + "A message of more than forty-four columns stands  \x1b[37mn\x1b[0m=1.5 \x1b[37mspecial\x1b[0m=true",
			`{"level":"debug","msg":"A message of more than forty-four columns stands","n":1.5,"special":true,`},
	} {
		for form, want := range map[logform.Form]string{logform.Text: text + c.text + "\n", logform.Terminal: c.terminal + "\n", logform.JSON: c.json + jsonTime} {
			if got := write(t, form, c.level, c.msg, c.args...); got != want {
				t.Errorf("form %d\n%q, want\n%q", form, got, want)
			}
		}
	}
}

func TestQuoting(t *testing.T) {
	for value, want := range map[string]string{
		"": `""`, "ann": "ann", "a-b_c.d/e@f^g+h1": "a-b_c.d/e@f^g+h1", "a b": `"a b"`, "1:2": `"1:2"`, `"`: `"\""`, "é": `"é"`, "a=b": `"a=b"`,
		"\u202e": `"\u202e"`, "\u009b2J": `"\u009b2J"`, "\xff": `"\xff"`,
	} {
		_, got, _ := strings.Cut(write(t, logform.Text, slog.LevelInfo, "m", "key", value), " key=")
		if got != want+"\n" {
			t.Errorf("%q is written as %q, want %q", value, got, want)
		}
	}
}

// TestJSONIsPrintable: whatever a client sends, the line has no control characters and decodes to the original value.
func TestJSONIsPrintable(t *testing.T) {
	const hostile = "\x1b]0;title\a \u009b2J \u007f \u202e \U000e0001 é 🦀"
	line := write(t, logform.JSON, slog.LevelInfo, "m", "key", hostile)
	if strings.ContainsAny(strings.TrimSuffix(line, "\n"), "\x1b\a\u009b\u007f\u202e\U000e0001\n") || !strings.Contains(line, "é 🦀") {
		t.Errorf("%q", line)
	}
	var object struct{ Key string }
	if err := json.Unmarshal([]byte(line), &object); err != nil || object.Key != hostile {
		t.Errorf("%q, %v", object.Key, err)
	}
}

func TestLevelsAttrsAndGroups(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(logform.New(&out, logform.Text, slog.LevelWarn))
	log.Info("left out")
	log.With("z", 1).WithGroup("g").With("b", 2).Warn("m", "a", 3, slog.Group("h", "c", 4), slog.Group("", "d", 5), slog.Attr{})
	_, got, _ := strings.Cut(out.String(), "level=")
	if want := "warning msg=m g.a=3 g.b=2 g.d=5 g.h.c=4 z=1\n"; got != want || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

// TestUnencodable: a value without a JSON form is dropped, but the line is written.
func TestUnencodable(t *testing.T) {
	line := write(t, logform.JSON, slog.LevelInfo, "m", "key", func() {})
	var object map[string]string
	if err := json.Unmarshal([]byte(line), &object); err != nil || object["msg"] != "m" || !strings.Contains(object["err"], "unsupported type") {
		t.Errorf("%q, %v", line, err)
	}
}
