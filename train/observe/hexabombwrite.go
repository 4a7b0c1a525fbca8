package observe

import (
	"slices"

	"blastyard/rules/hexabomb"
)

// A HexabombView is the memory of some seats of a match.
type HexabombView struct {
	o *Hexabomb
	*hexSeats
	written uint64 // looks of the observer at the last Write; 0: never, or cleared
	memory  Memory // one seat after the other
}

// hexSeats locates the bytes that change in a turn in the memory of some seats.
type hexSeats struct {
	seats      []hexSeat
	bases      [][]int // by player and seat: start of its channels
	characters []hexOwn
	rings      []hexRing // by seat
}

// hexOwn is a character of a seat: its id, its place among those of the masks, and the start of its scalars.
type hexOwn struct{ id, slot, scalars int }

// hexRing has the starts of the scalars of a seat, of those of the ordinary players, and of the latter in the
// observer's ring.
type hexRing struct{ turn, players, from int }

// A hexSeat has what the views of a player have in common in all matches.
type hexSeat struct {
	player     int
	first, end int // range of its characters
	ring       int // start of its scalars in the observer's ring
	ringAt     int // start of the scalars of the ordinary players
	specialAt  int // start of those of the special player; 0: there is none
}

func (p *HexabombBoard) seat(player int) hexSeat {
	v := hexSeat{player: player, first: p.starts[player], end: p.starts[player+1],
		ringAt: hexOnce + hexPerCharacter*p.spec.Characters}
	from := player
	if p.rules.SuddenDeath() {
		v.specialAt = v.ringAt + p.relative(player, 0)*hexScalarsPerPlayer
		if player == 0 {
			v.ringAt += hexScalarsPerPlayer
		} else {
			from--
		}
	}
	v.ring = from * hexScalarsPerPlayer
	return v
}

// View returns a view of the seats of players that writes to memory with the sizes of the Spec, one seat after the
// other. Only the view may write there. View panics if a size is wrong.
func (o *Hexabomb) View(players []int, m Memory) *HexabombView {
	o.spec.check(players, m)
	v := &HexabombView{o: o, memory: m}
	if slices.Equal(players, upTo(o.spec.Players)) {
		v.hexSeats = o.every()
	} else {
		v.hexSeats = o.seatsOf(players)
	}
	return v
}

// seatsOf returns the places for the seats of these players.
func (p *HexabombBoard) seatsOf(players []int) *hexSeats {
	v := &hexSeats{bases: make([][]int, p.spec.Players)}
	for i, player := range players {
		seat, board, scalars := p.seat(player), i*p.sizes.board, i*p.sizes.scalars
		v.seats = append(v.seats, seat)
		for other := range v.bases {
			base := p.players*p.channel + p.relative(player, other)*hexPerPlayer*p.channel
			v.bases[other] = append(v.bases[other], board+base)
		}
		for id := seat.first; id < seat.end; id++ {
			k := id - seat.first
			v.characters = append(v.characters,
				hexOwn{id: id, slot: i*p.spec.Characters + k, scalars: scalars + hexOnce + k*hexPerCharacter})
		}
		v.rings = append(v.rings, hexRing{turn: scalars + hexTurn, players: scalars + seat.ringAt, from: seat.ring})
	}
	return v
}

// Clear makes the next Write write everything. Call it if something else has written to the memory.
func (v *HexabombView) Clear() { v.written = 0 }

// Write writes the state that the observer read last. It panics if there is none.
func (v *HexabombView) Write() {
	o := v.o
	switch {
	case o.looks == 0:
		panic("observe: Write without a state")
	case v.written == o.looks:
		return
	}
	all := v.written == 0 || v.written != o.looks-1 || o.fresh == o.looks
	v.written = o.looks
	if all {
		for i := range v.seats {
			v.writeAll(i)
		}
	} else if o.sizes.board > 0 {
		v.writeChanges()
	}
	v.writeCharacters()
	v.writePlayers()
}

