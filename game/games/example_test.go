package games_test

import (
	"fmt"

	"blastyard/game"
	"blastyard/game/games"
)

// Every game is played in the same way: two players of hexabomb send actions as bots do over the network.
func Example() {
	kind, err := game.Find(games.All(), "hexabomb")
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := kind.OpenMap("tiny")
	if err != nil {
		fmt.Println(err)
		return
	}
	match, err := kind.New(game.Setup{Map: m, Players: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 3 {
		match.Ask(0, []byte(`[{"id":0,"movement":"bomb","bomb_range":2,"bomb_delay":2}]`))
		match.Ask(1, []byte(`[{"id":1,"movement":"fly"}]`))
		match.Play([]int{1, 0}, true)
		for _, refused := range match.AppendRefused(nil) {
			fmt.Println("turn", match.Turn(), "player", refused.Player, refused.Reason)
		}
	}
	fmt.Println(match.Over(), match.Players())
	// Output:
	// turn 1 player 1 field movement is missing or none of move, bomb, revive
	// turn 2 player 1 field movement is missing or none of move, bomb, revive
	// turn 2 player 0 the character has no bomb ready
	// turn 3 player 1 field movement is missing or none of move, bomb, revive
	// turn 3 player 0 the character has no bomb ready
	// false 2
}
