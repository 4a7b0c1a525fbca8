package explain

import (
	"fmt"
	"slices"

	"blastyard/game"
	"blastyard/rules/blast"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/forecast"
)

func init() {
	entries = append(entries, func(m game.Match, mark func(player int) string) (rules, *layout, bool) {
		own, ok := m.(bombermanMatch)
		if !ok {
			return nil, nil, false
		}
		r, b := newBombermanRules(own, mark)
		return r, b, true
	})
}

// bombermanMatch is a match of 2016-Bomberman.
type bombermanMatch interface {
	game.Match
	Played() []bomberman.Command
}

// bombermanOf returns the state of a match of these rules.
func bombermanOf(m game.Match) *bomberman.State { return m.State().(*bomberman.State) }

// bombermanRules are the rules of 2016-Bomberman. A character is its player, with the same number.
type bombermanRules struct {
	*layout
	match bombermanMatch
	board *bomberman.Map

	before, after, tried *bomberman.State
	now, then            *bombermanOutlook // before the turn; after an attempt

	history  [][]bomberman.Command // by round, from 1
	fuses    fuses
	exploded blast.Turn

	explored []int  // by player: points for coverage
	garbled  []bool // by player: its command of the round was refused
}

func newBombermanRules(m bombermanMatch, mark func(player int) string) (*bombermanRules, *layout) {
	s, p := bombermanOf(m), bombermanOf(m).Map()
	b := &layout{cells: len(p.Blocks), special: make([]bool, p.Players()), single: true, blastFirst: true, walls: true,
		penalty: p.Bounty, bombsCompared: "broke %.1f walls", gainPoints: float64(p.Settings.WallPoints)}
	for i := range p.Blocks {
		b.places = append(b.places, [2]int{i%p.Width + 1, i/p.Width + 1})
		neighbours := make([]int, 0, 4)
		for _, arm := range bomberman.Arms(p.Width, 1) {
			if to := i + arm.Step; to >= 0 && to < len(p.Blocks) {
				neighbours = append(neighbours, to)
			}
		}
		b.neighbours = append(b.neighbours, neighbours)
	}
	for player := range p.Players() {
		b.owners, b.names = append(b.owners, player), append(b.names, mark(player))
	}
	explored := make([]int, p.Players())
	for player := range explored {
		if s.Round() > 0 { // they are given at the end of each round
			explored[player] = coverage(s, player)
		}
	}
	return &bombermanRules{layout: b, match: m, board: p, before: s.Clone(), after: s, tried: s.Clone(),
		now: newBombermanOutlook(p), then: newBombermanOutlook(p), fuses: fuses{}, explored: explored,
		garbled: make([]bool, p.Players())}, b
}

func (b *bombermanRules) begin() {
	b.before.CopyFrom(b.after)
	clear(b.garbled)
}

func (b *bombermanRules) played(turn int) {
	b.history = append(b.history, slices.Clone(b.match.Played()))
	b.exploded = forecast.Exploded(b.before, b.after)
	b.fuses.burn(b.exploded)
	timers := map[bomberman.Pos]int{}
	for i := range b.before.NumBombs() {
		timers[b.before.Bomb(i).At] = b.before.Bomb(i).Timer
	}
	for i := range b.after.NumBombs() {
		bomb := b.after.Bomb(i)
		cell := b.block(bomb.At)
		f := b.fuses[cell]
		if timer, old := timers[bomb.At]; !old {
			f = fuse{placed: turn, character: bomb.Owner}
		} else if timer-1 != bomb.Timer {
			f.triggered = turn
		}
		b.fuses[cell] = f
	}
}

// commands returns the commands of the current round.
func (b *bombermanRules) commands() []bomberman.Command { return b.history[len(b.history)-1] }

func (b *bombermanRules) was(x int) character { return bombermanCharacter(b.before, x) }
func (b *bombermanRules) is(x int) character  { return bombermanCharacter(b.after, x) }
func (b *bombermanRules) bombs() blast.Turn   { return b.exploded }

func bombermanCharacter(s *bomberman.State, x int) character {
	block, _, alive := s.Standing(x)
	return character{block, alive}
}

// block returns the number of the block at a position.
func (b *bombermanRules) block(p bomberman.Pos) int { return b.now.board.Block(p) }

func (b *bombermanRules) pos(block int) bomberman.Pos {
	return bomberman.Pos{X: b.layout.places[block][0], Y: b.layout.places[block][1]}
}

// refusal reports only the refused commands of players that survived.
func (b *bombermanRules) refusal(r *game.Refusal) (weight float64, tell bool) {
	b.garbled[r.Player] = true
	if r.Action == "" {
		return 1, b.is(r.Player).alive
	}
	r.Reason = bomberman.BombInTheWay.String() // a player with an earlier key has placed it in this round
	for c := range b.before.Legal(r.Player) {
		if c.Command == b.commands()[r.Player] && c.Refused != bomberman.NotRefused {
			r.Reason = c.Refused.String()
		}
	}
	return 1, b.is(r.Player).alive
}

// bombermanOutlook is a forecast of Bomberman.
type bombermanOutlook struct {
	*forecast.Forecast
	board *forecast.Board
	crowd []int // blocks of the players that block the way; if nil, they are assumed to move away
}

