package program

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"blastyard/docs"
)

// commandsBelow are all commands but the stand-ins for netorcai and hexabomb, which have the originals' options and words.
func commandsBelow(cmd *cobra.Command) (list []*cobra.Command) {
	for _, c := range cmd.Commands() {
		if originals[c.Name()] == nil || c.Parent() != c.Root() {
			list = append(append(list, c), commandsBelow(c)...)
		}
	}
	return list
}

// line is the command line of a command, without the program.
func line(cmd *cobra.Command) []string { return strings.Fields(cmd.CommandPath())[1:] }

// refuses runs a command line that must be refused: exit code 2 and one line that says which option.
func refuses(t *testing.T, flag string, args ...string) {
	t.Helper()
	code, stdout, stderr := run(t, "", args...)
	if code != 2 || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "--"+flag) ||
		!strings.Contains(stderr, "expected ") || strings.Contains(stderr, "strconv") || strings.Contains(stderr, "parsing") {
		t.Errorf("%q: exit %d, %s%s", args, code, stdout, stderr)
	}
}

// TestBadValues gives each option of each command values that it must refuse.
func TestBadValues(t *testing.T) {
	replay := filepath.Join(t.TempDir(), "a.blast")
	if code, _, stderr := run(t, "", "play", "--map", "tiny", "--turns", "2", "--quiet", "--replay", replay); code != 0 {
		t.Fatal(stderr)
	}
	// Arguments that a command needs before it looks at the ranges of its numbers.
	arguments := map[string][]string{
		"play": {"--replay", "none"}, "compare": {"builtin:idle", "builtin:idle"}, "map check": {"tiny"}, "map show": {"tiny"}, "bot check": {"./nosuch"}, "bot run": {"builtin:idle"},
		"replay show": {replay}, "replay explain": {replay}, "replay export": {replay, "-o", "x.gif"},
		"replay rerun": {replay, "--player", "0", "--bot", "builtin:idle"}, "bot replay-input": {replay, "--player", "0"},
		"tournament check": {"nosuch"}, "tournament run": {"nosuch"}, "tournament serve": {"nosuch"}, "tournament matches": {"nosuch"},
		"tournament work": {"--creds", "nosuch"}, "bomberman": {"-c", "2"},
	}
	// Numbers below 0 that are taken, and why.
	below := map[string]string{
		"bomberman --seed":              "the original's seeds are of 32 bits with a sign",
		"bomberman host --seed":         "the original's seeds are of 32 bits with a sign",
		"map generate bomberman --seed": "the original's seeds are of 32 bits with a sign",
		"tournament run --jobs":         "-1 is none in this process",
		"tournament serve --jobs":       "-1 is none in this process",
		"tournament export --replays":   "-1 is none",
		"tournament standings --stage":  "-1 is all",
		"bot replay-input --turn":       "goes with -o, of bomberman: see bot_replay_input.txtar",
		"replay export --turn":          "goes with png and svg: see replay_export.txtar",
	}
	tried := 0
	for _, cmd := range commandsBelow(allCommands()) {
		name := strings.Join(line(cmd), " ")
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			flag := "--" + f.Name
			kind := f.Value.Type()
			tried++
			if strings.HasPrefix(kind, "string") {
				refuses(t, f.Name, append(line(cmd), flag+"=")...)
				return
			}
			refuses(t, f.Name, append(line(cmd), flag+"=1x")...)
			if kind == "bool" {
				return
			}
			if reason := below[name+" "+flag]; reason == "" {
				value := "-1"
				if kind == "duration" {
					value = "-1s"
				}
				refuses(t, f.Name, slices.Concat(line(cmd), arguments[name], []string{flag + "=" + value})...)
			}
			refuses(t, f.Name, append(line(cmd), flag+"=99999999999999999999")...)
		})
		for _, address := range []string{"listen", "workers"} {
			if f := cmd.Flags().Lookup(address); f != nil {
				refuses(t, f.Name, append(line(cmd), "--"+address, "8080")...)
				refuses(t, f.Name, append(line(cmd), "--"+address, "127.0.0.1:http")...)
			}
		}
	}
	if tried < 120 {
		t.Errorf("only %d options were tried", tried)
	}
}

// optionNames are all options with what each is, whichever command has it: one thing has one name and one letter. The
// manual has this list (docs/commands.md). Where an option is not of the letter here, it has none.
var optionNames = map[string]string{
	"accept": "", "acme": "", "acme-directory": "", "acme-http": "", "against": "", "apart": "", "bot": "b", "bots": "", "build": "", "by": "", "cells": "", "characters": "", "clog": "", "console": "c",
	"coordinates": "", "copy-bots": "", "creds": "", "csv": "", "dark": "", "debug": "", "delay": "", "dir": "", "embed": "", "end": "",
	"entrant": "", "env": "", "erase": "", "explain": "", "export": "", "failed": "", "force": "", "fork": "", "format": "", "frames": "", "from": "",
	"game": "", "games": "g", "highlights": "", "host": "", "html": "", "interpreter": "", "jobs": "j", "json": "", "keep": "", "lab": "",
	"lang": "l", "least": "", "limit": "", "list": "", "listen": "", "log": "", "map": "m", "most": "", "name": "n", "nats": "", "nats-ca": "", "nats-worker": "", "netorcai": "",
	"newest": "", "nickname": "", "no-browser": "", "no-standings": "", "no-timeout": "", "only": "", "order": "", "others": "", "output": "o",
	"pairs": "", "patterns": "", "play": "", "player": "", "player-port": "", "players": "", "port": "p", "pretty": "", "projector": "",
	"protocol": "", "python": "", "quiet": "q", "rebuild": "", "replay": "", "replays": "", "results": "", "resume": "", "reveal": "", "revoke": "", "role": "", "rules": "",
	"run-recorded": "", "sandbox": "", "secret": "", "seed": "s", "server": "", "shape": "", "special": "", "stage": "", "start": "", "stdio": "", "store": "",
	"text": "", "tls-cert": "", "tls-key": "", "to": "", "token": "", "trusted-proxy": "", "turn": "", "turn-time": "", "turns": "t", "unsafe": "",
	"void": "", "wait": "", "website": "", "why": "", "width": "", "workers": "",
}

