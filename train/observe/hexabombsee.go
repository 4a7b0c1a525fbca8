package observe

import "blastyard/rules/hexabomb"

// seePlayers updates the players and their characters. It clears the old places of characters before it sets the new
// ones, because a character may stand where another one of its player stood. It does not branch on what a character
// did, because the processor cannot predict it.
func (o *Hexabomb) seePlayers(s *hexabomb.State) {
	clears, n := o.room(2*len(o.shown)), 0
	sets, m := o.sets, 0
	several := o.spec.Characters > 1 // one of several may lie where another one is cleared, so all are set
	acts := number(s.Turn() < o.lastTurn)
	for player := range o.spec.Players {
		living, ready, first := uint32(0), 0, m
		for id := o.starts[player]; id < o.starts[player+1]; id++ {
			now := s.Character(id)
			alive := number(now.Alive)
			living += alive
			ready += now.BombCount
			was, is := o.shown[id], changeOf(o.offset(hexDead-alive, now.Cell), player, shown(now.ReviveDelay))
			o.shown[id] = is
			clears[n] = was.cleared()
			n += int(number(was.at() != is.at()))
			sets[m] = is
			m += int(number(was != is) | number(several))
			o.keys[id] = byte(acts * o.key(&now, alive))
			o.seeOwn(id, &now, alive)
			if several {
				o.seeOwnChannel(player, id, &now)
			}
		}
		o.ownEnds[player] = len(o.ownChanges)
		if several {
			unite(sets[first:m])
		}
		o.seeScalars(s, player, float32(living), float32(ready))
	}
	n += copy(clears[n:], sets[:m])
	o.changes = o.changes[:len(o.changes)+n]
	copy(o.ring[len(o.ring)/2:], o.ring[:len(o.ring)/2])
}

// shown returns the byte for a character with this delay of revival, which is -1 for the living.
func shown(delay int) byte { return shownTable[min(delay+1, len(shownTable)-1)] }

var shownTable = func() [yes + 1]byte {
	t := soonTable
	t[0] = yes
	return t
}()

// unite keeps the largest value if several dead characters of a player lie on a cell.
func unite(sets []change) {
	for i, c := range sets {
		if c.value() == yes {
			continue
		}
		for _, other := range sets {
			if other.at() == c.at() {
				sets[i] = max(sets[i], other) // they differ only in their values, which are the highest bits
			}
		}
	}
}

// key returns the actions of a character that the rules do not refuse, as State.Legal says.
func (o *Hexabomb) key(x *hexabomb.Character, alive uint32) uint32 {
	around, bombed := &o.around[x.Cell], o.bombed
	blocked := uint32(bombed[around[0]]) | uint32(bombed[around[1]])<<1 | uint32(bombed[around[2]])<<2 |
		uint32(bombed[around[3]])<<3 | uint32(bombed[around[4]])<<4 | uint32(bombed[around[5]])<<5
	free := 1 - uint32(bombed[o.at[x.Cell]])
	walks := uint32(o.exits[x.Cell])&^blocked | keyBomb*(free&number(x.BombCount > 0))
	return walks*alive | o.revival*(free&number(x.ReviveDelay == 0)) // the delay is -1 for the living
}

// seeOwn updates the scalars of a character, which only its own player sees.
func (o *Hexabomb) seeOwn(id int, x *hexabomb.Character, alive uint32) {
	to := &o.ownScalars[id]
	to[0], to[1] = float32(alive), float32(x.BombCount)/hexabomb.MaxBombCount
	to[2] = float32(1-alive) / float32(max(1, x.ReviveDelay+1))
}

// seeOwnChannel updates the channel of a character, which only its own player sees.
func (o *Hexabomb) seeOwnChannel(player, id int, x *hexabomb.Character) {
	was := o.owns[id]
	is := changeOf(o.offset(uint32(o.own+id-o.starts[player]), x.Cell), player, ownValue(x))
	o.owns[id] = is
	if was.at() != is.at() {
		o.ownChanges = append(o.ownChanges, was.cleared())
	}
	if was != is {
		o.ownChanges = append(o.ownChanges, is)
	}
}

const lyingDead = 128 // of a character in its own channel

func ownValue(x *hexabomb.Character) byte {
	if x.Alive {
		return yes
	}
	return lyingDead
}

