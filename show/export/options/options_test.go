package options

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"blastyard/internal/usage"
	"blastyard/replay"
	"blastyard/show/export"
)

// TestValidate: options that exclude each other are a usage error with a message of one line.
func TestValidate(t *testing.T) {
	for args, want := range map[string]string{
		"-o a.gif":                           "",
		"-o - --format svg --turn 3":         "",
		"-o a.gif --from 2 --to 5":           "",
		"-o a.gif --highlights":              "",
		"":                                   "-o is missing",
		"-o a.mp4":                           "-o a.mp4: the ending must be one of .html, .gif, .png, .svg",
		"-o a.gif --format mp4":              `--format is "mp4", expected one of html, gif, png, svg`,
		"-o a.gif --turn 3":                  "--turn: only png and svg show one turn",
		"-o a.png --from 3":                  "--from and --to: only gif shows a part of the turns",
		"-o a.gif --highlights --to 3":       "--highlights: only a gif shows them",
		"-o a.gif --turns 1-2 --to 3":        "--turns is the old form of --from and --to",
		"-o a.png --width 9":                 "--width is 9, expected 64 to 4000",
		"-o a.gif --delay 1h --no-standings": "--delay is 1h0m0s, expected ",
	} {
		var o Options
		f := pflag.NewFlagSet("export", pflag.ContinueOnError)
		o.Define(f)
		if err := f.Parse(strings.Fields(args)); err != nil {
			t.Fatal(err)
		}
		err := o.Validate()
		var wrong usage.Error
		if want == "" && err != nil || want != "" && (!errors.As(err, &wrong) || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s: %v, want %s", args, err, want)
		}
	}
}

// TestLabNeedsTheReplay: a page with the rules contains the replay too. If that is impossible, the error says why.
func TestLabNeedsTheReplay(t *testing.T) {
	dir := t.TempDir()
	large := filepath.Join(dir, "large.blast")
	if err := os.WriteFile(large, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, 4<<20+1); err != nil {
		t.Fatal(err)
	}
	gone := filepath.Join(dir, "gone.blast")
	for path, why := range map[string]string{gone: "no such file or directory", large: "too big: more than 4194304 bytes"} {
		o := Options{format: "html", lab: true}
		_, err := o.Writer(t.Context(), Match{Path: path})
		if err == nil || !strings.HasPrefix(err.Error(), "--lab: ") || !strings.HasSuffix(err.Error(), path+": "+why+"; leave out --lab") {
			t.Errorf("%v, want %s", err, why)
		}
		o.lab = false
		if _, err := o.Writer(t.Context(), Match{Path: path}); err != nil {
			t.Errorf("without the rules: %v", err)
		}
	}
}

// TestFolderIsHeldAsAFile: the page of a match folder contains the match as a replay file.
func TestFolderIsHeldAsAFile(t *testing.T) {
	r, err := replay.Open(filepath.Join("..", "..", "..", "replay", "testdata", "golden", "bomberman.blast"))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Rules = 1 // the folder has no rules version
	folder := filepath.Join(t.TempDir(), "7")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	var e export.Extras
	if err := addRecording(&e, Match{Path: folder, Replay: r}); err != nil || e.File != "7.blast" {
		t.Fatalf("%q, %v", e.File, err)
	}
	again, err := replay.Read(bytes.NewReader(e.Recording))
	if err != nil {
		t.Fatal(err)
	}
	want, err := replay.FingerprintOf(r)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := replay.FingerprintOf(again); err != nil || got != want {
		t.Errorf("it has the match %v, %v, want %v", got, err, want)
	}
}

// TestPart: the options --from and --to select the turns.
func TestPart(t *testing.T) {
	for args, want := range map[string][3]int{ // from, to, and 1 for an error
		"":                 {0, 12, 0},
		"--from 3":         {3, 12, 0},
		"--to 0":           {0, 0, 0},
		"--from 3 --to 3":  {3, 3, 0},
		"--turns 3-5":      {3, 5, 0},
		"--from 4 --to 3":  {0, 0, 1},
		"--from -1":        {0, 0, 1},
		"--to 13":          {0, 0, 1},
		"--turns 11-13":    {0, 0, 1},
		"--from 13 --to 9": {0, 0, 1},
	} {
		var o Options
		f := pflag.NewFlagSet("export", pflag.ContinueOnError)
		o.Define(f)
		if err := f.Parse(strings.Fields(args)); err != nil {
			t.Fatal(err)
		}
		from, to, err := o.part(12)
		if from != want[0] || to != want[1] || (err != nil) != (want[2] == 1) {
			t.Errorf("%s: %d to %d, %v; want %v", args, from, to, err, want)
		}
	}
}
