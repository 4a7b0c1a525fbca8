// What the board of hexabomb looks like, and helpers for it.

package main

import (
	"cmp"
	"os"
	"slices"
	"strconv"
)

// Cell is a place on the board.
type Cell struct {
	Q int `json:"q"`
	R int `json:"r"`
}

// Board holds the colour of every cell: 0 for neutral, else a player's id + 1.
type Board map[Cell]int

// Character is one of somebody's. A dead one stays on the cell where it died; its ReviveDelay is -1 while it lives.
type Character struct {
	Cell
	ID          int  `json:"id"`
	Color       int  `json:"color"`
	Alive       bool `json:"alive"`
	ReviveDelay int  `json:"revive_delay"`
	BombCount   int  `json:"bomb_count"`
}

// Bomb is a bomb on the board.
type Bomb struct {
	Cell
	Color int `json:"color"`
	Range int `json:"range"`
	Delay int `json:"delay"`
}

// State is the state of the game.
type State struct {
	Cells []struct {
		Cell
		Color int `json:"color"`
	} `json:"cells"`
	Characters []Character    `json:"characters"`
	Bombs      []Bomb         `json:"bombs"`
	Explosions map[int][]Cell `json:"explosions"` // the cells that went up in this turn, by colour
	CellCount  map[int]int    `json:"cell_count"` // by player id, as Score
	Score      map[int]int    `json:"score"`
}

// Board is the board of this state.
func (s State) Board() Board {
	board := Board{}
	for _, cell := range s.Cells {
		board[cell.Cell] = cell.Color
	}
	return board
}

// CharactersOf are the characters of a player, the dead ones too.
func (s State) CharactersOf(playerID int) []Character {
	var characters []Character
	for _, c := range s.Characters {
		if c.Color == playerID+1 {
			characters = append(characters, c)
		}
	}
	return characters
}

// Action is what one character shall do: "move" in a direction, "bomb" with range and delay, or "revive".
type Action struct {
	ID        int    `json:"id"`
	Movement  string `json:"movement"`
	Direction string `json:"direction,omitempty"`
	BombRange int    `json:"bomb_range,omitempty"`
	BombDelay int    `json:"bomb_delay,omitempty"`
}

// Step is a direction and the cell where it leads.
type Step struct {
	Direction string
	Cell
}

// stay is what waysOut says in place of a direction; to stay, give the character no action.
const stay = "stay"

// directions are the six directions of the board, and what each adds to Q and R.
var directions = []Step{
	{"x+", Cell{1, 0}}, {"y+", Cell{1, -1}}, {"z+", Cell{0, -1}},
	{"x-", Cell{-1, 0}}, {"y-", Cell{-1, 1}}, {"z-", Cell{0, 1}},
}

// neighbours are the six cells around a cell, each with its direction. Some may not be on the board.
func neighbours(cell Cell) []Step {
	var around []Step
	for _, d := range directions {
		around = append(around, Step{d.Direction, Cell{cell.Q + d.Q, cell.R + d.R}})
	}
	return around
}

// neighbour is the cell next to a cell in a direction.
func neighbour(cell Cell, direction string) Cell {
	for _, step := range neighbours(cell) {
		if step.Direction == direction {
			return step.Cell
		}
	}
	return cell
}

// gain is how many cells of other colours a bomb's blast would paint in its own, without those that other bombs reach
// anyway; 0 where a bomb lies already.
func gain(state State, bomb Bomb) int {
	if slices.ContainsFunc(state.Bombs, func(other Bomb) bool { return other.Cell == bomb.Cell }) {
		return 0
	}
	board, n := state.Board(), 0
	hot := danger(board, state.Bombs)
	for cell := range blast(board, bomb) {
		if board[cell] != bomb.Color && len(hot[cell]) == 0 {
			n++
		}
	}
	return n
}

