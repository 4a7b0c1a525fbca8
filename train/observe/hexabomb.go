package observe

import "blastyard/rules/hexabomb"

// A Hexabomb observes one match at a time. Only one goroutine may use it. Look or Next reads a state, then the Write of
// each view shows it. A view writes only what has changed since its last Write.
type Hexabomb struct {
	*HexabombBoard
	looks uint64 // number of states read
	fresh uint64 // the last look other than Next

	colours []hexabomb.Colour // by cell
	shown   []change          // by character: its byte in the channels of its player,
	owns    []change          // and in its own channel
	bombs   []hexBombSeen
	before  []hexBombSeen // bombs of the state before
	keys    []byte        // by character: key of its mask

	common  []byte // danger by place, then bomb_range by place
	blasted bool   // common has values, or had some before
	slots   []uint16
	bombed  []byte // by place, and one beyond: 1 if a bomb is there
	order   []uint16
	chain   []uint16

	changes    []change // of the channels of players
	sets       []change // those changes that show where characters are now
	ownChanges []change // of the channels of own characters
	ownEnds    []int    // by player: end of its own changes

	turn       float32
	ring       []float32 // scalars of the ordinary players, repeated so that each seat's order is contiguous
	special    [hexScalarsPerPlayer]float32
	ownScalars [][hexPerCharacter]float32 // by character
}

type hexBombSeen struct {
	cell   hexabomb.Cell
	player uint16
	delay  uint8
	reach  uint8
	lit    bool
}

// Observer returns an observer of a match that has read no state yet.
func (p *HexabombBoard) Observer() *Hexabomb {
	n, characters := p.spec.Cells, p.rules.NumCharacters()
	o := &Hexabomb{HexabombBoard: p, colours: make([]hexabomb.Colour, n), slots: make([]uint16, n),
		shown: make([]change, characters), owns: make([]change, characters), keys: make([]byte, characters),
		sets: make([]change, characters+1), bombed: make([]byte, p.places+1), ownEnds: make([]int, p.spec.Players),
		ring:       make([]float32, 2*hexScalarsPerPlayer*p.ordinary()),
		ownScalars: make([][hexPerCharacter]float32, characters)}
	if p.spec.Form != None {
		o.common = make([]byte, 2*p.places)
	}
	return o
}

// ordinary returns the number of ordinary players.
func (p *HexabombBoard) ordinary() int {
	if p.rules.SuddenDeath() {
		return p.spec.Players - 1
	}
	return p.spec.Players
}

// Look reads any state of the board.
func (o *Hexabomb) Look(s *hexabomb.State) {
	o.begin()
	o.fresh = o.looks
	for c := range o.colours {
		o.colours[c] = s.Colour(hexabomb.Cell(c))
	}
	o.finish(s)
}

// Next reads the state that one Step made of the last state. It is faster than Look.
func (o *Hexabomb) Next(s *hexabomb.State) {
	o.begin()
	explosions := s.NumExplosions()
	list, n := o.room(2*(explosions+len(o.shown))), 0
	for i := range explosions { // what an explosion of a special character shows is not the colour of its cell
		c, _ := s.Explosion(i)
		n = o.recolour(list, n, c, s.Colour(c))
	}
	for i := range o.shown { // all that acted live; explosions show who was hit since
		c := s.Character(i).Cell
		n = o.recolour(list, n, c, s.Colour(c))
	}
	o.changes = o.changes[:n]
	o.finish(s)
}

func (o *Hexabomb) begin() {
	o.looks++
	o.changes, o.ownChanges = o.changes[:0], o.ownChanges[:0]
}

func (o *Hexabomb) finish(s *hexabomb.State) {
	o.turn = float32(min(s.Turn(), o.turns)) / float32(o.turns)
	o.seeBombs(s)
	o.seePlayers(s)
	o.foresee()
}

// offset returns the place of a cell's byte in a channel.
func (p *HexabombBoard) offset(channel uint32, c hexabomb.Cell) uint32 {
	return channel*uint32(p.channel) + p.spot[c]
}
