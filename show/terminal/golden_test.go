package terminal

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/google/go-cmp/cmp"

	"blastyard/game/viewer"
)

var update = flag.Bool("update", false, "write the golden pictures anew; look at them before you commit them")

// TestGolden: the pictures without colour are stored as text, so that changes can be reviewed.
func TestGolden(t *testing.T) {
	small := played(hexagonMap(3, 3, 2), 0, 40)
	sudden := played(hexagonMap(3, 2, 2), 1, 40)
	large := played(hexagonMap(12, 4, 7), 0, 60)
	odd := oddFrames()
	one, squares, hostile, many := odd["one cell"], odd["squares"], odd["hostile"], odd["many"]
	tests := []struct {
		name string
		f    *viewer.Frame
		opt  Options
	}{
		{"start", &small[0], Options{Width: 80, Height: 24}},
		{"plain", &small[31], Options{Width: 80, Height: 24}},
		{"compact", &small[31], Options{Width: 60, Height: 14}},
		{"below", &small[31], Options{Width: 40, Height: 40}},
		{"show", &small[31], Options{Width: 80, Height: 30, Status: "paused", Help: help}},
		{"board", &small[31], Options{Width: 80, BoardOnly: true}},
		{"sudden", &sudden[33], Options{Width: 80, Height: 24}},
		{"sudden-compact", &sudden[33], Options{Width: 60, Height: 14}},
		{"cut", &large[57], Options{Width: 64, Height: 16}},
		{"many", &many, Options{Width: 120, Height: 30}},
		{"one-cell", &one, Options{}},
		{"squares", &squares, Options{}},
		{"hostile", &hostile, Options{Width: 120, Height: 60}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { golden(t, tt.name, Draw(tt.f, tt.opt)+"\n") })
	}
	t.Run("standings", func(t *testing.T) {
		f := small[40]
		f.Players[1].Note, f.Players[2].Connected = "crashed in turn 12", false
		golden(t, "standings", Standings(&f, Options{}))
	})
	t.Run("standings-hostile", func(t *testing.T) { golden(t, "standings-hostile", Standings(&hostile, Options{Width: 100})) })
	t.Run("standings-sudden", func(t *testing.T) { golden(t, "standings-sudden", Standings(&sudden[40], Options{})) })
	t.Run("colours", func(t *testing.T) {
		golden(t, "colours", Draw(&small[31], Options{Width: 80, Height: 12, BoardOnly: true, Profile: colorprofile.ANSI256})+"\x1b[m\n")
	})
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", file, diff)
	}
}
