package replay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"weak"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"blastyard/game/games"
)

// smallMatch is one whose file is small.
var smallMatch = sample{mapName: "tiny", bots: []string{"greedy", "random"}, turns: 8, noise: true}

func TestCutAnywhere(t *testing.T) {
	whole := smallMatch.play(t)
	file := write(t, whole)
	turns := 0
	// Without the copy of the result at its very end, a file is still complete.
	line, err := json.Marshal(whole.Result)
	if err != nil {
		t.Fatal(err)
	}
	complete := len(file) - len(endFrame(line))
	for n := range len(file) {
		r, err := Read(bytes.NewReader(file[:n]))
		if n == complete && err == nil {
			continue
		}
		if !errors.Is(err, ErrCut) {
			t.Fatalf("cut to %d of %d bytes: %v, want ErrCut", n, len(file), err)
		}
		if r == nil {
			continue
		}
		if len(r.Turns) < turns {
			t.Fatalf("cut to %d bytes: %d turns, but %d with less", n, len(r.Turns), turns)
		}
		if len(r.Turns) == turns {
			continue
		}
		turns = len(r.Turns)
		if d := cmp.Diff(whole.Turns[:turns], r.Turns); d != "" {
			t.Fatalf("cut to %d bytes:\n%s", n, d)
		}
		if err := Verify(r, games.All()); err != nil {
			t.Fatalf("cut to %d bytes: %v", n, err)
		}
	}
	if turns != len(whole.Turns) {
		t.Errorf("the longest cut has %d turns, want %d", turns, len(whole.Turns))
	}
}

// TestFlippedBytes: every changed byte is noticed, unless it has no effect.
func TestFlippedBytes(t *testing.T) {
	whole := smallMatch.play(t)
	file := write(t, whole)
	for n := range file {
		bad := bytes.Clone(file)
		bad[n] ^= [...]byte{1, 0xff, 0x80}[n%3]
		r, err := Read(bytes.NewReader(bad))
		if err == nil && !cmp.Equal(whole, r) {
			t.Errorf("byte %d: %02x for %02x: another replay without an error", n, bad[n], file[n])
		}
		if r != nil {
			_ = Verify(r, games.All()) // must not panic
		}
	}
}

