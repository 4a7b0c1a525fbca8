package catalog

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"blastyard/game"
	"blastyard/replay"
	"blastyard/viewer/playback"
	"blastyard/viewer/serve"
)

// Bounds of what is looked at in a folder.
const (
	maxDepth   = 4       // folders within folders
	maxEntries = 100_000 // of all of them
)

// ownReplay is a replay of ours in the folder of a Bomberman match: it tells more than the folder.
const ownReplay = "replay" + replay.Ending

// file is a replay that is known. Of one that is in the list nothing changes but under the catalogue's mutex.
type file struct {
	path    string
	changed time.Time
	size    int64 // of a file; of a folder 0

	entry    serve.Entry // the Turn is -1 where nothing can be shown
	problem  string
	surveyed int64 // plain bytes that a survey looked at: as far as it had to
	whole    bool  // the survey came to the end
	longest  int   // bytes of the longest line
	values   int
	cells    int
}

// reread looks at what is in the folder now; what is known of files that did not change stays.
func (c *Catalog) reread() {
	found := find(c.root)
	slices.SortStableFunc(found, func(a, b *file) int { return a.changed.Compare(b.changed) })
	found = found[max(0, len(found)-maxReplays):]
	c.mu.Lock()
	defer c.mu.Unlock()
	differ := len(found) != len(c.files)
	ids, seen := map[string]int{}, map[string]*file{}
	for i, f := range found {
		old := c.seen[f.path]
		switch {
		case old != nil && old.changed.Equal(f.changed) && old.size == f.size:
			found[i] = old
		case old != nil: // it grows: what is known of it holds until the next survey
			f.entry, f.problem, f.cells = old.entry, old.problem, old.cells
			differ = true
		default:
			f.entry = serve.Entry{Title: filepath.Base(f.path), Turn: -1, Winner: serve.NoWinner}
			differ = true
		}
		found[i].entry.ID = freeID(ids, f.path)
		ids[found[i].entry.ID], seen[f.path] = i, found[i]
	}
	c.files, c.ids, c.seen = found, ids, seen
	if differ {
		c.tell()
	}
}

// freeID makes an id of a file's name.
func freeID(taken map[string]int, path string) string {
	name := strings.TrimSuffix(filepath.Base(path), replay.Ending)
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
		free = id + "_" + itoa(n)
	}
}

// search goes through folders, and through links to folders, but not twice into the same one.
type search struct {
	found   []*file
	visited map[string]bool
	left    int
}

// find lists the replays at a path.
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
		return // what cannot be read is not shown
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

// isMatchFolder tells whether a folder is that of an old Bomberman match: it has the first round's.
func isMatchFolder(path string) bool {
	_, err := os.Stat(filepath.Join(path, "0", "state.json"))
	return err == nil
}

// How much of a file a survey looks at, in plain bytes: first little of each, then all of the few that have more. So a
// file that has very much does not keep others waiting.
const (
	quickSurvey = 32 << 20
	wholeSurvey = 1 << 40
)

// surveyAll surveys the files that were not yet, the newest first.
func (c *Catalog) surveyAll(most int64) {
	c.mu.Lock()
	files := slices.Clone(c.files)
	c.mu.Unlock()
	for _, f := range slices.Backward(files) {
		c.mu.Lock()
		if f.entry.Live && time.Since(f.changed) > followFor {
			f.whole, f.surveyed = false, 0 // it no longer grows
		}
		due := c.ctx.Err() == nil && !f.whole && f.surveyed < most && (f.surveyed > 0) == (most > quickSurvey)
		c.mu.Unlock()
		if due {
			c.survey(f, most)
		}
	}
}

// survey finds out what the list says of a file: one goroutine quickly, another one the rest.
func (c *Catalog) survey(f *file, most int64) {
	if most > quickSurvey {
		if !c.slots.take(c.ctx, true) {
			return
		}
		defer c.slots.give(true)
	}
	c.mu.Lock()
	known := *f
	c.mu.Unlock()
	known.problem = ""
	err := known.look(most, c.config.Games)
	if err != nil {
		known.problem = err.Error()
	}
	c.mu.Lock()
	known.entry.ID = f.entry.ID
	*f = known
	c.tell()
	c.mu.Unlock()
	if known.problem != "" {
		c.problem(known.problem)
	}
}

// look surveys a file.
func (f *file) look(most int64, kinds []*game.Kind) error {
	f.surveyed = most
	f.entry = serve.Entry{Title: filepath.Base(f.path), Turn: -1, Winner: serve.NoWinner}
	r, err := replay.OpenReader(f.path, replay.Limits{Lean: true})
	if err != nil {
		f.whole = true
		return err
	}
	defer r.Close()
	film, err := playback.NewFilm(r.Header(), kinds)
	if err != nil {
		f.whole = true
		return named(f.path, err)
	}
	s, err := r.Survey(min(most, f.mostPlain()))
	if !s.Whole && most > f.mostPlain() {
		s.Whole, err = true, errTooMuch
	}
	header := film.Header()
	f.whole, f.longest, f.values, f.cells = s.Whole, s.Longest, s.Values, len(header.Cells)
	e := &f.entry
	e.Title, e.Game, e.Turn, e.Turns, e.Started = header.Title, header.Game, s.Turns, header.Turns, header.Started
	e.Entrants = header.Entrants()
	for _, x := range header.Players {
		e.Players = append(e.Players, x.Name)
	}
	if end := film.End(s.Result); end != nil {
		e.Winner = end.Winner
	}
	if errors.Is(err, replay.ErrCut) && f.size > 0 && time.Since(f.changed) <= followFor {
		e.Live = true // it is being written
		return nil
	}
	return named(f.path, err)
}
