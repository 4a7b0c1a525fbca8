//go:build linux || darwin

package house

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// fakeMake makes the targets of these tests: some wait for each other, some fail, some tell of tests.
const fakeMake = `#!/bin/bash
set -e
[ "$1" = --no-print-directory ]
cd "$STAGE_DIR"
meet() { # each waits for the other
  touch "$1"
  for i in $(seq 6000); do [ ! -e "$2" ] || return 0; sleep 0.01; done
  echo "$2 was not made at the same time as $1"
  exit 1
}
case $2 in
  first) [ ! -e left ] && [ ! -e right ] && touch begun ;;
  left) [ -e begun ] && meet left right ;;
  right) [ -e begun ] && meet right left ;;
  after) [ -e left ] ;;
  breaks) echo "what broke"; exit 2 ;;
  fails) printf 'FAILED: TestX\n    why\n' >>"$BLASTYARD_RESULTS/failed.txt"; exit 1 ;;
  flaky*) echo "FLAKY: Test$2: why" >>"$BLASTYARD_RESULTS/flaky.txt" ;;
  dies) kill -KILL $PPID ;;
  inner) exec "$STAGE" inner fails flaky1 flaky2 ;;
  interruptible) bash -c 'trap "exit 0" INT; kill -INT $$; exit 1' ;;
  ends) exit 0 ;;
  stays) echo $$ >stays; exec sleep 600 ;; # no child: bash takes no interrupt while it waits for one that ends well
  waits) until [ -s stays ]; do sleep 0.01; done; echo ready; exec sleep 600 ;;
esac
`

// numbers are how long something took.
var numbers = regexp.MustCompile(` [0-9]+ s\b`)

// stageCommand is tools/scripts/stage.sh in a folder of the test.
func stageCommand(t *testing.T, words ...string) (cmd *exec.Cmd, dir string) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash")
	}
	script, err := filepath.Abs("tools/scripts/stage.sh")
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	program := filepath.Join(dir, "make")
	if err := os.WriteFile(program, []byte(fakeMake), 0o700); err != nil {
		t.Fatal(err)
	}
	cmd = exec.CommandContext(t.Context(), script, append([]string{"the stage"}, words...)...)
	cmd.Env = append(os.Environ(), "MAKE="+program, "STAGE="+script, "STAGE_DIR="+dir, "BLASTYARD_RESULTS=", "TMPDIR="+dir)
	t.Cleanup(func() {
		if left, _ := filepath.Glob(filepath.Join(dir, "tmp.*")); len(left) > 0 {
			t.Errorf("%v is left", left)
		}
	})
	return cmd, dir
}

// TestStage: what tools/scripts/stage.sh makes, in which order, and what its last lines say.
func TestStage(t *testing.T) {
	for _, c := range []struct {
		words  string
		passes bool
		end    string // of what it prints; # is a number
	}{
		{"first ends", true, "== ends: passed in # s\nthe stage: passed in # s\n"},
		{"first -- left after -- right", true, "the stage: passed in # s\n"},
		{"first -- right -- left after", true, "the stage: passed in # s\n"},
		{"breaks ends", false, "\nFAILED: make breaks\nwhat broke\nthe stage: FAILED after # s: breaks\n"},
		{"first -- fails ends -- breaks -- ends", false,
			"FAILED: TestX\n    why\n\nFAILED: make breaks\nwhat broke\nthe stage: FAILED after # s: fails breaks\n"},
		{"first -- dies -- ends", false, "the stage: FAILED after # s: dies\n"},
		{"flaky1 -- flaky2 -- flaky3", true,
			"FLAKY: Testflaky1: why\nFLAKY: Testflaky2: why\nFLAKY: Testflaky3: why\nthe stage: passed in # s\n"},
		{"flaky1 flaky2 -- flaky3 -- flaky4", false,
			"FLAKY: Testflaky4: why\nthe stage: FAILED after # s: (more than three flaky tests)\n"},
		{"inner flaky3 flaky4", false, "FAILED: TestX\n    why\nFLAKY: Testflaky1: why\nFLAKY: Testflaky2: why\n" +
			"FLAKY: Testflaky3: why\nFLAKY: Testflaky4: why\nthe stage: FAILED after # s: inner (more than three flaky tests)\n"},
		{"first -- interruptible -- ends", true, "the stage: passed in # s\n"},
	} {
		t.Run(c.words, func(t *testing.T) {
			t.Parallel()
			cmd, _ := stageCommand(t, strings.Fields(c.words)...)
			out, err := cmd.CombinedOutput()
			if passed := err == nil; passed != c.passes || !strings.HasSuffix(numbers.ReplaceAllString(string(out), " # s"), c.end) {
				t.Errorf("%v, expected %v\n%s\nexpected at its end\n%s", err, c.passes, out, c.end)
			}
		})
	}
}

// TestStageInterrupted: Ctrl-C ends all lanes.
func TestStageInterrupted(t *testing.T) {
	cmd, dir := stageCommand(t, "first", "--", "stays", "--", "waits")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // that of a terminal gets the interrupt
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stdout)
	for lines.Scan() && lines.Text() != "ready" {
	}
	text, err := os.ReadFile(filepath.Join(dir, "stays"))
	if err != nil {
		t.Fatal(err)
	}
	lane, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
		if strings.Contains(lines.Text(), ": passed") {
			t.Error(lines.Text())
		}
	}
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != 130 {
		t.Errorf("%v, expected exit code 130", err)
	}
	for end := time.Now().Add(time.Minute); syscall.Kill(lane, 0) == nil; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("a lane goes on")
		}
	}
}
