//go:build unix

package rounds

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestPipesInTheFolder: pipes and endless files in a bot's folder do not block the arena.
func TestPipesInTheFolder(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"pom.xml", "bot.exe", "x.csproj"} {
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o777); err != nil {
			t.Skip("no pipes here:", err)
		}
	}
	b := &Bot{NickName: "x", Type: Java, Dir: dir, RunFile: "bot.exe"}
	done := make(chan error, 1)
	go func() {
		steps, err := b.BuildSteps(&Interpreters{})
		if len(steps) > 0 {
			err = errors.Join(err, errors.New("a pipe is built by Maven"))
		}
		if needsPackages(dir) {
			err = errors.Join(err, errors.New("a pipe names packages"))
		}
		if isDotNet(filepath.Join(dir, "bot.exe")) {
			err = errors.Join(err, errors.New("a pipe is a program of .NET"))
		}
		done <- err
	}()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("it waits for somebody to write into a pipe")
	}
	if err := os.Symlink("/dev/zero", filepath.Join(dir, BotFile)); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadBot(dir); err == nil || !strings.Contains(err.Error(), "no regular file") {
		t.Errorf("%v", err)
	}
}