// lines returns a file with compressed lines.
func lines(tb testing.TB, text ...string) []byte {
	tb.Helper()
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(128<<10))
	if err != nil {
		tb.Fatal(err)
	}
	for _, l := range text {
		if _, err := io.WriteString(z, l+"\n"); err != nil {
			tb.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

const (
	someHash   = `"0123456789abcdef-0001-0002-0003-0004-0005"`
	someHeader = `{"blast":1,"game":"x","seed":0,"map":{},"players":[{"name":"a"},{"name":"b"}],"limit_ms":0,"started":"2026-01-02T03:04:05Z","state":{}}`
)

func TestHostileHeaders(t *testing.T) {
	header := func(change ...string) string {
		h := `{"blast":1,"game":"hexabomb","seed":1,"map":{"file":{}},"players":[{"name":"a"},{"name":"b"}],"limit_ms":0,"started":"2026-01-02T03:04:05Z","hash":` + someHash + `}`
		return strings.NewReplacer(change...).Replace(h)
	}
	for _, c := range []struct {
		header string
		is     error
		says   string
	}{
		{`nothing`, ErrFormat, "line 1: header: it is no JSON: there is 'o' where null is begun"},
		{`[]`, ErrFormat, "line 1: header"},
		{`{}`, ErrFormat, "blast, the version of the format, is missing"},
		{`{"blast":3}`, ErrVersion, "version 3 of the format, this program knows 2"},
		{`{"blast":1,"secret":"000102030405060708090a0b0c0d0e0f","game":"x","seed":0,"map":{},"players":[],"limit_ms":0}`, ErrFormat, "secret is there, expected none in version 1"},
		{`{"blast":2,"secret":"0","game":"x"}`, ErrFormat, "expected 32 hexadecimal digits"},
		{`{"blast":0}`, ErrFormat, "blast is 0, expected 1"},
		{`{"blast":-1}`, ErrFormat, "blast is -1, expected 1"},
		{header(`hexabomb`, ``), ErrFormat, `game is "", expected a name`},
		{header(`hexabomb`, strings.Repeat("x", 65)), ErrFormat, `expected a name of up to 64 bytes`},
		{header(`"seed":1`, `"seed":1,"order":"mine"`), ErrFormat, `order is "mine", expected seeded or arrival`},
		{header(`"seed":1`, `"seed":1,"turns":65536`), ErrFormat, "turns is 65536, expected 0 to 65535"},
		{header(`"seed":1`, `"seed":1,"unseen":-1`), ErrFormat, "unseen is -1, expected 0 to 65535"},
		{header(`"limit_ms":0`, `"limit_ms":-5`), ErrFormat, "limit_ms is -5, expected 0 to"},
		{header(`"seed":1`, `"seed":-1`), ErrFormat, "seed"},
		{header(`"seed":1`, `"seed":18446744073709551616`), ErrFormat, "seed"},
		{header(`{"name":"b"}`, `{"name":"b","special":true}`), ErrFormat, "players[1].special is true, expected special players to be the first"},
		{header(`[{"name":"a"},{"name":"b"}]`, `[]`), ErrFormat, "players is empty"},
		{header(`[{"name":"a"},{"name":"b"}]`, `[{}`+strings.Repeat(",{}", 1024)+`]`), ErrFormat, "players are 1025, expected 1024 at the most"},
		{header(`,"hash":`+someHash, ``), ErrFormat, "hash and state are missing"},
		{header(`"hash"`, `"state":{},"hash"`), ErrFormat, "hash and state are both there"},
		{header(someHash, `"12"`), ErrFormat, `hash is "12", expected 16 hexadecimal digits`},
		{header(`2026-01-02T03:04:05Z`, `yesterday`), ErrFormat, "header"},
	} {
		r, err := Read(bytes.NewReader(lines(t, c.header)))
		if r != nil || !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%.120s\n\t%v, %v\n\twant %v with %q", c.header, r, err, c.is, c.says)
		}
	}
}

// TestOtherFiles: a file of another kind is distinguished from a damaged replay.
func TestOtherFiles(t *testing.T) {
	for _, text := range []string{"a line of text\n", `{"blast":1}` + "\n", "\x7fELF and more", "GIF89a and more"} {
		_, err := Read(strings.NewReader(text))
		if want := "replay: this file is not a replay of blastyard, or its beginning is damaged"; !errors.Is(err, ErrFormat) || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := Read(strings.NewReader("\x1f\x8b\x08 and more")); !errors.Is(err, ErrFormat) || !strings.HasSuffix(err.Error(), "it is a gzip file: unpack it") {
		t.Errorf("a packed replay: %v", err)
	}
	file := lines(t, someHeader, `{"turn":1,"state":{}}`)
	if _, err := Read(bytes.NewReader(append(file, "something else"...))); err == nil || strings.Contains(err.Error(), "this file is not") {
		t.Errorf("what comes behind a replay: %v", err)
	}
}

func TestHostileTurns(t *testing.T) {
	good := `{"turn":1,"state":{}}`
	for _, c := range []struct{ line, says string }{
		{`{"turn":3,"state":{}}`, "line 3: turn 2: turn is 3, expected 2"},
		{`{"turn":1,"state":{}}`, "turn is 1, expected 2"},
		{`{"state":{}}`, "turn is 0, expected 2"},
		{`{"turn":2}`, "state is missing"},
		{`{"turn":2,"state":{}`, "line 3: turn 2: the JSON ends too early"},
		{`{"turn":2,"state":{},"hash":` + someHash + `}`, "hash is there, expected a state only"},
		{`{"turn":2,"state":{},"moves":[{"p":2}]}`, "moves[0].p is 2, expected a player from 0 to 1"},
		{`{"turn":2,"state":{},"moves":[{"p":1},{"p":1}]}`, "moves[1].p is 1, who has moved already"},
		{`{"turn":2,"state":{},"moves":[{"p":1},{"p":0},{"p":1}]}`, "moves are 3, expected one a player at the most, so 2"},
		{`{"turn":2,"state":{},"moves":[{"p":1,"us":-1}]}`, "moves[0].us is -1"},
		{`{"turn":2,"state":{},"late":[-1]}`, "late[0] is -1"},
		{`{"turn":2,"state":{},"gone":[{"p":9}]}`, "gone[0].p is 9"},
		{`{"turn":2,"state":{},"refused":[{"p":9}]}`, "refused[0].p is 9"},
		{`{"turn":2,"state":{},"output":[{"p":9}]}`, "output[0].p is 9"},
		{`{"turn":2,"state":{},"winner":2}`, "winner is 2, expected -1 to 1"},
		{`{"turns":2,"winner":0}`, "result: turns is 2, but the file holds 1"},
		{`{"turns":1,"winner":-2}`, "result: winner is -2, expected -1 to 1"},
		{`{"turns":1,"winner":0,"scores":[1]}`, "result: scores are 1, expected one a player, so 2"},
		{`{"turns":1,"winner":0,"players":[{}]}`, "result: players are 1, expected 2"},
		{``, "turn 2"},
	} {
		r, err := Read(bytes.NewReader(lines(t, someHeader, good, c.line, good)))
		if r == nil || len(r.Turns) != 1 || r.Result != nil || !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s\n\t%v, %v\n\twant %q", c.line, r, err, c.says)
		}
	}
	r, err := Read(bytes.NewReader(lines(t, someHeader, good, `{"turns":1,"winner":0}`, good)))
	if r == nil || r.Result == nil || len(r.Turns) != 1 || !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), "after the result") {
		t.Errorf("%v, %v", r, err)
	}
}

