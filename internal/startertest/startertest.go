// Package startertest is shared by the tests of the starter bots for hexabomb. It runs the tools of a language and
// lets a starter play whole matches.
package startertest

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"blastyard/internal/stage"
)

// patience is how long a program may take on a busy machine.
const patience = 4 * time.Minute

// Tool returns the path of a command. If it is missing, the test fails and names the Debian package that has it.
func Tool(t *testing.T, command, debian string) string {
	t.Helper()
	path, err := exec.LookPath(command)
	if err != nil {
		t.Fatalf("the command %s is missing: install it (Debian: apt-get install %s)", command, debian)
	}
	return path
}

// Run runs a command in a folder, with env (as KEY=VALUE) added to the environment, and fails the test with what it
// printed unless it succeeds.
func Run(t *testing.T, folder string, env []string, words ...string) {
	t.Helper()
	var out bytes.Buffer
	cmd := command(t, folder, env, words)
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(words, " "), err, &out)
	}
	t.Logf("%s\n%s", strings.Join(words, " "), &out)
}

func command(t *testing.T, folder string, env, words []string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir = folder
	cmd.Env = append(cmd.Environ(), env...)
	cmd.WaitDelay = 5 * time.Second
	return cmd
}

// games are the matches that a starter plays, twice in each: a large board with four players, a small one, and sudden
// death. In the everyday tests they are short.
var games = []struct {
	name       string
	turns, few int
	args       []string
}{
	{"large", 120, 30, []string{
		"--map", "arena4", "--seed", "1",
		"--bot", "builtin:greedy", "--bot", "builtin:hunter",
	}},
	{"tiny", 200, 60, []string{"--map", "tiny", "--seed", "2", "--bot", "builtin:random"}},
	{"sudden death", 120, 30, []string{
		"--map", "maze4", "--seed", "3",
		"--special", "builtin:ghost", "--bot", "builtin:random", "--bot", "builtin:hunter",
	}},
}

// Play lets the bot that words start play whole matches of both kinds. It must play each to its end, never late, and
// send nothing that cannot be read.
func Play(t *testing.T, words ...string) {
	t.Helper()
	blastyard := filepath.Join(t.TempDir(), "blastyard.exe")
	Run(t, ".", nil, "go", "build", "-o", blastyard, "blastyard/cmd/blastyard")
	spec := "'" + strings.Join(words, "' '") + "'"
	for _, g := range games {
		t.Run(g.name, func(t *testing.T) {
			turns := g.few
			if stage.All() {
				turns = g.turns
			}
			args := append([]string{blastyard, "play", "--json", "--turn-time", "20s", "--replay", "none", "--no-browser",
				"--turns", strconv.Itoa(turns), "--bot", spec, "--bot", spec}, g.args...)
			var stdout, stderr bytes.Buffer
			cmd := command(t, t.TempDir(), nil, args)
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			if err := cmd.Run(); err != nil {
				t.Fatalf("%v\n%s", err, &stderr)
			}
			checkResult(t, stdout.Bytes(), spec)
			checkNotes(t, stderr.String())
			if t.Failed() {
				t.Logf("%s%s", &stderr, &stdout)
			}
		})
	}
}

func checkResult(t *testing.T, stdout []byte, spec string) {
	t.Helper()
	var result struct {
		Players []struct {
			Bot, Reason, Note string
			Score             int
			Late              int `json:"late_turns"`
		}
	}
	if err := json.Unmarshal(stdout, &result); err != nil {
		t.Fatalf("%v in %s", err, stdout)
	}
	seats := 0
	for _, p := range result.Players {
		if p.Bot != spec {
			continue
		}
		seats++
		if p.Reason != "finished" || p.Late != 0 || p.Note != "" || p.Score == 0 {
			t.Errorf("the starter's result is %+v, expected: finished, never late, no note, a score", p)
		}
	}
	if seats != 2 {
		t.Errorf("the starter sat on %d seats, expected 2", seats)
	}
}

// readable is how a refused action begins that the rules refused, rather than the reader.
var readable = regexp.MustCompile(`^[A-Z]\d+: `)

func checkNotes(t *testing.T, stderr string) {
	t.Helper()
	for line := range strings.Lines(stderr) {
		if _, why, refused := strings.Cut(line, ": refused: "); refused && !readable.MatchString(why) {
			t.Errorf("an action could not be read: %s", line)
		}
	}
}

// Short checks that a starter's own file has fewer than 60 lines.
func Short(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(text, []byte("\n")); n >= 60 {
		t.Errorf("%s has %d lines, expected fewer than 60", file, n)
	}
}
