//go:build unix

//stage:unraced its tests start many programs

// Package zoo plays bots with habits of bots that people have written, with the real programs: in bomberman, in play, in
// bot check and in an event, at the level of the sandbox that each of these has by default. All of them must act.
package zoo

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/arena/harness"
	"blastyard/cmd/internal/command"
	"blastyard/cmd/internal/competitions"
	"blastyard/cmd/program"
)

// asProgram names the variable that makes this test binary one of the programs.
const asProgram = "BLASTYARD_ZOO_PROGRAM"

func TestMain(m *testing.M) {
	harness.BecomeBot()
	switch os.Getenv(asProgram) {
	case "blastyard":
		program.Main()
	case "blastyard-tournament":
		command.Main(competitions.New("blastyard tournament", ""), os.Args[1:])
	default:
		os.Exit(m.Run())
	}
}

// sandboxed skips a test where there is no sandbox: bots would leave their files in the home folder.
func sandboxed(t *testing.T) {
	t.Helper()
	if level, why := harness.Reachable(); level == harness.SandboxNone {
		t.Skipf("there is no sandbox here: %s", why)
	}
}

// run runs a program in a folder. The error is that of its exit.
func run(t *testing.T, dir, which string, args ...string) (out string, err error) {
	t.Helper()
	out, stderr, err := runBoth(t, dir, which, args...)
	if err != nil {
		t.Logf("%s %s: %v\n%s", which, strings.Join(args, " "), err, stderr)
	}
	return out, err
}

// runBoth is run that returns standard error, too.
func runBoth(t *testing.T, dir, which string, args ...string) (out, stderr string, err error) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), self, args...)
	c.Dir, c.Env = dir, append(os.Environ(), asProgram+"="+which)
	var outputs [2]bytes.Buffer
	c.Stdout, c.Stderr = &outputs[0], &outputs[1]
	err = c.Run()
	return outputs[0].String(), outputs[1].String(), err
}

// must is run without an error.
func must(t *testing.T, dir, which string, args ...string) string {
	t.Helper()
	out, err := run(t, dir, which, args...)
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// put writes files below a folder. Those with a first line that begins with #! are programs.
func put(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path, mode := filepath.Join(dir, name), os.FileMode(0o644)
		if strings.HasPrefix(text, "#!") {
			mode = 0o755
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
