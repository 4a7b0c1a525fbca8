package bots_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"blastyard/bots"
	"blastyard/internal/stage"
	"blastyard/internal/startertest"
)

// TestOtherGame: a starter over stdio ends with one line that says what is wrong when a match is of another game.
func TestOtherGame(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("starters are built with commands of Unix")
	}
	starters := bots.StdioStarters()
	for _, language := range bots.AnyLanguages() {
		s, err := bots.AnyGame{Name: "race"}.Find(language)
		if err != nil {
			t.Fatal(err)
		}
		starters = append(starters, s)
	}
	for _, s := range starters {
		t.Run(s.Game+"/"+s.Language, func(t *testing.T) {
			if s.Language != "python" {
				stage.Only(t, "builds a starter with the tools of its language")
			}
			folder := filepath.Join(t.TempDir(), "new")
			if _, err := s.Create(folder, "new"); err != nil {
				t.Fatal(err)
			}
			if s.Build != "" {
				startertest.Run(t, folder, nil, strings.Fields(s.Build)...)
			}
			words := strings.Fields(strings.TrimPrefix(s.Run, "stdio:"))
			cmd := exec.CommandContext(t.Context(), words[0], words[1:]...)
			cmd.Dir = folder
			cmd.Env = append(cmd.Environ(), "PYTHONDONTWRITEBYTECODE=1")
			cmd.Stdin = strings.NewReader(`{"type":"start","game":"chess","player":0,"key":"A"}` + "\n")
			out, err := cmd.CombinedOutput()
			want := fmt.Sprintf("this bot plays %s, and the match is one of chess\n", s.Game)
			if text := strings.ReplaceAll(string(out), "\r\n", "\n"); err == nil || text != want {
				t.Errorf("it printed %q, %v, expected %q and an exit code that is not 0", text, err, want)
			}
		})
	}
}

// TestAnyGame: a starter for a game without starters of its own answers each turn with the actions of choices that are
// not refused, in both languages, and the same ones for the same lines.
func TestAnyGame(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("starters are started with commands of Unix")
	}
	lines := `{"type":"start","game":"race","player":1}` + "\n"
	const turns = 20
	for n := range turns {
		lines += fmt.Sprintf(`{"type":"turn","turn":%d,"choices":[{"token":1,"label":"B","choices":[{"do":"1","actions":[1]},`+
			`{"do":"2","refused":"too far"},{"do":"3","actions":[3]}]}],"state":{}}`, n) + "\n"
	}
	lines += `{"type":"turn","turn":20,"choices":[],"state":{}}` + "\n" + `{"type":"end","winner":-1,"state":{}}` + "\n"
	for _, language := range bots.AnyLanguages() {
		s, err := bots.AnyGame{Name: "race", Example: "[7]"}.Find(language)
		if err != nil {
			t.Fatal(err)
		}
		words := strings.Fields(strings.TrimPrefix(s.Run, "stdio:"))
		if _, err := exec.LookPath(words[0]); err != nil {
			t.Logf("%s is left out: %v", language, err)
			continue
		}
		folder := filepath.Join(t.TempDir(), language)
		if _, err := s.Create(folder, "new"); err != nil {
			t.Fatal(err)
		}
		answers := func() string {
			cmd := exec.CommandContext(t.Context(), words[0], words[1:]...)
			cmd.Dir, cmd.Stdin = folder, strings.NewReader(lines)
			cmd.Env = append(cmd.Environ(), "PYTHONDONTWRITEBYTECODE=1")
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("%s: %v", language, err)
			}
			return strings.ReplaceAll(string(out), "\r\n", "\n")
		}
		got := answers()
		ones, threes := strings.Count(got, "[1]\n"), strings.Count(got, "[3]\n")
		if ones+threes != turns || min(ones, threes) == 0 || !strings.HasSuffix(got, "]\n[]\n") || answers() != got {
			t.Errorf("%s: %q", language, got)
		}
	}
}
