package program

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"blastyard/arena"
	"blastyard/bots"
	"blastyard/bots/hexabots"
	"blastyard/cmd/internal/command"
	"blastyard/cmd/internal/command/complete"
	"blastyard/rules/maps"
)

// offered is what Tab offers after some words, without descriptions, and what the shell is told to do with it.
func offered(t *testing.T, words ...string) (offers []string, directive string) {
	t.Helper()
	code, stdout, _ := run(t, "", append([]string{"__complete"}, words...)...)
	lines := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
	if code != command.OK || len(lines) == 0 || !strings.HasPrefix(lines[len(lines)-1], ":") {
		t.Fatalf("%q: exit %d, %q", words, code, stdout)
	}
	for _, line := range lines[:len(lines)-1] {
		offer, _, _ := strings.Cut(line, "\t")
		offers = append(offers, offer)
	}
	return offers, lines[len(lines)-1]
}

func TestComplete(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"mine.json", "mine.txt", ".hidden.json", "sub/inner.json"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var builtins []string
	for _, name := range hexabots.Names() {
		builtins = append(builtins, arena.BuiltinPrefix+name)
	}
	const asUsual, noSpace, noFiles, byEnding, foldersOnly = 0, 2, 4, 8, 16
	for _, c := range []struct {
		words string // the last one is being typed
		want  []string
		how   int
	}{
		{"play --map ", slices.Concat(maps.Names(), []string{"mine.json", "sub/"}), noFiles | noSpace},
		{"play --map m", []string{"maze4", "mine.json"}, noFiles},
		{"play -m sub/", []string{"sub/inner.json"}, noFiles},
		{"map show mi", []string{"mine.json"}, noFiles},
		{"play --bot ", append(builtins, "human"), asUsual},
		{"play --special builtin:g", []string{"builtin:ghost", "builtin:greedy"}, asUsual},
		{"play bomberman --bot builtin:r", []string{"builtin:random", "builtin:reference"}, asUsual},
		{"play ", []string{"hexabomb", "bomberman"}, noFiles},
		{"play hexabomb ", nil, noFiles},
		{"play --order ", []string{"seeded", "arrival"}, noFiles},
		{"play --sandbox ", []string{"auto", "off", "require", "require=limits", "require=files", "require=namespaces"}, noFiles},
		{"bomberman --order ", []string{"key", "seeded"}, noFiles},
		{"bomberman --bot ", nil, foldersOnly},
		{"bot new x --lang ", bots.Languages("hexabomb"), noFiles},
		{"bot new x --game bomberman --lang ", bots.Languages("bomberman"), noFiles},
		{"bot new x --game ", []string{"hexabomb", "bomberman"}, noFiles},
		{"replay show ", []string{"blast"}, byEnding},
		{"replay verify a.blast ", []string{"blast"}, byEnding},
		{"watch ", []string{"blast"}, byEnding},
		{"completion ", complete.Shells, noFiles},
		{"doc", []string{"doctor"}, noFiles},
		{"bot ", []string{"build", "check", "ladder", "new", "replay-input", "run", "save"}, noFiles},
	} {
		words := strings.Split(c.words, " ")
		got, how := offered(t, words...)
		if how != fmt.Sprintf(":%d", c.how) {
			t.Errorf("%q: directive %s, expected %d", c.words, how, c.how)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, expected %q", c.words, got, c.want)
		}
	}
}

// TestCompletionScripts: each shell gets a script that calls the program; what each says of itself is at hand.
func TestCompletionScripts(t *testing.T) {
	for _, shell := range complete.Shells {
		code, stdout, stderr := run(t, "", "completion", shell)
		if code != command.OK || stderr != "" || !strings.Contains(stdout, "__complete") || !strings.Contains(stdout, "blastyard") {
			t.Errorf("%s: exit %d, %d octets, %s", shell, code, len(stdout), stderr)
		}
		_, help, _ := run(t, "", "completion", "--help")
		if !strings.Contains(help, "blastyard completion "+shell) {
			t.Errorf("the help does not say how to set up %s:\n%s", shell, help)
		}
	}
	for _, args := range [][]string{{"completion"}, {"completion", "tcsh"}, {"completion", "bash", "zsh"}} {
		code, _, stderr := run(t, "", args...)
		if code != command.Usage || !strings.Contains(stderr, "expected one of bash, zsh, fish, powershell") || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: exit %d, %s", args, code, stderr)
		}
	}
}
