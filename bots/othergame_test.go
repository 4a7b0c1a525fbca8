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
	for _, s := range bots.StdioStarters() {
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