func newBombermanOutlook(m *bomberman.Map) *bombermanOutlook {
	b := forecast.NewBoard(m)
	return &bombermanOutlook{Forecast: forecast.New(b, bomberman.NoPlayer), board: b}
}

func (o *bombermanOutlook) look(s *bomberman.State) outlook {
	o.board.Read(s)
	o.Look()
	return o
}

func (o *bombermanOutlook) last() int          { return o.Last() }
func (o *bombermanOutlook) first(cell int) int { return o.First(cell) }

func (o *bombermanOutlook) fill(round int, deadly, open []bool) {
	exploding, free := o.Exploding(round), o.Open(round)
	for i := range deadly {
		deadly[i], open[i] = exploding.Has(i), free.Has(i)
	}
	for _, i := range o.crowd { // a player blocks the way until an explosion kills it
		if first := o.First(i); first == 0 || first >= round {
			open[i] = false
		}
	}
}

func (b *bombermanRules) foresee() outlook { return b.now.look(b.before) }

func (b *bombermanRules) ways(x int) []way {
	from := b.before.Player(x).At
	list := []way{{cell: b.block(from)}}
	for c := bomberman.Up; c <= bomberman.Down; c++ {
		if to := from.Step(c); b.free(to) {
			list = append(list, way{c.String(), b.block(to), int(c)})
		}
	}
	return list
}

// free reports whether a player could move to a block.
func (b *bombermanRules) free(at bomberman.Pos) bool {
	c := b.before.At(at)
	return c.Wall == bomberman.NoWall && !c.Bomb && c.Player == bomberman.NoPlayer
}

func (b *bombermanRules) meant(x int) int {
	c := b.commands()[x]
	if to := b.before.Player(x).At.Step(c); c >= bomberman.Up && c <= bomberman.Down && b.free(to) {
		return b.block(to)
	}
	return b.is(x).cell
}

func (b *bombermanRules) try(x int, w way) (outlook, bool) {
	commands := slices.Clone(b.commands())
	commands[x] = bomberman.Command(w.number) // the number of staying is bomberman.Nothing
	b.tried.CopyFrom(b.before)
	b.tried.Step(commands, nil)
	if there := (character{w.cell, true}); bombermanCharacter(b.tried, x) != there {
		return nil, false
	}
	b.then.crowd = b.then.crowd[:0]
	for k := range b.owners {
		if c := bombermanCharacter(b.tried, k); c.alive {
			b.then.crowd = append(b.then.crowd, c.cell)
		}
	}
	return b.then.look(b.tried), true
}

// rests reports whether a player had no reason to stand still. With a bomb on the map it may wait for that.
func (b *bombermanRules) rests(x int) bool {
	return b.commands()[x] == bomberman.Nothing && b.before.Player(x).OnMap == 0
}

func (b *bombermanRules) sleeps(int, func(int) bool) bool { return false }

// waste describes a bomb that gained nothing, except for bombs that are linked to others.
func (b *bombermanRules) waste(i, turn int) string {
	bomb := &b.exploded[i]
	if b.exploded.Linked(i) || !b.was(bomb.Player).alive || slices.ContainsFunc(bomb.Cells, b.soft) || b.hit(bomb) {
		return ""
	}
	return fmt.Sprintf("the bomb that %s placed at %s took no wall and hit nobody when it exploded in turn %d",
		b.names[bomb.Player], b.at(bomb.Cell), turn)
}

// soft reports whether a blast breaks a wall on a block.
func (b *bombermanRules) soft(block int) bool {
	return b.before.At(b.pos(block)).Wall == bomberman.SoftWall
}

// hit reports whether a player died in a blast.
func (b *bombermanRules) hit(bomb *blast.Bomb) bool {
	return slices.ContainsFunc(b.owners, func(x int) bool {
		is := b.is(x)
		return b.was(x).alive && !is.alive && bomb.Covers(is.cell)
	})
}

// waiting returns nil: a match ends when it is decided, not at a turn that players know.
func (b *bombermanRules) waiting() []Lesson { return nil }

func (b *bombermanRules) deathCost(_, left int) (turns, points float64) {
	return float64(left), float64(b.board.Bounty)
}

func (b *bombermanRules) tally(tallies []Tally) {
	for i := range b.exploded {
		for _, block := range b.exploded[i].Cells {
			if b.soft(block) {
				tallies[b.exploded[i].Player].Walls++
			}
		}
	}
}

func (b *bombermanRules) struck(e *event, cell int) {
	if b.soft(cell) {
		e.walls++
	}
}

func (b *bombermanRules) weigh(e *event) float64 {
	return float64(e.walls*b.board.Settings.WallPoints + e.lost()*b.board.Bounty)
}

func (b *bombermanRules) step(m game.Match, turn int) {
	bombermanOf(m).Step(b.history[turn-1], nil)
}

func (b *bombermanRules) skip(from, to game.Match, e *event) {
	s := bombermanOf(to)
	s.CopyFrom(bombermanOf(from))
	for i := range e.bombs {
		s.Defuse(b.pos(e.bombs[i].Cell))
	}
	b.step(to, e.turn)
}
