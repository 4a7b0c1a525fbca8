package module

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// built is what a test builds.
func built() *Module { return &Module{Wasm: []byte("wasm"), Loader: []byte("loader")} }

// counted builds and counts how often.
func counted(n *atomic.Int32) func(string) (*Module, error) {
	return func(string) (*Module, error) {
		n.Add(1)
		return built(), nil
	}
}

func noted(string) {}

func isBuilt(m *Module) bool {
	return m != nil && string(m.Wasm) == "wasm" && string(m.Loader) == "loader"
}

// names are what lies in a folder.
func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, entry := range entries {
		list = append(list, entry.Name())
	}
	return list
}

// TestCacheBuildsOnce: several that need a module at once build it once, and leave nothing else behind.
func TestCacheBuildsOnce(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "not", "yet")
	var builds atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if m, err := (cache{folder}).get(t.Context(), "key", noted, counted(&builds)); err != nil || !isBuilt(m) {
				t.Errorf("%v, %v", m, err)
			}
		})
	}
	all.Wait()
	if builds.Load() != 1 {
		t.Errorf("it was built %d times, expected once", builds.Load())
	}
	if m, err := (cache{folder}).get(t.Context(), "other", noted, counted(&builds)); err != nil || !isBuilt(m) || builds.Load() != 2 {
		t.Errorf("another key: %v, %v, built %d times", m, err, builds.Load())
	}
	if got := names(t, folder); !slices.Equal(got, []string{"key", lockFile, "other"}) {
		t.Errorf("the cache has %q", got)
	}
}

// TestCacheThatCannotBeWritten: the module is built elsewhere each time, and nothing stays there.
func TestCacheThatCannotBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Setenv("TMP", temporary)
	for _, folder := range []string{"", file, filepath.Join(file, "below")} {
		var builds atomic.Int32
		for range 2 {
			m, err := cache{folder}.get(t.Context(), "key", noted, func(work string) (*Module, error) {
				if !strings.HasPrefix(work, temporary) {
					t.Errorf("cache %q: it is built in %s", folder, work)
				}
				return counted(&builds)(work)
			})
			if err != nil || !isBuilt(m) {
				t.Errorf("cache %q: %v, %v", folder, m, err)
			}
		}
		if builds.Load() != 2 {
			t.Errorf("cache %q: it was built %d times, expected twice", folder, builds.Load())
		}
	}
	if got := names(t, temporary); len(got) > 0 {
		t.Errorf("left behind: %q", got)
	}
}

// TestCacheAfterAFailure: a build that fails leaves nothing, and the next one builds.
func TestCacheAfterAFailure(t *testing.T) {
	c, broken := cache{t.TempDir()}, errors.New("broken")
	if _, err := c.get(t.Context(), "key", noted, func(string) (*Module, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	if got := names(t, c.folder); !slices.Equal(got, []string{lockFile}) {
		t.Errorf("the cache has %q", got)
	}
	var builds atomic.Int32
	for _, damage := range []func(entry string) error{
		func(string) error { return nil },
		func(entry string) error { return os.Truncate(filepath.Join(entry, WasmFile), 0) },
		func(entry string) error { return os.Remove(filepath.Join(entry, LoaderFile)) },
	} {
		if m, err := c.get(t.Context(), "key", noted, counted(&builds)); err != nil || !isBuilt(m) {
			t.Errorf("%v, %v", m, err)
		}
		if err := damage(filepath.Join(c.folder, "key")); err != nil {
			t.Fatal(err)
		}
	}
	if m, err := c.get(t.Context(), "key", noted, counted(&builds)); err != nil || !isBuilt(m) || builds.Load() != 3 {
		t.Errorf("after damage: %v, %v, built %d times, expected 3", m, err, builds.Load())
	}
	if m := c.find("key"); !isBuilt(m) {
		t.Error("what was damaged was not replaced")
	}
}

// TestCacheForgets: what was not used for a month goes when something is built; what is used stays.
func TestCacheForgets(t *testing.T) {
	c := cache{t.TempDir()}
	var builds atomic.Int32
	long := time.Now().Add(-2 * kept)
	for _, key := range []string{"unused", "used"} {
		if _, err := c.get(t.Context(), key, noted, counted(&builds)); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(filepath.Join(c.folder, key), long, long); err != nil {
			t.Fatal(err)
		}
	}
	c.find("used")
	if _, err := c.get(t.Context(), "new", noted, counted(&builds)); err != nil {
		t.Fatal(err)
	}
	if got := names(t, c.folder); !slices.Equal(got, []string{lockFile, "new", "used"}) {
		t.Errorf("the cache has %q", got)
	}
}

// TestCacheWaitsNoLongerThanAsked: who waits for another one's build can be interrupted.
func TestCacheWaitsNoLongerThanAsked(t *testing.T) {
	c := cache{t.TempDir()}
	lock, err := c.lock(t.Context(), noted)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Unlock() //nolint:errcheck // the test ends
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var builds atomic.Int32
	if _, err := c.get(ctx, "key", noted, counted(&builds)); !errors.Is(err, context.Canceled) || builds.Load() != 0 {
		t.Errorf("error %v, built %d times", err, builds.Load())
	}
}
