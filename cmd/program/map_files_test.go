package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fileOf writes a file into a new folder.
func fileOf(t *testing.T, name, content string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestMapThatTheOriginalTakes: a comma too many and a cell twice are taken wherever a map is, and told on standard error.
func TestMapThatTheOriginalTakes(t *testing.T) {
	file := fileOf(t, "mine.json", `{"cells":[{"q":0,"r":0},{"q":1,"r":0},{"q":2,"r":0},{"q":1,"r":0},],
"initial_positions":{"0":[{"q":0,"r":0}],"1":[{"q":2,"r":0}],},}`)
	const comma, twice = "line 1, column 66: a comma before a closing brace or bracket, which JSON does not allow\n", "cells: cell (q=1, r=0) is listed twice\n"
	for _, args := range [][]string{
		{"map", "check", file}, {"map", "show", file}, {"map", "convert", file, "-", "--to", "json"},
		{"map", "convert", file, "-", "--to", "txt", "--from", "json"},
		{"play", "hexabomb", "--map", file, "--bot", "builtin:random", "--bot", "builtin:random", "--turns", "5", "--replay", "none"},
	} {
		code, stdout, stderr := run(t, "", args...)
		if code != 0 || stdout == "" || !strings.Contains(stderr, file+": "+comma) || !strings.Contains(stderr, file+": "+twice) {
			t.Errorf("%q: exit %d\n%s%s", args, code, stdout, stderr)
		}
	}
	port := foreignServer(t, saysAck, saysInit, saysTurn, saysTurn)
	code, stdout, stderr := run(t, "", "hexabomb", file, "-h", "127.0.0.1", "-p", port)
	if code != 0 || !strings.HasPrefix(stdout, "Loading map "+file+"... done\n") || stderr != file+": "+comma+file+": "+twice {
		t.Errorf("hexabomb: exit %d\n%s%s", code, stdout, stderr)
	}
}

// TestSeedsAreReadAlike: what is a seed for one command is the same seed for the others.
func TestSeedsAreReadAlike(t *testing.T) {
	generate := []string{"map", "generate", "hexabomb", "--players", "2", "--cells", "19", "--seed"}
	play := []string{"play", "--map", "tiny", "--bot", "builtin:random", "--bot", "builtin:random", "--turns", "3", "--replay", "none", "--json", "--seed"}
	for _, command := range [][]string{generate, play} {
		for text, same := range map[string]string{"010": "10", "0x10": "16", "1_000": "1000"} {
			_, want, _ := run(t, "", append(command, same)...)
			code, got, stderr := run(t, "", append(command, text)...)
			if code != 0 || got != want || got == "" {
				t.Errorf("%q --seed %s: exit %d, %s%.200s, want %.200s", command[:2], text, code, stderr, got, want)
			}
		}
		for _, text := range []string{"-1", "1.0", "1e3", "ten"} {
			if code, _, stderr := run(t, "", append(command, text)...); code != 2 || !strings.Contains(stderr, "expected a whole number of 0 or more") {
				t.Errorf("%q --seed %s: exit %d, %s", command[:2], text, code, stderr)
			}
		}
	}
}

// TestNoFileCalledDash: "-" is no file where nothing is written to standard output.
func TestNoFileCalledDash(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range []string{
		"play --map tiny --bot builtin:random --turns 3 --quiet --replay -", "play --map tiny --bot builtin:random --games 2 --turns 3 --results -",
		"play --map tiny --bot builtin:random --turns 3 --log -", "netorcai --replay -", "bomberman --replay -",
	} {
		code, stdout, stderr := run(t, "", strings.Fields(args)...)
		if code == 0 || !strings.Contains(stdout+stderr, " is -, but nothing of it is written to standard output: name a file") {
			t.Errorf("%s: exit %d\n%s%s", args, code, stdout, stderr)
		}
	}
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}
