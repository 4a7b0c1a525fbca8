package bomberman_test

import (
	"fmt"

	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/forecast"
)

// newGame returns the start of a game of two players on the map of a seed.
func newGame(seed int32) *bomberman.State {
	m, err := bomberman.Generate(bomberman.DefaultSettings(), 2, seed)
	if err != nil {
		panic(err)
	}
	return bomberman.NewState(m)
}

// A few rounds: player A places a bomb and stays beside it.
func Example() {
	s := newGame(7)
	failed := make([]bool, 2)
	for _, c := range []bomberman.Command{bomberman.PlaceBomb, bomberman.PlaceBomb, bomberman.Nothing, bomberman.Nothing, bomberman.Nothing} {
		s.Step([]bomberman.Command{c, bomberman.Nothing}, failed)
		fmt.Printf("round %d: A: %v, refused: %v, alive: %v\n", s.Round(), c, failed[0], s.Player(0).Alive)
	}
	fmt.Printf("over: %v, the winner is %c\n", s.Over(), bomberman.Key(s.Winner()))
	// Output:
	// round 1: A: place bomb, refused: false, alive: true
	// round 2: A: place bomb, refused: true, alive: true
	// round 3: A: nothing, refused: false, alive: true
	// round 4: A: nothing, refused: false, alive: true
	// round 5: A: nothing, refused: false, alive: false
	// over: true, the winner is B
}

// The possible commands of player A at the start.
func ExampleState_Legal() {
	for c := range newGame(7).Legal(0) {
		fmt.Printf("%v: %v\n", c.Command, c.Refused)
	}
	// Output:
	// up: a wall is in the way
	// left: a wall is in the way
	// right: not refused
	// down: not refused
	// place bomb: not refused
	// trigger: no bomb waits to be triggered
}

// The blocks that explode, and when, after player A has placed a bomb.
func Example_forecast() {
	s := newGame(7)
	s.Step([]bomberman.Command{bomberman.PlaceBomb, bomberman.Nothing}, nil)
	b := forecast.NewBoard(s.Map())
	b.Read(s)
	f := forecast.New(b, bomberman.NoPlayer)
	f.Look()
	at := s.Player(0).At
	for x := at.X; x <= at.X+2; x++ {
		fmt.Printf("(%d,%d): round %d\n", x, at.Y, f.First(b.Block(bomberman.Pos{X: x, Y: at.Y})))
	}
	// Output:
	// (2,2): round 4
	// (3,2): round 4
	// (4,2): round 0
}
