//go:build unix

package arena_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/arena/internal/arenatest"
	"blastyard/arena/message"
	"blastyard/arena/record"
	"blastyard/docs/schematest"
	"blastyard/game/games"
	"blastyard/replay"
)

// TestLiveLines: the lines that a bot reads in a match conform to the schemas, and equal those reconstructed from its
// replay.
func TestLiveLines(t *testing.T) {
	for name, answer := range map[string]string{"hexabomb": "[]", "bomberman": `{"command":6}`} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			heard, script, file := filepath.Join(dir, "heard"), filepath.Join(dir, "bot.sh"), filepath.Join(dir, "match.blast")
			text := "while read -r line; do\n\tprintf '%s\\n' \"$line\" >> \"$1\"\n\tcase $line in *'\"turn\",\"turn\"'*) echo '" + answer + "' ;; esac\ndone\n"
			if err := os.WriteFile(script, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			cfg := arena.Config{Game: name, Turns: 12, Seed: 3, NoTimeout: true, IDs: []int{1, 0},
				Seats: []arena.Seat{{Bot: "stdio:sh '" + script + "' '" + heard + "'", Name: "listener"}, {Bot: "builtin:idle"}}}
			if name == "hexabomb" {
				cfg.Map = "tiny"
			}
			r, err := arenatest.Play(ctx, cfg, record.New(record.Options{Path: file}))
			if err != nil || r.Turns != cfg.Turns {
				t.Fatalf("%+v, %v", r, err)
			}
			lines, err := os.ReadFile(heard)
			if err != nil {
				t.Fatal(err)
			}
			s := schematest.Compile(t, "stdio-"+name+"-in")
			for line := range strings.Lines(string(lines)) {
				if err := s.Fits(t, strings.TrimSuffix(line, "\n")); err != nil {
					t.Errorf("%v\n%.300s", err, line)
				}
			}
			played, err := replay.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			var told bytes.Buffer
			f := message.Feed{Replay: played, Player: 1, To: cfg.Turns, Stdio: true, Games: games.All()}
			if err := f.Write(&told); err != nil {
				t.Fatal(err)
			}
			got, want := strings.Split(told.String(), "\n"), strings.Split(string(lines), "\n")
			if len(got) != len(want) || len(want) < cfg.Turns {
				t.Fatalf("the replay tells %d lines, the bot has read %d", len(got), len(want))
			}
			for i := range want {
				if got[i] != want[i] {
					t.Errorf("line %d of the replay is\n%.400s\nexpected\n%.400s", i+1, got[i], want[i])
				}
			}
		})
	}
}
