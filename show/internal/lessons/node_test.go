//go:build !js

package lessons

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"blastyard"
	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/internal/stage"
)

func TestMain(m *testing.M) {
	harness.BecomeBot()
	os.Exit(m.Run())
}

// starter returns a file of the JavaScript starter.
func starter(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "bots", "javascript", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// folder creates a bot's folder with the code of a lesson.
func folder(t *testing.T, code string) string {
	t.Helper()
	dir := t.TempDir()
	start, end, err := Frame(starter(t, "bot.js"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"bot.js": start + code + end, "board.js": starter(t, "board.js"), "netorcai.js": starter(t, "netorcai.js"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// inNode plays a lesson with a bot in a folder.
func inNode(t *testing.T, l *Lesson, dir string, seed uint64) (Verdict, *arena.Result) {
	t.Helper()
	c := l.Config()
	c.Seats[0] = arena.Seat{Bot: "node bot.js", Dir: dir}
	c.Seed, c.TurnTime = seed, arena.Duration(time.Minute)
	a := blastyard.Arena()
	a.Games = l.Games()
	judge := l.Judge()
	result, err := a.Play(context.Background(), c, judge)
	if err != nil {
		t.Fatal(err)
	}
	return judge.Verdict(), result
}

// TestSolutions: the solution of each lesson solves it, and the initial code does not, with the real files of the
// starter.
func TestSolutions(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	seeds := uint64(1)
	if stage.All() {
		seeds = 50
	}
	for _, l := range All() {
		t.Run(fmt.Sprint(l.Number), func(t *testing.T) {
			t.Parallel()
			solution, start := folder(t, l.Solution), folder(t, l.Start)
			for seed := range seeds {
				v, result := inNode(t, l, solution, seed)
				if s := result.Seats[0]; !v.Done || s.Late > 0 {
					t.Errorf("seed %d: the solution: %s %+v", seed, v.Text, s)
				}
			}
			v, result := inNode(t, l, start, 1)
			if v.Done || result.Seats[0].LeftTurn > 0 {
				t.Errorf("the code to begin with: %s %+v", v.Text, result.Seats[0])
			}
		})
	}
}

// TestSearchIsNeeded: the method of lesson 2 does not solve lesson 8, whose board requires looking ahead.
func TestSearchIsNeeded(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	l := All()[7]
	if v, _ := inNode(t, l, folder(t, All()[1].Solution), 1); v.Done {
		t.Error(v.Text)
	}
}

// TestFailingBots: the verdict says why a bot failed.
func TestFailingBots(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	l := All()[0]
	for code, want := range map[string]string{
		"function chooseActions() { return nothing; }\n":                 " Your bot stopped in turn ",
		"function chooseActions() {\n":                                   " Your bot stopped in turn ",
		"function chooseActions() { return [{ movement: \"fly\" }]; }\n": " In turn 2 an action could not be read: field id is missing or not an integer.",
	} {
		v, _ := inNode(t, l, folder(t, code), 1)
		if v.Done || !strings.Contains(v.Text, want) {
			t.Errorf("%s: %s", code, v.Text)
		}
	}
}