// originalNames are options of the stand-in for the Bomberman engine that have its names and letters.
var originalNames = map[string]string{"nolimit": "", "log": "l", "rules": "r"}

// TestOptionNames: an option has the same name and letter in all commands. A name that is not in the list fails: look
// there first whether the thing has a name already.
func TestOptionNames(t *testing.T) {
	used := map[string]bool{}
	for _, cmd := range commandsBelow(allCommands()) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Hidden || f.Name == "help" {
				return
			}
			if letter, is := originalNames[f.Name]; is && cmd.Name() == "bomberman" && f.Shorthand == letter {
				return
			}
			letter, known := optionNames[f.Name]
			used[f.Name] = true
			if !known || f.Shorthand != letter {
				t.Errorf("%s has --%s with the letter %q, expected a name of optionNames, and its letter %q", cmd.CommandPath(), f.Name,
					f.Shorthand, letter)
			}
		})
	}
	page, err := fs.ReadFile(docs.Files(), "commands.md")
	if err != nil {
		t.Fatal(err)
	}
	_, options, _ := strings.Cut(string(page), "\n## Options\n")
	options, _, _ = strings.Cut(options, "\n## ")
	for name, letter := range optionNames {
		if !used[name] {
			if name != "no-timeout" {
				t.Errorf("no command has --%s", name)
			}
			continue
		}
		if letter != "" && !strings.Contains(options, "`--"+name+"`, `-"+letter+"`") {
			t.Errorf("docs/commands.md does not list --%s, -%s under Options", name, letter)
		}
	}
}

// TestOldNames: the old names of options are taken, and not shown.
func TestOldNames(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if code, _, stderr := run(t, "", "play", "--map", "tiny", "--turns", "4", "--quiet", "--replay", "a.blast"); code != 0 {
		t.Fatal(stderr)
	}
	results := `{"players":["ann","bob"],"ranks":[1,2]}` + "\n"
	for _, c := range []struct{ old, now string }{
		{"map generate hexabomb --players 2 --cells 30 --out old.txt", "map generate hexabomb --players 2 --cells 30 --output now.txt"},
		{"map show tiny --svg old.svg", "map show tiny --output now.svg"},
		{"map show tiny --png old.png", "map show tiny -o now.png"},
		{"replay export a.blast -o old.gif --turns 1-3", "replay export a.blast -o now.gif --from 1 --to 3"},
		{"tournament rate --format json", "tournament rate --json"},
	} {
		oldCode, oldOut, oldErr := run(t, results, strings.Fields(c.old)...)
		nowCode, nowOut, nowErr := run(t, results, strings.Fields(c.now)...)
		if oldCode != 0 || nowCode != 0 || oldOut != nowOut {
			t.Errorf("%s: exit %d, %s%s\n%s: exit %d, %s%s", c.old, oldCode, oldOut, oldErr, c.now, nowCode, nowOut, nowErr)
		}
	}
	bomberman := newBombermanCommand()
	if err := bomberman.ParseFlags([]string{"--no-timeout"}); err != nil || !bomberman.Flags().Changed("nolimit") {
		t.Errorf("bomberman --no-timeout is not --nolimit: %v", err)
	}
	for _, ending := range []string{"txt", "svg", "png", "gif"} {
		sameFiles(t, "old."+ending, "now."+ending)
	}
	for _, c := range []struct{ command, hidden string }{
		{"map generate hexabomb", "--out "}, {"map show", "--svg"}, {"replay export", "--turns"}, {"tournament rate", "--format"},
		{"tournament run", "--listen"}, {"bomberman", "--no-timeout"},
	} {
		if _, help, _ := run(t, "", append(strings.Fields(c.command), "--help")...); strings.Contains(help, c.hidden) {
			t.Errorf("%s --help shows %s", c.command, c.hidden)
		}
	}
}

// sameFiles fails where two files differ.
func sameFiles(t *testing.T, a, b string) {
	t.Helper()
	one, errA := os.ReadFile(a)
	two, errB := os.ReadFile(b)
	if errA != nil || errB != nil || len(one) == 0 || !bytes.Equal(one, two) {
		t.Errorf("%s (%d bytes, %v) and %s (%d bytes, %v) differ", a, len(one), errA, b, len(two), errB)
	}
}
