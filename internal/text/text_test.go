package text_test

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"blastyard/internal/text"
	"blastyard/internal/text/texttest"
)

// TestEncodings: each encoding gives the same text, whether it is read whole, in large pieces or byte by byte.
func TestEncodings(t *testing.T) {
	for _, want := range []string{
		`{"name":"José チーム 👩‍🚀"}` + "\n", "ab", "# 1\n\n", "name = 'a'\x00'b'\n", strings.Repeat("xyé👩\n", 5000),
	} {
		for name, data := range texttest.Written(want) {
			if len(want) < 3 && strings.Contains(name, "no mark") {
				continue // nothing tells
			}
			before := bytes.Clone(data)
			if got := string(text.Decode(data)); got != want {
				t.Errorf("%s: Decode returns %.80q, want %.80q", name, got, want)
			}
			if !bytes.Equal(data, before) {
				t.Errorf("%s: Decode changed its input", name)
			}
			for kind, in := range map[string]io.Reader{
				"whole": bytes.NewReader(data), "byte by byte": iotest.OneByteReader(bytes.NewReader(data)),
				"halves": iotest.HalfReader(bytes.NewReader(data)), "end with data": iotest.DataErrReader(bytes.NewReader(data)),
			} {
				if kind == "byte by byte" && strings.Contains(name, "LE, no mark") {
					continue // an ASCII character alone is passed on at once
				}
				got, err := io.ReadAll(iotest.HalfReader(text.NewReader(in)))
				if err != nil || string(got) != want {
					t.Errorf("%s, %s: %.80q, %v, want %.80q", name, kind, got, err, want)
				}
			}
		}
	}
}

func TestDecode(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "\ufeff": "", "\x00": "", "\xff\xfe": "", "a\r\nb\rc\n\r\n": "a\nb\rc\n\n",
		"\xff\xfea\x00\r\x00\n\x00b\x00": "a\nb",
		"a\rb\r":                         "a\nb\n",
		"\xff\xfea\x00b":                 "a\ufffd", // half a character
		"\xff\xfe\x00\xd8a\x00":          "\ufffda", // half a pair
		"\xfe\xff\xd8\x00":               "\ufffd",
		"\x00\x00\xfe\xff\x7f\xff\xff\xff\x00\x00\xd8\x00": "\ufffd\ufffd",
		"\xffabc": "\xffabc", "\ufeff\ufeffa": "\ufeffa",
	} {
		if got := string(text.Decode([]byte(in))); got != want {
			t.Errorf("Decode(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestReaderIsPrompt: who writes a line gets its answer before the next one, in each encoding.
func TestReaderIsPrompt(t *testing.T) {
	for name, line := range texttest.Written("{}\n") {
		if strings.Contains(name, "zeros") {
			continue
		}
		in, out := io.Pipe()
		go func() { _, _ = out.Write(line) }()
		r := text.NewReader(in)
		got := make([]byte, 3)
		if _, err := io.ReadFull(r, got); err != nil || string(got) != "{}\n" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		_ = out.CloseWithError(io.ErrClosedPipe)
		if _, err := r.Read(got); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("%s: at the end: %v", name, err)
		}
	}
}

// TestManyZeros: zero bytes that are held back take no memory.
func TestManyZeros(t *testing.T) {
	const many = 64 << 20
	in := io.MultiReader(io.LimitReader(zeros{}, many), strings.NewReader("x"))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n, err := io.Copy(io.Discard, struct{ io.Reader }{text.NewReader(in)})
	runtime.ReadMemStats(&after)
	if err != nil || n != many+1 {
		t.Errorf("%d bytes, %v", n, err)
	}
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 1<<20 {
		t.Errorf("%d bytes of memory", allocated)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func TestCheck(t *testing.T) {
	if err := text.Check([]byte("name = 'José'\n")); err != nil {
		t.Error(err)
	}
	err := text.Check([]byte("a\nné = 'Jos\xe9'\n"))
	if want := "line 2, column 10: the byte 0xe9 is no UTF-8: save the file as UTF-8"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func FuzzReader(f *testing.F) {
	for _, data := range texttest.Written("{\"a\":\"é👩\"}\r\n") {
		f.Add(data, true)
	}
	f.Fuzz(func(t *testing.T, data []byte, bytewise bool) {
		var in io.Reader = bytes.NewReader(data)
		if bytewise && len(data) > 1 && (data[1] != 0 || data[0] == 0) {
			in = iotest.OneByteReader(in)
		}
		got, err := io.ReadAll(text.NewReader(in))
		got = bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n"))
		if want := text.Decode(data); err != nil || !bytes.Equal(got, want) {
			t.Errorf("the reader gives %q, %v; Decode %q", got, err, want)
		}
	})
}

// TestForeign: what is no text says so, and what to do, whether it is read as a file or as a stream.
func TestForeign(t *testing.T) {
	for head, want := range map[string]string{
		"PK\x03\x04\x14": "it is a zip, or a document of an office program: unpack it, or save it as plain text",
		"\x1f\x8b\x08":   "it is a gzip file: unpack it",
		"{\\rtf1\\ansi":  "it is a document with formats (RTF): save it as plain text",
	} {
		if err := text.CheckForeign([]byte(head)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", head, err, want)
		}
		if got, err := io.ReadAll(text.NewReader(strings.NewReader(head + "more"))); err == nil || err.Error() != want || len(got) > 0 {
			t.Errorf("%q as a stream: %q, %v, want %s", head, got, err, want)
		}
	}
	for _, plain := range []string{"", "P", "PK", `{"a":1}`, "\ufeffname = 1", "# %PDF-", "\xff\xfea\x00"} {
		if err := text.CheckForeign([]byte(plain)); err != nil {
			t.Errorf("%q: %v", plain, err)
		}
	}
}
