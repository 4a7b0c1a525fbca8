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

	teststage "blastyard/internal/stage"
)

// tutorialPage is not run by TestManual: its commands play with the bots in docs/tutorial, and take minutes.
const tutorialPage = "tutorial.md"

// TestTutorial: the commands of the tutorial run one after the other in one folder, as a reader types them, and print what
// the page says. A section that links to a bot in docs/tutorial shows code of it, and the reader saves it as bot.py before
// the section's commands. The page ends with a bot that is better than hunter.
func TestTutorial(t *testing.T) {
	teststage.Only(t, "plays hundreds of matches with programs")
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", tutorialPage))
	if err != nil {
		t.Fatal(err)
	}
	shell := newManualShell(t)
	shell.patience = 30 * time.Minute // Python, beside other tests
	linked := 0
	for _, section := range tutorialSection.Split(string(page), -1)[1:] {
		if link := tutorialBot.FindStringSubmatch(section); link != nil {
			linked++
			saveTutorialBot(t, shell.dir, link[1], section)
		}
		for _, b := range transcripts(t, tutorialPage, section) {
			checkTutorialClaims(t, b)
			shell.run(t, b)
		}
	}
	folders, err := filepath.Glob(filepath.Join("..", "..", "docs", "tutorial", "*", "bot.py"))
	if err != nil || linked == 0 || len(folders) != linked {
		t.Errorf("%d sections with a bot, %d bots, error %v", linked, len(folders), err)
	}
	if promise := "mybot is better than hunter, "; !strings.Contains(string(page), "\n"+promise) {
		t.Errorf("the page ends without %q", promise)
	}
}

// saveTutorialBot saves the bot of a section as the reader does. All code of the section is in it. A step compares it.
func saveTutorialBot(t *testing.T, dir, name, section string) {
	t.Helper()
	source, err := os.ReadFile(filepath.Join("..", "..", "docs", "tutorial", name, "bot.py"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(section, "```python\n")[1:]
	for _, block := range blocks {
		code, _, _ := strings.Cut(block, "```")
		if !strings.Contains(string(source), code) {
			t.Errorf("docs/tutorial/%s/bot.py has not the code of the page:\n%s", name, code)
		}
	}
	bot := "mybot"
	if name == "bomberman" {
		bot = "bomber"
	} else if !strings.Contains(section, "\n$ blastyard compare mybot ") {
		t.Errorf("%s is not compared", name)
	}
	if len(blocks) == 0 {
		t.Errorf("%s: no code on the page", name)
	}
	if err := os.WriteFile(filepath.Join(dir, bot, "bot.py"), source, 0o666); err != nil {
		t.Fatal(err)
	}
}

// checkTutorialClaims: a series on the page has twelve matches, and it prints how many of them mybot wins.
func checkTutorialClaims(t *testing.T, b transcript) {
	t.Helper()
	for _, s := range b.steps {
		if strings.HasPrefix(s.command, "blastyard play --bot mybot ") {
			if wins, games := tutorialWins(t, s); games < 12 || wins > games {
				t.Errorf("%s: the page says that the bot wins %d of %d", s.command, wins, games)
			}
		}
	}
}

var (
	tutorialSection = regexp.MustCompile(`(?m)^##+ `)
	tutorialBot     = regexp.MustCompile(`\(tutorial/([a-z0-9]+)/bot\.py\)`)
	tutorialGames   = regexp.MustCompile(`--games (\d+)`)
	tutorialRow     = regexp.MustCompile(`(?m)^mybot +(\d+) `)
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
