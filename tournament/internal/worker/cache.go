package worker

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"blastyard/arena/entrant"
	"blastyard/arena/entrant/build"
	"blastyard/arena/harness"
	"blastyard/internal/archive"
	"blastyard/internal/errortext"
	"blastyard/internal/filelock"
	"blastyard/internal/plain"
	"blastyard/internal/waiting"
	"blastyard/tournament/event"
)

// cache holds unpacked and built bots of archives. Several workers may share its folder: each bot has a lock, and
// workers share the lock while they play the bot.
type cache struct {
	worker *Worker
	dir    string
	box    *harness.Sandbox // sandbox in which bots are built; nil: none
	size   int64
}

// kept is the record of a bot in the cache, as JSON beside its folder. It exists when the bot is ready.
type kept struct {
	Broken string `json:"broken,omitempty"` // why the bot cannot play; "": it can
	Size   int64  `json:"size"`             // total bytes of its files
}

// lease is a bot of the cache that stays there until the lease is released.
type lease struct {
	entrant entrant.Entrant
	broken  string
	lock    *filelock.Lock
}

func (l *lease) free() { _ = l.lock.Unlock() }

// unpackLimits limit archives from the event's own store. Uploads of teams were limited before.
var unpackLimits = archive.Limits{Packed: 2 << 30, Bytes: 8 << 30, Files: 200_000, Ratio: 1000}

func newCache(w *Worker, dir string, box *harness.Sandbox) (*cache, error) {
	dir, err := filepath.Abs(dir)
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return nil, fmt.Errorf("worker: folder for bots: %w", err)
	}
	return &cache{worker: w, dir: dir, box: box, size: cmp.Or(w.options.CacheSize, DefaultCacheSize)}, nil
}

// lock waits for the lock of a bot, which another worker has while it builds the bot.
func (c *cache) lock(ctx context.Context, file string, kind filelock.Kind) (*filelock.Lock, error) {
	return filelock.Wait(ctx, file, kind, "which builds a bot", func(line string) { c.worker.log.Warn(line) })
}

// get returns the bot of an archive. It fetches and builds the bot if needed. own is the description in the organiser's
// file; nil: the archive describes the bot.
func (c *cache) get(ctx context.Context, b JobBot, own *event.Bot) (*lease, error) {
	name, err := nameOf(b, own)
	if err != nil {
		return nil, err
	}
	lockFile := filepath.Join(c.dir, name+".lock")
	for {
		lock, err := c.lock(ctx, lockFile, filelock.Shared)
		if err != nil {
			return nil, machine(ctx, err)
		}
		if k, ok := c.read(name); ok {
			c.touch(name)
			l := &lease{broken: k.Broken, lock: lock}
			if l.entrant, err = c.entrant(c.folder(name), own); err != nil {
				l.broken = cmp.Or(l.broken, hidePath(plain.Line(errortext.Text(err)), c.folder(name)))
			}
			return l, nil
		}
		_ = lock.Unlock()
		if lock, err = c.lock(ctx, lockFile, filelock.Exclusive); err != nil {
			return nil, machine(ctx, err)
		}
		if _, ok := c.read(name); !ok {
			err = c.install(ctx, name, b, own)
		}
		_ = lock.Unlock()
		if err != nil {
			return nil, err
		}
		c.trim()
	}
}

// nameOf returns the name of a bot in the cache: the same archive may be built in several ways.
func nameOf(b JobBot, own *event.Bot) (string, error) {
	if text, err := hex.DecodeString(b.Version); err != nil || len(text) != sha256.Size {
		return "", fmt.Errorf("version is %q, expected the SHA-256 of an archive", b.Version)
	}
	if own == nil {
		return b.Version, nil
	}
	text, err := json.Marshal([]any{own.Entrant.Build, own.Entrant.Env, own.Entrant.Protocol})
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return b.Version + "-" + hex.EncodeToString(sum[:8]), nil
}

// machine returns err as an error of this machine, or the error of ctx if it has ended.
func machine(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fmt.Errorf("%w: %w", ErrMachine, err)
}

func (c *cache) folder(name string) string { return filepath.Join(c.dir, name, "bot") }

func (c *cache) record(name string) string { return filepath.Join(c.dir, name+".json") }

// read reads the record of a bot; ok: the bot is ready.
func (c *cache) read(name string) (k kept, ok bool) {
	text, err := os.ReadFile(c.record(name))
	return k, err == nil && json.Unmarshal(text, &k) == nil
}

// touch records that a bot is used: see trim.
func (c *cache) touch(name string) {
	now := time.Now()
	_ = os.Chtimes(c.record(name), now, now)
}

// entrant returns the entrant that plays from a folder.
func (c *cache) entrant(folder string, own *event.Bot) (entrant.Entrant, error) {
	if own == nil {
		return entrant.Parse(folder, entrant.Options{Protocol: c.worker.kind.Protocol})
	}
	e := own.Entrant
	e.Dir = folder
	if e.Folder {
		e.Bot = folder
	}
	return e, nil
}

// install fetches, unpacks and builds a bot. The caller holds its lock.
func (c *cache) install(ctx context.Context, name string, b JobBot, own *event.Bot) error {
	if err := removeAll(filepath.Join(c.dir, name)); err != nil {
		return machine(ctx, err)
	}
	folder := c.folder(name)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return machine(ctx, err)
	}
	broken, err := c.unpack(ctx, b.Version, folder)
	if err == nil && broken == "" {
		broken, err = c.build(ctx, b, own, folder)
	}
	if err != nil {
		_ = removeAll(filepath.Join(c.dir, name))
		return err
	}
	if broken = hidePath(broken, folder); broken != "" {
		c.worker.log.Warn("a bot cannot play", "bot", b.Name, "version", b.Version, "why", broken)
	}
	text, err := json.Marshal(kept{Broken: broken, Size: sizeOf(folder)})
	if err != nil {
		return err
	}
	unfinished := c.record(name) + ".new"
	if err = os.WriteFile(unfinished, text, 0o600); err == nil {
		err = os.Rename(unfinished, c.record(name))
	}
	if err != nil {
		return machine(ctx, err)
	}
	return nil
}

