package program

import (
	"io/fs"
	"strings"
	"testing"

	"blastyard/docs"
)

// TestFirstBotCommands: for each language the manual has the commands that bot new prints.
func TestFirstBotCommands(t *testing.T) {
	page, err := fs.ReadFile(docs.Files(), "first-bot.md")
	if err != nil {
		t.Fatal(err)
	}
	languages := 0
	for _, block := range strings.Split(string(page), "```sh\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		lines := strings.Split(strings.TrimSpace(block), "\n")
		language, is := strings.CutPrefix(lines[0], "blastyard bot new mybot --lang ")
		if !is {
			continue
		}
		languages++
		t.Chdir(t.TempDir())
		code, stdout, stderr := run(t, "", "bot", "new", "mybot", "--lang", language)
		var want []string
		for _, line := range strings.Split(stdout, "\n") {
			if command, is := strings.CutPrefix(line, "  "); is && !strings.HasPrefix(command, "blastyard bot check ") {
				want = append(want, command)
			}
		}
		if got := strings.Join(lines[1:], "\n"); code != 0 || got != strings.Join(want, "\n") {
			t.Errorf("%s: the manual has\n%s\nbot new prints (exit %d, %s)\n%s", language, got, code, stderr, stdout)
		}
	}
	if languages != 8 {
		t.Errorf("first-bot.md has %d languages, expected 8", languages)
	}
}
