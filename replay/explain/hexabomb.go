package explain

import (
	"fmt"
	"slices"
	"strconv"

	"blastyard/game"
	"blastyard/game/viewer"
	"blastyard/rules/blast"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/forecast"
)

func init() {
	entries = append(entries, func(m game.Match, mark func(player int) string) (rules, *layout, bool) {
		own, ok := m.(hexabombMatch)
		if !ok {
			return nil, nil, false
		}
		r, b := newHexabombRules(own, mark)
		return r, b, true
	})
}

// hexabombMatch is a match of hexabomb.
type hexabombMatch interface {
	game.Match
	Played() ([]hexabomb.Action, []hexabomb.Refusal)
}

// hexabombOf returns the state of a match of these rules.
func hexabombOf(m game.Match) *hexabomb.State { return m.State().(*hexabomb.State) }

// hexabombRules are the rules of hexabomb.
type hexabombRules struct {
	*layout
	match hexabombMatch
	board *hexabomb.Board
	mark  func(player int) string

	before, after, tried *hexabomb.State
	now, then            *hexabombOutlook // before the turn; after an attempt

	history  [][]hexabomb.Action // by turn, from 1
	asked    []int               // by character: index of its action in the turn, or none
	refused  []bool              // by action of the turn: whether it was refused
	fuses    fuses
	exploded blast.Turn

	told    int     // of the refusals of the turn: how many refusal has seen
	garbled []bool  // by player: an action of the turn was not readable
	origins []Cause // by cell: how its owner got it; nil before the first turn
}

// none is no action.
const none = -1

// Estimates for choosing which events to examine.
const (
	paintTurns = 5 // turns for which a cell keeps its colour
	deathTurns = 4 // turns lost by a death: until the revival, which takes one
)

// afterBlast is how many turns after an explosion the match is simulated without its bombs, if cells score. Later
// actions of the players are reactions to what happened, so the simulation becomes less meaningful with every turn.
const afterBlast = 20

func newHexabombRules(m hexabombMatch, mark func(player int) string) (*hexabombRules, *layout) {
	s, p := hexabombOf(m), hexabombOf(m).Board()
	b := &layout{cells: p.NumCells(), special: make([]bool, p.NumPlayers()), horizon: afterBlast,
		bombsCompared: "painted %.1f cells", gainPoints: paintTurns}
	if p.SuddenDeath() { // only turns count; colours are worth nothing
		b.price, b.horizon, b.bombsCompared, b.survival = 1, -1, "", true
	}
	for c := range hexabomb.Cell(b.cells) {
		b.places = append(b.places, [2]int{p.Coord(c).Q, p.Coord(c).R})
		neighbours := make([]int, 0, hexabomb.NumDirections)
		for d := range hexabomb.Direction(hexabomb.NumDirections) {
			if to, ok := p.Neighbour(c, d); ok {
				neighbours = append(neighbours, int(to))
			}
		}
		b.neighbours = append(b.neighbours, neighbours)
	}
	for x := range p.NumCharacters() {
		b.owners = append(b.owners, p.Owner(x))
		b.names = append(b.names, mark(p.Owner(x))+strconv.Itoa(x))
	}
	for player := range b.special {
		b.special[player] = p.Special(player)
	}
	return &hexabombRules{layout: b, match: m, board: p, mark: mark, before: s.Clone(), after: s, tried: s.Clone(),
		now: &hexabombOutlook{Forecast: forecast.New(p)}, then: &hexabombOutlook{Forecast: forecast.New(p)},
		asked: make([]int, p.NumCharacters()), fuses: fuses{}, garbled: make([]bool, p.NumPlayers())}, b
}

func (h *hexabombRules) begin() {
	h.before.CopyFrom(h.after)
	h.told = 0
	clear(h.garbled)
}

func (h *hexabombRules) played(turn int) {
	actions, refusals := h.match.Played()
	h.history = append(h.history, slices.Clone(actions))
	h.refused = append(h.refused[:0], make([]bool, len(actions))...)
	for _, r := range refusals {
		h.refused[r.Index] = true
	}
	for x := range h.asked {
		h.asked[x] = none
	}
	for i, a := range actions {
		x := int(a.Character)
		if x < len(h.asked) && h.owners[x] == int(a.Player) && h.asked[x] == none {
			h.asked[x] = i
		}
	}
	h.exploded = forecast.Exploded(h.before, h.after, h.drop(turn))
	h.fuses.burn(h.exploded)
}

// drop returns the bombs that were dropped in a turn, and records who dropped them.
func (h *hexabombRules) drop(turn int) (bombs []hexabomb.Bomb) {
	for x, i := range h.asked {
		if i == none || h.refused[i] || h.actions()[i].Kind != hexabomb.DropBomb {
			continue
		}
		a, cell := h.actions()[i], h.before.Character(x).Cell
		h.fuses[int(cell)] = fuse{placed: turn, character: x}
		bombs = append(bombs, hexabomb.Bomb{Cell: cell, Colour: hexabomb.ColourOf(h.owners[x]), Range: int(a.Range),
			Delay: int(a.Delay)})
	}
	return bombs
}

