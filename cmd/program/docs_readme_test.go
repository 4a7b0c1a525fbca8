//go:build unix

package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadmeLeavesNothing: after the commands of the README git has nothing to report in a fresh clone.
func TestReadmeLeavesNothing(t *testing.T) {
	t.Parallel()
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("there is no git here")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	clone := newManualShell(t)
	ignored, err := os.ReadFile("../../.gitignore")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(clone.dir, ".gitignore"), ignored, 0o666); err != nil {
		t.Fatal(err)
	}
	typed := func(line string) string {
		t.Helper()
		out, err := clone.command(t, line).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
		return string(out)
	}
	typed(git + " init -q . && " + git + " add .gitignore")
	if err := os.Symlink(self, filepath.Join(clone.dir, "blastyard")); err != nil { // go build -o blastyard
		t.Fatal(err)
	}
	typed("./blastyard play --turns 3 --replay match.blast")
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, line := range strings.Split(string(readme), "\n") {
		line, _, _ = strings.Cut(line, " #")
		line = strings.TrimSpace(line)
		stays := strings.HasPrefix(line, "./blastyard watch") || strings.Contains(line, "--listen") || strings.Contains(line, "human") ||
			strings.Contains(line, "--wait") // these leave no other files
		slow := strings.Contains(line, "bot check") || strings.Contains(line, "tournament run") || strings.Contains(line, "tournament check")
		if !strings.HasPrefix(line, "./blastyard ") || stays || slow {
			continue
		}
		if strings.HasPrefix(line, "./blastyard play") {
			line, _, _ = strings.Cut(line, " --turns") // of which the first ones do
			line += " --turns 3 --games 1"
		}
		if strings.HasPrefix(line, "./blastyard bot new") {
			lines = append([]string{line}, lines...) // for those before it
		} else {
			lines = append(lines, line)
		}
	}
	for _, line := range lines {
		typed(line)
	}
	if len(lines) < 6 {
		t.Errorf("only %d commands of the README were tried", len(lines))
	}
	if status := typed(git + " status --porcelain --untracked-files=all"); status != "A  .gitignore\n" {
		t.Errorf("git status has, after the commands of the README:\n%s", status)
	}
}
