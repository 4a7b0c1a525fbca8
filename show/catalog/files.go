package catalog

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"blastyard/replay"
	"blastyard/show/serve"
)

// Limits for the search in a folder.
const (
	maxDepth   = 4       // nested folders
	maxEntries = 100_000 // entries of all folders
)

// ownReplay is a replay of ours in the folder of a Bomberman match. It contains more than the folder.
const ownReplay = "replay" + replay.Ending

// file is a known replay. Once a file is in the list, its fields change only under the catalogue's mutex.
type file struct {
	path    string
	name    string // path within the catalogue's folder
	changed time.Time
	size    int64 // of a file; 0 for a folder

	entry    serve.Entry // Turn is -1 if nothing can be shown
	problem  string
	looked   bool  // lookAtEnds was called
	ends     bool  // the entry comes from both ends of the file; everything else is unknown until the file is opened
	surveyed int64 // how many plain bytes a survey has read
	whole    bool  // the survey has read the whole file
	longest  int   // length of the longest line in bytes
	values   int
	cells    int
}

// reread searches the folder again. Information about unchanged files is kept.
func (c *Catalog) reread() {
	found := find(c.root)
	for _, f := range found {
		f.name = nameIn(c.root, f.path)
	}
	slices.SortStableFunc(found, func(a, b *file) int { return a.changed.Compare(b.changed) })
	found = found[max(0, len(found)-maxReplays):]
	c.mu.Lock()
	defer c.mu.Unlock()
	differ := len(found) != len(c.files)
	ids, seen := map[string]int{}, map[string]*file{}
	for i, f := range found { // ids do not change
		if old := c.seen[f.path]; old != nil {
			ids[old.entry.ID] = i
		}
	}
	for i, f := range found {
		old := c.seen[f.path]
		switch {
		case old != nil && old.changed.Equal(f.changed) && old.size == f.size:
			found[i] = old
		case old != nil: // it has grown: the information is valid until the next survey
			f.entry, f.problem, f.cells = old.entry, old.problem, old.cells
			differ = true
		default:
			f.entry = serve.Entry{Title: filepath.Base(f.path), Turn: -1, Winner: serve.NoWinner}
			differ = true
		}
		if old == nil {
			f.entry.ID = freeID(ids, c.nameOf(f.path))
			ids[f.entry.ID] = i
		}
		seen[f.path] = found[i]
	}
	c.files, c.ids, c.seen = found, ids, seen
	if differ {
		c.tell()
	}
}

// nameIn returns the path of a file within a folder, or its base name if root is the file itself.
func nameIn(root, path string) string {
	if name, err := filepath.Rel(root, path); err == nil && name != "." {
		return filepath.ToSlash(name)
	}
	return filepath.Base(path)
}

// nameOf returns the name from which a file's id is made.
func (c *Catalog) nameOf(path string) string {
	if c.config.name != nil {
		return c.config.name(path)
	}
	return strings.TrimSuffix(filepath.Base(path), replay.Ending)
}

// freeID makes a unique id from a name.
func freeID(taken map[string]int, name string) string {
	id := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '_'
	}, name)
	id = id[:min(len(id), 80)]
	for n, free := 2, id; ; n++ {
		if _, is := taken[free]; !is && serve.ValidID(free) {
			return free
		}
		free = id + "_" + strconv.Itoa(n)
	}
}

// search visits folders, and links to folders, but none twice.
type search struct {
	found   []*file
	visited map[string]bool
	left    int
}

// find returns the replays at a path.
func find(root string) []*file {
	s := search{visited: map[string]bool{}, left: maxEntries}
	if info, err := os.Stat(root); err == nil {
		s.look(root, info, 0, true)
	}
	return s.found
}

func (s *search) look(path string, info fs.FileInfo, depth int, named bool) {
	switch {
	case info.Mode().IsRegular() && (named || strings.HasSuffix(path, replay.Ending)):
		s.found = append(s.found, &file{path: path, changed: info.ModTime(), size: info.Size()})
	case !info.IsDir():
	case isMatchFolder(path):
		f := &file{path: path, changed: info.ModTime()}
		if own, err := os.Stat(filepath.Join(path, ownReplay)); err == nil && own.Mode().IsRegular() {
			f = &file{path: filepath.Join(path, ownReplay), changed: own.ModTime(), size: own.Size()}
		}
		s.found = append(s.found, f)
	case depth <= maxDepth:
		s.folder(path, depth)
	}
}

func (s *search) folder(path string, depth int) {
	target, err := filepath.EvalSymlinks(path)
	if err != nil || s.visited[target] {
		return
	}
	s.visited[target] = true
	entries, err := os.ReadDir(path)
	if err != nil {
		return // skip what cannot be read
	}
	for _, e := range entries {
		if s.left--; s.left < 0 {
			return
		}
		inner := filepath.Join(path, e.Name())
		if info, err := os.Stat(inner); err == nil {
			s.look(inner, info, depth+1, false)
		}
	}
}

// isMatchFolder reports whether a folder belongs to an old Bomberman match: it contains the folder of the first
// round.
func isMatchFolder(path string) bool {
	_, err := os.Stat(filepath.Join(path, "0", "state.json"))
	return err == nil
}
