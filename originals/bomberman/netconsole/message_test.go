package netconsole

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// encode encodes messages that can be sent.
func encode(tb testing.TB, messages ...Message) (b []byte) {
	tb.Helper()
	for _, m := range messages {
		var err error
		if b, err = AppendMessage(b, m); err != nil {
			tb.Fatal(err)
		}
	}
	return b
}

func TestMessageBytes(t *testing.T) {
	got := hex.EncodeToString(encode(t, Message{RegisterPlayer, "Bo😀"}))
	if want := "35007c0042006f003dd800de3c00"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestWhatCannotBeSent(t *testing.T) {
	if b, err := AppendMessage([]byte("x"), Message{Command, "a<b"}); !errors.Is(err, ErrEndMark) || string(b) != "x" {
		t.Errorf("a text with the end mark gives %q, %v", b, err)
	}
	for _, kind := range []Type{-1, 0, 9} {
		if _, err := AppendMessage(nil, Message{Type: kind}); err == nil || !strings.Contains(err.Error(), "expected 1 to 8") {
			t.Errorf("type %d gives %v", kind, err)
		}
	}
}

// TestRoundTrip: whatever the pieces, the messages arrive.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var sent []Message
		var wire []byte
		for range rapid.IntRange(0, 5).Draw(t, "messages") {
			m := Message{Type(rapid.IntRange(1, 8).Draw(t, "type")), strings.ReplaceAll(rapid.String().Draw(t, "text"), "<", "|")}
			var err error
			if wire, err = AppendMessage(wire, m); err != nil {
				t.Fatal(err)
			}
			sent = append(sent, m)
		}
		d := NewDecoder(&pieces{data: wire, rng: rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "cuts"), 0))}, 1<<16)
		for i, want := range sent {
			if got, err := d.Next(); err != nil || got != want {
				t.Fatalf("message %d is %q, %v; sent was %q", i, got, err, want)
			}
		}
		if m, err := d.Next(); !errors.Is(err, io.EOF) {
			t.Fatalf("after the last message: %q, %v", m, err)
		}
	})
}

// pieces returns its data in pieces of random sizes.
type pieces struct {
	data []byte
	rng  *rand.Rand
}

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.data) == 0 {
		return 0, io.EOF
	}
	n := copy(b, p.data[:1+p.rng.IntN(len(p.data))])
	p.data = p.data[n:]
	return n, nil
}

func TestOctetByOctet(t *testing.T) {
	want := []Message{{PlayerRegistered, "A"}, {GameMap, "a|b\n😀"}, {Killed, ""}}
	d := NewDecoder(iotest.OneByteReader(bytes.NewReader(encode(t, want...))), 100)
	for i, w := range want {
		if m, err := d.Next(); err != nil || m != w {
			t.Errorf("message %d is %q, %v", i, m, err)
		}
	}
}

// utf16le encodes plain text as it is sent.
func utf16le(s string) (b []byte) {
	for _, r := range s {
		b = append(b, byte(r), byte(r>>8))
	}
	return b
}

