package observe

import (
	"fmt"

	"blastyard/rules/bomberman"
)

// A Bomberman observes one match at a time. It is for one goroutine. Look or Next takes over a state, then the Write
// of each view shows it; a view writes only what changed since it was last written.
type Bomberman struct {
	*BombermanBoard
	looks uint64 // states looked at
	whole uint64 // the last look after which views write everything
	opens uint64 // the last look that was an Open, after which they write the walls and what changed

	ground  []byte   // by block: yes where there is a soft wall, bombHere, or 0
	hard    []byte   // by block: yes where there is a hard wall, else 0: the board's, or its own where they differ
	powers  []byte   // by block: the PowerUp that lies open
	lying   []uint16 // blocks where one has been since the last look that was no Next
	players []bombPlayerSeen
	bombs   []bombSeen
	before  []bombSeen // those of the state before
	keys    []byte     // by player: the key of its mask

	danger    []byte // by block
	dangerous blocks // those whose danger is not 0
	relieved  blocks // those of the state before
	order     []uint16
	chain     []uint16
	broken    blocks // soft walls that blasts of the coming rounds reach

	changes []bombChange
	news    int // how many of changes are of this state
	turn    float32
	ring    []float32 // scalars of the players, twice one after the other
}

type bombPlayerSeen struct {
	block uint32
	alive bool
}

type bombSeen struct {
	block  uint32
	timer  int32 // 1 or more
	radius int32
	owner  uint16
	known  uint8 // 1: it was there before
	lit    bool
	first  bool // it explodes in the coming round
	gone   bool
}

// What ground says of bombs: bombWas is only used while the bombs of a state are taken over.
const (
	bombHere     = 1 << bombHereBit
	bombWas      = 1 << bombWasBit
	bombHereBit  = 1
	bombWasBit   = 2
	softWallHere = 1 // the bit that only soft walls have
)

// Observer returns an observer of a match, which has looked at no state yet.
func (p *BombermanBoard) Observer() *Bomberman {
	n, players := p.spec.Cells, p.spec.Players
	return &Bomberman{BombermanBoard: p, ground: make([]byte, n), hard: p.hard, powers: make([]byte, n),
		players: make([]bombPlayerSeen, players), keys: make([]byte, players), danger: make([]byte, n),
		dangerous: newBlocks(n), relieved: newBlocks(n), ring: make([]float32, 2*players*bombScalarsPerPlayer)}
}

// Look takes over any state of a map as large as the board's, with as many players; it panics if they differ.
func (o *Bomberman) Look(s *bomberman.State) {
	m := s.Map()
	if m.Width != o.steps[3] || m.Width*m.Height != o.spec.Cells || m.Players() != o.spec.Players {
		panic(fmt.Sprintf("observe: a map of %d × %d blocks and %d players; expected %d blocks, %d a row, %d players",
			m.Width, m.Height, m.Players(), o.spec.Cells, o.steps[3], o.spec.Players))
	}
	o.forget()
	o.whole = o.looks
	o.seeHardWalls(m)
	for block := range o.ground {
		now := s.SurfaceAt(block)
		o.ground[block] = now & bomberman.SurfaceSoft * yes
		o.setPowerUp(block, now>>bomberman.SurfacePowerUp)
	}
	o.finish(s)
}

// Open takes over the start of a game on a map of a generator, as its Opening shows it. The board's map is of a
// generator for maps of the same size and as many players, too. Open is faster than Look.
func (o *Bomberman) Open(s *bomberman.State, soft []byte, super int) {
	o.forget()
	o.opens = o.looks
	if &o.hard[0] != &o.BombermanBoard.hard[0] {
		o.whole, o.hard = o.looks, o.BombermanBoard.hard
	}
	copy(o.ground, soft)
	o.setPowerUp(super, byte(bomberman.SuperPowerUp))
	o.finish(s)
}

// Next takes over the state that one Step made of the state last looked at. It is faster than Look.
func (o *Bomberman) Next(s *bomberman.State) {
	o.begin()
	for i := range s.NumExplosions() {
		o.seeBlock(s, s.ExplosionBlock(i))
	}
	o.finish(s)
}

// forget begins a look at any state: the bombs and the power-ups of the last one are there no more.
func (o *Bomberman) forget() {
	o.begin()
	for _, block := range o.lying {
		o.setPowerUp(int(block), 0)
	}
	o.lying = o.lying[:0]
	changes := o.room(2 * len(o.bombs))
	for i, b := range o.bombs {
		changes[2*i] = o.own(uint32(b.owner), bombBombs, b.block, 0)
		changes[2*i+1] = o.common(bombRange, int(b.block), 0)
	}
	o.news += 2 * len(o.bombs)
	o.bombs = o.bombs[:0]
}

func (o *Bomberman) begin() {
	o.looks++
	o.news = 0
}

func (o *Bomberman) finish(s *bomberman.State) {
	o.seePlayers(s)
	o.seeBombs(s)
	o.foresee()
	o.seeKeys()
	o.turn = float32(min(s.Round(), o.turns)) / float32(o.turns)
	half := len(o.ring) / 2
	copy(o.ring[half:], o.ring[:half])
}

