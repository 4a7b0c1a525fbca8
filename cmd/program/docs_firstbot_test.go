package program

import (
	"io/fs"
	"strings"
	"testing"

	"blastyard/bots"
	"blastyard/docs"
)

// TestFirstBotCommands: the manual has the commands that bot new prints, for languages with and without something to
// build, and a row for each language.
func TestFirstBotCommands(t *testing.T) {
	page, err := fs.ReadFile(docs.Files(), "first-bot.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := map[bool]string{} // by whether there is something to build
	for _, block := range strings.Split(string(page), "```sh\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		first, rest, _ := strings.Cut(strings.TrimSpace(block), "\n")
		if strings.HasPrefix(first, "blastyard bot new mybot --lang ") {
			blocks[strings.Contains(rest, " bot build ")] = rest
		}
	}
	for _, language := range bots.Languages(bots.Hexabomb) {
		if !strings.Contains(string(page), " | `"+language+"` | ") {
			t.Errorf("first-bot.md has no row for %s", language)
		}
		starter, err := bots.Find(bots.Hexabomb, language)
		if err != nil {
			t.Fatal(err)
		}
		t.Chdir(t.TempDir())
		code, stdout, stderr := run(t, "", "bot", "new", "mybot", "--lang", language)
		var want []string
		for _, line := range strings.Split(stdout, "\n") {
			if command, is := strings.CutPrefix(line, "  "); is && !strings.HasPrefix(command, "blastyard bot check ") {
				want = append(want, command)
			}
		}
		if got := blocks[starter.Build != ""]; code != 0 || got != strings.Join(want, "\n") {
			t.Errorf("%s: the manual has\n%s\nbot new prints (exit %d, %s)\n%s", language, got, code, stderr, stdout)
		}
	}
}
