//stage:first its tests take long

package starters

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"blastyard"
	"blastyard/arena"
	"blastyard/arena/entrant"
	"blastyard/arena/entrant/build"
	"blastyard/arena/harness"
	"blastyard/arena/record"
	"blastyard/bots"
	"blastyard/internal/stage"
	"blastyard/replay"
)

func TestMain(m *testing.M) {
	harness.BecomeBot()
	os.Exit(m.Run())
}

// TestStartersRepeat: two matches with the same seed are the same match, also where a starter plays that chooses at
// random. A match with another seed is another one.
func TestStartersRepeat(t *testing.T) {
	for _, s := range slices.Concat(bots.Starters(), bots.StdioStarters()) {
		name := s.Game + "/" + s.Language
		if s.Stdio() {
			name += " over stdio"
		}
		t.Run(name, func(t *testing.T) {
			if s.Language != "python" {
				stage.Only(t, "builds a starter with the tools of its language, some from a registry")
			}
			if s.Build != "" && runtime.GOOS == "windows" {
				t.Skip("starters are built with commands of Unix")
			}
			t.Setenv("PYTHONDONTWRITEBYTECODE", "1")
			dir := filepath.Join(t.TempDir(), "new")
			if _, err := s.Create(dir, "new"); err != nil {
				t.Fatal(err)
			}
			e, err := entrant.Parse(dir, entrant.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if _, err := build.Run(t.Context(), &e, "new", &out); err != nil {
				t.Fatalf("%v\n%s", err, &out)
			}
			c := arena.Config{Game: s.Game, Seed: 9, NoTimeout: true, Turns: 30, Seats: []arena.Seat{{Bot: dir}, {Bot: dir}}}
			if stage.All() {
				c.Turns = 60
			}
			switch {
			case s.Game == bots.Hexabomb:
				c.Map = "tiny"
			case !s.Stdio(): // a process is started in each round
				c.Turns, c.Seats[1].Bot = 15, "builtin:hunter"
			}
			first := fingerprint(t, c)
			if again := fingerprint(t, c); again != first {
				t.Errorf("two matches with the seed %d differ: %v, %v", c.Seed, first, again)
			}
			if c.Seed++; fingerprint(t, c) == first {
				t.Errorf("a match with the seed %d is the same", c.Seed)
			}
		})
	}
}

// fingerprint plays a match and returns the number of its replay that "replay hash" prints.
func fingerprint(t *testing.T, c arena.Config) replay.Fingerprint {
	t.Helper()
	recorder := record.New(record.Options{Path: filepath.Join(t.TempDir(), "match.blast")})
	result, err := blastyard.Play(t.Context(), c, recorder)
	if err != nil || recorder.Err() != nil {
		t.Fatal(err, recorder.Err())
	}
	for k := range result.Seats {
		if s := &result.Seats[k]; s.Unwell() && s.Refused == 0 {
			t.Fatalf("seat %d: %s: %s", k, s.Reason, s.Note)
		}
	}
	r, err := replay.Open(recorder.Path())
	if err != nil {
		t.Fatal(err)
	}
	sum, err := replay.FingerprintOf(r)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}