// unpack fetches and unpacks an archive. broken says what is wrong with the archive.
func (c *cache) unpack(ctx context.Context, version, folder string) (broken string, err error) {
	if c.worker.options.Archives == nil {
		return "", fmt.Errorf("there are no archives here: %w", ErrCannot)
	}
	r, err := c.worker.options.Archives.Open(ctx, version)
	if err != nil {
		return "", machine(ctx, err)
	}
	defer r.Close()
	hash, err := archive.Unpack(r, folder, unpackLimits)
	var refusal *archive.Refusal
	switch {
	case errors.As(err, &refusal):
		return "its archive: " + plain.Line(refusal.Error()), nil
	case err != nil:
		return "", machine(ctx, err)
	case hash != version:
		return "", fmt.Errorf("the archive that came has the hash %s, expected %s: %w", hash, version, ErrMachine)
	}
	return "", nil
}

// build builds the bot of a folder. broken says why it cannot be built.
func (c *cache) build(ctx context.Context, b JobBot, own *event.Bot, folder string) (broken string, err error) {
	e, err := c.entrant(folder, own)
	if err != nil {
		return plain.Line(errortext.Text(err)), nil
	}
	for _, tool := range ToolsOf(&e) {
		if !installed(tool) {
			return "", fmt.Errorf("it needs the program %s: %w", tool, ErrCannot)
		}
	}
	sum := sha256.Sum256([]byte(b.Name))
	box := build.Box{Sandbox: c.box, Cache: filepath.Join(c.dir, "made-by", hex.EncodeToString(sum[:8]))}
	if err := os.MkdirAll(box.Cache, 0o700); err != nil {
		return "", machine(ctx, err)
	}
	says := descriptions(folder)
	defer waiting.Tell(waiting.Build(b.Name, build.DefaultTime), func(line string) { c.worker.log.Warn(line) })()
	var out bytes.Buffer
	_, err = build.Sandboxed(ctx, &e, b.Name, &out, box)
	var failed *build.Error
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.As(err, &failed):
		if err := probe(c.dir); err != nil {
			return "", machine(ctx, errors.Join(err, failed)) // tools only say that they cannot write
		}
		broken = failed.Error()
		if len(failed.Last) > 0 {
			broken += "; it last printed: " + strings.Join(failed.Last, " | ")
		}
		broken = plain.Line(broken)
	case err != nil:
		return "", machine(ctx, err)
	}
	if sizeOf(box.Cache) > build.DefaultSize/2 {
		_ = removeAll(box.Cache)
	}
	return broken, says.restore(folder)
}

// probeSize is the disk space that must be free for a failed build not to be blamed on the disk, in bytes.
const probeSize = 8 << 20

// probe reports whether the disk is full.
func probe(dir string) error {
	f, err := os.CreateTemp(dir, "probe-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(make([]byte, probeSize))
	return errors.Join(err, f.Close())
}

// description is the content of the files of a folder that say how its bot is started.
type description map[string][]byte

func descriptions(folder string) description {
	d := description{}
	for _, name := range []string{entrant.FolderFile, "bot.json"} {
		if text, err := os.ReadFile(filepath.Join(folder, name)); err == nil { // unpacked, so it is no link
			d[name] = text
		}
	}
	return d
}

// restore writes the files again with the content of the archive. The build may have replaced them by links to files of
// others, and this process reads them without a sandbox.
func (d description) restore(folder string) error {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrMachine, err)
	}
	defer root.Close()
	for _, name := range []string{entrant.FolderFile, "bot.json"} {
		err := root.RemoveAll(name)
		if text, ok := d[name]; ok && err == nil {
			err = root.WriteFile(name, text, 0o600)
		}
		if err != nil {
			return fmt.Errorf("%w: %w", ErrMachine, err)
		}
	}
	return nil
}

// trim removes the least recently used bots until the others fit. It keeps bots that somebody is playing.
func (c *cache) trim() {
	type candidate struct {
		name string
		used time.Time
		size int64
	}
	var list []candidate
	var total int64
	entries, _ := os.ReadDir(c.dir)
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".json")
		info, err := e.Info()
		if !ok || err != nil {
			continue
		}
		k, _ := c.read(name)
		total += k.Size
		list = append(list, candidate{name, info.ModTime(), k.Size})
	}
	slices.SortFunc(list, func(a, b candidate) int { return a.used.Compare(b.used) })
	for _, b := range list {
		if total <= c.size {
			return
		}
		lock, err := filelock.Try(filepath.Join(c.dir, b.name+".lock"), filelock.Exclusive)
		if err != nil {
			continue
		}
		if os.Remove(c.record(b.name)) == nil {
			_ = removeAll(filepath.Join(c.dir, b.name))
			total -= b.size
		}
		_ = lock.Unlock()
	}
}

// removeAll removes a folder, even if its owner has removed the permission to change it.
func removeAll(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			_ = os.Chmod(path, 0o700) //nolint:gosec // a folder must be entered
		}
		return nil
	})
	return os.RemoveAll(dir)
}

// sizeOf returns the total size in bytes of the files below a folder.
func sizeOf(dir string) (size int64) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // skip what cannot be read
		}
		if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
			size += info.Size()
		}
		return nil
	})
	return size
}
