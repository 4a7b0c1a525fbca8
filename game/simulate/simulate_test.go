package simulate

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// echo answers each line with itself, and counts the ends of games.
type echo struct{ ends int }

func (e *echo) line(dst, line []byte) ([]byte, error) {
	if bytes.HasPrefix(line, []byte("bad")) {
		return dst, errors.New(`a "bad" line`)
	}
	return append(dst, line...), nil
}

func (e *echo) end() { e.ends++ }

func TestRun(t *testing.T) {
	long := strings.Repeat("x", 3<<16)
	for _, row := range []struct {
		in, out string
		ends    int
	}{
		{"", "", 0},
		{"a\nb\n", "a\nb\n", 0},
		{"a\n\n \t\nb", "a\nb\n", 2},
		{"bad\r\nb\r\n", `{"error":"a \"bad\" line"}` + "\nb\n", 0},
		{long + "\n" + long, long + "\n" + long + "\n", 0},
		{strings.Repeat("x", maxLine+1) + "\nb\n", `{"error":"line is too long: at most 67108864 bytes"}` + "\nb\n", 0},
	} {
		var e echo
		var out strings.Builder
		if err := Run(strings.NewReader(row.in), &out, &e); err != nil || out.String() != row.out || e.ends != row.ends {
			t.Errorf("%.20q: %.60q, %v, %d ends", row.in, out.String(), err, e.ends)
		}
	}
}

// TestRunAnswersAtOnce: a program that waits for an answer before it sends the next line gets it.
func TestRunAnswersAtOnce(t *testing.T) {
	in, send := io.Pipe()
	answers, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- Run(in, out, &echo{}) }()
	got := make([]byte, 2)
	for _, line := range []string{"a\n", "b\n", "c\n"} {
		if _, err := send.Write([]byte(line)); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(answers, got); err != nil || string(got) != line {
			t.Fatalf("%q: %q, %v", line, got, err)
		}
	}
	if err := send.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestRunTellsBrokenStreams(t *testing.T) {
	broken := errors.New("broken")
	var out strings.Builder
	if err := Run(io.MultiReader(strings.NewReader("a\n"), iotest.ErrReader(broken)), &out, &echo{}); !errors.Is(err, broken) || out.String() != "a\n" {
		t.Errorf("%v, %q", err, out.String())
	}
	_, w := io.Pipe()
	_ = w.CloseWithError(broken)
	if err := Run(strings.NewReader("a\n"), w, &echo{}); err == nil {
		t.Error("output that nobody gets is no error")
	}
}
