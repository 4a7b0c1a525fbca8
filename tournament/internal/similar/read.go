package similar

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"blastyard/bots"
	"blastyard/internal/regular"
	textio "blastyard/internal/text"
)

// The most bytes of a source, and of all sources of a bot.
const (
	maxSource  = 1 << 20
	maxSources = 8 << 20
)

// Read reads the sources in the folder of a bot. What is too large to be written by hand is left out.
func Read(name, dir string) (Bot, error) {
	b, sum := Bot{Name: name}, 0
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if rel = filepath.ToSlash(rel); err != nil || !IsSource(rel) {
			return err
		}
		info, err := e.Info()
		if err != nil || info.Size() > maxSource || sum+int(info.Size()) > maxSources {
			return err
		}
		content, err := regular.ReadFile(path, maxSource)
		sum += len(content)
		b.Files = append(b.Files, File{rel, textio.Decode(content)})
		return err
	})
	if err != nil {
		return b, fmt.Errorf("similar: the sources of %s: %w", name, err)
	}
	return b, nil
}

// Starters returns the sources of all starters, from which teams begin.
func Starters() (list []File, err error) {
	for _, s := range append(bots.Starters(), bots.StdioStarters()...) {
		files, err := s.Files("bot")
		if err != nil {
			return nil, fmt.Errorf("similar: starters: %w", err)
		}
		for _, f := range files {
			if IsSource(f.Name) {
				list = append(list, File{f.Name, f.Data})
			}
		}
	}
	return list, nil
}

// String returns the lines as FILE:FROM-TO.
func (l Lines) String() string { return fmt.Sprintf("%s:%d-%d", l.File, l.From, l.To) }

// Text returns the lines of a bot's source; "": it has none.
func (b *Bot) Text(l Lines) string {
	for _, f := range b.Files {
		if f.Name == l.File {
			lines := strings.SplitAfter(string(f.Text), "\n")
			return strings.Join(lines[min(l.From-1, len(lines)):min(l.To, len(lines))], "")
		}
	}
	return ""
}

// Unpacked makes a folder for a bot's files, and returns it with the function that removes it.
func Unpacked() (dir string, remove func(), err error) {
	if dir, err = os.MkdirTemp("", "blastyard-similar-*"); err != nil {
		return "", nil, fmt.Errorf("similar: %w", err)
	}
	return dir, func() { os.RemoveAll(dir) }, nil //nolint:errcheck // a temporary folder
}
