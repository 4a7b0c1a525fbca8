package record_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"blastyard/arena"
	"blastyard/arena/internal/arenatest"
	"blastyard/arena/record"
	"blastyard/game/games"
	"blastyard/replay"
)

var matches = []arena.Config{
	{Map: "tiny", Seed: 11, Turns: 40, Seats: []arena.Seat{{Bot: "builtin:hunter"}, {Bot: "builtin:random"}}},
	{Game: "bomberman", Seed: 11, Seats: []arena.Seat{{Bot: "builtin:reference"}, {Bot: "builtin:random"}}},
}

// TestRecordedMatchIsVerified: playing the recorded match again by the rules gives the same match.
func TestRecordedMatchIsVerified(t *testing.T) {
	for _, c := range matches {
		file := filepath.Join(t.TempDir(), "new", "match.blast")
		r := record.New(record.Options{Path: file, Repeat: "blastyard play", Software: "test"})
		result, err := arenatest.Play(t.Context(), c, r)
		if err != nil {
			t.Fatal(err)
		}
		if r.Err() != nil || r.Path() != file {
			t.Fatalf("%v, path %s", r.Err(), r.Path())
		}
		got, err := replay.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := verify(got); err != nil {
			t.Error(err)
		}
		if got.Result.Winner != result.Winner || !slices.Equal(got.Result.Scores, result.Scores) || len(got.Turns) != result.Turns {
			t.Errorf("result %+v, of the match %+v", got.Result, result.Result)
		}
		for id, p := range got.Header.Players {
			if seat := slices.IndexFunc(result.Seats, func(s arena.SeatResult) bool { return s.Player == id }); p.Name != result.Seats[seat].Name ||
				p.Bot != c.Seats[seat].Bot {
				t.Errorf("player %d is %+v", id, p)
			}
		}
		if h := got.Header; h.Repeat != "blastyard play" || h.Software != "test" || h.Seed != c.Seed || h.Order != "seeded" {
			t.Errorf("header %+v", h)
		}
	}
}

// TestRecorderThatCannotWrite: a replay that cannot be written does not stop the match, and no file is overwritten.
func TestRecorderThatCannotWrite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "match.blast")
	if err := os.WriteFile(file, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		options record.Options
		path    string
		err     error
	}{
		{record.Options{Path: file}, "", fs.ErrExist},
		{record.Options{Path: file, Renumber: true}, strings.TrimSuffix(file, ".blast") + "-2.blast", nil},
		{record.Options{Path: filepath.Join(file, "below.blast")}, "", errNoFolder},
	} {
		r := record.New(c.options)
		if _, err := arenatest.Play(t.Context(), matches[0], r); err != nil {
			t.Fatal(err)
		}
		if r.Path() != c.path || (r.Err() == nil) != (c.err == nil) || c.err != nil && !errors.Is(c.err, errNoFolder) && !errors.Is(r.Err(), c.err) {
			t.Errorf("%+v: path %q, error %v", c.options, r.Path(), r.Err())
		}
	}
	if text, _ := os.ReadFile(file); string(text) != "mine" {
		t.Errorf("the file that was there holds %q", text)
	}
}

var errNoFolder = errors.New("its folder cannot be made")

func verify(r *replay.Replay) error {
	return replay.Verify(r, games.All())
}
