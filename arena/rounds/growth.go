package rounds

import (
	"fmt"
	"os"
)

// How much a bot may add to its own folder during a match.
const (
	maxGrowth     = 256 << 20 // bytes
	maxGrowthRows = 10_000    // files and folders
	maxFolderRows = 1_000_000 // the most that are counted at the start
)

// growth is the limit on the content of a bot's folder.
type growth struct {
	most leftovers
	over string // why the bot is no longer run: its folder contains more
}

// newGrowth measures a bot's folder before the match and adds what the bot may add.
func newGrowth(b *Bot) (*growth, error) {
	all := leftovers{rows: maxFolderRows, size: 1 << 60}
	left, err := all.less(b.Dir)
	if err != nil {
		return nil, fmt.Errorf("bot %q: %w", b.NickName, err)
	}
	most := leftovers{rows: all.rows - left.rows + maxGrowthRows, size: all.size - left.size + maxGrowth}
	return &growth{most: most}, nil
}

// look records whether a bot's folder contains too much. It removes nothing: the folder belongs to the user.
func (g *growth) look(b *Bot) {
	left, err := g.most.less(b.Dir)
	if err == nil && (left.rows < 0 || left.size < 0) {
		g.over = fmt.Sprintf("it has added more than %d MiB or %d files to its folder and is not run any more",
			maxGrowth>>20, maxGrowthRows)
	}
}

// less returns l minus the content of a folder.
func (l leftovers) less(dir string) (leftovers, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return l, err
	}
	defer root.Close()
	l.count(root, ".", func(string) bool { return false })
	return l, nil
}
