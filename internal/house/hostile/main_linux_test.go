//stage:first its tests take long

// Package hostile tests with whole matches that a hostile bot cannot do harm. The hostile bot (testdata/bot) plays a
// match and also tries every attack of a list. A list says from which sandbox level on each attack must fail. The
// tests play the matches with the real program and compare the results, also as seen from outside of the bot. At level
// off the attacks succeed, which shows that the tests can fail.
//
// All attacks are bounded in number and time, and aim at files, processes and ports that the tests made.
package hostile

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	stages "blastyard/internal/stage"
)

// The programs, built once for all tests, in a folder that every user can read.
var (
	arenaProgram string // blastyard
	botProgram   string // the hostile bot
)

// everything reports whether the long stage runs, which has every cell of the attack matrix. The everyday tests have one
// row of it for each of off and namespaces.
func everything() bool { return stages.All() }

// everyday reports whether the everyday stage plays this cell of the attack matrix.
func everyday(way string, l level, user string) bool {
	return way == "hexabomb" && (l == off || l == namespaces) && user == "user"
}

func TestMain(m *testing.M) {
	if signal.Ignored(syscall.SIGHUP) { // by nohup; programs that tests start get it as usual
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	os.Exit(withPrograms(m))
}

func withPrograms(m *testing.M) int {
	dir, err := os.MkdirTemp("", "hostile-programs")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	arenaProgram, botProgram = filepath.Join(dir, "blastyard"), filepath.Join(dir, "bot")
	for program, source := range map[string]string{arenaProgram: "blastyard/cmd/blastyard",
		botProgram: "blastyard/internal/house/hostile/testdata/bot"} {
		build := exec.Command("go", "build", "-o", program, source)
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n%s", source, err, out)
			return 1
		}
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}
