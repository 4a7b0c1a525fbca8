package observe

import (
	"blastyard/rules/bomberman"
)

// A bombChange is a changed byte of a view. at counts from the start of the channels of its player.
type bombChange struct {
	at     uint32
	player uint16 // or sharedByAll
	value  byte
}

// The players of changes; their number is larger than that of real players.
const (
	bombChangers = 16
	sharedByAll  = bombChangers - 1
)

// room makes room for more changes and one beyond them, and returns that room. news counts the changes that are there.
func (o *Bomberman) room(more int) []bombChange {
	if len(o.changes) <= o.news+more {
		o.changes = append(o.changes, make([]bombChange, o.news+more+1)...)
	}
	return o.changes[o.news:]
}

// common returns a change of a channel that all seats share.
func (o *Bomberman) common(channel, block int, value byte) bombChange {
	return bombChange{o.offset(channel, block), sharedByAll, value}
}

// own returns a change of a channel of a player.
func (o *Bomberman) own(player uint32, channel int, block uint32, value byte) bombChange {
	return bombChange{o.offset(channel, int(block)), uint16(player), value}
}

// A BombermanView is the memory of some seats of a match.
type BombermanView struct {
	o       *Bomberman
	players []int  // of the seats
	written uint64 // looks of the observer at the last Write; 0: never, or cleared
	memory  Memory // one seat after the other
}

// A bombSeat has what the views of a player have in common in all matches.
type bombSeat struct {
	bases [bombChangers]uint32 // by player: start of its channels; sharedByAll: 0
	ring  int                  // start of its scalars in the observer's ring
}

func (p *BombermanBoard) seat(player int) (s bombSeat) {
	n := p.spec.Players
	for other := range n {
		s.bases[other] = p.firstPlayer + uint32((other-player+n)%n)*p.playerSize
	}
	s.ring = player * bombScalarsPerPlayer
	return s
}

// View returns a view of the seats of players that writes to memory with the sizes of the Spec, one seat after the
// other. Only the view may write there. View panics if a size is wrong.
func (o *Bomberman) View(players []int, m Memory) *BombermanView {
	o.spec.check(players, m)
	return &BombermanView{o: o, players: players, memory: m}
}

// Clear makes the next Write write everything. Call it if something else has written to the memory.
func (v *BombermanView) Clear() { v.written = 0 }

// Write writes the state that the observer read last. It panics if there is none.
func (v *BombermanView) Write() {
	o, m := v.o, &v.memory
	switch {
	case o.looks == 0:
		panic("observe: Write without a state")
	case v.written == o.looks:
		return
	}
	opened := o.opens == o.looks
	all := v.written == 0 || v.written != o.looks-1 || o.whole == o.looks || opened && o.spec.Form != Planes
	v.written = o.looks
	for i, player := range v.players {
		seat := &o.seats[player]
		if o.sizes.board > 0 {
			dst := part(m.Board, i, o.sizes.board)
			if all {
				o.writeAll(seat, dst)
			} else {
				o.writeChanges(seat, dst, opened)
			}
		}
		key := o.keys[player]
		m.Legal[i] = key
		*(*[bomberman.NumCommands]byte)(m.Mask[i*bomberman.NumCommands:]) = bombMaskBytes[key]
		scalars := part(m.Scalars, i, o.sizes.scalars)
		scalars[0] = o.turn
		copy(scalars[1:], o.ring[seat.ring:])
	}
}

// writeChanges writes the changes, and the soft walls of a game that was opened.
func (o *Bomberman) writeChanges(seat *bombSeat, dst []byte, opened bool) {
	if opened {
		copy(dst[bombSoftWall*o.channel:][:o.spec.Cells], o.ground)
	}
	changes := o.changes[:o.news]
	for i := range changes {
		c := &changes[i]
		dst[seat.bases[c.player%bombChangers]+c.at] = c.value
	}
}

// writeAll writes the channels from the state of the observer.
func (o *Bomberman) writeAll(seat *bombSeat, dst []byte) {
	clear(dst)
	set := func(base uint32, channel, block int, value byte) { dst[base+o.offset(channel, block)] = value }
	for block, ground := range o.ground {
		set(0, bombHardWall, block, o.hard[block])
		set(0, bombSoftWall, block, ground&softWallHere*yes)
	}
	for _, block := range o.lying {
		if power := o.powers[block]; power != 0 {
			set(0, powerChannel(power), int(block), yes)
		}
	}
	for _, block := range o.dangerous.all() {
		set(0, bombDanger, int(block), o.danger[block])
	}
	for k, p := range o.players {
		if p.alive {
			set(seat.bases[k], bombLiving, int(p.block), yes)
		}
	}
	for _, b := range o.bombs {
		set(0, bombRange, int(b.block), far(int(b.radius)))
		set(seat.bases[b.owner], bombBombs, int(b.block), soon(int(b.timer)))
	}
}
