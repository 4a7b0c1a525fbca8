// What the board of Bomberman looks like, and helpers for it. They look and never change what they are given. Turns are
// rounds and count from now: 1 is the round that we are asked for.

package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
)

// Cell is a place on the board; (1, 1) is the upper left one.
type Cell struct{ X, Y int }

// State is what we need of state.json.
type State struct {
	Round   int       `json:"CurrentRound"`
	Players []Player  `json:"RegisteredPlayerEntities"` // sorted by key
	Blocks  [][]Block `json:"GameBlocks"`               // by column, then row
}

// Player is one of the players, or the owner of a bomb.
type Player struct {
	Key        string
	Points     int
	Killed     bool
	BombBag    int // bombs that it may have on the board at the same time
	BombRadius int
	Location   Cell
}

// Block is what is on a cell.
type Block struct {
	Entity *struct { // a wall or a player
		Type string `json:"$type"`
	}
	Bomb    *Bomb
	PowerUp *struct{}
}

// Bomb is a bomb on the board; one that shows the timer 1 explodes in the coming round, before anybody moves.
type Bomb struct {
	Owner    Player
	Radius   int `json:"BombRadius"`
	Timer    int `json:"BombTimer"`
	Location Cell
}

// Commands; the moves are 1 up, 2 left, 3 right, 4 down.
const (
	stay        = 0
	placeBomb   = 5
	triggerBomb = 6
)

// Walls: one that lasts, and one that a blast breaks.
const (
	hardWall = "Domain.Entities.IndestructibleWallEntity, Domain"
	softWall = "Domain.Entities.DestructibleWallEntity, Domain"
)

// Step is a move and the cell where it leads.
type Step struct {
	Move int
	Cell
}

// steps are the four moves, and what each adds to X and Y.
var steps = []Step{{1, Cell{0, -1}}, {2, Cell{-1, 0}}, {3, Cell{1, 0}}, {4, Cell{0, 1}}}

// neighbours are the four cells around a cell, each with the move that leads there.
func neighbours(cell Cell) []Step {
	var around []Step
	for _, s := range steps {
		around = append(around, Step{s.Move, Cell{cell.X + s.X, cell.Y + s.Y}})
	}
	return around
}

// holds tells whether a cell holds a hardWall or a softWall. Beyond the board are hard walls.
func (s *State) holds(cell Cell, wall string) bool {
	if cell.X < 1 || cell.Y < 1 || cell.X > len(s.Blocks) || cell.Y > len(s.Blocks[0]) {
		return wall == hardWall
	}
	entity := s.Blocks[cell.X-1][cell.Y-1].Entity
	return entity != nil && entity.Type == wall
}

// powerUps says how many open power-ups lie on a cell of the board: 0 or 1.
func (s *State) powerUps(cell Cell) int {
	if s.Blocks[cell.X-1][cell.Y-1].PowerUp != nil {
		return 1
	}
	return 0
}

// Bombs are all bombs on the board.
func (s *State) Bombs() []Bomb {
	var bombs []Bomb
	for _, column := range s.Blocks {
		for _, block := range column {
			if block.Bomb != nil {
				bombs = append(bombs, *block.Bomb)
			}
		}
	}
	return bombs
}

// bombOf is the bomb that a player would place where it stands.
func bombOf(p Player) Bomb {
	return Bomb{Owner: p, Radius: p.BombRadius, Timer: min(9, 3*p.BombBag) + 1, Location: p.Location}
}

