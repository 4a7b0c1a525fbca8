package catalog

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"blastyard/internal/names"
	"blastyard/replay"
	"blastyard/show/serve"
)

// Limits of the dropped replays that are kept. The oldest ones are removed.
const (
	maxDrops     = 20
	maxDropBytes = 128 << 20
)

// Drops are replays that readers drop on the page. They are in a folder of their own, until Close. Drops implements
// serve.Drops.
type Drops struct {
	config Config

	mu     sync.Mutex
	root   string   // the folder; "": nothing was dropped yet
	kept   []string // subfolders with one file each, oldest first
	count  int
	held   *Catalog // of the folder; nil: nothing was dropped yet
	closed bool
}

// NewDrops returns an empty Drops. The caller must call Close.
func NewDrops(config Config) *Drops { return &Drops{config: config} }

// Close removes the dropped replays.
func (d *Drops) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	if d.held != nil {
		d.held.Close()
	}
	if d.root != "" {
		_ = os.RemoveAll(d.root) // it is in the temporary folder anyway
	}
}

// catalog returns the catalogue, or nil before anything was dropped.
func (d *Drops) catalog() *Catalog {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.held
}

// Newest implements serve.Catalog.
func (d *Drops) Newest() iter.Seq[*serve.Entry] {
	if c := d.catalog(); c != nil {
		return c.Newest()
	}
	return func(func(*serve.Entry) bool) {}
}

// Open implements serve.Catalog.
func (d *Drops) Open(id string) (*serve.Match, error) {
	if c := d.catalog(); c != nil {
		return c.Open(id)
	}
	return nil, serve.ErrNotFound
}

// Take implements serve.Drops.
func (d *Drops) Take(name string, from io.Reader) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return "", errors.New("the viewer ends")
	}
	file, err := d.write(name, from)
	if err != nil {
		return "", err
	}
	if err := d.reread(file); err != nil {
		return "", d.refuse(file, err)
	}
	c := d.held
	c.mu.Lock()
	f := c.seen[file]
	id, problem := "", "it is no replay ("+replay.Ending+")"
	if f != nil && f.entry.Turn >= 0 {
		id = f.entry.ID
	} else if f != nil && f.problem != "" {
		problem = strings.TrimPrefix(f.problem, file+": ")
	}
	c.mu.Unlock()
	if id == "" {
		return "", d.refuse(file, errors.New(problem))
	}
	d.forget()
	return id, nil
}

// write writes a file into a folder of its own.
func (d *Drops) write(name string, from io.Reader) (string, error) {
	if d.root == "" {
		root, err := os.MkdirTemp("", "blastyard-dropped-")
		if err != nil {
			return "", fmt.Errorf("the replay cannot be kept: %w", err)
		}
		d.root = root
	}
	d.count++
	dir := filepath.Join(d.root, strconv.Itoa(d.count))
	file := filepath.Join(dir, dropName(name))
	err := os.Mkdir(dir, 0o700)
	if err == nil {
		err = writeAll(file, from)
	}
	if err != nil {
		return "", d.refuse(file, err)
	}
	d.kept = append(d.kept, dir)
	return file, nil
}

// dropName returns a safe name for a dropped file, without folders and special characters.
func dropName(name string) string {
	name = strings.Trim(strings.TrimSuffix(name, replay.Ending), ". ")
	return names.SafeFile(cmp.Or(name, "replay")) + replay.Ending
}

func writeAll(file string, from io.Reader) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("the replay cannot be kept: %w", err)
	}
	_, err = io.Copy(f, from)
	return errors.Join(err, f.Close())
}

// refuse removes a file that cannot be shown.
func (d *Drops) refuse(file string, why error) error {
	dir := filepath.Dir(file)
	_ = os.RemoveAll(dir) // what remains is removed with the whole folder
	d.kept = slices.DeleteFunc(d.kept, func(kept string) bool { return kept == dir })
	if d.held != nil {
		d.held.reread()
	}
	return why
}

// reread makes the catalogue look at the current files.
func (d *Drops) reread(newest string) error {
	if d.held != nil {
		d.held.reread()
		d.held.surveyAll(quickSurvey)
		return nil
	}
	config := d.config
	config.name = func(path string) string { // ids must not clash with another catalogue's, and must not change
		return filepath.Base(d.root) + "-" + filepath.Base(filepath.Dir(path))
	}
	c, err := New(d.root, config)
	if err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), newest+": "))
	}
	d.held = c
	return nil
}

// forget removes the oldest files beyond the limits.
func (d *Drops) forget() {
	var held int64
	for i, dir := range slices.Backward(d.kept) {
		files, _ := filepath.Glob(filepath.Join(dir, "*"))
		for _, f := range files {
			if info, err := os.Stat(f); err == nil {
				held += info.Size()
			}
		}
		if len(d.kept)-i > maxDrops || held > maxDropBytes && i < len(d.kept)-1 {
			for _, old := range d.kept[:i+1] {
				_ = os.RemoveAll(old)
			}
			d.kept = slices.Delete(d.kept, 0, i+1)
			d.held.reread()
			return
		}
	}
}
