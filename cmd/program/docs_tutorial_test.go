//go:build unix

package program

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"blastyard/cmd/internal/command"
	teststage "blastyard/internal/stage"
)

// tutorialPage is not run by TestManual: its commands play with the bots in docs/tutorial.
const tutorialPage = "tutorial.md"

// TestTutorial: each step of the tutorial has a bot in docs/tutorial, shows code of it, and prints what its matches give.
func TestTutorial(t *testing.T) {
	teststage.Only(t, "plays dozens of matches with programs")
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", tutorialPage))
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	for _, section := range strings.Split(string(page), "\n## ")[1:] {
		title, text, _ := strings.Cut(section, "\n")
		number := regexp.MustCompile(`^Step (\d+): `).FindStringSubmatch(title)
		if number == nil {
			continue
		}
		steps++
		t.Run("step"+number[1], func(t *testing.T) {
			t.Parallel()
			testTutorialStep(t, "step"+number[1], text)
		})
	}
	folders, err := filepath.Glob(filepath.Join("..", "..", "docs", "tutorial", "step*", "bot.py"))
	if err != nil || steps == 0 || len(folders) != steps {
		t.Errorf("%d steps, %d bots of steps, error %v", steps, len(folders), err)
	}
}

func testTutorialStep(t *testing.T, step, text string) {
	t.Helper()
	source, err := os.ReadFile(filepath.Join("..", "..", "docs", "tutorial", step, "bot.py"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(text, "```python\n")[1:]
	for _, block := range blocks {
		code, _, _ := strings.Cut(block, "```")
		if !strings.Contains(string(source), code) {
			t.Errorf("docs/tutorial/%s/bot.py has not the code of the page:\n%s", step, code)
		}
	}
	shell := newManualShell(t)
	folder := filepath.Join(shell.dir, "mybot")
	if code, _, stderr := run(t, "", "bot", "new", folder, "--lang", "python"); code != command.OK {
		t.Fatal(stderr)
	}
	if err := os.WriteFile(filepath.Join(folder, "bot.py"), source, 0o666); err != nil {
		t.Fatal(err)
	}
	list := transcripts(t, tutorialPage, text)
	if len(blocks) == 0 || len(list) == 0 {
		t.Errorf("%d blocks of code, %d of commands", len(blocks), len(list))
	}
	shell.patience = 10 * time.Minute // Python, beside other tests
	for _, b := range list {
		for _, s := range b.steps {
			if wins, games := tutorialWins(t, s); games < 12 || 2*wins <= games && beats(step, s.command) {
				t.Errorf("%s: the page says that the bot wins %d of %d, expected most of 12 or more", s.command, wins, games)
			}
		}
		shell.run(t, b)
	}
}

// beats says whether the page promises that the bot of a step beats its opponent: step 1 greedy, the last one hunter.
func beats(step, command string) bool {
	return strings.Contains(command, "builtin:greedy") || step == "step3"
}

var (
	tutorialGames = regexp.MustCompile(`--games (\d+)`)
	tutorialRow   = regexp.MustCompile(`(?m)^mybot +(\d+) `)
)

// tutorialWins reads how many of its matches the page says that the bot wins.
func tutorialWins(t *testing.T, s transcriptStep) (wins, games int) {
	t.Helper()
	of, row := tutorialGames.FindStringSubmatch(s.command), tutorialRow.FindStringSubmatch(strings.Join(s.want, "\n"))
	if of == nil || row == nil {
		t.Fatalf("%s: no --games, or no row of mybot in what it prints", s.command)
	}
	wins, err := strconv.Atoi(row[1])
	if err != nil {
		t.Fatal(err)
	}
	if games, err = strconv.Atoi(of[1]); err != nil {
		t.Fatal(err)
	}
	return wins, games
}