// bomb returns a file that decodes to some lines, followed by n times 128 KiB of one byte.
func bomb(tb testing.TB, windowLog byte, n int, fill byte, text ...string) []byte {
	tb.Helper()
	file := []byte{0x28, 0xb5, 0x2f, 0xfd, 0, (windowLog - 10) << 3}
	for _, l := range text {
		file = append(file, byte((len(l)+1)<<3), byte((len(l)+1)>>5), byte((len(l)+1)>>13)) // an uncompressed block
		file = append(file, l+"\n"...)
	}
	for range n {
		file = append(file, 1<<1, 0, 128<<10>>13, fill) // a block that repeats one byte
	}
	return append(file, 1, 0, 0)
}

func TestSizeBombs(t *testing.T) {
	const many = 64 << 10 // blocks: 8 GiB
	for name, c := range map[string]struct {
		file []byte
		is   error
	}{
		"a line without end":   {bomb(t, 17, many, '\n'+1), ErrTooBig},
		"a turn without end":   {bomb(t, 17, many, ' ', someHeader), ErrTooBig},
		"empty lines":          {bomb(t, 17, many, '\n', someHeader), ErrFormat},
		"a window of 4 GiB":    {bomb(t, 32, many, ' '), ErrTooBig},
		"a list of many":       {lines(t, someHeader, `{"turn":1,"state":{},"moves":[{}`+strings.Repeat(",{}", 2<<20)+`]}`), ErrTooBig},
		"a header of many":     {lines(t, `{"blast":1,"players":[{}`+strings.Repeat(",{}", 2<<20)+`]}`), ErrTooBig},
		"a list of quite many": {lines(t, someHeader, `{"turn":1,"state":{},"notes":[""`+strings.Repeat(`,""`, 1<<20)+`],"late":[5]}`), ErrFormat},
	} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		_, err := Read(bytes.NewReader(c.file))
		runtime.ReadMemStats(&after)
		if !errors.Is(err, c.is) {
			t.Errorf("%s: %v, want %v", name, err, c.is)
		}
		if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 400 {
			t.Errorf("%s: %d bytes took %d MiB of memory", name, len(c.file), took)
		}
	}
}

