package arena_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"blastyard/arena"
	"blastyard/game/match"
)

// TestPlayAs: PlayAs with a seed and ids plays the same match as a config with that seed and these ids.
func TestPlayAs(t *testing.T) {
	for _, c := range []arena.Config{
		{Seats: bots("hunter", "greedy", "random"), Map: "tiny", Turns: 40},
		{Game: "bomberman", Seats: bots("reference", "random", "random"), Turns: 40},
	} {
		p, err := ownArena().Prepare(c)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		for seed, ids := range [][]int{{0, 1, 2}, {2, 0, 1}, {1, 2, 0}} {
			alone := c
			alone.Seed, alone.IDs = uint64(seed), ids
			want, err := playOnce(t.Context(), alone)
			if err != nil {
				t.Fatal(err)
			}
			got, err := p.PlayAs(t.Context(), match.Draws{Seed: uint64(seed)}, ids)
			if err != nil {
				t.Fatal(err)
			}
			if got.State != want.State || !slices.Equal(got.Scores, want.Scores) || got.Seats[0].Player != ids[0] {
				t.Errorf("%s, seed %d, ids %v: %v %v, want %v %v", c.Game, seed, ids, got.Scores, got.State, want.Scores, want.State)
			}
		}
		want, err := p.Play(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got, err := p.PlayAs(t.Context(), match.Draws{Seed: c.Seed}, nil); err != nil || got.State != want.State || got.Seats[0].Player != want.Seats[0].Player {
			t.Errorf("%s without ids: %+v, %v, want %+v", c.Game, got, err, want)
		}
		var wrong *arena.ConfigError
		for _, ids := range [][]int{{0, 1}, {0, 1, 1}, {0, 1, 3}, {0, 1, -1}, {0, 1, 2, 3}} {
			if _, err := p.PlayAs(t.Context(), match.Draws{Seed: 1}, ids); !errors.As(err, &wrong) || wrong.Field != "ids" {
				t.Errorf("%s, ids %v: error %v, want one about the ids", c.Game, ids, err)
			}
		}
	}
}

// TestAbsentBot: the player of an absent bot stands still, and the bot counts as crashed, whatever the way of
// playing.
func TestAbsentBot(t *testing.T) {
	configs := map[string]arena.Config{
		"in process":       {Seats: bots("hunter", "hunter"), Map: "tiny", Turns: 30},
		"bomberman":        {Game: "bomberman", Seats: bots("reference", "reference"), Turns: 30},
		"beside a program": {Seats: append(bots("hunter", "hunter"), arena.Seat{Bot: "testbot play"}), Map: "tiny", Turns: 30},
	}
	if runtime.GOOS != "windows" {
		script := filepath.Join(t.TempDir(), "script")
		for _, err := range []error{
			os.Mkdir(script, 0o777),
			os.WriteFile(filepath.Join(script, "bot.json"),
				[]byte(`{"NickName": "script", "BotType": "CPlusPlus", "RunFile": "bot.sh"}`), 0o666),
			os.WriteFile(filepath.Join(script, "bot.sh"), []byte("#!/bin/sh\nprintf 5 > \"$2/move.txt\"\n"), 0o777),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		configs["beside a program of rounds"] = arena.Config{Game: "bomberman", Turns: 3, NoTimeout: true,
			Seats: append(bots("reference", "reference"), arena.Seat{Bot: script})}
	}
	for name, c := range configs {
		t.Run(name, func(t *testing.T) {
			c.Seats[1] = arena.Seat{Name: "late", Absent: "its build failed"}
			w := &witness{}
			r := play(t, ownArena(), c, w)
			if s := r.Seats[1]; s.Reason != match.Crashed || s.Note != "its build failed" || s.Name != "late" || s.Player < 0 {
				t.Errorf("the absent bot: %+v", s)
			}
			moved := 0
			for _, turn := range w.turns {
				if m := turn.moves[r.Seats[1].Player]; m != "" && m != "[]" {
					t.Errorf("it moved: %q", m)
				}
				if m := turn.moves[r.Seats[0].Player]; m != "" && m != "[]" {
					moved++
				}
			}
			if moved == 0 || r.Seats[0].Reason != match.Finished || r.Turns != c.Turns && !slices.Contains(r.Scores, 0) {
				t.Errorf("the other one moved in %d of %d turns: %+v", moved, r.Turns, r.Seats[0])
			}
		})
	}
}

// TestPlayAsWithoutTheProgram: a program that was removed after the config was checked loses its match. Other matches
// go on.
func TestPlayAsWithoutTheProgram(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a shell script is the program")
	}
	file := filepath.Join(t.TempDir(), "bot.sh")
	if err := os.WriteFile(file, []byte("#!/bin/sh\nexit 1\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	c := arena.Config{Seats: append(bots("hunter"), arena.Seat{Bot: file}), Map: "tiny", Turns: 5}
	p, err := ownArena().Prepare(c)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Play(t.Context()); err == nil {
		t.Error("a match alone began without its program")
	}
	r, err := p.PlayAs(t.Context(), match.Draws{Seed: 3}, []int{1, 0})
	if err != nil || r.Seats[1].Reason != match.Crashed || r.Turns != 5 || r.Winner != 1 {
		t.Errorf("one of many: %+v, %v", r, err)
	}
}
