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