// seeScalars updates the scalars of a player with this many living characters and ready bombs.
func (o *Hexabomb) seeScalars(s *hexabomb.State, player int, living, ready float32) {
	to := &o.special
	if first := o.spec.Players - len(o.ring)/(2*hexScalarsPerPlayer); player >= first {
		to = (*[hexScalarsPerPlayer]float32)(o.ring[(player-first)*hexScalarsPerPlayer:])
	}
	characters := o.counts[player]
	to[0] = float32(float64(s.Score(player)) / o.scoreScale)
	to[1] = float32(s.CellCount(player)) / float32(o.spec.Cells)
	to[2] = living / characters
	to[3] = ready / (hexabomb.MaxBombCount * characters)
}

func (o *Hexabomb) seeBombs(s *hexabomb.State) {
	for i := range o.bombs {
		b := &o.bombs[i]
		o.slots[b.cell], o.bombed[o.at[b.cell]] = 0, 0
	}
	o.bombs, o.before = o.before[:0], o.bombs
	for i := range s.NumBombs() {
		x := s.Bomb(i)
		o.bombs = append(o.bombs,
			hexBombSeen{cell: x.Cell, player: uint16(x.Colour - 1), delay: uint8(x.Delay), reach: uint8(x.Range)})
		o.slots[x.Cell], o.bombed[o.at[x.Cell]] = uint16(len(o.bombs)), 1
	}
	changes, n := o.room(len(o.before)+len(o.bombs)), 0
	for i := range o.before {
		b := &o.before[i]
		if slot := o.slots[b.cell]; slot == 0 || o.bombs[slot-1].player != b.player {
			changes[n] = changeOf(o.offset(hexBombs, b.cell), int(b.player), 0)
			n++
		}
	}
	for i := range o.bombs {
		b := &o.bombs[i]
		changes[n] = changeOf(o.offset(hexBombs, b.cell), int(b.player), soonTable[b.delay])
		n++
	}
	o.changes = o.changes[:len(o.changes)+n]
}

// foresee sets the channels danger and bomb_range. Bombs explode in the order of their delays; a bomb that a blast
// reaches explodes with it. Nothing stops a blast, so what a bomb covers does not depend on the other bombs.
func (o *Hexabomb) foresee() {
	o.blasted = o.spec.Form != None && len(o.before)+len(o.bombs) > 0
	if !o.blasted {
		return
	}
	clear(o.common)
	o.order = o.order[:0]
	for i, b := range o.bombs {
		o.common[o.places+int(o.at[b.cell])] = far(int(b.reach))
		o.order = append(o.order, uint16(i))
		for j := i; j > 0 && o.bombs[o.order[j-1]].delay > b.delay; j-- {
			o.order[j-1], o.order[j] = o.order[j], o.order[j-1]
		}
	}
	for _, i := range o.order {
		if o.bombs[i].lit {
			continue
		}
		value := soon(int(o.bombs[i].delay))
		o.bombs[i].lit = true
		o.chain = append(o.chain[:0], i)
		for n := 0; n < len(o.chain); n++ {
			o.cover(&o.bombs[o.chain[n]], value)
		}
	}
}

// cover marks the cells that a bomb's blast reaches first, and adds the bombs there to the chain.
func (o *Hexabomb) cover(b *hexBombSeen, value byte) {
	near := min(int(b.reach), hexabomb.MaxBomb)
	for _, c := range o.blasts[b.cell][:o.within[b.cell][near]] {
		o.endanger(c, value)
	}
	if int(b.reach) <= near {
		return
	}
	for d := range hexabomb.NumDirections {
		c := b.cell
		for distance := 1; distance <= int(b.reach); distance++ {
			if c = o.next[int(c)*hexabomb.NumDirections+d]; int(c) == o.spec.Cells {
				break
			}
			if distance > near {
				o.endanger(c, value)
			}
		}
	}
}

func (o *Hexabomb) endanger(c hexabomb.Cell, value byte) {
	danger := &o.common[o.at[c]]
	if *danger != 0 {
		return
	}
	*danger = value
	if slot := o.slots[c]; slot != 0 && !o.bombs[slot-1].lit {
		o.bombs[slot-1].lit = true
		o.chain = append(o.chain, slot-1)
	}
}
