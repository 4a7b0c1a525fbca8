package replay

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"blastyard/game/games"
)

// The beginning of a match that the engine of April 2016 wrote: rounds 0 to 3, and the folder of round 4 without a state.
const engine110 = "testdata/engine-1.1.0.zip"

// unzip unpacks a zip into a new folder.
func unzip(t *testing.T, name string) string {
	t.Helper()
	z, err := zip.OpenReader(name)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	dir := t.TempDir()
	if err := os.CopyFS(dir, &z.Reader); err != nil {
		t.Fatal(err)
	}
	return dir
}

// zipped writes the files of a folder into a zip, under names that rename makes of theirs.
func zipped(t *testing.T, dir string, rename func(string) string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		f, err := w.Create(rename(name))
		if err == nil {
			_, err = f.Write(data)
		}
		return err
	})
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "match.zip")
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestFolderOfAnOldEngine: a genuine match of April 2016 is shown as it was recorded, and not checked.
func TestFolderOfAnOldEngine(t *testing.T) {
	for _, path := range []string{engine110, filepath.Join(unzip(t, engine110), "32735501")} {
		r, err := Open(path)
		if !errors.Is(err, ErrCut) || !strings.Contains(err.Error(), "round 3 is the last") {
			t.Fatalf("%s: %v", path, err)
		}
		if h := &r.Header; h.Seed != 196732608 || len(h.Players) != 4 || h.Players[3] != (Player{Name: "John", Bot: "CSharp"}) ||
			h.Unchecked != "an engine before 1.2.5" {
			t.Errorf("%s: %+v", path, h)
		}
		var moves []string
		for _, turn := range r.Turns {
			var state folderState
			if err := json.Unmarshal(turn.State, &state); err != nil || state.CurrentRound != turn.Turn+1 {
				t.Errorf("%s: turn %d has the state of round %d, %v", path, turn.Turn, state.CurrentRound, err)
			}
			for _, m := range turn.Moves {
				moves = append(moves, string(m.Actions))
			}
		}
		// The engine.log of each folder says what was played: it led to the state of the same folder.
		if want := "4 2 1 2 3 1 3 4 3 1 3 4"; strings.Join(moves, " ") != want {
			t.Errorf("%s: moves %v, want %s", path, moves, want)
		}
		if o := r.Turns[2].Output; len(o) == 0 || !strings.Contains(fmt.Sprint(o), "Sending Back command MoveRight") {
			t.Errorf("%s: output %v", path, o)
		}
		if err := Verify(r, games.All()); !errors.Is(err, ErrNoRules) || err.Error() != "not checked: an engine before 1.2.5" {
			t.Errorf("%s: %v", path, err)
		}
		again, err := Read(bytes.NewReader(write(t, r)))
		if !errors.Is(err, ErrCut) || again.Header.Unchecked != r.Header.Unchecked {
			t.Errorf("%s: as a file it is %+v, %v", path, again, err)
		}
	}
}

// TestOldEngineWithoutAGap: a folder without a state in the middle is damage, also of an old engine; so is a state that
// is not the next one.
func TestOldEngineWithoutAGap(t *testing.T) {
	dir := filepath.Join(unzip(t, engine110), "32735501")
	change(t, nil, dir, "2", "state.json")
	if r, err := Open(dir); !errors.Is(err, fs.ErrNotExist) || len(r.Turns) != 1 || strings.Contains(err.Error(), "statat") {
		t.Errorf("%v", err)
	}
	dir = filepath.Join(unzip(t, engine110), "32735501")
	change(t, func(s string) string { return strings.Replace(s, `"CurrentRound":4`, `"CurrentRound":3`, 1) }, dir, "3", "state.json")
	if r, err := Open(dir); !errors.Is(err, ErrFormat) || len(r.Turns) != 2 {
		t.Errorf("%v", err)
	}
}

// TestOldEngineNamesTheWinner: how a match of an old engine ended is what its last roundInfo.json says.
func TestOldEngineNamesTheWinner(t *testing.T) {
	dir := filepath.Join(unzip(t, engine110), "32735501")
	change(t, func(s string) string { return strings.ReplaceAll(s, `"Killed":false`, `"Killed":true`) }, dir, "3", "state.json")
	change(t, func(s string) string {
		at := strings.Index(s, `"PlayerKey":"A"`)
		return s[:at] + `"PlayerKey":"C"` + s[at+len(`"PlayerKey":"A"`):]
	}, dir, "3", "roundInfo.json")
	if r, err := Open(dir); err != nil || r.Result == nil || r.Result.Winner != 2 || r.Result.Turns != 3 {
		t.Errorf("%+v, %v", r.Result, err)
	}
}

