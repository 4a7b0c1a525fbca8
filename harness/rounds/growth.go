package rounds

import (
	"fmt"
	"os"
)

// What a bot may add to its own folder during a match.
const (
	maxGrowth     = 256 << 20 // bytes
	maxGrowthRows = 10_000    // files and folders
	maxFolderRows = 1_000_000 // that are counted at the start
)

// growth is how much the folder of a bot may hold.
type growth struct {
	most leftovers
	over string // it holds more: the bot is not run any more
}

// newGrowth takes what is in a bot's folder before its match, and adds what the bot may.
func newGrowth(b *Bot) (*growth, error) {
	all := leftovers{rows: maxFolderRows, size: 1 << 60}
	left, err := all.less(b.Dir)
	if err != nil {
		return nil, fmt.Errorf("bot %q: %w", b.NickName, err)
	}
	return &growth{most: leftovers{rows: all.rows - left.rows + maxGrowthRows, size: all.size - left.size + maxGrowth}}, nil
}

// look notes when a bot's folder holds too much. The folder stays as it is: it is not ours.
func (g *growth) look(b *Bot) {
	left, err := g.most.less(b.Dir)
	if err == nil && (left.rows < 0 || left.size < 0) {
		g.over = fmt.Sprintf("it has added more than %d MiB or %d files to its folder and is not run any more", maxGrowth>>20, maxGrowthRows)
	}
}

// less is what is left of l beside what a folder holds.
func (l leftovers) less(dir string) (leftovers, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return l, err
	}
	defer root.Close()
	l.count(root, ".", func(string) bool { return false })
	return l, nil
}
