package ladder

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/arena/compare"
	"blastyard/arena/harness"
	"blastyard/arena/internal/arenatest"
	"blastyard/internal/filelock"
)

func TestMain(m *testing.M) {
	harness.BecomeBot()
	os.Exit(m.Run())
}

// config is a ladder of built-in bots, of which those with a day are taken for versions.
func config(t *testing.T, file, under string, bots ...string) Config {
	t.Helper()
	r, err := Open(file, under)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	c := Config{Results: r, Pairs: 4, Match: compare.Config{Arena: arenatest.Arena(), Jobs: 2,
		Match: arena.Config{Map: "tiny", Turns: 20, Seed: 1}}}
	for i, bot := range bots {
		name, version := strings.CutSuffix(bot, "!")
		p := Player{Seat: arena.Seat{Bot: "builtin:" + name, Name: name}, Key: name}
		if version {
			p.Saved = time.Date(2026, 1, 1+i, 0, 0, 0, 0, time.UTC)
		}
		c.Players = append(c.Players, p)
	}
	return c
}

func played(t *testing.T, c Config) (rows []Row, pairs int) {
	t.Helper()
	c.Played = func(done, of int) {
		if pairs++; done != pairs || of < done {
			t.Errorf("%d of %d pairs, but %d were played", done, of, pairs)
		}
	}
	rows, err := Play(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return rows, pairs
}

// TestLadder: each version plays all others, bots that are no versions do not play each other, and a new version plays
// only its own matches. The stronger ones have more points of Elo.
func TestLadder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ladder.jsonl")
	c := config(t, file, "u", "random!", "greedy!", "idle", "hunter")
	rows, pairs := played(t, c)
	if pairs != 5*4 { // random–greedy, and both with idle and hunter
		t.Errorf("%d pairs were played, want 20", pairs)
	}
	elo := map[string]float64{}
	for _, r := range rows {
		elo[r.Name] = r.Elo
		if r.Low >= r.Elo || r.High <= r.Elo || r.Matches == 0 || (r.Saved != nil) != (r.Name == "random" || r.Name == "greedy") {
			t.Errorf("%+v", r)
		}
	}
	if rows[0].Name != "random" || rows[1].Name != "greedy" || rows[2].Name != "hunter" || rows[3].Name != "idle" || elo["greedy"] <= elo["random"] ||
		elo["random"] <= elo["idle"] || rows[0].Matches != 24 || rows[3].Matches != 16 {
		t.Errorf("%+v", rows)
	}
	again, pairs := played(t, c)
	if pairs != 0 || !reflect.DeepEqual(rows, again) {
		t.Errorf("a second run plays %d pairs: %+v", pairs, again)
	}
	c.Results.Close()
	c = config(t, file, "u", "random!", "greedy!", "hunter!", "idle")
	if rows, pairs = played(t, c); pairs != 4 || len(rows) != 4 { // with idle; it has met the others already
		t.Errorf("a new version plays %d pairs, want 4", pairs)
	}
	c.Results.Close()
	if _, pairs = played(t, config(t, file, "other turns", "random!", "idle")); pairs != 4 {
		t.Errorf("under other conditions %d pairs are played, want 4", pairs)
	}
}

// TestInterruptedLadder: what was played is kept, and the rest is played later with the same end.
func TestInterruptedLadder(t *testing.T) {
	dir := t.TempDir()
	whole, _ := played(t, config(t, filepath.Join(dir, "whole"), "u", "random!", "greedy!", "idle"))
	c := config(t, filepath.Join(dir, "part"), "u", "random!", "greedy!", "idle")
	ctx, cancel := context.WithCancel(t.Context())
	c.Played = func(done, _ int) {
		if done == 5 {
			cancel()
		}
	}
	if rows, err := Play(ctx, c); !errors.Is(err, context.Canceled) || len(rows) != 3 {
		t.Errorf("%+v, %v", rows, err)
	}
	c.Results.Close()
	f, err := os.OpenFile(filepath.Join(dir, "part"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"under":"u","a":"ran`); err != nil { // the power failed
		t.Fatal(err)
	}
	f.Close()
	rows, pairs := played(t, config(t, filepath.Join(dir, "part"), "u", "random!", "greedy!", "idle"))
	if !reflect.DeepEqual(rows, whole) || pairs < 1 || pairs > 7 {
		t.Errorf("after %d more pairs %+v, want %+v", pairs, rows, whole)
	}
}

func TestOpenRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ladder.jsonl")
	if err := os.WriteFile(file, []byte("{}\nnonsense\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(file, "u"); err == nil || !strings.Contains(err.Error(), "line 2 is no result of a pair of matches") {
		t.Errorf("a damaged file: %v", err)
	}
	file += "2"
	r, err := Open(file, "u")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := Open(file, "u"); !errors.Is(err, filelock.ErrLocked) {
		t.Errorf("opened twice: %v", err)
	}
}
