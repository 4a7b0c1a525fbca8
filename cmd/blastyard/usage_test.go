package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestBadInput: one line that names the thing, the value and what was expected.
func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	badMap := filepath.Join(dir, "bad.json")
	if err := os.WriteFile(badMap, []byte(`{"cells":[{"q":0,"r":0}],"initial_positions":{"0":[{"q":5,"r":5}]}}`), 0o666); err != nil {
		t.Fatal(err)
	}
	plainMap := filepath.Join(dir, "plain.json")
	if err := os.WriteFile(plainMap, []byte(`{"cells":[{"q":0,"r":0}],"initial_positions":{"0":[{"q":0,"r":0}]}}`), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		code int
		want string // in the line
	}{
		{"nosuch", 2, `unknown command "nosuch"`},
		{"play chess", 2, `unknown game "chess", expected hexabomb or bomberman`},
		{"play --nosuch", 2, "unknown flag: --nosuch"},
		{"play --turns 0", 2, "--turns is 0, expected 1 to 65535"},
		{"play --turns many", 2, `--turns is "many", expected a whole number (see 'blastyard play --help')`},
		{"play --games 0", 2, "--games is 0, expected 1 or more"},
		{"play --port 70000", 2, "--port is 70000, expected 0 to 65535"},
		{"play --turn-time 0s", 2, "--turn-time is 0s, expected more than 0s"},
		{"play --delay 11s", 2, "--delay is 11s, expected 0s to 10s"},
		{"play --order random", 2, `order "random" is not known, expected seeded or arrival`},
		{"play --wait -1", 2, "--wait is -1, expected 0 to 1024"},
		{"play --wait 1 --games 2", 2, "--wait is 1 with --games 2"},
		{"play --map atlantis", 1, `there is no map "atlantis"; there are`},
		{"play --map nosuch.json", 1, "nosuch.json: no such file or directory"},
		{"play --map " + badMap, 1, "bad.json: map refused: "},
		{"play --bot builtin:nosuch", 1, `bot "builtin:nosuch": `},
		{"play --bot builtin:ghost", 1, `bot "builtin:ghost": `},
		{"play --map " + plainMap + " --special builtin:ghost --bot builtin:idle", 1, "plain.json: map refused: a special player asked for, but the map has no special_initial_positions"},
		{"play --map duel --bot builtin:idle --bot builtin:idle --bot builtin:idle", 1, "map duel: map refused: 3 players asked for, but the map seats 0 to 2"},
		{`play --bot unclosed"quote`, 1, `unclosed quote: the " at character 9 has no partner`},
		{"play --log " + badMap + " --turns 1", 1, "--log: "},
		{"simulate hexabomb extra", 2, `unexpected argument "extra"`},
		{"simulate chess", 2, `unknown command "chess"`},
		{"help nosuch", 2, `unknown command "nosuch"`},
		{"help replay nosuch", 2, `unknown command "replay nosuch"`},
	} {
		code, stdout, stderr := run(t, "", strings.Fields(c.args)...)
		line, rest, _ := strings.Cut(stderr, "\n")
		if code != c.code || !strings.Contains(line, c.want) || rest != "" || stdout != "" {
			t.Errorf("blastyard %s: exit %d, want %d with one line holding %q\nstdout: %s\nstderr: %s", c.args, code, c.code, c.want, stdout, stderr)
		}
	}
}

func TestHelp(t *testing.T) {
	for _, args := range []string{"--help", "play --help", "hexabomb --help", "simulate --help", "simulate hexabomb --help", "netorcai --help", "netorcai -h", "map --help"} {
		code, stdout, stderr := run(t, "", strings.Fields(args)...)
		if code != 0 || !strings.Contains(stdout, "blastyard") || stderr != "" {
			t.Errorf("blastyard %s: exit %d, stderr %q, stdout %q", args, code, stderr, stdout)
		}
		if needsExample := strings.HasPrefix(args, "play") || strings.Contains(args, "hexabomb"); needsExample && !strings.Contains(stdout, "Examples:") {
			t.Errorf("blastyard %s shows no examples", args)
		}
	}
}

// TestBadNumbers: no flag of any command shows the words of Go's number parsers.
func TestBadNumbers(t *testing.T) {
	flags := 0
	var below func(cmd *cobra.Command)
	below = func(cmd *cobra.Command) {
		for _, c := range cmd.Commands() {
			below(c)
		}
		if name := cmd.Name(); name == "netorcai" || name == "hexabomb" && cmd.Parent() == cmd.Root() {
			return // they say it in the originals' words
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if kind := f.Value.Type(); kind == "string" || strings.HasPrefix(kind, "string") {
				return
			}
			flags++
			args := append(strings.Fields(cmd.CommandPath())[1:], "--"+f.Name+"=1x")
			code, stdout, stderr := run(t, "", args...)
			if code != 2 || stdout != "" || strings.Contains(stderr, "strconv") || strings.Contains(stderr, "parsing") ||
				!strings.Contains(stderr, "--"+f.Name+` is "1x"`) || !strings.Contains(stderr, "expected ") {
				t.Errorf("%v: exit %d, %s%s", args, code, stdout, stderr)
			}
		})
	}
	below(newRootCommand())
	if flags < 30 {
		t.Errorf("only %d flags were tried", flags)
	}
}
