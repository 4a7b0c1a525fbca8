// Package catalog provides the replays of a folder, or one replay, as a serve.Catalog. A replay takes little memory
// whatever its size, and does not delay the list or other replays: files are examined in the background, turns are
// drawn on request, and turns that are too big are omitted.
package catalog

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/replay"
	"blastyard/show/serve"
)

// Config configures a Catalog. Every field is optional.
type Config struct {
	// Games are the games whose rules are known. The default is all games of blastyard.
	Games []*game.Kind
	// Problem is called with each problem of a file, once.
	Problem func(text string)
	// Held is called with the number of bytes that the compressed turns and the marks of all open replays take,
	// whenever that has changed considerably.
	Held func(bytes int64)
	// Explain adds an explanation to the end of a short match on a board of so many cells.
	Explain func(r *replay.Replay, cells int, end *viewer.End)
	// Beside are matches that are listed as newer than all replays. It may be nil.
	Beside *serve.Live

	name func(path string) string // returns the name from which an id is made; nil: the name of the file
}

// Limits of a catalogue.
const (
	maxReplays = 20_000 // the newest replays of a folder that are shown
	maxOpen    = 8      // replays that are kept open
)

// How often the folder is examined at least, and how long an incomplete file is watched after it last grew.
const (
	rereadEvery = time.Second
	followEvery = 100 * time.Millisecond
)

var followFor = 10 * time.Second // tests change it

// Catalog is the list of the replays at a path. New replays appear by themselves, and replays that are being written
// grow. Readers name matches by ids, whose files only the catalogue knows. It implements serve.Changer.
type Catalog struct {
	root   string
	config Config
	slots  slots
	ctx    context.Context // ends with Close
	close  context.CancelFunc
	work   sync.WaitGroup

	mu       sync.Mutex
	files    []*file        // oldest first
	ids      map[string]int // index in files, by id
	seen     map[string]*file
	cast     *cast
	films    []*film // the last ones opened, newest last
	changed  chan struct{}
	reported map[string]bool // problems that were reported
}

// New examines a path. It fails if there is no replay. The caller must call Close.
func New(path string, config Config) (*Catalog, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("%s: no such file or folder", path)
	}
	if config.Games == nil {
		config.Games = games.All()
	}
	c := &Catalog{root: path, config: config, slots: newSlots(), seen: map[string]*file{}, changed: make(chan struct{}),
		reported: map[string]bool{}, cast: newCast()}
	c.ctx, c.close = context.WithCancel(context.Background())
	c.config.Problem = nil // the error describes the problem if there is no other file
	c.reread()
	c.first()
	if len(c.files) == 0 {
		c.close()
		return nil, fmt.Errorf("%s: no replay (*%s) and no folder of an old match (Replays/SEED) in there", path,
			replay.Ending)
	}
	if f := c.files[0]; len(c.files) == 1 && f.entry.Turn < 0 {
		c.close()
		return nil, errors.New(f.problem)
	}
	if c.config.Problem = config.Problem; config.Problem != nil {
		for _, text := range slices.Sorted(maps.Keys(c.reported)) {
			config.Problem(text)
		}
	}
	c.work.Go(c.follow)
	c.work.Go(c.surveyRest)
	if config.Beside != nil {
		c.work.Go(c.followBeside)
	}
	return c, nil
}

// Close stops all work of the catalogue.
func (c *Catalog) Close() {
	c.close()
	c.work.Wait()
}

// Title describes in a few words what is shown.
func (c *Catalog) Title() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.files) == 1 {
		return c.files[0].entry.Title
	}
	if path, err := filepath.Abs(c.root); err == nil {
		return filepath.Base(path)
	}
	return c.root
}