// TestTotalIsBounded: all lines together have a limit, too.
func TestTotalIsBounded(t *testing.T) {
	left := budget(1000)
	if err := left.take(1000); err != nil {
		t.Error(err)
	}
	if err := left.take(1); !errors.Is(err, ErrTooBig) {
		t.Errorf("%v, want ErrTooBig", err)
	}
}

func TestReadSaysWhatIsNoReplay(t *testing.T) {
	for _, file := range []string{"hello world", "PK\x03\x04and so on", "{\"blast\":1}\n", strings.Repeat("\x00", 100)} {
		r, err := Read(strings.NewReader(file))
		if r != nil || !errors.Is(err, ErrFormat) {
			t.Errorf("%q: %v, %v, want ErrFormat", file, r, err)
		}
	}
	broken := errors.New("the disk is broken")
	file := write(t, smallMatch.play(t))
	r, err := Read(io.MultiReader(bytes.NewReader(file[:len(file)-40]), iotest.ErrReader(broken)))
	if r == nil || len(r.Turns) == 0 || !errors.Is(err, broken) {
		t.Errorf("%v, %v, want some turns and the reader's error", r, err)
	}
}

func TestOneByteAtATime(t *testing.T) {
	whole := smallMatch.play(t)
	r, err := Read(iotest.OneByteReader(bytes.NewReader(write(t, whole))))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(whole, r); d != "" {
		t.Error(d)
	}
}

// shortMatch is a seed for fuzzing.
var shortMatch = sample{mapName: "tiny", bots: []string{"greedy", "random"}, turns: 2, noise: true}

func FuzzRead(f *testing.F) {
	f.Add(write(f, shortMatch.play(f)))
	wire := shortMatch
	wire.overWire = true
	f.Add(write(f, wire.play(f)))
	f.Add(write(f, playBombers(f, 3, 3, "random", "random")))
	f.Fuzz(func(t *testing.T, file []byte) {
		r, err := Read(bytes.NewReader(file))
		if r == nil {
			if err == nil {
				t.Fatal("neither a replay nor an error")
			}
			return
		}
		if err == nil && r.Result == nil {
			t.Fatal("no result and no error")
		}
		_ = Verify(r, games.All())
	})
}

// FuzzLines fuzzes the uncompressed lines.
func FuzzLines(f *testing.F) {
	for _, r := range []*Replay{shortMatch.play(f), playBombers(f, 3, 3, "random", "random")} {
		header, err := appendHeader(nil, &r.Header)
		if err != nil {
			f.Fatal(err)
		}
		var turns []byte
		for i := range r.Turns {
			turns = appendTurn(turns, &r.Turns[i])
		}
		f.Add(string(header), string(turns)+fmt.Sprintf(`{"turns":%d,"winner":-1}`, len(r.Turns)))
	}
	f.Fuzz(func(t *testing.T, header, rest string) {
		r, err := Read(bytes.NewReader(lines(t, strings.TrimSuffix(header, "\n"), rest)))
		if r == nil {
			return
		}
		_ = Verify(r, games.All())
		if err != nil {
			return
		}
		again, err := Read(bytes.NewReader(write(t, r)))
		if err != nil {
			t.Fatal(err)
		}
		if len(again.Turns) != len(r.Turns) || again.Result.Winner != r.Result.Winner {
			t.Errorf("written and read again it has %d turns, want %d", len(again.Turns), len(r.Turns))
		}
	})
}

// TestHeaderOutlivesReader: keeping a header does not keep its reader, whose buffers take megabytes.
func TestHeaderOutlivesReader(t *testing.T) {
	h, reader := headerAlone(t)
	runtime.GC()
	if reader.Value() != nil {
		t.Error("the reader is still in memory")
	}
	if h.Game != "hexabomb" {
		t.Errorf("the header is of %q", h.Game)
	}
}

// headerAlone returns the header of a reader that is closed.
func headerAlone(t *testing.T) (*Header, weak.Pointer[decoder]) {
	r, err := NewReader(bytes.NewReader(write(t, smallMatch.play(t))), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	d, ok := r.turns.(*decoder)
	if !ok {
		t.Fatalf("the reader is a %T", r.turns)
	}
	return r.Header(), weak.Make(d)
}
