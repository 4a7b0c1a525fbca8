package picture

import (
	"bytes"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"blastyard/game/viewer"
)

// TestPictureOfAParsedFrame: a frame that was encoded as JSON and parsed gives the same picture.
func TestPictureOfAParsedFrame(t *testing.T) {
	hexagons, frames := playHexabomb(t, "yard", 1, 30, "ghost", "hunter", "greedy")
	squares, more := playBomberman(t, 3, 30, "reference", "random")
	for _, match := range []struct {
		header *viewer.Header
		frames []*viewer.Frame
	}{{hexagons, frames}, {squares, more}} {
		first := match.frames[0]
		match.header.Turns, match.header.Players = first.Turns, nil
		for _, p := range first.Players {
			match.header.Players = append(match.header.Players, viewer.HeaderPlayer{Name: p.Name, Special: p.Special})
		}
		header, err := viewer.ParseHeader(match.header.AppendJSON(nil))
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range match.frames {
			for p := range f.Players {
				f.Players[p].Share = math.Round(f.Players[p].Share*1e4) / 1e4 // as precise as in JSON
			}
			parsed, err := header.ParseFrame(f.AppendJSON(nil))
			if err != nil {
				t.Fatal(err)
			}
			var want, got bytes.Buffer
			look := Options{Standings: true, Patterns: true}
			if err := SVG(&want, match.header, f, look); err != nil {
				t.Fatal(err)
			}
			if err := SVG(&got, header, parsed, look); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got.Bytes(), want.Bytes()) {
				t.Fatalf("%s, frame %d: the picture differs:\n%s", match.header.Game, i, cmp.Diff(want.String(), got.String()))
			}
		}
	}
}