// actions returns the actions of the current turn.
func (h *hexabombRules) actions() []hexabomb.Action { return h.history[len(h.history)-1] }

func (h *hexabombRules) was(x int) character { return hexabombCharacter(h.before, x) }
func (h *hexabombRules) is(x int) character  { return hexabombCharacter(h.after, x) }
func (h *hexabombRules) bombs() blast.Turn   { return h.exploded }

func hexabombCharacter(s *hexabomb.State, x int) character {
	c := s.Character(x)
	return character{int(c.Cell), c.Alive}
}

// freeReasons are the reasons of refused actions that cost no turn, because the character could not have done
// anything.
var freeReasons = []hexabomb.Reason{hexabomb.Repeated, hexabomb.NoSuchCharacter, hexabomb.NotYours, hexabomb.Dead,
	hexabomb.NoSecondLife, hexabomb.TooEarly}

func (h *hexabombRules) refusal(r *game.Refusal) (weight float64, tell bool) {
	is := func(reason hexabomb.Reason) bool { return reason.String() == r.Reason }
	if r.Action == "" {
		h.garbled[r.Player] = true
		return 1, true
	}
	_, refusals := h.match.Played()
	contested := h.contested(refusals[h.told].Index)
	h.told++
	if !is(hexabomb.NotYours) && !is(hexabomb.NoSuchCharacter) {
		r.Action = viewer.ActionOf(h.mark(r.Player), r.Action)
	}
	if contested {
		r.Reason = "another player came first to the same free cell"
		return 0, true
	}
	if slices.ContainsFunc(freeReasons, is) {
		return 0, true
	}
	return 1, true
}

// hexabombOutlook is a forecast of hexabomb.
type hexabombOutlook struct {
	*forecast.Forecast
	blockers *hexabomb.State // its characters block cells; if nil, they are assumed to move away
}

// farthest is how many turns are forecast. Before a later blast there is enough time.
const farthest = 40

func (o *hexabombOutlook) last() int          { return min(o.Last(), farthest) }
func (o *hexabombOutlook) first(cell int) int { return o.First(hexabomb.Cell(cell)) }

func (o *hexabombOutlook) fill(turn int, deadly, open []bool) {
	for i := range deadly {
		c := hexabomb.Cell(i)
		deadly[i], open[i] = o.At(c, turn), !o.Blocks(c, turn)
	}
	if o.blockers == nil {
		return
	}
	for i := range open {
		open[i] = open[i] && !o.blockers.Occupied(hexabomb.Cell(i))
	}
}

func (h *hexabombRules) foresee() outlook {
	h.now.Look(h.before)
	return h.now
}

func (h *hexabombRules) ways(x int) []way {
	from := h.before.Character(x).Cell
	list := append(make([]way, 0, 1+hexabomb.NumDirections), way{cell: int(from)})
	for d := range hexabomb.Direction(hexabomb.NumDirections) {
		if to, ok := h.board.Neighbour(from, d); ok && h.before.Empty(to) {
			list = append(list, way{d.String(), int(to), int(d)})
		}
	}
	return list
}

// meant returns where a character wanted to be. Moving into a free cell is never meant as harm to oneself.
func (h *hexabombRules) meant(x int) int {
	i, from := h.asked[x], h.before.Character(x).Cell
	if i == none || !h.refused[i] || h.actions()[i].Kind != hexabomb.Move {
		return int(h.after.Character(x).Cell)
	}
	to, ok := h.board.Neighbour(from, h.actions()[i].Direction)
	if !ok || !h.before.Empty(to) {
		return int(from)
	}
	return int(to)
}

func (h *hexabombRules) try(x int, w way) (outlook, bool) {
	actions := slices.Clone(h.actions())
	move := hexabomb.Action{Player: uint16(h.owners[x]), Character: uint16(x), Kind: hexabomb.Move,
		Direction: hexabomb.Direction(w.number)}
	switch i := h.asked[x]; {
	case w.direction == "" && i != none:
		actions = slices.Delete(actions, i, i+1)
	case w.direction != "" && i != none:
		actions[i] = move
	case w.direction != "":
		actions = append(actions, move)
	}
	h.tried.CopyFrom(h.before)
	h.tried.Step(actions, nil)
	if c := h.tried.Character(x); !c.Alive || int(c.Cell) != w.cell {
		return nil, false
	}
	h.then.blockers = h.tried
	h.then.Look(h.tried)
	return h.then, true
}

func (h *hexabombRules) rests(x int) bool { return !h.board.SuddenDeath() && h.asked[x] == none }

