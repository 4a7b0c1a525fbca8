package arena_test

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"

	"blastyard/arena/internal/arenatest"

	"blastyard/arena"
	"blastyard/game/viewer"
)

// A match of two built-in bots. The same config gives the same match.
func Example() {
	r, err := arenatest.Play(context.Background(), arena.Config{
		Map: "tiny", Seed: 7, Turns: 60,
		Seats: []arena.Seat{{Bot: "builtin:greedy"}, {Bot: "builtin:idle"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range r.Seats {
		fmt.Println(s.Name, s.Won)
	}
	// Output:
	// greedy true
	// idle false
}

// A Go function as a bot. It moves to the first free cell.
func ExampleFunc() {
	first := func(v *arena.View) (wishes []viewer.Wish) {
		for _, piece := range v.Choices().Pieces {
			for _, c := range piece.Choices {
				if c.Refused == "" && c.Cell != viewer.OffBoard {
					wishes = append(wishes, viewer.Wish{Token: piece.Token, Do: c.Do})
					break
				}
			}
		}
		return wishes
	}
	r, err := arenatest.Play(context.Background(), arena.Config{
		Seats: []arena.Seat{{Name: "first", Player: arena.Func(first)}, {Bot: "builtin:hunter"}},
	})
	for _, s := range r.Seats {
		fmt.Println(s.Name, s.Won, err)
	}
	// Output:
	// first false <nil>
	// hunter true <nil>
}

// deaths is a user-defined sink. It counts characters that die.
type deaths struct {
	arena.NopSink
	living int
	died   int
}

func (d *deaths) Turn(t *arena.Turn) {
	living := 0
	for player := range t.Match.Players() {
		n, _ := t.Match.Living(player)
		living += n
	}
	d.died += max(0, d.living-living)
	d.living = living
}

// A sink receives each turn while the match runs.
func ExampleSink() {
	d := &deaths{}
	_, err := arenatest.Play(context.Background(), arena.Config{Game: "bomberman", Seed: 3, Players: 4}, d)
	fmt.Println(d.died > 0, err)
	// Output: true <nil>
}

// A program against a built-in bot. A main function that starts programs must call harness.BecomeBot first.
func ExamplePlay_program() {
	if _, err := exec.LookPath("python3"); err != nil || runtime.GOOS == "windows" {
		fmt.Println("finished") // Python is not installed here
		return
	}
	r, err := arenatest.Play(context.Background(), arena.Config{
		Map: "tiny", Turns: 10, NoTimeout: true,
		Seats: []arena.Seat{{Bot: "python3 ../bots/python/bot.py"}, {Bot: "builtin:idle"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Seats[0].Reason)
	// Output: finished
}
