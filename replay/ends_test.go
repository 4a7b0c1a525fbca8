package replay

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ends returns the result of Ends for a file with this content.
func ends(t testing.TB, file []byte) (*Header, *Result, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x"+Ending)
	if err := os.WriteFile(path, file, 0o666); err != nil {
		t.Fatal(err)
	}
	return Ends(path)
}

// TestEnds: the two ends of a file give the same as reading all of it, and nothing between them is read.
func TestEnds(t *testing.T) {
	for name, r := range map[string]*Replay{
		"hexabomb":  (&sample{mapName: "arena4", bots: []string{"greedy", "random"}, turns: 40, noise: true}).play(t),
		"bomberman": playBombers(t, -77, 60, "reference", "random"),
		"states":    (&sample{mapName: "yard", bots: []string{"greedy", "random"}, turns: 20, overWire: true}).play(t),
	} {
		file := write(t, r)
		for i := len(file) / 2; i < len(file)-1000; i++ {
			file[i] ^= 0x55
		}
		h, result, err := ends(t, file)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if d := cmp.Diff(&r.Header, h); d != "" {
			t.Errorf("%s: the header:\n%s", name, d)
		}
		if d := cmp.Diff(r.Result, result); d != "" {
			t.Errorf("%s: the result:\n%s", name, d)
		}
	}
}

// TestNoEnd: a file that was cut anywhere, one without a result, and an old one have no result at their end.
func TestNoEnd(t *testing.T) {
	r := smallMatch.play(t)
	file := write(t, r)
	for n := range len(file) {
		if _, result, err := ends(t, file[:n]); result != nil || err != nil {
			t.Fatalf("cut to %d of %d bytes: %+v, %v", n, len(file), result, err)
		}
	}
	r.Result = nil
	if _, result, err := ends(t, write(t, r)); result != nil || err != nil {
		t.Errorf("a match that was broken off: %+v, %v", result, err)
	}
	if _, result, err := Ends("testdata/golden/hexabomb-classical" + Ending); result != nil || err != nil {
		t.Errorf("an old file: %+v, %v", result, err)
	}
}

// TestHostileEnds: an invalid result at the end of a file is ignored.
func TestHostileEnds(t *testing.T) {
	r := smallMatch.play(t)
	line := []byte(`{"turns":8,"winner":0}`)
	file := write(t, r)
	sized := func(size uint32) []byte {
		frame := endFrame(line)
		binary.LittleEndian.PutUint32(frame[len(frame)-endFoot:], size)
		return frame
	}
	for name, end := range map[string][]byte{
		"no JSON":       endFrame([]byte(`{"turns":8`)),
		"winner":        endFrame([]byte(`{"turns":8,"winner":9}`)),
		"turns":         endFrame([]byte(`{"turns":-8,"winner":0}`)),
		"many turns":    endFrame([]byte(`{"turns":80000000,"winner":0}`)),
		"scores":        endFrame([]byte(`{"turns":8,"winner":0,"scores":[1,2,3,4,5]}`)),
		"too short":     sized(3),
		"too long":      sized(uint32(len(line)) + 5),
		"much too long": sized(1<<32 - 1),
		"the mark only": []byte(endMark),
	} {
		if _, result, err := ends(t, append(bytes.Clone(file), end...)); result != nil || err != nil {
			t.Errorf("%s: %+v, %v", name, result, err)
		}
	}
	if _, result, err := ends(t, append(bytes.Clone(file), endFrame(line)...)); result == nil || err != nil {
		t.Errorf("the right one: %+v, %v", result, err)
	}
	for _, junk := range []string{"", "junk", strings.Repeat("junk", 1000)} {
		if h, result, err := ends(t, []byte(junk)); h != nil || result != nil || err != nil {
			t.Errorf("%.20q: %+v, %+v, %v", junk, h, result, err)
		}
	}
	if h, result, err := ends(t, append(bytes.Repeat([]byte("junk"), 1000), endFrame(line)...)); h != nil || err == nil {
		t.Errorf("an end without a header: %+v, %+v, %v", h, result, err)
	}
	// A line that is too long is not repeated at the end.
	if got := endFrame(bytes.Repeat([]byte("x"), maxEnd+1)); got != nil {
		t.Errorf("%d bytes", len(got))
	}
}

func BenchmarkEnds(b *testing.B) {
	path := filepath.Join(b.TempDir(), "x"+Ending)
	r := (&sample{mapName: "arena4", bots: []string{"greedy", "random"}, turns: 100}).play(b)
	if err := os.WriteFile(path, write(b, r), 0o666); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, result, err := Ends(path); result == nil || err != nil {
			b.Fatal(err)
		}
	}
}
