package replay

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"blastyard/game/games"
)

// copied writes the files of a folder into a new one, under names that rename makes of theirs; "" leaves one out.
func copied(t *testing.T, dir string, rename func(string) string) string {
	t.Helper()
	to := t.TempDir()
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || rename(name) == "" {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		file := filepath.Join(to, filepath.FromSlash(rename(name)))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		return os.WriteFile(file, data, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// round renames the folder of a round.
func round(rename func(number string) string) func(string) string {
	return func(name string) string {
		number, rest, _ := strings.Cut(name, "/")
		return rename(number) + "/" + rest
	}
}

func before(text string) func(string) string { return func(name string) string { return text + name } }

// TestFolderAsPeopleKeepIt: the rounds of a match may have names that people give, files other capitals, and a folder
// may be around everything, in a folder as in a zip: it is the same match.
func TestFolderAsPeopleKeepIt(t *testing.T) {
	dir := writeFolder(t, playBombers(t, 11, 12, "random", "reference"))
	want, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for how, rename := range map[string]func(string) string{
		"Round 12":   round(before("Round ")),
		"round_3":    round(before("round_")),
		"ROUND 1":    round(before("ROUND ")),
		"Round-1":    round(before("Round-")),
		"round1":     round(before("round")),
		"007":        round(func(n string) string { return "000"[min(3, len(n)):] + n }),
		"in capital": func(name string) string { return strings.ToUpper(name) },
		"in small":   strings.ToLower,
		"RoundInfo": func(name string) string {
			return strings.NewReplacer("roundInfo.json", "RoundInfo.json", "state.json", "State.json").Replace(name)
		},
		"around it":       before("my match/"),
		"three around it": before("home/Replays/442/"),
		"all": func(name string) string {
			return "My Replays/Match 1/" + round(before("Round "))(strings.ToUpper(name))
		},
		"of macOS": func(name string) string {
			if name == "3/A/log.txt" { // what macOS adds, which is no file of the match
				return "__MACOSX/match/0/._state.json"
			}
			return "match/" + name
		},
	} {
		for _, at := range []string{copied(t, dir, rename), zipped(t, dir, rename)} {
			r, err := Open(at)
			if err != nil {
				t.Errorf("%s: %v", how, err)
				continue
			}
			if err := Verify(r, games.All()); err != nil {
				t.Errorf("%s: %v", how, err)
			}
			if !reflect.DeepEqual(r.Header.Players, want.Header.Players) || len(r.Turns) != len(want.Turns) ||
				!reflect.DeepEqual(r.Result, want.Result) || !reflect.DeepEqual(r.Turns[4].Output, want.Turns[4].Output) {
				t.Errorf("%s: %s is another match", how, at)
			}
		}
	}
}

// TestFolderWithDoubt: where names compete or the beginning is missing, the error says which.
func TestFolderWithDoubt(t *testing.T) {
	dir := writeFolder(t, playBombers(t, 11, 12, "random", "reference"))
	for says, rename := range map[string]func(string) string{
		`"2" and "Round 2" are both the folder of round 2: remove one of them`: func(name string) string {
			return strings.Replace(name, "2/A/", "Round 2/A/", 1)
		},
		`has no folder of round 0: the first is "Round 1"`: func(name string) string {
			if strings.HasPrefix(name, "0/") {
				return ""
			}
			return round(before("Round "))(name)
		},
		`"0/STATE.json" and "0/State.json" are there, expected one state.json`: func(name string) string {
			switch name {
			case "0/state.json":
				return "0/State.json"
			case "0/map.txt":
				return "0/STATE.json"
			}
			return name
		},
	} {
		at := copied(t, dir, rename)
		if entries, err := os.ReadDir(filepath.Join(at, "0")); err == nil && strings.Contains(says, "STATE") && len(entries) < 5 {
			continue // this system takes both names for one file
		}
		for _, file := range []string{at, zipped(t, at, func(name string) string { return name })} {
			says := says
			if file != at && strings.HasPrefix(says, "has no folder") {
				says = "the zip holds no 0/state.json"
			}
			r, err := Open(file)
			if r != nil || !errors.Is(err, ErrFolder) && !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), says) {
				t.Errorf("%v, expected %q", err, says)
			}
		}
	}
	two := copied(t, dir, func(name string) string { return path.Join("a", name) })
	if err := os.CopyFS(filepath.Join(two, "b"), os.DirFS(copied(t, dir, round(before("Round "))))); err != nil {
		t.Fatal(err)
	}
	if r, err := Open(two); r != nil || !errors.Is(err, ErrFolder) || !strings.Contains(err.Error(), "choose one: "+filepath.Join(two, "a")) {
		t.Error(err)
	}
}
