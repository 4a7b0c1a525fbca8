package program

import (
	"os"
	"strings"
	"testing"

	"blastyard/arena/harness"
	"blastyard/cmd/internal/command"
)

func TestBombermanUsage(t *testing.T) {
	for want, args := range map[string][]string{
		"Number of players should be between 2 and 12! There are 1 ":               {"-c", "1"},
		"Number of players should be between 2 and 12! There are 13 ":              {"-c", "13"},
		"--console is -1, expected 0 or more":                                      {"-c", "-1"},
		"--jobs is -1, expected 1 or more":                                         {"-j", "-1"},
		`--order is "arrival", expected key or seeded`:                             {"--order", "arrival"},
		`--sandbox: sandbox is "on", expected auto, off, require or require=LEVEL`: {"--sandbox", "on"},
		"--log is empty, expected a value":                                         {"--log", ""},
		`interpreter "ruby=x", expected NAME=PROGRAM`:                              {"--interpreter", "ruby=x"},
	} {
		code, stdout, stderr := run(t, "", append([]string{"bomberman"}, args...)...)
		if code != command.Usage || stdout != "" || !strings.Contains(stderr, "blastyard bomberman: "+want) {
			t.Errorf("%v: exit code %d, %q, want %s", args, code, stderr, want)
		}
	}
}

func TestBotFoldersHostAndJoin(t *testing.T) {
	for line, want := range map[string]string{
		"bomberman host --port 5":        "bomberman host --port 5",
		"bomberman join there":           "bomberman join there",
		"bomberman -b a host join":       "bomberman -b a ./host ./join",
		"bomberman -b host -b join -l x": "bomberman -b ./host -b ./join -l x",
		"bomberman":                      "bomberman",
		"play host":                      "play host",
		"":                               "",
	} {
		got := strings.Join(withBotFolders(strings.Fields(line)), " ")
		if want = strings.ReplaceAll(want, "./", "."+string(os.PathSeparator)); got != want {
			t.Errorf("%q is %q, want %q", line, got, want)
		}
	}
}

func TestSandboxIsReachedOrRefused(t *testing.T) {
	code, _, stderr := run(t, "x\n", "bomberman", "-c", "2", "--sandbox", "require", "--log", t.TempDir())
	if _, err := harness.NewSandbox(harness.SandboxRequire); err != nil {
		if code != command.Failure || !strings.Contains(stderr, "sandbox not reached: this system gives level ") {
			t.Errorf("exit code %d, %q", code, stderr)
		}
	} else if code != command.OK {
		t.Errorf("exit code %d, %q", code, stderr)
	}
}
