package bots

import (
	"bytes"
	"errors"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestStdioStarters: a new bot over standard input and output has each file of its folder and those that it borrows, is
// started as its maker is told, and its README says the same.
func TestStdioStarters(t *testing.T) {
	for _, s := range StdioStarters() {
		t.Run(s.folder(), func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "new")
			created, err := s.Create(dir, "new")
			if err != nil {
				t.Fatal(err)
			}
			want := source(t, s.folder())
			for _, file := range borrowed[s.folder()] {
				if want[path.Base(file)], err = os.ReadFile(filepath.FromSlash(file)); err != nil {
					t.Fatal(err)
				}
			}
			for _, name := range created {
				data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
				if err != nil || runtime.GOOS != "windows" && !bytes.Equal(data, want[name]) {
					t.Errorf("%s: %v, or it differs from the folder's", name, err)
				}
				delete(want, name)
			}
			for name := range want {
				t.Errorf("%s is not embedded", name)
			}
			readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
			if text := strings.ReplaceAll(string(readme), `"`, ""); err != nil || !strings.Contains(text, "--bot "+s.Run+" ") || !strings.Contains(text, s.Build) {
				t.Errorf("the README does not say --bot %q and %q: %v", s.Run, s.Build, err)
			}
			if slices.ContainsFunc(created, func(name string) bool { return strings.Contains(strings.ToLower(name), "netorcai") }) {
				t.Errorf("it has a client file: %q", created)
			}
		})
	}
}

func TestFindStdio(t *testing.T) {
	if s, err := FindStdio(Hexabomb, "python"); err != nil || !s.Stdio() || s.folder() != "stdio/python" {
		t.Errorf("%+v, %v", s, err)
	}
	for _, c := range []struct{ game, language, want string }{
		{Hexabomb, "cobol", `in "cobol" over stdio; there are python, `},
		{"chess", "go", `"chess", expected hexabomb or bomberman`},
	} {
		if _, err := FindStdio(c.game, c.language); !errors.Is(err, ErrNoStarter) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %s: %v, expected %s", c.game, c.language, err, c.want)
		}
	}
}

// TestNextOverStdio: nothing in the folder of a bot over standard input and output says which game it plays.
func TestNextOverStdio(t *testing.T) {
	for game, want := range map[string]string{Hexabomb: "b bot check ./x", Bomberman: "b bot check ./x --game bomberman"} {
		s, err := FindStdio(game, "python")
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Next("b", "x"); filepath.Separator == '/' && got[len(got)-1] != want {
			t.Errorf("%s: %q, expected %s last", game, got, want)
		}
	}
}
