package harness

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestSandboxModes(t *testing.T) {
	highest, _ := Reachable()
	if s, err := NewSandbox(SandboxOff); s != nil || err != nil {
		t.Errorf("off: %v, %v", s, err)
	}
	if s, err := NewSandbox(SandboxAuto); err != nil || s.Level != highest {
		t.Errorf("auto: %v, %v", s, err)
	}
	if s, err := NewSandbox(SandboxRequire); (err == nil) != (highest >= SandboxFiles) || err != nil && !errors.Is(err, ErrSandbox) {
		t.Errorf("require: %v, %v", s, err)
	}
	for level := SandboxLimits; level <= SandboxNamespaces; level++ {
		s, err := NewSandbox(SandboxRequire + "=" + level.String())
		if reached := highest >= level; reached != (err == nil) || reached && s.Level != level {
			t.Errorf("require=%v: %+v, %v", level, s, err)
		}
	}
	if line := (*Sandbox)(nil).Line(); line != "bots are not isolated from each other (--sandbox auto isolates them)" {
		t.Errorf("no sandbox: %s", line)
	}
	if line := (&Sandbox{Level: SandboxLimits}).Line(); !strings.HasPrefix(line, "sandbox of the bots: limits: ") ||
		!strings.Contains(line, "; each has a TMPDIR and HOME of its own until the match is over") {
		t.Errorf("limits: %s", line)
	}
	for mode, want := range map[string]string{
		"maybe":        `sandbox is "maybe", expected auto, off, require or require=LEVEL`,
		"require=none": `sandbox level is "none", expected limits, files, namespaces`,
	} {
		if _, err := NewSandbox(mode); err == nil || err.Error() != want {
			t.Errorf("%s: %v", mode, err)
		}
	}
}

func TestProgramsAtHomeCanBeRead(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	if err := os.MkdirAll(filepath.Join(home, "conda", "lib"), 0o777); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string][]string{
		filepath.Join(home, ".pyenv", "shims", "python3"): {filepath.Join(home, ".pyenv")},
		filepath.Join(home, "conda", "bin", "python"):     {filepath.Join(home, "conda")},
		filepath.Join(home, "bots", "mybot"):              {filepath.Join(home, "bots", "mybot")},
		filepath.Join(home, "bin", "mybot"):               {filepath.Join(home, "bin", "mybot")},
		filepath.Join(home, ".local", "bin", "uv"):        {filepath.Join(home, ".local", "bin", "uv")},
		filepath.FromSlash("/bin/mybot"):                  {filepath.FromSlash("/bin/mybot")},
	} {
		got := programFolders(path)
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Errorf("%s: %v has no %s", path, got, w)
			}
		}
		if slices.Contains(got, home) || slices.Contains(got, filepath.Join(home, "bots")) || slices.Contains(got, filepath.Join(home, ".local")) ||
			slices.Contains(got, string(os.PathSeparator)) {
			t.Errorf("%s: %v is too much", path, got)
		}
	}
}

func TestOwnFolder(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	working := filepath.Join(home, "contest")
	for _, file := range []string{"anna/bot.py", "anna/lib/a.jar", "bert/b.jar", "bert/classes/Bot.class", "bot.py", "other.py"} {
		file = filepath.Join(working, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("#!/bin/sh\n"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	at := func(name string) string { return filepath.Join(working, filepath.FromSlash(name)) }
	list := string(os.PathListSeparator)
	for _, c := range []struct {
		words  []string
		alone  bool
		folder string
		others []string
	}{
		{[]string{"interpreter", "anna/bot.py"}, false, "anna", nil},
		{[]string{"./anna/bot.py", "--with", "bert/b.jar"}, false, "anna", []string{"bert"}},
		{[]string{"interpreter", "-cp", "anna/lib/a.jar" + list + "bert/classes", "Bot"}, false, "anna/lib", []string{"bert/classes"}},
		{[]string{"interpreter", "bot.py"}, false, "bot.py", nil},
		{[]string{"interpreter", "bot.py"}, true, ".", nil},
		{[]string{"interpreter", ".", "bot.py"}, false, "bot.py", nil},
		{[]string{"interpreter", "..", "anna/bot.py"}, true, "anna", nil},
		{[]string{"./bot.py"}, false, "bot.py", nil},
	} {
		folder, others := OwnFolder(c.words, working, c.alone)
		for i := range c.others {
			c.others[i] = at(c.others[i])
		}
		if folder != at(c.folder) || !slices.Equal(others, c.others) {
			t.Errorf("%q, alone %v: got %s, %q; want %s, %q", c.words, c.alone, folder, others, at(c.folder), c.others)
		}
	}
	if _, err := os.Stat("/dev/null"); err == nil {
		folder, others := OwnFolder([]string{"interpreter", "/dev/null", "anna/bot.py"}, working, false)
		if folder != at("anna") || len(others) > 0 {
			t.Errorf("with /dev/null: %s, %q", folder, others)
		}
	}
	if folder, _ := OwnFolder([]string{"interpreter", "-m", "bot"}, working, true); folder != "" {
		t.Errorf("a line that names nothing: %s", folder)
	}
	t.Setenv("HOME", working)
	t.Setenv("USERPROFILE", working)
	if folder, _ := OwnFolder([]string{"./bot.py"}, working, true); folder != at("bot.py") {
		t.Errorf("in the home folder: %s", folder)
	}
}

func TestALevelSaysWhetherItIsFair(t *testing.T) {
	for _, c := range []struct {
		level        SandboxLevel
		root, scoped bool
		want         string
	}{
		{SandboxNone, false, true, ""}, {SandboxNamespaces, false, true, ""}, {SandboxLimits, true, true, ""},
		{SandboxLimits, false, true, "folders of other bots"}, {SandboxFiles, false, false, "end the processes"},
		{SandboxFiles, false, true, "counts for each user"},
	} {
		got := c.level.unfair(c.root, c.scoped)
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
