package replay_test

import (
	"bytes"
	"encoding/json"
	"fmt"

	"blastyard/replay"
)

// A replay of a foreign game contains the states. It is written turn by turn and read as a whole.
func Example() {
	var file bytes.Buffer
	w, err := replay.NewWriter(&file, &replay.Header{
		Game:    "countdown",
		Players: []replay.Player{{Name: "ann"}},
		State:   json.RawMessage(`{"left":2}`),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for turn := 1; turn <= 2; turn++ {
		err := w.Turn(&replay.Turn{
			Turn:  turn,
			Moves: []replay.Move{{Player: 0, Actions: json.RawMessage(`["down"]`)}},
			State: fmt.Appendf(nil, `{"left":%d}`, 2-turn),
		})
		if err != nil {
			fmt.Println(err)
		}
	}
	if err := w.Close(&replay.Result{Turns: 2, Winner: 0, Scores: []int{2}}); err != nil {
		fmt.Println(err)
	}

	r, err := replay.Read(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s with %s: %s\n", r.Header.Game, r.Header.Players[0].Name, r.Header.State)
	for _, t := range r.Turns {
		fmt.Printf("turn %d: %s, then %s\n", t.Turn, t.Moves[0].Actions, t.State)
	}
	fmt.Println("winner:", r.Result.Winner)
	// Output:
	// countdown with ann: {"left":2}
	// turn 1: ["down"], then {"left":1}
	// turn 2: ["down"], then {"left":0}
	// winner: 0
}
