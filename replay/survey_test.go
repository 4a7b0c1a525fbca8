package replay

import (
	"bytes"
	"errors"
	"math"
	"testing"
)

// TestSurvey: a survey gives the same as reading everything, for whole and cut files, and for folders.
func TestSurvey(t *testing.T) {
	r := (&sample{mapName: "tiny", bots: []string{"hunter", "greedy"}, turns: 90, noise: true}).play(t)
	whole := write(t, r)
	for name, file := range map[string][]byte{"whole": whole, "cut": whole[:len(whole)/2], "damaged": append(bytes.Clone(whole[:len(whole)/2]), whole[:50]...)} {
		want, wantErr := Read(bytes.NewReader(file))
		reader, err := NewReader(bytes.NewReader(file), Limits{Lean: true})
		if err != nil {
			t.Fatal(err)
		}
		got, err := reader.Survey(math.MaxInt64)
		reader.Close()
		if (err == nil) != (wantErr == nil) || errors.Is(err, ErrCut) != errors.Is(wantErr, ErrCut) {
			t.Errorf("%s: %v, want %v", name, err, wantErr)
		}
		if got.Turns != len(want.Turns) || !got.Whole || (got.Result == nil) != (want.Result == nil) || got.Header.Seed != want.Header.Seed {
			t.Errorf("%s: %+v, want %d turns", name, got, len(want.Turns))
		}
	}
	reader, err := NewReader(bytes.NewReader(whole), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if got, err := reader.Survey(2000); err != nil || got.Whole || got.Turns == 0 || got.Turns >= len(r.Turns) {
		t.Errorf("a survey of the beginning: %+v, %v", got, err)
	}
	match := playBombers(t, 5, 40, "random", "random")
	folder, err := OpenReader(writeFolder(t, match), Limits{Lean: true})
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	if got, err := folder.Survey(math.MaxInt64); got.Turns != len(match.Turns) || !got.Whole {
		t.Errorf("a folder: %+v, %v", got, err)
	}
}