// TestFolderWithoutRoundInfo: the names are those of the state.
func TestFolderWithoutRoundInfo(t *testing.T) {
	dir := writeFolder(t, playBombers(t, 11, 12, "random", "reference"))
	rounds, err := filepath.Glob(filepath.Join(dir, "*", roundInfoFile))
	if err != nil || len(rounds) < 5 {
		t.Fatal(rounds, err)
	}
	for _, file := range rounds {
		change(t, nil, file)
	}
	r, err := Open(dir)
	if err != nil || r.Header.Players[1].Name != "reference 1" || r.Result == nil {
		t.Fatalf("%+v, %v", r.Header.Players, err)
	}
	if err := Verify(r, games.All()); err != nil {
		t.Error(err)
	}
}

// TestZipOfAFolder: the zip of a match's folder is the same match, however it was packed.
func TestZipOfAFolder(t *testing.T) {
	dir := writeFolder(t, playBombers(t, 11, 12, "random", "reference"))
	want, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for how, rename := range map[string]func(string) string{
		"the rounds":   func(name string) string { return name },
		"the folder":   func(name string) string { return "11/" + name },
		"folders deep": func(name string) string { return "./my/old matches/11/" + name },
		"on Windows":   func(name string) string { return `11\` + strings.ReplaceAll(name, "/", `\`) },
		"with a dot":   func(name string) string { return "./" + name },
	} {
		file := zipped(t, dir, rename)
		r, err := Open(file)
		if err != nil {
			t.Errorf("%s: %v", how, err)
			continue
		}
		if err := Verify(r, games.All()); err != nil {
			t.Errorf("%s: %v", how, err)
		}
		if !reflect.DeepEqual(r.Header.Players, want.Header.Players) || len(r.Turns) != len(want.Turns) ||
			!reflect.DeepEqual(r.Result, want.Result) || !reflect.DeepEqual(r.Turns[4].Output, want.Turns[4].Output) {
			t.Errorf("%s: another match", how)
		}
		if !IsRounds(file) || !IsRounds(dir) {
			t.Errorf("%s: IsRounds", how)
		}
	}
}

// TestZipThatIsNoMatch: errors say what the zip holds.
func TestZipThatIsNoMatch(t *testing.T) {
	one := func(name string) func(string) string {
		return func(string) string { return name }
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x"), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	two := writeFolder(t, playBombers(t, 11, 12, "random", "reference"))
	for says, file := range map[string]string{
		"the zip holds no 0/state.json":                       zipped(t, dir, one("bot.py")),
		"the zip holds replays such as a/m.blast: unpack it":  zipped(t, dir, one("a/m.blast")),
		"0/state.json has 0 players":                          zipped(t, dir, one("0/state.json")),
		"holds 7 matches, the first in 0: unpack it and choo": zipped(t, two, func(name string) string { return strings.ReplaceAll(name, "/", "/0/") }),
	} {
		if r, err := Open(file); err == nil || r != nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), file) {
			t.Errorf("%v, want %q", err, says)
		}
	}
	full, err := os.ReadFile(zipped(t, two, func(name string) string { return name }))
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{4, 100, len(full) / 2, len(full) - 10} {
		file := filepath.Join(dir, "cut.zip")
		if err := os.WriteFile(file, full[:size], 0o666); err != nil {
			t.Fatal(err)
		}
		if r, err := Open(file); !errors.Is(err, ErrFormat) || r != nil || !strings.HasSuffix(err.Error(), "a damaged zip, or a part of one") {
			t.Errorf("%d bytes of a zip: %v", size, err)
		}
	}
}

// TestUnpackedReplay: the lines of a replay, unpacked and saved by any editor, are the replay.
func TestUnpackedReplay(t *testing.T) {
	want := smallMatch.play(t)
	z, err := zstd.NewReader(bytes.NewReader(write(t, want)))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	lines, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	for how, content := range map[string][]byte{
		"plain": lines, "mark": append([]byte("\xef\xbb\xbf"), lines...),
		"CR LF": bytes.ReplaceAll(lines, []byte("\n"), []byte("\r\n")),
	} {
		r, err := Read(bytes.NewReader(content))
		if err != nil || len(r.Turns) != len(want.Turns) {
			t.Errorf("%s: %v", how, err)
			continue
		}
		if err := Verify(r, games.All()); err != nil {
			t.Errorf("%s: %v", how, err)
		}
	}
	if r, err := Read(bytes.NewReader(lines[:len(lines)-20])); !errors.Is(err, ErrCut) || len(r.Turns) != len(want.Turns) {
		t.Errorf("cut: %v", err)
	}
	for _, other := range []string{"{", "{}\n", `{"cells":[]}` + "\n"} {
		if r, err := Read(strings.NewReader(other)); !errors.Is(err, ErrFormat) && !errors.Is(err, ErrCut) || r != nil {
			t.Errorf("%q: %v", other, err)
		}
	}
}