// freeCells is the set of cells that can be entered: they hold neither a living character nor a bomb.
func freeCells(state State) map[Cell]bool {
	free := map[Cell]bool{}
	for _, cell := range state.Cells {
		free[cell.Cell] = true
	}
	for _, c := range state.Characters {
		if c.Alive {
			delete(free, c.Cell)
		}
	}
	for _, bomb := range state.Bombs {
		delete(free, bomb.Cell)
	}
	return free
}

// distances are the steps from a cell to each cell that can be reached over free cells; 0 to itself.
func distances(free map[Cell]bool, from Cell) map[Cell]int {
	steps, queue := map[Cell]int{from: 0}, []Cell{from}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, next := range neighbours(queue[0]) {
			if _, seen := steps[next.Cell]; !seen && free[next.Cell] {
				steps[next.Cell] = steps[queue[0]] + 1
				queue = append(queue, next.Cell)
			}
		}
	}
	return steps
}

// distance is how many steps lead from a cell to another over free cells, -1 if there is no way.
func distance(free map[Cell]bool, from, to Cell) int {
	if steps, found := distances(free, from)[to]; found {
		return steps
	}
	return -1
}

// path gives the directions of a shortest way over free cells.
func path(free map[Cell]bool, from, to Cell) (directions []string, found bool) {
	came, queue := map[Cell]Step{from: {}}, []Cell{from} // by cell: the direction that led there, and from where
	for ; len(queue) > 0 && queue[0] != to; queue = queue[1:] {
		for _, next := range neighbours(queue[0]) {
			if _, seen := came[next.Cell]; !seen && free[next.Cell] {
				came[next.Cell] = Step{next.Direction, queue[0]}
				queue = append(queue, next.Cell)
			}
		}
	}
	_, found = came[to]
	for at := to; found && at != from; at = came[at].Cell {
		directions = append(directions, came[at].Direction)
	}
	slices.Reverse(directions)
	return directions, found
}

// toward gives the first direction of a shortest way over free cells to the nearest cell that is wanted, stay if there
// is none. Of equally long ways it takes the one whose directions come first.
func toward(free map[Cell]bool, from Cell, wanted func(Cell) bool) string {
	first, queue := map[Cell]string{from: stay}, []Cell{from} // by cell: the direction to begin with
	for ; len(queue) > 0; queue = queue[1:] {
		here := queue[0]
		if here != from && wanted(here) {
			return first[here]
		}
		for _, next := range neighbours(here) {
			if _, seen := first[next.Cell]; seen || !free[next.Cell] {
				continue
			}
			if first[next.Cell] = first[here]; here == from {
				first[next.Cell] = next.Direction
			}
			queue = append(queue, next.Cell)
		}
	}
	return stay
}

// choose gives the wish if it is in the first list that is not empty, else one of that list by lot, and stay if all are
// empty.
func choose(wish string, lists ...[]string) string {
	for _, list := range lists {
		if slices.Contains(list, wish) {
			return wish
		}
		if len(list) > 0 {
			return list[int(random()*float64(len(list)))]
		}
	}
	return stay
}

// blast is the set of cells that a bomb covers: its own, and up to its range in each direction, ended by the first
// missing cell.
func blast(board Board, bomb Bomb) map[Cell]bool {
	covered := map[Cell]bool{bomb.Cell: true}
	for _, d := range directions {
		for n := 1; n <= bomb.Range; n++ {
			target := Cell{bomb.Q + n*d.Q, bomb.R + n*d.R}
			if _, exists := board[target]; !exists {
				break
			}
			covered[target] = true
		}
	}
	return covered
}