// freeCells is the set of cells that can be entered: no wall, no bomb, no player. Power-ups are no hindrance.
func freeCells(state *State) map[Cell]bool {
	free := map[Cell]bool{}
	for x, column := range state.Blocks {
		for y, block := range column {
			if block.Entity == nil && block.Bomb == nil {
				free[Cell{x + 1, y + 1}] = true
			}
		}
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

// path gives the moves of a shortest way over free cells.
func path(free map[Cell]bool, from, to Cell) (moves []int, found bool) {
	came, queue := map[Cell]Step{from: {}}, []Cell{from} // by cell: the move that led there, and from where
	for ; len(queue) > 0 && queue[0] != to; queue = queue[1:] {
		for _, next := range neighbours(queue[0]) {
			if _, seen := came[next.Cell]; !seen && free[next.Cell] {
				came[next.Cell] = Step{next.Move, queue[0]}
				queue = append(queue, next.Cell)
			}
		}
	}
	_, found = came[to]
	for at := to; found && at != from; at = came[at].Cell {
		moves = append(moves, came[at].Move)
	}
	slices.Reverse(moves)
	return moves, found
}

// blast is the set of cells that a bomb covers as the board is now: its own, and up to its radius in each direction. A
// hard wall ends it before, a wall that breaks or another bomb ends it and is covered.
func blast(state *State, bomb Bomb) map[Cell]bool {
	return reach(state, bomb, state.Bombs(), map[Cell]bool{})
}

// reach is blast with the bombs that are still there, and without the walls that are broken.
func reach(state *State, bomb Bomb, bombs []Bomb, broken map[Cell]bool) map[Cell]bool {
	covered := map[Cell]bool{bomb.Location: true}
	for _, s := range steps {
		for n := 1; n <= bomb.Radius; n++ {
			target := Cell{bomb.Location.X + n*s.X, bomb.Location.Y + n*s.Y}
			if state.holds(target, hardWall) {
				break
			}
			covered[target] = true
			if state.holds(target, softWall) && !broken[target] ||
				slices.ContainsFunc(bombs, func(b Bomb) bool { return b.Location == target }) {
				break
			}
		}
	}
	return covered
}

// bombsOf are the bombs of a player, the one that explodes first in front: a trigger is for that one.
func bombsOf(state *State, key string) []Bomb {
	bombs := slices.DeleteFunc(state.Bombs(), func(b Bomb) bool { return b.Owner.Key != key })
	slices.SortStableFunc(bombs, func(a, b Bomb) int { return a.Timer - b.Timer })
	return bombs
}

// without is the state without a player, whose cell is free when it has left it.
func without(state *State, p Player) *State {
	then := *state
	then.Blocks = slices.Clone(state.Blocks)
	column := slices.Clone(state.Blocks[p.Location.X-1])
	column[p.Location.Y-1].Entity = nil
	then.Blocks[p.Location.X-1] = column
	return &then
}

// triggered is the state as if some bombs were triggered in this turn: they explode in turn 2, if not before.
func triggered(state *State, which func(Bomb) bool) *State {
	then := *state
	then.Blocks = nil
	for _, column := range state.Blocks {
		column = slices.Clone(column)
		for y := range column {
			if b := column[y].Bomb; b != nil && which(*b) {
				column[y].Bomb = &Bomb{b.Owner, b.Radius, min(b.Timer, 2), b.Location}
			}
		}
		then.Blocks = append(then.Blocks, column)
	}
	return &then
}

// numbers gives random numbers from 0 to below 1, the same for the same seed (mulberry32) in every language.
func numbers(seed uint32) func() float64 {
	return func() float64 {
		seed += 0x6d2b79f5
		n := (seed ^ seed>>15) * (seed | 1)
		n ^= n + (n^n>>7)*(n|61)
		return float64(n^n>>14) / (1 << 32)
	}
}

// best are the cells of a map from the greatest value down, without those of value 0. Of equal ones the leftmost is
// first, then the uppermost.
func best(values map[Cell]float64) []Cell {
	var cells []Cell
	for cell, value := range values {
		if value != 0 {
			cells = append(cells, cell)
		}
	}
	slices.SortFunc(cells, func(a, b Cell) int { return cmp.Or(cmp.Compare(values[b], values[a]), a.X-b.X, a.Y-b.Y) })
	return cells
}

// random gives a random number from 0 to below 1 for a turn: the same ones in a match with the same seed.
func random(state *State) float64 {
	seed := uint32(1) // without one
	_, _ = fmt.Sscan(os.Getenv("BLASTYARD_SEED"), &seed)
	return numbers(seed + uint32(state.Round))()
}

// danger gives for each cell the turns in which a blast covers it, ascending. Who stands there dies before it moves,
// and who goes there dies, too. A bomb that a blast covers explodes with it. Nobody is expected to trigger a bomb.
func danger(state *State) map[Cell][]int { return explosions(state, state.Bombs()) }

// explosions is danger with other bombs than those of the state.
func explosions(state *State, waiting []Bomb) map[Cell][]int {
	turns, broken := map[Cell][]int{}, map[Cell]bool{}
	for turn := 1; len(waiting) > 0; turn++ {
		var lit []Bomb
		for _, b := range waiting {
			if b.Timer <= turn {
				lit = append(lit, b)
			}
		}
		covered := map[Cell]bool{}
		for i := 0; i < len(lit); i++ {
			for cell := range reach(state, lit[i], waiting, broken) {
				for _, b := range waiting {
					if b.Location == cell && !covered[cell] {
						lit = append(lit, b) // it explodes, too
					}
				}
				covered[cell] = true
			}
		}
		for cell := range covered {
			turns[cell] = append(turns[cell], turn)
			broken[cell] = true
		}
		waiting = slices.DeleteFunc(slices.Clone(waiting), func(b Bomb) bool { return covered[b.Location] })
	}
	return turns
}

// waysOut gives the moves, and stay, with which a player on a cell can outlive all bombs, if no other moves, bombs or
// triggers. With a bomb (its Radius, and the Timer that it will show), this turn goes into placing it, and the moves
// are those of the next turn.
func waysOut(state *State, cell Cell, bomb ...Bomb) (moves []int) {
	bombs := state.Bombs()
	for _, b := range bomb {
		bombs = append(bombs, Bomb{Radius: b.Radius, Timer: b.Timer + 1, Location: cell})
	}
	e := escape{state: state, free: freeCells(state), hot: explosions(state, bombs), known: map[stop]bool{}}
	for _, turns := range e.hot {
		e.last = max(e.last, turns[len(turns)-1])
	}
	if len(bomb) > 0 && slices.Contains(e.hot[cell], 1) {
		return nil
	}
	if !slices.ContainsFunc(bombs, func(b Bomb) bool { return b.Location == cell }) {
		e.free[cell] = true // the player can come back
	}
	for _, step := range append(neighbours(cell), Step{stay, cell}) {
		if e.survives(cell, stop{step.Cell, 1 + len(bomb)}) {
			moves = append(moves, step.Move)
		}
	}
	return moves
}

// anyOf gives the first list of moves that is not empty; without one, stay.
func anyOf(lists ...[]int) []int {
	if i := slices.IndexFunc(lists, func(moves []int) bool { return len(moves) > 0 }); i >= 0 {
		return lists[i]
	}
	return []int{stay}
}

// escape is the search of waysOut.
type escape struct {
	state *State
	free  map[Cell]bool
	hot   map[Cell][]int
	last  int // turn with a blast
	known map[stop]bool
}

// stop is a cell at the end of a turn.
type stop struct {
	Cell
	turn int
}

// enterable tells whether a cell can be entered in a turn: what is in the way goes with the first blast, to the end of
// its turn.
func (e *escape) enterable(to stop) bool {
	if e.free[to.Cell] {
		return true
	}
	blasts := e.hot[to.Cell]
	return len(blasts) > 0 && blasts[0] < to.turn && !e.state.holds(to.Cell, hardWall)
}

// survives tells whether who goes from a cell to the next stop can live on from there.
func (e *escape) survives(from Cell, to stop) bool {
	burns := slices.Contains(e.hot[from], to.turn) || slices.Contains(e.hot[to.Cell], to.turn)
	if burns || to.Cell != from && !e.enterable(to) {
		return false
	}
	if to.turn >= e.last {
		return true
	}
	if lives, known := e.known[to]; known {
		return lives
	}
	lives := false
	for _, step := range append(neighbours(to.Cell), Step{stay, to.Cell}) {
		lives = lives || e.survives(to.Cell, stop{step.Cell, to.turn + 1})
	}
	e.known[to] = lives
	return lives
}

// draw draws on the board of the page; shape is JSON, such as {"cell":[2,3],"color":"red"}.
func draw(shape string) { fmt.Println("@draw " + shape) }

// start reads the state of the round. The bot's arguments are its key and the folder of the round.
func start() (state *State, me Player, folder string) {
	key, folder := os.Args[1], os.Args[2]
	if filepath.Base(folder) != key {
		folder = filepath.Join(folder, key) // our own folder in that of the round
	}
	text, err := os.ReadFile(filepath.Join(folder, "state.json"))
	check(err)
	check(json.Unmarshal(text, &state))
	return state, state.Players[key[0]-'A'], folder
}

// answer writes our command for the round.
func answer(folder string, command int) {
	check(os.WriteFile(filepath.Join(folder, "move.txt"), fmt.Append(nil, command), 0o666))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