func TestDecode(t *testing.T) {
	for _, c := range []struct {
		name string
		in   []byte
		want string // texts and errors
	}{
		{"byte order mark", utf16le("\ufeff5|Ann<\ufeff3|w<"), "Ann;w;EOF"},
		{"rest of a buffer", utf16le("5|Ann<\x00\x00\r\n 3|w<\x00"), "Ann;w;EOF"},
		{"separator in the text", utf16le("5|a|b||<"), "a|b||;EOF"},
		{"half a surrogate pair", append([]byte{'5', 0, '|', 0, 0x3d, 0xd8}, utf16le("x<")...), "\ufffdx;EOF"},
		{"UTF-8", []byte("5|Ann<3|w<5|Bob<5|Cleo<"), `! it begins with "簵湁㱮簳㱷簵潂㱢", expected a type and | in UTF-16LE;unexpected EOF`},
		{"no separator", utf16le("5<3|w<"), `! it begins with "5", expected a type and | in UTF-16LE;w;EOF`},
		{"nothing before the end mark", utf16le("<3|w<"), `! it begins with "", expected a type and | in UTF-16LE;w;EOF`},
		{"type 9", utf16le("9|x<3|w<"), `! its type is "9", expected 1 to 8;w;EOF`},
		{"type 0", utf16le("0|x|<3|w<"), `! its type is "0", expected 1 to 8;w;EOF`},
		{"type 05", utf16le("05|x<3|w<"), `! its type is "05", expected 1 to 8;w;EOF`},
		{"garbage", utf16le("GET / HTTP/1.1\r\n<3|w<"), `! it begins with "GET / HT", expected a type and | in UTF-16LE;w;EOF`},
		{"as long as may be", utf16le("3|1234567890<"), "1234567890;EOF"},
		{"too long", utf16le("3|12345678901, and more<3|w<"), `! the text of a message of type 3 is longer than 10 characters, "1234567890"…;w;EOF`},
		{"too long without end", utf16le("3|12345678901"), `! the text of a message of type 3 is longer than 10 characters, "1234567890"…;unexpected EOF`},
		{"ends within the text", utf16le("3|w"), "unexpected EOF"},
		{"ends within the head", utf16le("3"), "unexpected EOF"},
		{"ends within a character", []byte{'3', 0, '|', 0, 'w'}, "unexpected EOF"},
		{"ends within the first character", []byte{'3'}, "unexpected EOF"},
		{"nothing", nil, "EOF"},
	} {
		var got []string
		for d := NewDecoder(bytes.NewReader(c.in), 10); ; {
			m, err := d.Next()
			var bad *FormatError
			if err == nil {
				got = append(got, m.Text)
				continue
			}
			if errors.As(err, &bad) {
				got = append(got, "! "+bad.Why)
				continue
			}
			got = append(got, err.Error())
			break
		}
		if strings.Join(got, ";") != c.want {
			t.Errorf("%s: got  %s\nwant %s", c.name, strings.Join(got, ";"), c.want)
		}
	}
}

func TestDecoderMemoryIsBounded(t *testing.T) {
	d := NewDecoder(io.LimitReader(endless{}, 8<<20), 100)
	_, err := d.Next()
	var bad *FormatError
	if !errors.As(err, &bad) {
		t.Fatalf("endless input gives %v", err)
	}
	if _, err := d.Next(); !errors.Is(err, io.ErrUnexpectedEOF) || cap(d.text) > 1000 {
		t.Errorf("skipping gives %v and holds %d units", err, cap(d.text))
	}
}

// endless is 3|3|3|…
type endless struct{}

func (endless) Read(b []byte) (int, error) { return copy(b, "3\x00|\x00"), nil }

func FuzzDecoder(f *testing.F) {
	f.Add(utf16le("\ufeff5|Ann<3|w<"), uint64(1))
	f.Add(utf16le("9|x<05|<|3<2|a\nb|c<"), uint64(2))
	f.Add([]byte("5|Ann<"), uint64(3))
	f.Add([]byte{'2', 0, '|', 0, 0x3d, 0xd8, 0, 0xde, '<', 0, '3'}, uint64(4))
	f.Fuzz(func(t *testing.T, data []byte, cuts uint64) {
		whole, cut := NewDecoder(bytes.NewReader(data), 50), NewDecoder(&pieces{data, rand.New(rand.NewPCG(cuts, 0))}, 50)
		for {
			m, err := whole.Next()
			m2, err2 := cut.Next()
			if m != m2 || (err == nil) != (err2 == nil) || err != nil && err.Error() != err2.Error() {
				t.Fatalf("whole: %q, %v; in pieces: %q, %v", m, err, m2, err2)
			}
			var bad *FormatError
			switch {
			case errors.As(err, &bad):
			case err != nil:
				return
			case !utf8.ValidString(m.Text) || strings.Contains(m.Text, "<"):
				t.Fatalf("text %q", m.Text)
			default:
				if again, err := NewDecoder(bytes.NewReader(encode(t, m)), 50).Next(); err != nil || again != m {
					t.Fatalf("%q sent again is %q, %v", m, again, err)
				}
			}
		}
	})
}
