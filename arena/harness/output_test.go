package harness

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// feed sends chunks through a stream and returns what came out.
func feed(t *testing.T, limit int64, tailLines int, chunks ...string) (out string, lines []Line, s *stream) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var b bytes.Buffer
	c := Command{Output: &b, Limit: limit, OnLine: func(l Line) { lines = append(lines, l) }}
	s = &stream{id: Stderr, pipe: r, lines: newLineWriter(c, nil), tail: newTail(tailLines)}
	for _, c := range chunks {
		s.chunk([]byte(c))
	}
	w.Close()
	s.read()
	return b.String(), lines, s
}

func TestLines(t *testing.T) {
	for _, c := range []struct {
		name   string
		chunks []string
		out    string
		lines  []Line
		tail   []string
	}{
		{"nothing", nil, "", nil, nil},
		{"whole lines", []string{"a\nb\n"}, "a\nb\n", []Line{{Stderr, "a"}, {Stderr, "b"}}, []string{"a", "b"}},
		{"pieces", []string{"a", "b", "\nc"}, "ab\nc\n", []Line{{Stderr, "ab"}, {Stderr, "c"}}, []string{"ab", "c"}},
		{"empty lines", []string{"\n", "\n"}, "\n\n", []Line{{Stderr, ""}, {Stderr, ""}}, []string{"", ""}},
		{"CR LF", []string{"a\r\n"}, "a\r\n", []Line{{Stderr, "a"}}, []string{"a"}},
		{"last three", []string{"1\n2\n3\n4\n"}, "1\n2\n3\n4\n",
			[]Line{{Stderr, "1"}, {Stderr, "2"}, {Stderr, "3"}, {Stderr, "4"}}, []string{"2", "3", "4"}},
		{"raw in the log, clean elsewhere", []string{"\x1b[2J\xff\tx\x00\n"}, "\x1b[2J\xff\tx\x00\n",
			[]Line{{Stderr, "\ufffd[2J\ufffd x\ufffd"}}, []string{"\ufffd[2J\ufffd x\ufffd"}},
		{"letters survive", []string{"é→🙂\u202e\n"}, "é→🙂\u202e\n", []Line{{Stderr, "é→🙂\ufffd"}}, []string{"é→🙂\ufffd"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, lines, s := feed(t, 0, 3, c.chunks...)
			if diff := cmp.Diff(c.out, out); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.lines, lines); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.tail, s.tail.last(3)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLimit(t *testing.T) {
	out, lines, s := feed(t, 10, 5, "1234\n", "5678\n", "9\n", "0\n")
	if want := "1234\n5678\n[blastyard: more than 10 bytes of output: the rest is dropped]\n"; out != want {
		t.Errorf("got %q, want %q", out, want)
	}
	if len(lines) != 3 || lines[2].Stream != Note {
		t.Errorf("lines %v", lines)
	}
	if diff := cmp.Diff([]string{"1234", "5678", "9", "0"}, s.tail.last(9)); diff != "" {
		t.Error(diff) // the last lines are kept nevertheless
	}
	if d := s.lines.dropped.Load(); d != 4 {
		t.Errorf("%d bytes dropped, want 4", d)
	}
}

// TestLastLinesOfAFlood: skipping lines that would not be kept changes neither the last lines nor the counts.
func TestLastLinesOfAFlood(t *testing.T) {
	for _, chunks := range [][]string{
		{"1\n2\n3\n4\n5\n6\n"},
		{"1\n2", "2\n3\n4\n5\n", "6\n"},
		{"1\n", "2\n3\n4", "\n5\n6", "\n"},
		{"1\n2\n3\n4\n5\n6"},
	} {
		_, _, s := feed(t, 1, 3, append([]string{"begin\n"}, chunks...)...)
		if diff := cmp.Diff([]string{"4", "5", "6"}, s.tail.last(3)); diff != "" {
			t.Errorf("%q: %s", chunks, diff)
		}
		all := len(strings.Join(chunks, "")) + len("begin\n")
		if d := int(s.lines.dropped.Load()); d != all && d != all+1 { // a last line without an end counts one more
			t.Errorf("%q: %d bytes dropped, want %d", chunks, d, all)
		}
	}
}

func TestLongLine(t *testing.T) {
	long := strings.Repeat("x", MaxLine+5)
	out, lines, s := feed(t, 0, 5, long[:100], long[100:], "\nnext\n")
	if want := long[:MaxLine] + "\nnext\n"; out != want {
		t.Errorf("%d bytes came out, want %d", len(out), len(want))
	}
	if len(lines) != 2 || len(lines[0].Text) != MaxLine || lines[1] != (Line{Stderr, "next"}) {
		t.Errorf("lines %.300v", lines)
	}
	if dropped := s.lines.dropped.Load(); dropped != 5 {
		t.Errorf("%d bytes dropped, want 5", dropped)
	}
	if diff := cmp.Diff([]string{long[:maxTailLine] + "…", "next"}, s.tail.last(9)); diff != "" {
		t.Error(diff)
	}
}

func TestTailCutsBetweenRunes(t *testing.T) {
	for pad := range 4 {
		tl := newTail(1)
		tl.push([]byte(strings.Repeat("x", pad) + strings.Repeat("🙂", maxTailLine)))
		if got := tl.last(1)[0]; strings.ContainsRune(got, '\ufffd') || len(got) > maxTailLine+len("…") {
			t.Errorf("pad %d: %d bytes, ends %q", pad, len(got), got[len(got)-8:])
		}
	}
}

// TestFloodMemory: once its buffers have grown, a stream allocates nothing, whatever it reads.
func TestFloodMemory(t *testing.T) {
	c := Command{Limit: 1}
	s := &stream{id: Stdout, lines: newLineWriter(c, nil), tail: newTail(50)}
	chunk := []byte(strings.Repeat("some output of a bot\n", 3000))
	s.chunk(chunk)
	if n := testing.AllocsPerRun(100, func() { s.chunk(chunk) }); n > 0 {
		t.Errorf("%v allocations for a chunk", n)
	}
}