// writeCharacters writes the masks and the scalars of each seat's characters.
func (v *HexabombView) writeCharacters() {
	o, m := v.o, &v.memory
	mask, legal, scalars := m.Mask, m.Legal, m.Scalars
	for i := range v.characters {
		c := &v.characters[i]
		key := o.keys[c.id]
		legal[c.slot] = key
		*(*[numHexActions]byte)(mask[c.slot*numHexActions:]) = hexMaskBytes[key]
		*(*[hexPerCharacter]float32)(scalars[c.scalars:]) = o.ownScalars[c.id]
	}
}

// writePlayers writes the turn and the scalars of the players.
func (v *HexabombView) writePlayers() {
	o, scalars := v.o, v.memory.Scalars
	ring, n := o.ring, len(o.ring)/2
	for i := range v.rings {
		to := &v.rings[i]
		scalars[to.turn] = o.turn
		copy(scalars[to.players:], ring[to.from:to.from+n])
	}
	if o.rules.SuddenDeath() {
		for i := range v.seats {
			copy(scalars[i*o.sizes.scalars+v.seats[i].specialAt:], o.special[:])
		}
	}
}

// writeChanges writes each change for all seats.
func (v *HexabombView) writeChanges() {
	o, dst := v.o, v.memory.Board
	for _, c := range o.changes {
		at, value := int(c.at()), c.value()
		for _, base := range v.bases[c.player()] {
			dst[base+at] = value
		}
	}
	if len(o.ownChanges) > 0 {
		v.writeOwn()
	}
	if o.blasted {
		for i := range v.seats {
			o.writeCommon(part(dst, i, o.sizes.board))
		}
	}
}

// writeOwn writes to each seat what only it sees.
func (v *HexabombView) writeOwn() {
	o := v.o
	for i := range v.seats {
		player, from := v.seats[i].player, 0
		if player > 0 {
			from = o.ownEnds[player-1]
		}
		dst := part(v.memory.Board, i, o.sizes.board)
		for _, c := range o.ownChanges[from:o.ownEnds[player]] {
			dst[c.at()] = c.value()
		}
	}
}

func (o *Hexabomb) writeCommon(dst []byte) {
	if o.spec.Form == Planes {
		copy(dst[o.danger*o.places:], o.common)
		return
	}
	for c := range o.places {
		at := dst[c*o.place+o.danger:][:2]
		at[0], at[1] = o.common[c], o.common[o.places+c]
	}
}

// writeAll writes the channels of a seat from the state of the observer, and those that never change.
func (v *HexabombView) writeAll(i int) {
	o, seat, m := v.o, &v.seats[i], v.memory.part(i, v.o.sizes)
	clear(m.Scalars)
	clear(m.Mask)
	clear(m.Legal)
	for k := seat.end - seat.first; k < o.spec.Characters; k++ {
		m.Mask[k*numHexActions] = 1
	}
	if o.rules.Special(seat.player) {
		m.Scalars[hexSpecial] = 1
	}
	if o.spec.Form == None {
		return
	}
	dst := m.Board
	clear(dst[copy(dst, o.valid):])
	setOf := func(c change) {
		to := &v.memory.Board[v.bases[c.player()][i]+int(c.at())]
		*to = max(*to, c.value()) // several dead characters of a player may lie on a cell
	}
	for c, colour := range o.colours {
		if colour != 0 {
			setOf(changeOf(o.offset(hexColour, hexabomb.Cell(c)), int(colour)-1, yes))
		}
	}
	for _, c := range o.shown {
		setOf(c)
	}
	for _, b := range o.bombs {
		setOf(changeOf(o.offset(hexBombs, b.cell), int(b.player), soonTable[b.delay]))
	}
	if o.spec.Characters > 1 {
		for _, c := range o.owns[seat.first:seat.end] {
			dst[c.at()] = c.value()
		}
	}
	o.writeCommon(dst)
}
