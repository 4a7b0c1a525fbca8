package event

import (
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"blastyard/bots"
	"blastyard/internal/names"
	"blastyard/internal/newfile"
)

// FileName is the usual name of an event file.
const FileName = "event.toml"

//go:embed example.toml
var example string

// exampleBot is the name of the program among the example's bots.
const exampleBot = "mybot"

// Made says what Init has written.
type Made struct {
	Bots   []string // the folders of bots that take part; nil: the example was written
	Others []string // folders that are no bots, because they have no bot.toml or bot.json that can be read
}

// Init writes an event file into a folder. If the folder has bots, these take part. Otherwise it writes an example,
// with a bot; it creates the folder if needed. It overwrites nothing. Without Python it writes the bot, but the
// bot does not take part.
func Init(dir string) (*Made, error) {
	if err := newfile.Check(filepath.Join(dir, FileName), false); err != nil {
		return nil, fmt.Errorf("event: %w; choose another folder or remove it", err)
	}
	found, others, err := botsIn(dir)
	if err != nil {
		return nil, fmt.Errorf("event: %w", err)
	}
	if len(found) > 0 {
		return &Made{found, others}, writeNew(dir, eventOf(dir, found))
	}
	text := example
	if _, err := exec.LookPath("python3"); err != nil {
		text = withoutBot(text)
	}
	starter, err := bots.Find(bots.Hexabomb, "python")
	if err != nil {
		return nil, err
	}
	folder := filepath.Join(dir, "bots")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, fmt.Errorf("event: %w", err)
	}
	if _, err := starter.Create(filepath.Join(folder, exampleBot), exampleBot); err != nil {
		return nil, err
	}
	return &Made{Others: others}, writeNew(dir, text)
}

func writeNew(dir, text string) error {
	if err := os.WriteFile(filepath.Join(dir, FileName), []byte(text), 0o666); err != nil {
		return fmt.Errorf("event: %w", err)
	}
	return nil
}

// eventOf is the text of an event of the bots in these folders: the example with other bots.
func eventOf(dir string, found []string) string {
	text, _, _ := strings.Cut(example, "# Who plays:")
	if name := names.FitTitle(filepath.Base(absolute(dir))); name != "" {
		text = strings.Replace(text, `name = "Example"`, "name = "+strconv.Quote(name), 1)
	}
	if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(found[0]), "bot.json")); err == nil {
		text = strings.Replace(text, `game = "hexabomb"            # or "bomberman"`, `game = "bomberman"`, 1)
		text = strings.Replace(text, "maps = ", "# maps = ", 1) // they come from the seed
	}
	var b strings.Builder
	b.WriteString(text +
		"# Who plays. folder = \"*\" would stand for all folders beside this file, also for later ones.\n")
	for _, folder := range found {
		fmt.Fprintf(&b, "\n[[bot]]\nfolder = %s\n", strconv.Quote(folder))
	}
	return b.String()
}

func absolute(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		return abs
	}
	return dir
}

// withoutBot comments out the lines that let the bot take part.
func withoutBot(text string) string {
	i := strings.LastIndex(text, "[[bot]]")
	lines := strings.Split(strings.TrimSuffix(text[i:], "\n"), "\n")
	return text[:i] + "# (There is no python3 here, which it needs.)\n# " + strings.Join(lines, "\n# ") + "\n"
}
