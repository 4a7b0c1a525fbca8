package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
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
		{"nosuch --foo", 2, `unknown command "nosuch"`},
		{"replay nosuch --foo", 2, `unknown command "nosuch"`},
		{"--foo nosuch", 2, `unknown flag: --foo`},
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
		{"play --wait 1 --games 2", 2, "--wait is 1 with 2 games"},
		{"play --map atlantis", 2, `there is no map "atlantis"; there are`},
		{"play --map nosuch.json", 2, "nosuch.json: no such file or directory"},
		{"play --map " + badMap, 1, "bad.json: map refused: "},
		{"play --bot builtin:nosuch", 2, `bot "builtin:nosuch": `},
		{"play --bot builtin:ghost", 2, `bot "builtin:ghost": `},
		{"play --map " + plainMap + " --special builtin:ghost --bot builtin:idle", 2, "plain.json: map refused: a special player asked for, but the map has no special_initial_positions"},
		{"play --map duel --bot builtin:idle --bot builtin:idle --bot builtin:idle", 2, "map duel has room for at most 2 players, not 3: play on arena3, which has room for 3"},
		{"play --map yard --players 5", 2, "map yard has room for at most 4 players, not 5: play on tiny, which has room for 6"},
		{"play --map yard --players 12", 2, "map yard has room for at most 4 players, not 12: blastyard map generate hexabomb --players 12 makes one"},
		{"play --map yard --players 13", 2, "map yard has room for at most 4 players, not 13: draw one (docs/maps.md)"},
		{`play --bot unclosed"quote`, 2, `unclosed quote: the " at character 9 has no partner`},
		{"play --log " + badMap + " --turns 1", 1, "--log: "},
		{"play --bot ./nosuch", 2, "no such file"},
		{"play --bots nosuch.toml", 2, "--bots: "},
		{"map show atlantis", 2, `there is no map "atlantis"`},
		{"map check nosuch.txt", 2, "nosuch.txt: no such file or directory"},
		{"map check yard --players 9", 2, "--players is 9, expected 0 to 4 on this map"},
		{"map show " + badMap, 1, "bad.json: map refused"},
		{"map show yard -o x.gif", 2, "--output x.gif: the ending must be .svg or .png (or use --format)"},
		{"map show yard -o x --format gif", 2, `--format is "gif", expected svg or png`},
		{"map generate hexabomb --out x.nosuch", 2, "--output x.nosuch: the ending must be .json, .txt or .tmj"},
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
