package explain

import (
	"fmt"
	"slices"

	"blastyard/hexabomb"
	"blastyard/internal/english"
)

// hexabombBlasts are the explosions of a turn.
type hexabombBlasts struct {
	board *hexabomb.Board
	bombs []exploded
}

// exploded is a bomb that exploded in a turn.
type exploded struct {
	cell   hexabomb.Cell
	colour hexabomb.Colour
	reach  int
	due    bool // nothing had to set it off
	drop
	covers map[hexabomb.Cell]int // the cells of its blast, with their distance
}

func (b *exploded) player() int { return int(b.colour) - 1 }

// see finds the explosions of the turn that w has just played.
func (b *hexabombBlasts) see(w *hexabombWalk) {
	b.board, b.bombs = w.board, b.bombs[:0]
	if w.after.NumExplosions() == 0 {
		return
	}
	for i := range w.before.NumBombs() {
		if bomb := w.before.Bomb(i); !w.after.HasBomb(bomb.Cell) {
			d, known := w.drops[bomb.Cell]
			if !known {
				d.character = none
			}
			b.add(exploded{cell: bomb.Cell, colour: bomb.Colour, reach: bomb.Range, due: bomb.Delay == 1, drop: d})
		}
	}
	for x := range w.asked {
		if c := w.before.Character(x).Cell; w.did(x, hexabomb.DropBomb) && !w.after.HasBomb(c) {
			b.add(exploded{cell: c, colour: hexabomb.ColourOf(w.board.Owner(x)),
				reach: int(w.actions[w.asked[x]].Range), drop: w.drops[c]})
		}
	}
}

func (b *hexabombBlasts) add(e exploded) {
	e.covers = map[hexabomb.Cell]int{e.cell: 0}
	for d := range hexabomb.Direction(hexabomb.NumDirections) {
		at := e.cell
		for n := 1; n <= e.reach; n++ {
			next, ok := b.board.Neighbour(at, d)
			if !ok {
				break
			}
			at = next
			e.covers[at] = n
		}
	}
	b.bombs = append(b.bombs, e)
}

