package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"blastyard/replay"
	"blastyard/viewer"
	"blastyard/viewer/playback"
	"blastyard/viewer/serve"
)

// replayCatalog is the replays of a folder, or one. New ones appear by themselves. It implements serve.Catalog: readers
// name matches by ids that only the catalog knows the files of.
type replayCatalog struct {
	root string

	mu    sync.Mutex
	files []replayFile          // oldest first
	ids   map[string]int        // of files
	seen  map[string]replayFile // by path
	opens []*serve.Match        // the last ones opened, newest last
	read  time.Time             // when the folder was read last
}

// replayFile is a replay that is known.
type replayFile struct {
	path    string
	changed time.Time
	size    int64
	entry   serve.Entry
	problem string
}

// Bounds of a catalog.
const (
	maxReplays    = 1000                   // shown of a folder, the newest ones
	maxDepth      = 4                      // folders within folders
	openReplays   = 8                      // kept in memory
	rereadReplays = 500 * time.Millisecond // the folder is not read more often
)

func newReplayCatalog(path string) (*replayCatalog, error) {
	c := &replayCatalog{root: path, seen: map[string]replayFile{}}
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("%s: no such file or folder", path)
	}
	c.reread()
	if len(c.files) == 0 {
		return nil, fmt.Errorf("%s: no replay (*%s) and no folder of a Bomberman match in there", path, replay.Ending)
	}
	if len(c.files) == 1 && c.files[0].entry.Turn < 0 {
		return nil, errors.New(c.files[0].problem)
	}
	return c, nil
}

// title is what is shown, in a few words.
func (c *replayCatalog) title() string {
	if len(c.files) == 1 {
		return c.files[0].entry.Title
	}
	if path, err := filepath.Abs(c.root); err == nil {
		return filepath.Base(path)
	}
	return c.root
}

// problems says what is wrong with which files.
func (c *replayCatalog) problems() (lines []string) {
	for _, f := range c.files {
		if f.problem != "" {
			lines = append(lines, f.problem)
		}
	}
	return lines
}

// List implements serve.Catalog.
func (c *replayCatalog) List() []serve.Entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.read) > rereadReplays {
		c.reread()
	}
	var list []serve.Entry
	for _, f := range c.files {
		if f.entry.Turn >= 0 {
			list = append(list, f.entry)
		}
	}
	return list
}

// reread looks at what is in the folder now; files that did not change are not read again.
func (c *replayCatalog) reread() {
	found := findReplays(c.root)
	slices.SortStableFunc(found, func(a, b replayFile) int { return a.changed.Compare(b.changed) })
	c.files = c.files[:0]
	for _, f := range found[max(0, len(found)-maxReplays):] {
		if old, ok := c.seen[f.path]; ok && old.changed.Equal(f.changed) && old.size == f.size {
			f = old
		} else {
			f.describe()
		}
		c.files = append(c.files, f)
	}
	c.ids, c.seen = map[string]int{}, map[string]replayFile{}
	for i := range c.files {
		f := &c.files[i]
		f.entry.ID = c.freeID(f.path)
		c.ids[f.entry.ID], c.seen[f.path] = i, *f
	}
	c.read = time.Now()
}

// freeID makes an id of a file's name.
func (c *replayCatalog) freeID(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), replay.Ending)
	id := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '_'
	}, name)
	id = id[:min(len(id), 80)]
	for n, free := 2, id; ; n++ {
		if _, taken := c.ids[free]; !taken && serve.ValidID(free) {
			return free
		}
		free = fmt.Sprintf("%s_%d", id, n)
	}
}

// findReplays lists the replays at a path, not yet described.
func findReplays(root string) (found []replayFile) {
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // what cannot be read is not shown
		}
		info, err := d.Info()
		switch {
		case err != nil:
			return nil //nolint:nilerr // it is gone again
		case d.IsDir() && isMatchFolder(path):
			f := replayFile{path: path, changed: info.ModTime()}
			if own := filepath.Join(path, matchReplay); isFile(own) {
				f.path = own // it tells more
			}
			found = append(found, f)
			return fs.SkipDir
		case d.IsDir() && strings.Count(strings.TrimPrefix(path, root), string(filepath.Separator)) >= maxDepth:
			return fs.SkipDir
		case info.Mode().IsRegular() && (path == root || strings.HasSuffix(path, replay.Ending)):
			found = append(found, replayFile{path: path, changed: info.ModTime(), size: info.Size()})
		}
		return nil
	})
	return found
}

// isMatchFolder tells whether a folder is that of an old Bomberman match: it has the first round's.
func isMatchFolder(path string) bool {
	_, err := os.Stat(filepath.Join(path, "0", "state.json"))
	return err == nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// describe fills in what the list says of a replay.
func (f *replayFile) describe() {
	f.entry = serve.Entry{Title: filepath.Base(f.path), Turn: -1, Winner: serve.Nobody}
	_, p, err := f.open()
	if err != nil {
		f.problem = err.Error()
	}
	if p == nil {
		return
	}
	show := p.Show()
	f.entry.Title, f.entry.Game, f.entry.Turn, f.entry.Turns, f.entry.Started = show.Title, show.Game, p.Len(), show.Turns, show.Started
	for _, x := range show.Players {
		f.entry.Players = append(f.entry.Players, x.Name)
	}
	if end := p.End(); end != nil {
		f.entry.Winner = end.Winner
	}
}

// open reads a replay: the part that is valid, and what is wrong with the rest.
func (f *replayFile) open() (*replay.Replay, *playback.Playback, error) {
	r, readErr := replay.Open(f.path)
	if r == nil {
		return nil, nil, readErr
	}
	p, err := playback.New(r)
	return r, p, errors.Join(readErr, err)
}

// Open implements serve.Catalog.
func (c *replayCatalog) Open(id string) (*serve.Match, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	i, ok := c.ids[id]
	if !ok {
		return nil, serve.ErrNotFound
	}
	for _, m := range c.opens {
		if m.ID() == id {
			return m, nil
		}
	}
	r, p, readErr := c.files[i].open()
	if p == nil {
		return nil, readErr
	}
	m := serve.NewMatch(id, p.Show().AppendJSON(nil))
	var text []byte
	for f, err := range p.Frames() {
		if err != nil {
			readErr = errors.Join(readErr, err)
			break
		}
		text = f.AppendJSON(text[:0])
		m.Add(f.Turn, text)
	}
	end := p.End()
	if end == nil {
		end = &viewer.End{Turns: m.Turn(), Winner: serve.Nobody, Why: "the replay ends here"}
	}
	if readErr != nil {
		end.Why = fmt.Sprintf("the file is damaged after turn %d", m.Turn())
		if errors.Is(readErr, replay.ErrCut) {
			end.Why = fmt.Sprintf("the file ends before the match, after turn %d", m.Turn())
		}
	}
	end.Lessons = lessonsForPage(r, len(p.Show().Cells))
	m.End(end.AppendJSON(nil))
	c.opens = append(c.opens[max(0, len(c.opens)+1-openReplays):], m)
	return m, nil
}
