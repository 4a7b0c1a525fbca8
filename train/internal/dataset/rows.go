package dataset

import (
	"slices"
)

// A player plays a recording again and yields its rows.
type player struct {
	*recording
	wanted []bool // by player: its rows are wanted
	gone   []bool
	turn   int   // turns of the replay that were played
	rows   []int // players with rows in this turn
	given  int   // rows of this turn that were given
}

func newPlayer(r *recording, o Options) *player {
	n := len(r.replay.Header.Players)
	p := &player{recording: r, wanted: make([]bool, n), gone: make([]bool, n)}
	for k, e := range r.endings {
		p.wanted[k] = !o.Winners || e.won != 0
	}
	r.viewer.bind(p.wanted)
	return p
}

// fill writes rows to a batch, starting at row at. more reports whether there may be more rows.
func (p *player) fill(b *Batch, at int) (rows int, more bool) {
	for at+rows < b.Rows {
		if p.given == len(p.rows) {
			if p.turn == p.turns {
				return rows, false
			}
			p.takeTurn()
			continue
		}
		p.write(b, at+rows, p.rows[p.given])
		p.given++
		rows++
	}
	return rows, true
}

// takeTurn shows the state before the next turn, and finds the players that decided in it.
func (p *player) takeTurn() {
	if p.turn > 0 {
		p.viewer.play(&p.replay.Turns[p.turn-1])
	}
	t := &p.replay.Turns[p.turn]
	p.viewer.show(t, p.turn > 0)
	p.rows, p.given = p.rows[:0], 0
	for _, g := range t.Gone {
		p.gone[g.Player] = true
	}
	if p.turn >= p.replay.Header.Unseen {
		for k, wanted := range p.wanted {
			if wanted && !p.gone[k] && !slices.Contains(t.Late, k) && p.viewer.game.acts(k) {
				p.rows = append(p.rows, k)
			}
		}
	}
	p.turn++
}

func (p *player) write(b *Batch, row, k int) {
	v := p.viewer.seats[k]
	put(b.Channels, row, v.channels)
	put(b.Scalars, row, v.scalars)
	put(b.Mask, row, v.mask)
	put(b.Legal, row, v.legal)
	put(b.Actions, row, v.actions)
	e := p.endings[k]
	for _, f := range []struct {
		list  []int32
		value int32
	}{
		{b.Replay, int32(p.number)}, {b.Turn, int32(p.turn - 1)}, {b.Player, int32(k)}, {b.Score, e.score},
		{b.Rank, e.rank},
	} {
		if f.list != nil {
			f.list[row] = f.value
		}
	}
	if b.Won != nil {
		b.Won[row] = e.won
	}
}

// put copies the values of a row to its place.
func put[T any](dst []T, row int, values []T) {
	if dst != nil {
		copy(dst[row*len(values):], values)
	}
}