// killer is the nearest bomb whose blast covers a cell, and the one that began the chain; the same where nothing set
// it off. Only bombs from before a turn count: where the blast needed another, there is none.
func (b *hexabombBlasts) killer(c hexabomb.Cell, before int) (nearest, first *exploded) {
	root := make([]*exploded, len(b.bombs))
	var queue []int
	for i := range b.bombs {
		if e := &b.bombs[i]; e.due && e.turn < before {
			root[i] = e
			queue = append(queue, i)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		from := &b.bombs[queue[0]]
		if distance, covered := from.covers[c]; covered && (nearest == nil || distance < nearest.covers[c]) {
			nearest, first = from, root[queue[0]]
		}
		for i := range b.bombs {
			if _, set := from.covers[b.bombs[i].cell]; set && root[i] == nil && b.bombs[i].turn < before {
				root[i] = root[queue[0]]
				queue = append(queue, i)
			}
		}
	}
	return nearest, first
}

// ownOnly tells whether all bombs whose blast covers a cell are a player's.
func (b *hexabombBlasts) ownOnly(c hexabomb.Cell, player int) bool {
	for i := range b.bombs {
		if _, covered := b.bombs[i].covers[c]; covered && b.bombs[i].player() != player {
			return false
		}
	}
	return true
}

// seeDeaths tells of the characters that died in this turn.
func (w *hexabombWalk) seeDeaths(turn int) {
	for p := range w.board.NumPlayers() {
		var own []int
		first, end := w.board.Characters(p)
		for x := first; x < end && !w.gone[p]; x++ {
			a := w.after.Character(x)
			if !w.before.Character(x).Alive || a.Alive {
				continue
			}
			if w.blasts.ownOnly(a.Cell, p) {
				own = append(own, x)
			} else {
				w.tellBlast(x, turn)
			}
		}
		if len(own) > 0 {
			w.tellOwn(p, own, turn)
		}
	}
	for i := range w.blasts.bombs {
		delete(w.drops, w.blasts.bombs[i].cell)
	}
}

// tellBlast tells of a death in blasts that were not all of its own player's bombs.
func (w *hexabombWalk) tellBlast(x, turn int) {
	e, p, place := w.missed[x], w.board.Owner(x), w.after.Character(x).Cell
	if e != nil {
		if killer, first := w.blasts.killer(place, e.turn); killer != nil {
			w.add(Lesson{Turn: e.turn, Player: p, Kind: Blast, escape: e, dead: 1,
				Text: e.tell(w.name(x), w.bombText(killer, first), turn)}, w.lost(turn), w.rest(p, turn))
			return
		}
		// A newer bomb came before the blast that was known.
	}
	killer, first, known := w.blasts.since(place, turn)
	if killer == nil {
		return // the rules kill nobody without a blast
	}
	w.add(Lesson{Turn: turn, Player: p, Kind: Death, dead: 1,
		Text: fate(w.name(x), w.bombText(killer, first), known, w.safeIn[x])}, w.lost(turn), w.rest(p, turn))
}

// since is the killer of a turn with the fewest bombs that it takes, the oldest first, and for how many turns these
// were known.
func (b *hexabombBlasts) since(c hexabomb.Cell, turn int) (nearest, first *exploded, known int) {
	turns := []int{turn + 1}
	for i := range b.bombs {
		turns = append(turns, b.bombs[i].turn+1)
	}
	slices.Sort(turns)
	for _, t := range turns {
		if nearest, first = b.killer(c, t); nearest != nil {
			return nearest, first, max(0, turn+1-t)
		}
	}
	return nil, nil, 0
}

// tellOwn tells of characters that died by bombs of their own player alone.
func (w *hexabombWalk) tellOwn(p int, dead []int, turn int) {
	var names []string
	var way *escape
	safe := 0
	killer, first := w.blasts.killer(w.after.Character(dead[0]).Cell, turn+1)
	for _, x := range dead {
		names = append(names, w.name(x))
		safe = max(safe, w.safeIn[x])
		if e := w.missed[x]; e != nil && way == nil {
			if known, _ := w.blasts.killer(w.after.Character(x).Cell, e.turn); known != nil {
				way = e
			}
		}
	}
	whose := "its"
	if len(names) > 1 {
		whose = "their"
	}
	text := fmt.Sprintf("%s died in the blast of %s own team's bomb (%s)", english.And(names), whose,
		w.bombText(killer, first))
	if way != nil {
		text += way.could(w.name(way.character))
	} else {
		text += "; " + wayOut(safe)
	}
	n := float64(len(dead))
	w.add(Lesson{Turn: turn, Player: p, Kind: OwnBomb, Text: text, escape: way, dead: len(dead)}, n*w.lost(turn),
		n*w.rest(p, turn))
}

// lost is the turns that a death costs a character: those until it may live again, that of the revival included.
func (w *hexabombWalk) lost(turn int) float64 {
	const out = 4
	if w.board.SuddenDeath() {
		return 0
	}
	return float64(min(out, w.turns-turn))
}

// rest is what a death costs in sudden death: the turns that were left, shared among the characters that lived.
func (w *hexabombWalk) rest(p, turn int) float64 {
	if !w.board.SuddenDeath() {
		return 0
	}
	return float64(w.turns-turn) / float64(w.before.Living(p))
}

// bombText says whose bomb it was, where, and what set it off.
func (w *hexabombWalk) bombText(killer, first *exploded) string {
	text := w.mark(killer.player()) + "'s bomb" + ofTurn(killer.turn) + " at " + at(w.board.Coord(killer.cell))
	if first != killer {
		text += ", set off by " + w.mark(first.player()) + "'s at " + at(w.board.Coord(first.cell))
	}
	return text
}

// seeBombs tells of bombs that gained nothing.
func (w *hexabombWalk) seeBombs(turn int) {
	for i := range w.blasts.bombs {
		b := &w.blasts.bombs[i]
		p := b.player()
		if b.character == none || w.gone[p] || !w.worthless(p) || w.gained(b) {
			continue
		}
		what := "took no cell and hurt nobody"
		if w.board.Special(p) {
			what = "hurt nobody"
		}
		w.add(Lesson{Turn: b.turn, Player: p, Kind: Waste,
			Text: fmt.Sprintf("the bomb that %s dropped at %s %s when it exploded in turn %d",
				w.name(b.character), at(w.board.Coord(b.cell)), what, turn)}, 1, 0)
	}
}

// gained tells whether a bomb did anything: took a cell or took one from another, set off a bomb, hurt somebody.
func (w *hexabombWalk) gained(b *exploded) bool {
	for i := range w.blasts.bombs {
		if _, set := b.covers[w.blasts.bombs[i].cell]; set && w.blasts.bombs[i].cell != b.cell {
			return true
		}
	}
	for x := range w.board.NumCharacters() {
		c := w.after.Character(x)
		if _, covered := b.covers[c.Cell]; covered && !c.Alive {
			return true
		}
	}
	if w.board.Special(b.player()) {
		return false
	}
	for c := range b.covers {
		before, after := w.before.Colour(c), w.after.Colour(c) // who enters a cell in between dies there
		if before != b.colour && after != before && (after == b.colour || after == 0) {
			return true
		}
	}
	return false
}
