package explain

import (
	"blastyard/game"
	"blastyard/rules/blast"
)

// rules provide what only a game knows of a match that is played again: the board before and after its last turn, and
// what was played in between. Players, characters and cells are numbers from 0.
type rules interface {
	turnRules
	dangerRules
	gainRules
	momentRules
}

// turnRules describe what happened in a turn.
type turnRules interface {
	begin()          // called before each turn is played
	played(turn int) // called after each turn was played

	was(x int) character // state before the turn
	is(x int) character  // state after the turn
	bombs() blast.Turn   // the bombs that exploded

	// refusal says whether to report a refused action, and how many turns of a character it cost.
	refusal(r *game.Refusal) (weight float64, tell bool)
}

// dangerRules describe what characters could have done in a turn, and where they would have survived.
type dangerRules interface {
	foresee() outlook // the forecast before the turn

	// ways returns where a character could be at the end of the turn if it alone decides. The first one is to stay.
	ways(x int) []way
	// meant returns where the character would be if nobody had been in its way.
	meant(x int) int
	// try plays the turn with another action of one character. It reports whether the character gets there alive, and
	// returns the new forecast.
	try(x int, w way) (outlook, bool)

	rests(x int) bool // a living character stood still without a reason
	// sleeps reports whether a dead character was not revived although it could have been, on a safe cell.
	sleeps(x int, safe func(cell int) bool) bool
}

// gainRules determine what bombs gained and what deaths cost.
type gainRules interface {
	// waste returns a text about a bomb that gained nothing, or "" if it gained something or that is unknown.
	waste(i, turn int) string
	// waiting returns lessons about useless bombs that are on the board at the end.
	waiting() []Lesson
	// deathCost returns the cost of the death of a player's character: turns of a character, and points.
	deathCost(player, left int) (turns, points float64)
	// credit records what brought the players points in the turn.
	credit(a *accounts)
	// spent says what a living character did in the turn: Walked if it could gain, or else what the turn was lost to.
	spent(x int) Cause
	// tally adds what only this game counts in the turn.
	tally(tallies []Tally)
}

// momentRules determine what decided a match.
type momentRules interface {
	struck(e *event, cell int) // adds the effect of an event on a cell that it covered
	weigh(e *event) float64    // estimates the value of an event

	step(m game.Match, turn int) // plays a recorded turn in a copy of the match
	// skip makes to a copy of from after the turn of an event, as if its bombs had vanished before they exploded.
	skip(from, to game.Match, e *event)

	leastSwing(l *timeline) float64 // the smallest change of a lead that decides
	// story says why the winner won.
	story(r *review, winner int, report *Report, names *callNames) string
}

// layout is what stays the same during a match.
type layout struct {
	cells      int
	places     [][2]int // by cell: its coordinates for players
	neighbours [][]int  // by cell
	owners     []int    // by character: its player id
	names      []string // by character
	special    []bool   // by player: it has no score
	single     bool     // each player has one character, which has no name of its own
	blastFirst bool     // blasts come before moves, so a character in a blast cannot leave
	walls      bool     // bombs break walls, and paint no cells
	survival   bool     // only living gives points
	penalty    int      // points that a player loses by a death
	price      float64  // of a turn of a character; 0: what the best player gained in one
	horizon    int      // turns to simulate after an explosion; below 0: to the end

	bombsCompared string  // how the gains of bombs are compared; "": not at all
	gainPoints    float64 // the value of a cell or wall
}

// A character is the state of a character at some time.
type character struct {
	cell  int // where it is, or where it died
	alive bool
}

// A way is a possible action of a character: a move in a direction, or staying ("").
type way struct {
	direction string
	cell      int // the target
	number    int // the direction's number in the rules
}

// fuse is what is known of a bomb in addition to its position.
type fuse struct {
	placed    int // the turn; 0: unknown
	triggered int // the turn; 0: never
	character int // the character that placed it
}

// fuses are the fuses of the bombs on the board, by cell.
type fuses map[int]fuse

// burn copies the fuses of exploded bombs to them, and removes them.
func (f fuses) burn(bombs blast.Turn) {
	for i := range bombs {
		b := &bombs[i]
		known := f[b.Cell]
		b.Placed, b.Triggered, b.Character = known.placed, known.triggered, known.character
		delete(f, b.Cell)
	}
}