func (h *hexabombRules) sleeps(x int, safe func(cell int) bool) bool {
	asked := h.asked[x] != none && h.actions()[h.asked[x]].Kind == hexabomb.Revive
	grave := h.before.Character(x)
	if h.board.SuddenDeath() || asked || grave.ReviveDelay > 0 {
		return false
	}
	fits := func(c hexabomb.Cell) bool { return h.before.Empty(c) && safe(int(c)) }
	if !h.board.RevivesAnywhere() {
		return fits(grave.Cell)
	}
	for c := range hexabomb.Cell(h.cells) { // any cell will do
		if fits(c) {
			return true
		}
	}
	return false
}

// worthless reports whether a bomb of a player can be useless. In sudden death colours are worth nothing, so only the
// special player's bombs have a known purpose.
func (h *hexabombRules) worthless(player int) bool {
	return !h.board.SuddenDeath() || h.special[player]
}

func (h *hexabombRules) waste(i, turn int) string {
	b := &h.exploded[i]
	if !h.worthless(b.Player) || h.gained(b) {
		return ""
	}
	what := "took no cell and hurt nobody"
	if h.special[b.Player] {
		what = "hurt nobody"
	}
	return fmt.Sprintf("the bomb that %s dropped at %s %s when it exploded in turn %d", h.names[b.Character],
		h.at(b.Cell), what, turn)
}

// gained reports whether a bomb had any effect: it took a cell, set off a bomb, or hurt somebody.
func (h *hexabombRules) gained(b *blast.Bomb) bool {
	if len(b.Reached) > 0 {
		return true
	}
	for x := range h.owners {
		if is := h.is(x); !is.alive && b.Covers(is.cell) {
			return true
		}
	}
	return !h.special[b.Player] && slices.ContainsFunc(b.Cells, func(cell int) bool {
		was, is := h.colours(cell) // a character that enters a cell in between dies there
		return was != b.Player && is != was && (is == b.Player || is == none)
	})
}

// colours returns the players that owned a cell before and after the turn, or none for neutral.
func (h *hexabombRules) colours(cell int) (was, is int) {
	c := hexabomb.Cell(cell)
	return int(h.before.Colour(c)) - 1, int(h.after.Colour(c)) - 1
}

func (h *hexabombRules) waiting() (list []Lesson) {
	for i := range h.after.NumBombs() {
		b := h.after.Bomb(i)
		p := int(b.Colour) - 1
		if f, known := h.fuses[int(b.Cell)]; known && h.worthless(p) {
			list = append(list, Lesson{Turn: f.placed, Player: p, Kind: Waste,
				Text: fmt.Sprintf("the bomb that %s dropped at %s did not explode before the end", h.names[f.character],
					h.at(int(b.Cell)))})
		}
	}
	return list
}

// deathCost returns, in sudden death, the remaining turns, shared among the characters that lived.
func (h *hexabombRules) deathCost(player, left int) (turns, points float64) {
	if h.board.SuddenDeath() {
		return 0, float64(left) / float64(h.before.Living(player))
	}
	return float64(min(deathTurns, left)), 0
}

// tally counts the cells that players painted in the turn, by bombs and by moving.
func (h *hexabombRules) tally(tallies []Tally) {
	for cell := range h.cells {
		was, is := h.colours(cell)
		switch {
		case is == was || is == none:
		case slices.ContainsFunc(h.exploded, func(b blast.Bomb) bool { return b.Covers(cell) }):
			tallies[is].Painted++
		default:
			tallies[is].Walked++
		}
	}
}

func (h *hexabombRules) struck(e *event, cell int) {
	if was, is := h.colours(cell); is != none && is != was && !h.board.SuddenDeath() {
		e.painted[is]++
	}
}

func (h *hexabombRules) weigh(e *event) float64 {
	painted := 0
	for _, cells := range e.painted {
		painted += cells
	}
	return float64(painted)*paintTurns + float64(e.lost())*h.share()*deathTurns
}

// share returns the number of cells for each character.
func (h *hexabombRules) share() float64 { return float64(h.cells) / float64(max(1, len(h.owners))) }

func (h *hexabombRules) step(m game.Match, turn int) {
	hexabombOf(m).Step(h.history[turn-1], nil)
}

func (h *hexabombRules) skip(from, to game.Match, e *event) {
	p, s := hexabombOf(from).Snapshot(), hexabombOf(to)
	p.Bombs = slices.DeleteFunc(p.Bombs, func(b hexabomb.Bomb) bool { return e.has(int(b.Cell)) })
	if without, err := h.board.Restore(p); err == nil { // it was a state of the match, so there is no error
		s.CopyFrom(without)
	}
	s.Step(slices.DeleteFunc(slices.Clone(h.history[e.turn-1]), func(a hexabomb.Action) bool {
		return a.Kind == hexabomb.DropBomb && slices.ContainsFunc(e.bombs, func(b blast.Bomb) bool {
			return b.Placed == e.turn && b.Character == int(a.Character)
		})
	}), nil)
}
