package rounds

import (
	"fmt"
	"os"
	"path/filepath"
)

// private returns the bot's HOME and TMPDIR in a match: what the bot leaves there it finds in the next round, as it
// would without a sandbox, but not in the next match. "": there is no sandbox.
func (p *place) private(f *Folders) (dir string, err error) {
	if p.dir == "" {
		return "", nil
	}
	dir = filepath.Join(p.dir, "private")
	if p.match == f {
		return dir, hostError(os.Chmod(dir, 0o700)) // the bot may have taken its rights away
	}
	if err = p.emptyPrivate(dir); err == nil {
		p.match = f
	}
	return dir, err
}

// emptyPrivate makes the private folder anew.
func (p *place) emptyPrivate(dir string) error {
	root, err := os.OpenRoot(p.dir)
	if err != nil {
		return hostError(err)
	}
	defer root.Close()
	if err = removeAll(root, filepath.Base(dir)); err == nil {
		err = os.Mkdir(dir, 0o700)
	}
	if err == nil && p.user != nil {
		err = p.user.Own(dir)
	}
	return hostError(err)
}

// boundPrivate empties the private folder if it contains more than a bot may add to its own folder, and says so.
func (p *place) boundPrivate(dir string) (fault string, err error) {
	if dir == "" {
		return "", nil
	}
	most := leftovers{rows: maxGrowthRows, size: maxGrowth}
	if left, err := most.less(dir); err == nil && left.rows >= 0 && left.size >= 0 {
		return "", nil
	}
	return fmt.Sprintf("it left more than %d MiB or %d files in its TMPDIR: they were removed",
		maxGrowth>>20, maxGrowthRows), p.emptyPrivate(dir)
}
