package explain

import (
	"fmt"
	"slices"

	"blastyard/bomberman"
)

// fuse is what is known of a bomb beside where it is; turns are 0 where they are not known.
type fuse struct{ placed, triggered int }

// since is the turn in which the time of its explosion was set.
func (f fuse) since() int { return max(f.placed, f.triggered) }

// detonated is a bomb that exploded in a round.
type detonated struct {
	bomberman.Bomb
	fuse
	covers map[bomberman.Pos]int // the blocks of its blast, with their distance
	hits   []bomberman.Pos       // the bombs that it reached
	linked bool                  // to another bomb
}

// seeBlasts finds the bombs that exploded in the round, and keeps what is known of the others.
func (w *bombermanWalk) seeBlasts() {
	w.blasts = w.blasts[:0]
	for i := range w.before.NumBombs() {
		b := w.before.Bomb(i)
		if w.after.At(b.At).Bomb {
			continue
		}
		d := detonated{Bomb: b, fuse: w.bombs[b.At]}
		w.spread(i, &d)
		w.blasts = append(w.blasts, d)
		delete(w.bombs, b.At)
	}
	for i := range w.blasts {
		for _, hit := range w.blasts[i].hits {
			for j := range w.blasts {
				if w.blasts[j].At == hit {
					w.blasts[i].linked, w.blasts[j].linked = true, true
				}
			}
		}
	}
}

// noteBombs keeps what happened to the bombs on the map in a round.
func (w *bombermanWalk) noteBombs(turn int) {
	timers := map[bomberman.Pos]int{}
	for i := range w.before.NumBombs() {
		b := w.before.Bomb(i)
		timers[b.At] = b.Timer
	}
	for i := range w.after.NumBombs() {
		b := w.after.Bomb(i)
		timer, old := timers[b.At]
		f := w.bombs[b.At]
		switch {
		case !old:
			f = fuse{placed: turn}
		case timer-1 != b.Timer:
			f.triggered = turn
		}
		w.bombs[b.At] = f
	}
}

// spread finds what the blast of bomb i of the state before covers.
func (w *bombermanWalk) spread(i int, d *detonated) {
	d.covers = map[bomberman.Pos]int{d.At: 0}
	for to, distance := range w.before.Blast(i) {
		block := w.before.At(to)
		if block.Bomb && to != d.At {
			d.hits = append(d.hits, to)
		}
		if !block.Bomb || block.Player == bomberman.NoPlayer {
			d.covers[to] = distance
		}
	}
}

// killer is the nearest bomb whose blast covers a block, and the one that began the chain; the same where nothing set
// it off. Only what was known before a turn counts: where the blast needed more, there is none.
func (w *bombermanWalk) killer(at bomberman.Pos, before int) (nearest, first *detonated) {
	root := make([]*detonated, len(w.blasts))
	var queue []int
	for i := range w.blasts {
		if d := &w.blasts[i]; d.Timer == 1 && d.since() < before {
			root[i] = d
			queue = append(queue, i)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		from := &w.blasts[queue[0]]
		if distance, covered := from.covers[at]; covered && (nearest == nil || distance < nearest.covers[at]) {
			nearest, first = from, root[queue[0]]
		}
		for _, hit := range from.hits {
			for i := range w.blasts {
				if w.blasts[i].At == hit && root[i] == nil && w.blasts[i].placed < before {
					root[i] = root[queue[0]]
					queue = append(queue, i)
				}
			}
		}
	}
	return nearest, first
}

// since is the killer of a round with the fewest bombs that it takes, the oldest first, and for how many rounds these
// were known.
func (w *bombermanWalk) since(at bomberman.Pos, turn int) (nearest, first *detonated, known int) {
	turns := []int{turn + 1}
	for i := range w.blasts {
		turns = append(turns, w.blasts[i].since()+1)
	}
	slices.Sort(turns)
	for _, t := range turns {
		if nearest, first = w.killer(at, t); nearest != nil {
			return nearest, first, max(0, turn+1-t)
		}
	}
	return nil, nil, 0
}

// ownOnly tells whether all bombs whose blast covers a block are a player's.
func (w *bombermanWalk) ownOnly(at bomberman.Pos, player int) bool {
	for i := range w.blasts {
		if _, covered := w.blasts[i].covers[at]; covered && w.blasts[i].Owner != player {
			return false
		}
	}
	return true
}

// seeBombs tells of bombs that gained nothing: of one that is linked to others nobody can say.
func (w *bombermanWalk) seeBombs(turn int) {
	for i := range w.blasts {
		d := &w.blasts[i]
		if d.placed == 0 || d.linked || w.gone[d.Owner] || !w.before.Player(d.Owner).Alive || w.gained(d) {
			continue
		}
		w.add(Lesson{Turn: d.placed, Player: d.Owner, Kind: Waste, Text: fmt.Sprintf(
			"the bomb that %s placed at (%d,%d) took no wall and hit nobody when it exploded in turn %d",
			w.mark(d.Owner), d.At.X, d.At.Y, turn)}, 1, 0)
	}
}

// gained tells whether a bomb took a wall or hit somebody.
func (w *bombermanWalk) gained(d *detonated) bool {
	for at := range d.covers {
		if w.before.At(at).Wall == bomberman.SoftWall {
			return true
		}
	}
	for p := range w.before.Map().Players() {
		_, covered := d.covers[w.after.Player(p).At]
		if covered && w.before.Player(p).Alive && !w.after.Player(p).Alive {
			return true
		}
	}
	return false
}
