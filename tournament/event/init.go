package event

import (
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"blastyard/bots"
	"blastyard/internal/newfile"
)

// FileName is the usual name of an event file.
const FileName = "event.toml"

//go:embed example.toml
var example string

// exampleBot is the name of the program among the example's bots.
const exampleBot = "mybot"

// Init writes an example into a folder: an event file and a bot. It creates the folder if needed, and overwrites
// nothing. Without Python it writes the bot, but the bot does not take part.
func Init(dir string) error {
	text := example
	if _, err := exec.LookPath("python3"); err != nil {
		text = withoutBot(text)
	}
	starter, err := bots.Find(bots.Hexabomb, "python")
	if err != nil {
		return err
	}
	if err := newfile.Check(filepath.Join(dir, FileName), false); err != nil {
		return fmt.Errorf("event: %w; choose another folder or remove it", err)
	}
	folder := filepath.Join(dir, "bots")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("event: %w", err)
	}
	if _, err := starter.Create(filepath.Join(folder, exampleBot), exampleBot); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, FileName), []byte(text), 0o666); err != nil {
		return fmt.Errorf("event: %w", err)
	}
	return nil
}

// withoutBot comments out the lines that let the bot take part.
func withoutBot(text string) string {
	i := strings.LastIndex(text, "[[bot]]")
	lines := strings.Split(strings.TrimSuffix(text[i:], "\n"), "\n")
	return text[:i] + "# (There is no python3 here, which it needs.)\n# " + strings.Join(lines, "\n# ") + "\n"
}
