package observe

import (
	"fmt"

	"blastyard/rules/bomberman"
)

// A Bomberman observes one match at a time. Only one goroutine may use it. Look or Next reads a state, then the Write
// of each view shows it. A view writes only what has changed since its last Write.
type Bomberman struct {
	*BombermanBoard
	looks uint64 // number of states read
	whole uint64 // the last look that makes views write everything
	opens uint64 // the last look that was an Open, after which views write the walls and the changes

	ground  []byte   // by block: yes for a soft wall, bombHere, or 0
	hard    []byte   // by block: yes for a hard wall, or 0; shared with the board unless the map differs
	powers  []byte   // by block: the visible PowerUp
	lying   []uint16 // blocks that had one since the last look other than Next
	players []bombPlayerSeen
	bombs   []bombSeen
	before  []bombSeen // bombs of the state before
	keys    []byte     // by player: key of its mask

	danger    []byte // by block
	dangerous blocks // blocks whose danger is not 0
	relieved  blocks // the same in the state before
	order     []uint16
	chain     []uint16
	broken    blocks // soft walls that blasts of the coming rounds reach

	changes []bombChange
	news    int // number of changes of this state
	turn    float32
	ring    []float32 // scalars of the players, repeated so that each seat's order is contiguous
}

type bombPlayerSeen struct {
	block uint32
	alive bool
}

type bombSeen struct {
	block  uint32
	timer  int32 // at least 1
	radius int32
	owner  uint16
	known  uint8 // 1: the state before had it
	lit    bool
	first  bool // it explodes in the coming round
	gone   bool
}

// Values of ground for bombs. bombWas is only used while the bombs of a state are read.
const (
	bombHere     = 1 << bombHereBit
	bombWas      = 1 << bombWasBit
	bombHereBit  = 1
	bombWasBit   = 2
	softWallHere = 1 // the bit that only soft walls have
)

// Observer returns an observer of a match that has read no state yet.
func (p *BombermanBoard) Observer() *Bomberman {
	n, players := p.spec.Cells, p.spec.Players
	return &Bomberman{BombermanBoard: p, ground: make([]byte, n), hard: p.hard, powers: make([]byte, n),
		players: make([]bombPlayerSeen, players), keys: make([]byte, players), danger: make([]byte, n),
		dangerous: newBlocks(n), relieved: newBlocks(n), ring: make([]float32, 2*players*bombScalarsPerPlayer)}
}

// Look reads any state of a map with the size and the number of players of the board; it panics if they differ.
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

// Open reads the start of a game on a map of a generator, as its Opening returns it. The board's map must be from a
// generator for maps of the same size and number of players, too. Open is faster than Look.
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

// Next reads the state that one Step made of the last state. It is faster than Look.
func (o *Bomberman) Next(s *bomberman.State) {
	o.begin()
	for i := range s.NumExplosions() {
		o.seeBlock(s, s.ExplosionBlock(i))
	}
	o.finish(s)
}

// forget prepares for a look at any state: it removes the bombs and the power-ups of the last one.
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

// seeHardWalls reads the hard walls of a map, which are usually those of the board.
func (o *Bomberman) seeHardWalls(m *bomberman.Map) {
	o.hard = o.BombermanBoard.hard
	for block, b := range m.Blocks {
		if (o.hard[block] != 0) != (b.Wall == bomberman.HardWall) {
			o.hard = hardWalls(m)
			return
		}
	}
}

// hardWalls returns yes for each block with a hard wall, and 0 for others.
func hardWalls(m *bomberman.Map) []byte {
	hard := make([]byte, len(m.Blocks))
	for block, b := range m.Blocks {
		if b.Wall == bomberman.HardWall {
			hard[block] = yes
		}
	}
	return hard
}

// seeBlock updates a block. Walls do not change, except that soft walls disappear.
func (o *Bomberman) seeBlock(s *bomberman.State, block int) {
	was, now := o.ground[block], s.SurfaceAt(block)
	o.ground[block] = now & bomberman.SurfaceSoft * yes
	o.room(1)[0] = o.common(bombSoftWall, block, 0)
	o.news += int(was &^ now & softWallHere)
	o.setPowerUp(block, now>>bomberman.SurfacePowerUp)
}

// setPowerUp sets the power-up on a block.
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

// seePlayers updates the positions, deaths and possessions of players, and the power-ups that they took.
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
		if o.powers[p.block] != 0 { // a dying player takes it, too
			o.seeBlock(s, int(p.block))
		}
	}
}

// shareOfBag converts a number of bombs to a scalar.
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

// shareOfWidth converts a radius to a scalar.
func (o *Bomberman) shareOfWidth(radius int) float32 {
	if uint(radius) < uint(len(o.radii)) {
		return o.radii[radius]
	}
	return 1 // negative ones, too: see bomberman.Arms
}

// seeKeys finds the commands that the rules do not refuse, as State.Legal says. seePlayers has updated the empty bags.
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

// free returns 1 for a block without walls and bombs, otherwise 0.
func (o *Bomberman) free(block int) uint32 { return zero(uint32(o.ground[block] | o.hard[block])) }

// zero returns 1 for 0, otherwise 0.
func zero(n uint32) uint32 { return uint32((uint64(n) - 1) >> 63) }

func number(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}
