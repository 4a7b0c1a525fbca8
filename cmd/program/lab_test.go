package program

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"blastyard/replay"
	"blastyard/show/lab"
)

// TestPlayedInTheLaboratory: the laboratory plays the match that `play` plays, and its replay holds the command line of
// that.
func TestPlayedInTheLaboratory(t *testing.T) {
	for config, words := range map[string]string{
		`{"map":"tiny","seed":11,"turns":40,"seats":[{"bot":"builtin:hunter"},{"bot":"me=builtin:random"}]}`: "--map tiny --bot builtin:hunter --bot me=builtin:random --turns 40 --seed 11",
		`{"rules":"2018","seed":18446744073709551615,"turns":30}`:                                            "--rules 2018 --turns 30 --seed 18446744073709551615",
		`{"seed":3,"turns":30,"seats":[{"bot":"builtin:ghost","special":true},{"bot":"builtin:greedy"}]}`:    "--special builtin:ghost --bot builtin:greedy --turns 30 --seed 3",
		`{"game":"bomberman","seed":2,"failed":"keep","players":2}`:                                          "bomberman --players 2 --failed keep --seed 2",
	} {
		played, err := lab.Play([]byte(config))
		if err != nil {
			t.Fatal(err)
		}
		got, err := replay.Read(bytes.NewReader(played.Replay))
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "match.blast")
		args := append([]string{"play", "--quiet", "--replay", file}, strings.Fields(words)...)
		if code, _, stderr := run(t, "", args...); code != 0 {
			t.Fatalf("%s: exit %d: %s", words, code, stderr)
		}
		want, err := replay.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		sameMachine(got, want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", words, diff)
		}
	}
}

// sameMachine removes what says when, where and how fast matches were played.
func sameMachine(replays ...*replay.Replay) {
	for _, r := range replays {
		r.Header.Started, r.Header.Software = replays[0].Header.Started, ""
		for i := range r.Turns {
			for k := range r.Turns[i].Moves {
				r.Turns[i].Moves[k].Micros = 0
			}
		}
	}
}

// TestLabPython: the laboratory says what is missing of Python before it serves anything.
func TestLabPython(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"pyodide.js", "pyodide.asm.js", "pyodide-lock.json", "python_stdlib.zip"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--python", folder}, 1, "blastyard lab: --python " + folder + ": there is no pyodide.asm.wasm in it, expected the files " +
			"of Pyodide: npm pack pyodide@" + pyodide + ", unpack it, and give the folder package\n"},
		{[]string{"--python", filepath.Join(folder, "nosuch")}, 1, "nosuch: there is no such folder"},
		{[]string{"--python", filepath.Join(folder, "pyodide.js")}, 1, "pyodide.js: there is no such folder"},
		{[]string{"--python", t.TempDir()}, 1, "there is no pyodide-lock.json and no pyodide.asm.js and "},
		{[]string{"--python", folder, "-o", "lab.html"}, 2, "-o writes one file, which has no room for Python; leave out --python"},
	} {
		args := append([]string{"lab", "--no-browser", "--listen", "127.0.0.1:0"}, c.args...)
		code, _, stderr := run(t, "", args...)
		if code != c.code || !strings.Contains(stderr, c.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: exit %d: %s", c.args, code, stderr)
		}
	}
}
