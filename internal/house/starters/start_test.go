// Package starters has tests of the starters in the arena: how they are started, and that they repeat their matches.
package starters

import (
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"blastyard/arena/entrant"
	"blastyard/bots"
)

// folder tells which starter a test speaks of.
func folder(s bots.Starter) string { return s.Game + "/" + s.Language }

// TestFoldersSayHowToStart: what a new bot's bot.toml says is what its maker is told.
func TestFoldersSayHowToStart(t *testing.T) {
	for _, s := range bots.Starters() {
		dir := filepath.Join(t.TempDir(), "new")
		if _, err := s.Create(dir, "new"); err != nil {
			t.Fatal(err)
		}
		o := entrant.Options{Protocol: entrant.Netorcai}
		if s.Game == bots.Bomberman {
			o.Protocol = entrant.Rounds
		}
		e, err := entrant.Parse(dir, o)
		if err != nil {
			t.Errorf("%s: %v", folder(s), err)
			continue
		}
		command, build := e.Command, strings.Join(e.Build, ", ")
		if runtime.GOOS == "windows" {
			command = strings.Replace(command, "python ", "python3 ", 1)
		}
		if s.Game == bots.Hexabomb && (command != s.Run || build != s.Build) {
			t.Errorf("%s: bot.toml says %q and %q, expected %q and %q", folder(s), command, build, s.Run, s.Build)
		}
		if strings.Contains(command+build, "mybot") {
			t.Errorf("%s: the program of the bot new has another bot's name: %q, %q", folder(s), command, build)
		}
		if s.Game == bots.Bomberman && build != "" && build != s.Build { // "": what bot.json says
			t.Errorf("%s: bot.toml builds with %q, expected %q, or what bot.json says", folder(s), build, s.Build)
		}
		if e.Name != "" || entrant.NameOf(e) != "new" {
			t.Errorf("%s: it has the name %q and is called %q, expected none and new", folder(s), e.Name, entrant.NameOf(e))
		}
	}
}

// TestStdioFoldersSayHowToStart: the same of starters over standard input and output.
func TestStdioFoldersSayHowToStart(t *testing.T) {
	for _, s := range bots.StdioStarters() {
		t.Run(folder(s), func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "new")
			if _, err := s.Create(dir, "new"); err != nil {
				t.Fatal(err)
			}
			checkStart(t, s, dir)
		})
	}
}

// checkStart compares what a folder's bot.toml says with the starter.
func checkStart(t *testing.T, s bots.Starter, dir string) {
	t.Helper()
	e, err := entrant.Parse(dir, entrant.Options{})
	if err != nil {
		t.Fatal(err)
	}
	command := e.Command
	if runtime.GOOS == "windows" {
		command = strings.Replace(command, "python ", "python3 ", 1)
	}
	if e.Protocol != entrant.Stdio || "stdio:"+command != s.Run || strings.Join(e.Build, " && ") != s.Build || e.Name != "" {
		t.Errorf("bot.toml says %+v, expected %+v", e, s)
	}
}
