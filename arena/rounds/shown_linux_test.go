package rounds

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
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

// TestBotsKeepFilesBetweenRounds: as they do without a sandbox; and what they leave there is no trap for the arena.
func TestBotsKeepFilesBetweenRounds(t *testing.T) {
	for level := harness.SandboxLimits; level <= harness.SandboxNamespaces; level++ {
		t.Run(level.String(), func(t *testing.T) {
			s, err := harness.NewSandbox(harness.SandboxRequire + "=" + level.String())
			if err != nil {
				t.Skip(err)
			}
			kinds := []string{"remembers", "traps its private folder", "fills its private folder", "other letters", "two of other letters"}
			var bots []*Bot
			for _, kind := range kinds {
				bots = append(bots, testBot(t, kind))
			}
			tb := newTestMatch(t, Config{Sandbox: s}, bots...)
			for round := range 4 {
				for i, o := range tb.round() {
					want := bomberman.Right
					if kinds[i] == "two of other letters" {
						want = bomberman.Nothing
					}
					filled := strings.Contains(strings.Join(o.Faults, " "), "in its TMPDIR")
					if mustFill := kinds[i] == "fills its private folder"; o.Command != want || mustFill && !filled {
						t.Errorf("round %d: %s: command %d %s, faults %q, printed %q", round, kinds[i], o.Command, o.Why, o.Faults, o.Errors)
					}
				}
			}
			if _, err := os.Lstat("/old"); err == nil {
				t.Error("/old was made")
			}
		})
	}
}

// TestLentFoldersGoAway: the copies of old rounds are gone, and all of them when the runner closes.
func TestLentFoldersGoAway(t *testing.T) {
	s, err := harness.NewSandbox(harness.SandboxRequire + "=" + harness.SandboxFiles.String())
	if err != nil {
		t.Skip(err)
	}
	t.Setenv("TMPDIR", openFolder(t))
	tb := newTestMatch(t, Config{Sandbox: s}, testBot(t, "good"))
	for range 4 {
		tb.round()
	}
	var rounds []string
	entries, err := os.ReadDir(filepath.Join(tb.runner.places[0].dir, copiesName))
	for _, e := range entries {
		rounds = append(rounds, e.Name())
	}
	if want := []string{"0", "2", "3"}; err != nil || !slices.Equal(rounds, want) {
		t.Errorf("copies of rounds %v, %v; want %v", rounds, err, want)
	}
	tb.runner.Close()
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("left in the folder for temporary files: %v %v", left, err)
	}
}
