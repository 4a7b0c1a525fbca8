package harness

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func init() {
	misbehaviour["work where it is"] = func() {
		f, err := os.OpenFile("bot.log", os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
		if err == nil {
			_, err = f.WriteString("+")
			err = errors.Join(err, f.Close())
		}
		try("appending to a log", err)
		try("making a folder", os.MkdirAll("logs/today", 0o777))
		try("renaming", os.Rename("bot.log", "logs/old"))
		text, err := os.ReadFile("mine/own")
		try("reading "+string(text), err)
		text, err = os.ReadFile("data/shown")
		try("reading "+string(text), err)
		_, err = os.ReadFile("rival/secret")
		try("reading a rival", err)
		try("changing a rival", os.WriteFile("rival/secret", nil, 0o666))
		try("changing what it may read", os.WriteFile("data/shown", nil, 0o666))
		dir, _ := os.Getwd()
		fmt.Println("it works in", filepath.Base(dir))
	}
}

// inShared starts the bot in a folder in which its own is beside others.
func inShared(t *testing.T, folder *string) func(*Command) {
	return func(c *Command) {
		*folder = filepath.Join(t.TempDir(), "shared")
		for path, text := range map[string]string{"mine/own": "own", "rival/secret": "secret", "data/shown": "shown"} {
			path = filepath.Join(*folder, path)
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		c.Dir = *folder
		c.Sandbox.Folder, c.Sandbox.FolderCopied = "mine", true
		c.Sandbox.Readable = append(c.Sandbox.Readable, "data/shown")
		c.Words = append(c.Words, "mine/own")
	}
}

// TestAWorkingFolderOfItsOwn: a bot whose working folder holds other files, too, works in an empty one in its place: it
// may write there, finds its own folder there, and changes nothing that the user has.
func TestAWorkingFolderOfItsOwn(t *testing.T) {
	eachLevel(t, func(t *testing.T, level SandboxLevel) {
		if level < SandboxFiles {
			t.Skip("here a bot may change everything")
		}
		for _, file := range []bool{false, true} { // only the file is its own
			var folder string
			p := confined(t, "work where it is", level, inShared(t, &folder), func(c *Command) {
				if file {
					c.Sandbox.Folder = "mine/own"
				}
			})
			ended(t, p)
			want := []string{
				"appending to a log succeeded", "making a folder succeeded", "renaming succeeded", "reading own succeeded",
				"reading shown succeeded", "reading a rival failed", "changing a rival failed", "changing what it may read failed",
				"it works in shared",
			}
			got := p.tailOf(Stdout, 20)
			for i := range got {
				got[i], _, _ = strings.Cut(got[i], ":")
			}
			if !slices.Equal(got, want) {
				t.Errorf("only a file is its own: %t: %q", file, p.Tail(20))
			}
			var left []string
			_ = filepath.WalkDir(folder, func(path string, e os.DirEntry, err error) error {
				if err == nil && !e.IsDir() {
					text, _ := os.ReadFile(path)
					left = append(left, filepath.Base(path)+" "+string(text))
				}
				return err
			})
			if !slices.Equal(left, []string{"shown shown", "own own", "secret secret"}) {
				t.Errorf("the user's folder has %q", left)
			}
		}
	})
}

// TestAWorkingFolderIsBounded: in namespaces what a bot writes into it is limited as its private folder is.
func TestAWorkingFolderIsBounded(t *testing.T) {
	namespacesOnly(t)
	var folder string
	p := confined(t, "fill the copy", SandboxNamespaces, inShared(t, &folder), func(c *Command) {
		c.Sandbox.ScratchSize, c.Sandbox.ScratchFiles = 1<<20, 100
	})
	ended(t, p)
	got := p.tailOf(Stdout, 9)
	if len(got) != 2 || !strings.HasSuffix(got[0], "no space left on device") || !strings.HasSuffix(got[1], "no space left on device") {
		t.Errorf("%q", p.Tail(9))
	}
}

// TestWhereAWorkingFolderIsNeeded: what a bot sees of the system, and what it may write, stays where it is.
func TestWhereAWorkingFolderIsNeeded(t *testing.T) {
	for _, c := range []struct {
		level  SandboxLevel
		dir    string
		folder string
		needed bool
	}{
		{SandboxFiles, "/srv/bots", "/srv/bots/mine", true},
		{SandboxNamespaces, "/srv/bots", "/srv/bots/mine", true},
		{SandboxNamespaces, "/srv/bots", "/srv/bots", false},
		{SandboxNamespaces, "/srv/bots/mine/sub", "/srv/bots/mine", false},
		{SandboxNamespaces, "/", "/srv/mine", false},
		{SandboxNamespaces, "/var", "/srv/mine", false},
		{SandboxNamespaces, "/tmp", "/srv/mine", false},
		{SandboxNamespaces, "/tmp/x", "/srv/mine", true},
		{SandboxNamespaces, "/usr/share", "/srv/mine", false},
		{SandboxFiles, "/etc", "/srv/mine", false},
		{SandboxFiles, "/tmp", "/tmp/mine", true},
		{SandboxFiles, "/dev/shm", "/srv/mine", false},
	} {
		s := &supervised{spec: botSpec{Dir: c.dir, Sandbox: Sandbox{Level: c.level, Folder: c.folder}}}
		if got := s.needsWork(); got != c.needed {
			t.Errorf("at %v in %s with %s: %v", c.level, c.dir, c.folder, got)
		}
	}
}