// Newest implements serve.Catalog.
func (c *Catalog) Newest() iter.Seq[*serve.Entry] {
	return func(yield func(*serve.Entry) bool) {
		if c.config.Beside != nil {
			for e := range c.config.Beside.Newest() {
				if !yield(e) {
					return
				}
			}
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, f := range slices.Backward(c.files) {
			if f.entry.Turn < 0 {
				continue
			}
			e := f.entry
			if film := c.filmOf(f); film != nil {
				film.describe(&e)
			}
			if !yield(&e) {
				return
			}
		}
	}
}

// List returns all replays, the newest last.
func (c *Catalog) List() []serve.Entry { return serve.ListOf(c) }

// Changed implements serve.Changer.
func (c *Catalog) Changed() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.changed
}

// tell wakes the callers that wait for a change. c.mu is held.
func (c *Catalog) tell() {
	close(c.changed)
	c.changed = make(chan struct{})
}

// Open implements serve.Catalog. It waits until the replay was read. That delays other calls for the same replay
// only.
func (c *Catalog) Open(id string) (*serve.Match, error) {
	if c.config.Beside != nil {
		if m, err := c.config.Beside.Open(id); err == nil {
			return m, nil
		}
	}
	f, err := c.film(id)
	if err != nil {
		return nil, err
	}
	select {
	case <-f.ready:
		return f.match, f.fault
	case <-c.ctx.Done():
		return nil, fmt.Errorf("catalog: %s: the viewer ends", id)
	}
}

// film returns the film of an id, which it begins if necessary.
func (c *Catalog) film(id string) (*film, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	i, ok := c.ids[id]
	if !ok || c.ctx.Err() != nil {
		return nil, serve.ErrNotFound
	}
	file := c.files[i]
	if f := c.filmOf(file); f != nil {
		return f, nil
	}
	f := newFilm(c, file)
	c.films = append(c.films, f)
	for len(c.films) > maxOpen {
		c.films[0].stop()
		c.films = c.films[1:]
	}
	c.held()
	c.work.Go(f.run)
	return f, nil
}

// filmOf returns the film of the current version of a file, or nil if that is not open. c.mu is held.
func (c *Catalog) filmOf(file *file) *film {
	for i, f := range c.films {
		switch {
		case f.id != file.entry.ID || f.path != file.path:
			continue
		case f.ended() && !f.changed.Equal(file.changed):
			c.films = append(c.films[:i:i], c.films[i+1:]...) // out of date
			return nil
		}
		return f
	}
	return nil
}

// held reports the size of all films. c.mu is held.
func (c *Catalog) held() {
	if c.config.Held == nil {
		return
	}
	var sum int64
	for _, f := range c.films {
		sum += f.held.Load()
	}
	c.config.Held(sum)
}

// follow examines the folder repeatedly, and the new files in it.
func (c *Catalog) follow() {
	every := rereadEvery
	c.rest()
	for {
		select {
		case <-c.ctx.Done():
			return
		case <-time.After(every):
		}
		began := time.Now()
		c.reread()
		every = max(rereadEvery, 20*time.Since(began)) // examine a slow folder less often
		c.rest()
	}
}

// followBeside reports changes of the matches beside the replays.
func (c *Catalog) followBeside() {
	for {
		changed := c.config.Beside.Changed()
		c.mu.Lock()
		c.tell()
		c.mu.Unlock()
		select {
		case <-c.ctx.Done():
			return
		case <-changed:
		}
	}
}

// surveyRest surveys the files that a quick survey did not read completely. New files do not wait for it, because it
// may take long or wait for a slot.
func (c *Catalog) surveyRest() {
	for {
		changed := c.Changed()
		c.surveyAll(wholeSurvey)
		select {
		case <-c.ctx.Done():
			return
		case <-changed:
		}
	}
}

// problem reports a problem of a file, once.
func (c *Catalog) problem(text string) {
	c.mu.Lock()
	first := !c.reported[text]
	c.reported[text] = true
	c.mu.Unlock()
	if first && c.config.Problem != nil {
		c.config.Problem(text)
	}
}
