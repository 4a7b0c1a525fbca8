package netorcai

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func frameOf(content string) []byte {
	return append([]byte{byte(len(content)), byte(len(content) >> 8), byte(len(content) >> 16), byte(len(content) >> 24)}, content...)
}

func TestFrames(t *testing.T) {
	contents := []string{"", "a", "{}\n", strings.Repeat("x", 1023), strings.Repeat("y", 4096), strings.Repeat("z", 100_000), "small again", strings.Repeat("w", 70_000), ""}
	var stream []byte
	for _, content := range contents {
		stream = append(stream, frameOf(content)...)
	}
	for name, r := range map[string]io.Reader{
		"whole": bytes.NewReader(stream), "bytes": iotest.OneByteReader(bytes.NewReader(stream)),
		"halves": iotest.HalfReader(bytes.NewReader(stream)), "data with EOF": iotest.DataErrReader(bytes.NewReader(stream)),
	} {
		for _, keep := range []int{0, MaxSize} {
			f := NewFrameReader(r, keep)
			if seeker, ok := r.(io.Seeker); ok {
				_, _ = seeker.Seek(0, io.SeekStart)
			} else if keep != 0 {
				continue
			}
			for i, want := range contents {
				if size, err := f.Size(MaxSize); err != nil || size != len(want) {
					t.Fatalf("%s: size %d of frame %d: %v", name, size, i, err)
				}
				if got, err := f.Next(MaxSize); err != nil || string(got) != want {
					t.Fatalf("%s: frame %d has %d bytes, want %d: %v", name, i, len(got), len(want), err)
				}
			}
			if _, err := f.Next(MaxSize); !errors.Is(err, io.EOF) {
				t.Errorf("%s: at the end: %v", name, err)
			}
		}
	}
}

func TestCutFrames(t *testing.T) {
	whole := frameOf("content")
	for n := range whole {
		_, err := NewFrameReader(bytes.NewReader(whole[:n]), 0).Next(MaxSize)
		want := io.ErrUnexpectedEOF
		if n == 0 {
			want = io.EOF
		}
		if err != want { //nolint:errorlint // exactly this
			t.Errorf("cut after %d bytes: %v, want %v", n, err, want)
		}
	}
}

func TestFrameLimits(t *testing.T) {
	for _, c := range []struct {
		header []byte
		limit  int
		ok     bool
	}{
		{[]byte{0xff, 3, 0, 0}, MaxFirstSize, true}, {[]byte{0, 4, 0, 0}, MaxFirstSize, false},
		{[]byte{0xff, 0xff, 0xff, 0}, MaxSize, true}, {[]byte{0, 0, 0, 1}, MaxSize, false}, {[]byte{0xff, 0xff, 0xff, 0xff}, MaxSize, false},
	} {
		_, err := NewFrameReader(bytes.NewReader(c.header), 0).Size(c.limit)
		if (err == nil) != c.ok || err != nil && !errors.Is(err, ErrTooBig) {
			t.Errorf("% x: %v", c.header, err)
		}
	}
}

// A header that announces 16 MiB costs nothing until the bytes come.
func TestAnnouncedSizeCostsNothing(t *testing.T) {
	r, w := io.Pipe()
	go func() {
		_, _ = w.Write([]byte{0xff, 0xff, 0xff, 0})
		_, _ = w.Write(make([]byte, 10_000))
		_ = w.Close()
	}()
	f := NewFrameReader(r, 0)
	if _, err := f.Next(MaxSize); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Fatal(err)
	}
	if len(f.buf) > 32<<10 {
		t.Errorf("%d bytes allocated for 10,000", len(f.buf))
	}
}

func TestBigBufferIsGivenUp(t *testing.T) {
	stream := append(frameOf(strings.Repeat("x", 1<<20)), frameOf("small")...)
	f := NewFrameReader(bytes.NewReader(stream), 64<<10)
	for range 2 {
		if _, err := f.Next(MaxSize); err != nil {
			t.Fatal(err)
		}
	}
	if len(f.buf) != smallBuffer {
		t.Errorf("%d bytes kept", len(f.buf))
	}
}

func TestAppendFrameTooBig(t *testing.T) {
	state := []byte(`{"s":"` + strings.Repeat("x", MaxSize-40) + `"}`)
	before := []byte("before")
	if b, err := AppendFrame(before, Turn{GameState: state}); !errors.Is(err, ErrTooBig) || string(b) != "before" {
		t.Errorf("%d bytes, %v", len(b), err)
	}
	room := MaxSize - 1 - len(Turn{GameState: []byte("{}")}.AppendJSON(nil)) - 1 // one byte less than the limit, and the line feed
	if b, err := AppendFrame(nil, Turn{GameState: []byte("{" + strings.Repeat(" ", room) + "}")}); err != nil || len(b) != MaxSize-1+HeaderSize {
		t.Errorf("%d bytes, %v", len(b), err)
	}
}

func FuzzFrames(f *testing.F) {
	f.Add([]byte(nil), 1)
	f.Add(frameOf("{}\n"), 3)
	f.Add(append(frameOf("a"), frameOf("bc")...), 2)
	f.Add([]byte{0xff, 0xff, 0xff, 0xff}, 1)
	f.Fuzz(func(t *testing.T, stream []byte, step int) {
		r := NewFrameReader(&stepReader{stream, max(step, 1)}, 0)
		rest := stream
		for {
			got, err := r.Next(MaxSize)
			if len(rest) < HeaderSize {
				if err == nil {
					t.Fatalf("a frame from %q", rest)
				}
				return
			}
			size := int(rest[0]) | int(rest[1])<<8 | int(rest[2])<<16 | int(rest[3])<<24
			switch {
			case size > MaxSize:
				if !errors.Is(err, ErrTooBig) {
					t.Fatalf("size %d: %v", size, err)
				}
				return
			case len(rest) < HeaderSize+size:
				if !errors.Is(err, io.ErrUnexpectedEOF) {
					t.Fatalf("cut frame: %v", err)
				}
				return
			case err != nil || !bytes.Equal(got, rest[HeaderSize:HeaderSize+size]):
				t.Fatalf("frame %q, %v", got, err)
			}
			rest = rest[HeaderSize+size:]
		}
	})
}

// stepReader gives at most step bytes at a time.
type stepReader struct {
	rest []byte
	step int
}

func (s *stepReader) Read(b []byte) (int, error) {
	if len(s.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(b, s.rest[:min(s.step, len(s.rest))])
	s.rest = s.rest[n:]
	return n, nil
}
