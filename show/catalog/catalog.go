// Package catalog shows the replays of a folder, or one replay, as a serve.Catalog. A replay costs little memory
// whatever it holds, and none holds up the list or another one: files are looked at beside the requests, turns are
// drawn when they are asked for, and what is too big is left out.
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

// Config is how a Catalog behaves. Every field may be left out.
type Config struct {
	// Games are those whose rules are known; nil: all that come with blastyard.
	Games []*game.Kind
	// Problem is told what is wrong with a file, once each.
	Problem func(text string)
	// Held is told how many bytes the compressed turns and the marks of all open replays take, whenever that has
	// changed much.
	Held func(bytes int64)
	// Explain adds to the end of a match on a board of so many cells what explains it. It is asked for short matches
	// only.
	Explain func(r *replay.Replay, cells int, end *viewer.End)
	// Beside are matches that are listed as newer than all replays; nil: none.
	Beside *serve.Live

	name func(path string) string // of which an id is made; nil: that of the file
}

// Bounds of a catalogue.
const (
	maxReplays = 20_000 // shown of a folder, the newest ones
	maxOpen    = 8      // kept open
)

// How often the folder is looked at, at least, and how long a file that ends before the match is waited for after it
// last grew.
const (
	rereadEvery = time.Second
	followEvery = 100 * time.Millisecond
)

var followFor = 10 * time.Second // a test may take its time

// Catalog is the replays at a path. New ones appear by themselves, and those that are being written grow. Readers name
// matches by ids that only the catalogue knows the files of. It implements serve.Changer.
type Catalog struct {
	root   string
	config Config
	slots  slots
	ctx    context.Context // until Close
	close  context.CancelFunc
	work   sync.WaitGroup

	mu      sync.Mutex
	files   []*file        // oldest first
	ids     map[string]int // of files
	seen    map[string]*file
	cast    *cast
	films   []*film // the last ones opened, newest last
	changed chan struct{}
	told    map[string]bool // problems
}

// New looks at what is at a path. It fails where there is no replay. Close must be called in the end.
func New(path string, config Config) (*Catalog, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("%s: no such file or folder", path)
	}
	if config.Games == nil {
		config.Games = games.All()
	}
	c := &Catalog{root: path, config: config, slots: newSlots(), seen: map[string]*file{}, changed: make(chan struct{}),
		told: map[string]bool{}, cast: newCast()}
	c.ctx, c.close = context.WithCancel(context.Background())
	c.config.Problem = nil // the error says it where there is nothing else
	c.reread()
	c.first()
	if len(c.files) == 0 {
		c.close()
		return nil, fmt.Errorf("%s: no replay (*%s) and no folder of a Bomberman match in there", path, replay.Ending)
	}
	if f := c.files[0]; len(c.files) == 1 && f.entry.Turn < 0 {
		c.close()
		return nil, errors.New(f.problem)
	}
	if c.config.Problem = config.Problem; config.Problem != nil {
		for _, text := range slices.Sorted(maps.Keys(c.told)) {
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

// Close ends what the catalogue does.
func (c *Catalog) Close() {
	c.close()
	c.work.Wait()
}

// Title is what is shown, in a few words.
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

// List is all replays, the newest last.
func (c *Catalog) List() []serve.Entry { return serve.ListOf(c) }

// Changed implements serve.Changer.
func (c *Catalog) Changed() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.changed
}

// tell wakes those that wait for a change. c.mu is held.
func (c *Catalog) tell() {
	close(c.changed)
	c.changed = make(chan struct{})
}

// Open implements serve.Catalog. It waits until the replay was read: so does who asks for the same one, and nobody
// else.
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

// film finds the film of an id, or begins it.
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

// filmOf is the film of a file as it is now; nil where it was not opened, or changed since. c.mu is held.
func (c *Catalog) filmOf(file *file) *film {
	for i, f := range c.films {
		switch {
		case f.id != file.entry.ID || f.path != file.path:
			continue
		case f.ended() && !f.changed.Equal(file.changed):
			c.films = append(c.films[:i:i], c.films[i+1:]...) // it is out of date
			return nil
		}
		return f
	}
	return nil
}

// held tells how much all films hold. c.mu is held.
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

// follow looks at the folder again and again, and at new files.
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
		every = max(rereadEvery, 20*time.Since(began)) // a slow folder is looked at less often
		c.rest()
	}
}

// followBeside tells of changes of the matches beside the replays.
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

// surveyRest looks at the files of which a quick survey did not see all. They may take long, or wait for a slot: new
// files do not wait for them.
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

// problem tells what is wrong with a file, once.
func (c *Catalog) problem(text string) {
	c.mu.Lock()
	first := !c.told[text]
	c.told[text] = true
	c.mu.Unlock()
	if first && c.config.Problem != nil {
		c.config.Problem(text)
	}
}