// danger gives for each cell the turns at whose end a blast covers it, ascending; 1 is the turn that we are asked for.
// A bomb that a blast covers explodes with it.
func danger(board Board, bombs []Bomb) map[Cell][]int {
	waiting, turns := slices.Clone(bombs), map[Cell][]int{}
	for len(waiting) > 0 {
		slices.SortFunc(waiting, func(a, b Bomb) int { return cmp.Compare(a.Delay, b.Delay) })
		first := waiting[0]
		waiting = waiting[1:]
		covered := blast(board, first)
		for i, other := range waiting {
			if covered[other.Cell] {
				waiting[i].Delay = first.Delay
			}
		}
		for cell := range covered {
			if n := len(turns[cell]); n == 0 || turns[cell][n-1] != first.Delay {
				turns[cell] = append(turns[cell], first.Delay)
			}
		}
	}
	return turns
}

// waysOut gives the moves (directions, and "stay") with which a character on a cell can outlive all bombs, if nobody
// else moves or drops one. With a bomb (Range and Delay), this turn goes into dropping it, and the moves are those of
// the next turn.
func waysOut(state State, cell Cell, bomb ...Bomb) (moves []string) {
	board, bombs := state.Board(), slices.Clone(state.Bombs)
	for _, b := range bomb {
		bombs = append(bombs, Bomb{Cell: cell, Range: b.Range, Delay: b.Delay + 1})
	}
	hot := danger(board, bombs)
	if len(bomb) > 0 && slices.Contains(hot[cell], 1) {
		return nil
	}
	e := escape{board: board, hot: hot, blocked: map[Cell]int{}, known: map[stop]bool{}}
	for _, turns := range hot {
		e.last = max(e.last, turns[len(turns)-1])
	}
	for _, c := range state.Characters {
		if c.Alive && c.Cell != cell {
			e.blocked[c.Cell] = e.last + 1 // it stands there for good, or until a blast covers it
		}
	}
	for _, b := range bombs {
		e.blocked[b.Cell] = e.last + 1
	}
	for cell := range e.blocked {
		if len(hot[cell]) > 0 {
			e.blocked[cell] = hot[cell][0]
		}
	}
	for _, step := range append(neighbours(cell), Step{stay, cell}) {
		if e.survives(stop{step.Cell, 1 + len(bomb)}, cell) {
			moves = append(moves, step.Direction)
		}
	}
	return moves
}

// escape is the search of waysOut.
type escape struct {
	board   Board
	hot     map[Cell][]int
	blocked map[Cell]int // the last turn in which nobody can enter a cell
	last    int          // turn with a blast
	known   map[stop]bool
}

// stop is a cell at the end of a turn.
type stop struct {
	Cell
	turn int
}

// survives tells whether who comes from a cell to the next stop can live on from there.
func (e *escape) survives(to stop, from Cell) bool {
	_, exists := e.board[to.Cell]
	entered := to.Cell == from || exists && (e.blocked[to.Cell] == 0 || to.turn > e.blocked[to.Cell])
	if !entered || slices.Contains(e.hot[to.Cell], to.turn) {
		return false
	}
	if to.turn >= e.last {
		return true
	}
	if lives, known := e.known[to]; known {
		return lives
	}
	for _, step := range append(neighbours(to.Cell), Step{stay, to.Cell}) {
		if e.survives(stop{step.Cell, to.turn + 1}, to.Cell) {
			e.known[to] = true
			return true
		}
	}
	e.known[to] = false
	return false
}

// numbers gives random numbers from 0 to below 1, the same for the same seed (mulberry32), in every language of the
// starters.
func numbers(seed uint32) func() float64 {
	return func() float64 {
		seed += 0x6d2b79f5
		n := (seed ^ seed>>15) * (seed | 1)
		n ^= n + (n^n>>7)*(n|61)
		return float64(n^n>>14) / (1 << 32)
	}
}

// random gives the next random number from 0 to below 1: the same ones in each match with the same seed.
var random = numbers(matchSeed())

// matchSeed is the seed that the match gives this bot, 1 without one.
func matchSeed() uint32 {
	seed, err := strconv.ParseUint(os.Getenv("BLASTYARD_SEED"), 10, 32)
	if err != nil {
		return 1
	}
	return uint32(seed)
}
