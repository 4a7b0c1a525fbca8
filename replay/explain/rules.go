package explain

import (
	"blastyard/game"
	"blastyard/rules/blast"
)

// rules are what only a game knows of a match that is played again: of the board before its last turn and after it, and
// of what was played in between. Players, characters and cells are numbers from 0.
type rules interface {
	turnRules
	dangerRules
	gainRules
	momentRules
}

// turnRules tell what happened in a turn.
type turnRules interface {
	begin()          // is called before each turn is played
	played(turn int) // and after it

	was(x int) character // before the turn
	is(x int) character  // after it
	bombs() blast.Turn   // that exploded

	// refusal is what is told of an action that was refused, and how many turns of a character that cost.
	refusal(r *game.Refusal) (weight float64, tell bool)
}

// dangerRules tell what characters could have done in a turn, and where they would have lived.
type dangerRules interface {
	foresee() outlook // from before the turn

	// ways are where a character could be at the end of the turn, as far as it alone decides; the first is to stay.
	ways(x int) []way
	// meant is where it would be if nobody had been in its way.
	meant(x int) int
	// try plays the turn with another way of one character, and reports whether that leads it there alive, and what is
	// foreseen then.
	try(x int, w way) (outlook, bool)

	rests(x int) bool // a living character was left to stand still
	// sleeps reports whether a dead one was not revived though it could have been, onto a cell that is safe.
	sleeps(x int, safe func(cell int) bool) bool
}

// gainRules tell what bombs gained and what deaths cost.
type gainRules interface {
	// waste is what to tell of a bomb that gained nothing; "" if it gained something or nobody can say.
	waste(i, turn int) string
	// waiting are the bombs for nothing that are on the board at the end.
	waiting() []Lesson
	// deathCost is what a death of a player's character costs it: turns of a character, and points.
	deathCost(player, left int) (turns, points float64)
	// tally adds what the turn brought that only this game counts.
	tally(tallies []Tally)
}

// momentRules tell what decided a match.
type momentRules interface {
	struck(e *event, cell int) // adds what an event did to a cell that it covered
	weigh(e *event) float64    // estimates what an event was worth

	step(m game.Match, turn int) // plays a recorded turn in a copy of the match
	// skip makes to a copy of from after the turn of an event as if its bombs had vanished before they exploded.
	skip(from, to game.Match, e *event)

	leastSwing(l *timeline) float64 // the smallest change of a lead that decides
	// story is why the winner won.
	story(l *timeline, winner int, moments []Moment, names *callNames) string
}

// layout is what stays the same in a match.
type layout struct {
	cells      int
	places     [][2]int // by cell: as the players call it
	neighbours [][]int  // by cell
	owners     []int    // by character: its player
	names      []string // by character
	special    []bool   // by player: it has no score
	single     bool     // a character is its player: it has no name of its own
	blastFirst bool     // blasts come before moves: who stands in one has no choice any more
	walls      bool     // bombs break walls, and paint no cells
	penalty    int      // the points that a death takes from its player
	price      float64  // of a turn of a character; 0: what the best player gained in one
	horizon    int      // turns after an explosion for which the match is played on without it; below 0: to the end

	bombsCompared string  // how the gains of bombs are compared; "": they are not
	gainPoints    float64 // what a cell or wall is worth
}

// A character is a character at a time.
type character struct {
	cell  int // where it is, or where it died
	alive bool
}

// A way is what a character could do: move in a direction, or stay ("").
type way struct {
	direction string
	cell      int // where it leads
	number    int // of the direction, in the rules
}

// fuse is what is known of a bomb beside where it is.
type fuse struct {
	placed    int // the turn; 0: not known
	triggered int // the turn; 0: never
	character int // that placed it
}

// fuses are those of the bombs on the board, by cell.
type fuses map[int]fuse

// burn moves what is known of bombs that exploded to them.
func (f fuses) burn(bombs blast.Turn) {
	for i := range bombs {
		b := &bombs[i]
		known := f[b.Cell]
		b.Placed, b.Triggered, b.Character = known.placed, known.triggered, known.character
		delete(f, b.Cell)
	}
}
