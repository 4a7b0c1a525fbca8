package harness

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func init() {
	misbehaviour["keep a log"] = func() {
		for _, name := range []string{"new.log", "own", "deep/old", filepath.Join(filepath.Dir(os.Args[len(os.Args)-1]), "beside")} {
			f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
			if err == nil {
				_, err = f.WriteString("+")
				err = errors.Join(err, f.Close())
			}
			try("writing "+filepath.Base(name), err)
		}
		text, err := os.ReadFile("link")
		try("reading through a link: "+string(text), err)
		_, err = os.ReadFile(filepath.Join(os.Getenv("TEST_FOLDER"), "kept"))
		try("reading by its own path", err)
		st, err := os.Stat("kept")
		try("an old file", err)
		if err == nil {
			fmt.Println("it is of", st.ModTime().Year())
		}
	}
	misbehaviour["fill the copy"] = func() {
		err := os.WriteFile("much", make([]byte, 8<<20), 0o600)
		try("much", err)
		for n := 0; err == nil && n < 1000 || n == 0; n++ {
			err = os.WriteFile("f"+strconv.Itoa(n), nil, 0o600)
		}
		try("many", err)
	}
}

// copying gives the bot a copy of its folder, which has an old file, a folder and a link.
func copying(t *testing.T, folder *string) func(*Command) {
	return func(c *Command) {
		*folder = c.Dir
		old := time.Date(2001, 2, 3, 0, 0, 0, 0, time.UTC)
		err := errors.Join(os.Mkdir(filepath.Join(c.Dir, "deep"), 0o755), os.WriteFile(filepath.Join(c.Dir, "deep/old"), nil, 0o644),
			os.Symlink("own", filepath.Join(c.Dir, "link")), os.WriteFile(filepath.Join(c.Dir, "kept"), nil, 0o644),
			os.Chtimes(filepath.Join(c.Dir, "kept"), old, old))
		if err != nil {
			t.Fatal(err)
		}
		c.Sandbox.FolderCopied = true
		c.Env = append(c.Env, "TEST_FOLDER="+c.Dir)
		c.Words = append(c.Words, filepath.Join(c.Dir, "own"))
	}
}

// TestABotWritesIntoACopy: at each level of the sandbox a bot may write into its own folder, by relative paths and by
// those of its command line, and nothing of that is in the folder afterwards.
func TestABotWritesIntoACopy(t *testing.T) {
	eachLevel(t, func(t *testing.T, level SandboxLevel) {
		var folder string
		p := confined(t, "keep a log", level, copying(t, &folder))
		ended(t, p)
		want := []string{"writing new.log succeeded", "writing own succeeded", "writing old succeeded", "writing beside succeeded",
			"reading through a link: own+ succeeded", "reading by its own path succeeded", "an old file succeeded", "it is of 2001"}
		if got := p.tailOf(Stdout, 9); !slices.Equal(got, want) {
			t.Errorf("%q", p.Tail(9))
		}
		entries, err := os.ReadDir(folder)
		text, readErr := os.ReadFile(filepath.Join(folder, "own"))
		if err != nil || readErr != nil || len(entries) != 4 || string(text) != "own" {
			t.Errorf("its folder has %v, %q: %v %v", entries, text, err, readErr)
		}
	})
}

// TestACopyIsBounded: in namespaces what a bot writes into its copy is limited as its private folder is.
func TestACopyIsBounded(t *testing.T) {
	namespacesOnly(t)
	var folder string
	p := confined(t, "fill the copy", SandboxNamespaces, copying(t, &folder), func(c *Command) {
		c.Sandbox.ScratchSize, c.Sandbox.ScratchFiles = 1<<20, 100
	})
	ended(t, p)
	got := p.tailOf(Stdout, 9)
	if len(got) != 2 || !strings.HasSuffix(got[0], "no space left on device") || !strings.HasSuffix(got[1], "no space left on device") {
		t.Errorf("%q", p.Tail(9))
	}
}

// TestALargeFolderIsNotCopied: a bot can read a folder that is too large, or has a pipe in it, and cannot change it.
func TestALargeFolderIsNotCopied(t *testing.T) {
	for name, add := range map[string]func(folder string) error{
		"large": func(folder string) error {
			path := filepath.Join(folder, "large")
			return errors.Join(os.WriteFile(path, nil, 0o644), os.Truncate(path, mostCopied))
		},
		"a pipe": func(folder string) error { return unix.Mkfifo(filepath.Join(folder, "pipe"), 0o644) },
	} {
		eachLevel(t, func(t *testing.T, level SandboxLevel) {
			if level < SandboxFiles {
				t.Skip("here a bot may change everything")
			}
			var folder string
			p := confined(t, "keep a log", level, copying(t, &folder), func(c *Command) {
				if err := add(c.Dir); err != nil {
					t.Fatal(err)
				}
			})
			ended(t, p)
			got := p.tailOf(Stdout, 9)
			if len(got) < 2 || !strings.HasPrefix(got[0], "writing new.log failed") || !strings.HasPrefix(got[1], "writing own failed") ||
				!slices.Contains(got, "reading through a link: own succeeded") {
				t.Errorf("%s: %q", name, p.Tail(9))
			}
		})
	}
}
