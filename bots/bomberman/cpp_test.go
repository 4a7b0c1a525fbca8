package bomberman_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/internal/stage"
)

// TestHelpersInCpp: the helpers of the starter in C++ say what the vectors say, and no print is held back.
func TestHelpersInCpp(t *testing.T) {
	stage.Only(t, "compiles C++ for half a minute")
	compiler, err := exec.LookPath("g++")
	if err != nil {
		t.Fatal("the helpers in C++ need the command g++: install it (Debian: apt-get install g++)")
	}
	units := filepath.Join(t.TempDir(), "units")
	build := exec.CommandContext(t.Context(), compiler, "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", units, "cpp/test/board_test.cpp")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.CommandContext(t.Context(), units, "../testdata/helpers-bomberman.json").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	out, err := exec.CommandContext(t.Context(), units, "prints").Output()
	if text := strings.ReplaceAll(string(out), "\r\n", "\n"); err != nil || text != "by cout\nby printf\n" {
		t.Errorf("a bot that prints and ends at once printed %q, %v: prints are held back", text, err)
	}
}