// seeHardWalls takes over the hard walls of a map, which mostly are the board's.
func (o *Bomberman) seeHardWalls(m *bomberman.Map) {
	o.hard = o.BombermanBoard.hard
	for block, b := range m.Blocks {
		if (o.hard[block] != 0) != (b.Wall == bomberman.HardWall) {
			o.hard = hardWalls(m)
			return
		}
	}
}

// hardWalls is by block yes where there is a hard wall, else 0.
func hardWalls(m *bomberman.Map) []byte {
	hard := make([]byte, len(m.Blocks))
	for block, b := range m.Blocks {
		if b.Wall == bomberman.HardWall {
			hard[block] = yes
		}
	}
	return hard
}

// seeBlock notes what changed on a block. Nothing happens to walls but that soft ones go.
func (o *Bomberman) seeBlock(s *bomberman.State, block int) {
	was, now := o.ground[block], s.SurfaceAt(block)
	o.ground[block] = now & bomberman.SurfaceSoft * yes
	o.room(1)[0] = o.common(bombSoftWall, block, 0)
	o.news += int(was &^ now & softWallHere)
	o.setPowerUp(block, now>>bomberman.SurfacePowerUp)
}

// setPowerUp notes which power-up lies on a block.
func (o *Bomberman) setPowerUp(block int, now byte) {
	was := o.powers[block]
	if was == now {
		return
	}
	o.powers[block] = now
	changes := o.room(2)
	if was != 0 {
		changes[0] = o.common(powerChannel(was), block, 0)
		changes = changes[1:]
		o.news++
	}
	if now != 0 {
		changes[0] = o.common(powerChannel(now), block, yes)
		o.news++
		o.lying = append(o.lying, uint16(block))
	}
}

func powerChannel(power byte) int { return bombPower + int(power) - int(bomberman.BagPowerUp) }

// seePlayers notes who moved or died, what was taken, and what each player has.
func (o *Bomberman) seePlayers(s *bomberman.State) {
	changes, n := o.room(2*len(o.players)), 0
	for k := range o.players {
		was := o.players[k]
		block, points, alive := s.Standing(k)
		bag, onMap, radius := s.Equipment(k)
		o.players[k] = bombPlayerSeen{uint32(block), alive}
		living, place := number(alive), uint32(onMap-bag)>>31
		changes[n] = o.own(uint32(k), bombLiving, was.block, 0)
		changes[n+1] = o.own(uint32(k), bombLiving, uint32(block), byte(-living))
		n += 2 * int(1-zero((was.block^uint32(block))|(number(was.alive)^living)))
		o.keys[k] = byte(place * bombKeyPlace)
		scalars := o.ring[k*bombScalarsPerPlayer:][:bombScalarsPerPlayer]
		scalars[0], scalars[1] = float32(points)/pointsScale, float32(living)
		scalars[2], scalars[3], scalars[4] = shareOfBag(bag-onMap), shareOfBag(bag), o.shareOfWidth(radius)
	}
	o.news += n
	for _, p := range o.players {
		if o.powers[p.block] != 0 { // taken, by the dying too
			o.seeBlock(s, int(p.block))
		}
	}
}

// shareOfBag is a number of bombs as a scalar.
func shareOfBag(bombs int) float32 {
	if uint(bombs) < bagScale {
		return bagShares[bombs]
	}
	return 1
}

var bagShares = func() (t [bagScale]float32) {
	for i := range t {
		t[i] = float32(i) / bagScale
	}
	return t
}()

// shareOfWidth is a radius as a scalar.
func (o *Bomberman) shareOfWidth(radius int) float32 {
	if uint(radius) < uint(len(o.radii)) {
		return o.radii[radius]
	}
	return 1 // negative ones too: see bomberman.Arms
}

// seeKeys finds which commands the rules do not refuse, as State.Legal says. seePlayers has noted whose bag is empty.
func (o *Bomberman) seeKeys() {
	for i := range o.bombs {
		b := &o.bombs[i]
		o.keys[b.owner] |= byte(number(!b.first) * bombKeyTrigger)
	}
	up, left, right, down := o.steps[0], o.steps[1], o.steps[2], o.steps[3]
	for k, p := range o.players {
		if !p.alive {
			o.keys[k] = 0
			continue
		}
		at := int(p.block)
		key := uint32(o.keys[k]) &^ (uint32(o.ground[at]) >> bombHereBit & 1 * bombKeyPlace)
		o.keys[k] = byte(key | o.free(at+up) | o.free(at+left)<<1 | o.free(at+right)<<2 | o.free(at+down)<<3)
	}
}

// free is 1 for a block without walls and bombs, else 0.
func (o *Bomberman) free(block int) uint32 { return zero(uint32(o.ground[block] | o.hard[block])) }

// zero is 1 for 0, else 0.
func zero(n uint32) uint32 { return uint32((uint64(n) - 1) >> 63) }

func number(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}
