//go:build unix

package build

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"blastyard/arena/entrant"
	"blastyard/arena/harness"
)

func TestMain(m *testing.M) {
	harness.BecomeBot()
	goleak.VerifyTestMain(m)
}

// parse creates a bot's folder with some files and returns its entrant.
func parse(t *testing.T, files map[string]string) *entrant.Entrant {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "anna")
	for name, text := range files {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	e, err := entrant.Parse(dir, entrant.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &e
}

func run(t *testing.T, e *entrant.Entrant) (bool, string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	var out bytes.Buffer
	built, err := Run(ctx, e, "ann", &out)
	return built, out.String(), err
}

func TestCommandsRunInTheFolderOneAfterTheOther(t *testing.T) {
	e := parse(t, map[string]string{"bot.toml": "command = \"./bot\"\n" +
		"build = [\"sh -c 'echo one > log.txt; echo $WHO'\", \"sh -c 'cat log.txt'\"]\nenv = { WHO = \"me\" }\n"})
	built, out, err := run(t, e)
	if !built || err != nil {
		t.Fatalf("built %v, %v", built, err)
	}
	if want := "ann: sh -c 'echo one > log.txt; echo $WHO'\nme\nann: sh -c 'cat log.txt'\none\n"; out != want {
		t.Errorf("printed %q, expected %q", out, want)
	}
}

func TestAFailureEndsTheBuildAndTellsTheLastLines(t *testing.T) {
	e := parse(t, map[string]string{"bot.toml": "command = \"./bot\"\n" +
		"build = [\"sh -c 'for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo line $i; done; exit 3'\", \"touch later\"]\n"})
	built, out, err := run(t, e)
	var failed *Error
	if !built || !errors.As(err, &failed) || !errors.Is(err, ErrBuild) {
		t.Fatalf("built %v, %v", built, err)
	}
	if !strings.HasPrefix(err.Error(), `building bot "ann": sh -c `) || !strings.Contains(err.Error(), "exit code 3") {
		t.Errorf("the error is %q", err)
	}
	if n := len(failed.Last); n != keptLines || failed.Last[0] != "line 3" || failed.Last[n-1] != "line 12" {
		t.Errorf("the last lines are %q, expected line 3 to line 12", failed.Last)
	}
	if !strings.Contains(out, "line 1\n") {
		t.Errorf("printed %q, expected all lines", out)
	}
	if _, err := os.Stat(filepath.Join(e.Dir, "later")); err == nil {
		t.Error("the second command line was run")
	}
}

func TestAToolThatIsNotThere(t *testing.T) {
	e := parse(t, map[string]string{"bot.toml": "command = \"./bot\"\nbuild = \"no-such-tool --all\"\n"})
	if _, _, err := run(t, e); !errors.Is(err, harness.ErrNotFound) || !strings.Contains(err.Error(), "no-such-tool is not on PATH") {
		t.Errorf("got %v", err)
	}
}

func TestBotsOfBombermanAreBuiltAsTheirFilesAsk(t *testing.T) {
	for _, name := range []string{"MAKELEVEL", "MAKEFLAGS", "MFLAGS"} { // make may have started these tests
		t.Setenv(name, "") // Setenv restores it after the test
		if err := os.Unsetenv(name); err != nil {
			t.Fatal(err)
		}
	}
	const bot = `{"NickName": "ann", "BotType": "CPlusPlus", "RunFile": "bot"}`
	made := parse(t, map[string]string{"bot.json": bot, "Makefile": "all:\n\t@echo made\n"})
	if built, out, err := run(t, made); !built || err != nil || out != "ann: make\nmade\n" {
		t.Errorf("built %v, %q, %v", built, out, err)
	}
	broken := parse(t, map[string]string{"bot.json": bot, "Makefile": "all:\n\t@echo no way >&2; exit 4\n"})
	built, _, err := run(t, broken)
	var failed *Error
	if !built || !errors.As(err, &failed) || strings.Count(err.Error(), "building bot") != 1 ||
		!slices.ContainsFunc(failed.Last, func(l string) bool { return l == "no way" }) {
		t.Errorf("built %v, %v, %+v", built, err, failed)
	}
	own := parse(t, map[string]string{"bot.json": bot, "bot.toml": "protocol = \"rounds\"\nbuild = \"echo mine\"\n", "Makefile": ""})
	if built, out, err := run(t, own); !built || err != nil || out != "ann: echo mine\nmine\n" {
		t.Errorf("with a command line of its own: built %v, %q, %v", built, out, err)
	}
	bad := parse(t, map[string]string{"bot.json": "{}"})
	if _, _, err := run(t, bad); err == nil || !strings.Contains(err.Error(), "RunFile is missing") {
		t.Errorf("a bad bot.json: %v", err)
	}
}

func TestNothingToBuild(t *testing.T) {
	for _, e := range []*entrant.Entrant{
		parse(t, map[string]string{"bot.toml": "command = \"./bot\"\n"}),
		parse(t, map[string]string{"bot.json": `{"NickName": "ann", "BotType": "Python3", "RunFile": "bot.py"}`}),
		{Kind: entrant.Builtin, Builtin: "hunter"},
		{Kind: entrant.Person},
	} {
		if built, out, err := run(t, e); built || out != "" || err != nil {
			t.Errorf("%+v: built %v, %q, %v", e, built, out, err)
		}
	}
}

func TestTheEndOfTheContextEndsABuild(t *testing.T) {
	e := parse(t, map[string]string{"bot.toml": "command = \"./bot\"\nbuild = \"sh -c 'echo begun; sleep 600'\"\n"})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	begun := writer(func(p []byte) {
		if bytes.Contains(p, []byte("begun\n")) {
			cancel()
		}
	})
	_, err := Run(ctx, e, "ann", begun)
	var failed *Error
	if !errors.Is(err, context.Canceled) || errors.As(err, &failed) {
		t.Errorf("got %v, expected that it was cancelled", err)
	}
}

type writer func([]byte)

func (w writer) Write(p []byte) (int, error) {
	w(p)
	return len(p), nil
}
