package rounds

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"blastyard/arena/harness"
	"blastyard/rules/bomberman"
)

// TestBotsReadTheFilesOfTheRound: real bots read ../state.json, which the original engine writes before it starts them.
// Nothing of a rival comes with it.
func TestBotsReadTheFilesOfTheRound(t *testing.T) {
	for level := harness.SandboxLimits; level <= harness.SandboxNamespaces; level++ {
		t.Run(level.String(), func(t *testing.T) {
			s, err := harness.NewSandbox(harness.SandboxRequire + "=" + level.String())
			if err != nil {
				t.Skip(err)
			}
			tb := newTestMatch(t, Config{Sandbox: s}, testBot(t, "good"), testBot(t, "looks one folder up"))
			for round := range 2 {
				o := tb.round()[1]
				evil := filepath.Join(tb.folders.Dir(), strconv.Itoa(round), "evil.txt")
				if _, err := os.Lstat(evil); err == nil && level > harness.SandboxLimits {
					t.Errorf("the bot wrote %s", evil)
				}
				if o.Command != bomberman.Right || len(o.Faults) > 0 && level > harness.SandboxLimits {
					t.Errorf("command %d %s, faults %q, printed %q", o.Command, o.Why, o.Faults, o.Errors)
				}
				if len(o.Output) > 0 && (level > harness.SandboxLimits || os.Getuid() == 0) {
					t.Errorf("the bot %s", o.Output)
				}
			}
		})
	}
}

// TestLentFoldersGoAway: the copies of a round are gone when its moves are taken, and all of them when the runner closes.
func TestLentFoldersGoAway(t *testing.T) {
	s, err := harness.NewSandbox(harness.SandboxRequire + "=" + harness.SandboxFiles.String())
	if err != nil {
		t.Skip(err)
	}
	t.Setenv("TMPDIR", openFolder(t))
	tb := newTestMatch(t, Config{Sandbox: s}, testBot(t, "good"))
	tb.round()
	at := tb.runner.places[0]
	if _, err := os.Stat(filepath.Join(at.dir, "0")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the copy of round 0 is there: %v", err)
	}
	tb.runner.Close()
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("left in the folder for temporary files: %v %v", left, err)
	}
}
