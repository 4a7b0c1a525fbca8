package observe

import (
	"fmt"

	"blastyard/rules/bomberman"
)

// Channels of Bomberman: first the common ones, then those of each player.
const (
	bombHardWall = iota
	bombSoftWall
	bombPower // bag; radius and super follow, in the order of bomberman.PowerUp
	_
	_
	bombDanger
	bombRange
	bombCommon
)

const (
	bombLiving = iota
	bombBombs
	bombPerPlayer
)

// Scalars of each player of Bomberman; before them comes the turn.
const bombScalarsPerPlayer = 5 // score, living, bombs, bag, radius

// Divisors of the scalars of Bomberman.
const (
	pointsScale = 1000
	bagScale    = 10
)

// The key of a mask of Bomberman: bit c-1 is set if command c is allowed.
const (
	bombKeyPlace   = 1 << (bomberman.PlaceBomb - 1)
	bombKeyTrigger = 1 << (bomberman.TriggerBomb - 1)
	numBombKey     = 1 << (bomberman.NumCommands - 1)
)

var bombActionNames, bombMasks, bombMaskBytes = func() (names []string, masks []uint32,
	all [numBombKey][bomberman.NumCommands]byte) {
	for c := range bomberman.Command(bomberman.NumCommands) {
		names = append(names, c.String())
	}
	for key := range all {
		masks = append(masks, uint32(key)<<1|1)
		tell(all[key][:], masks[key])
	}
	return names, masks, all
}()

// BombermanAction returns the command with a number. It returns false for 0 and for invalid numbers.
func BombermanAction(action uint8) (bomberman.Command, bool) {
	return bomberman.Command(action), action != uint8(bomberman.Nothing) && action < bomberman.NumCommands
}

// BombermanIndex returns the number of a command. An invalid command does nothing, as in the rules.
func BombermanIndex(c bomberman.Command) uint8 {
	if c >= bomberman.NumCommands {
		return uint8(bomberman.Nothing)
	}
	return uint8(c)
}

// A BombermanBoard has what the observations of all matches on maps of a size have in common. It is safe for concurrent
// use.
type BombermanBoard struct {
	spec  Spec
	turns int
	steps [4]int // of the moves, as differences of blocks
	strides
	firstPlayer uint32     // index of the first channel of players
	playerSize  uint32     // bytes between the channels of a player and those of the next
	hard        []byte     // by block: yes for a hard wall, otherwise 0
	radii       []float32  // by radius: its scalar
	seats       []bombSeat // by player
	sizes       sizes
}

// NewBombermanBoard prepares observations of matches of this many turns on maps with the size and number of players of
// m; 0 turns means the number after which a match on m is over.
func NewBombermanBoard(m *bomberman.Map, form Form, turns int) (*BombermanBoard, error) {
	n := m.Width * m.Height
	if n > MaxGrid {
		return nil, fmt.Errorf("%w: a map of %d × %d blocks; at most %d blocks are possible", ErrForm, m.Width,
			m.Height, MaxGrid)
	}
	if turns <= 0 {
		turns = m.MaxRounds() + 1
	}
	p := &BombermanBoard{turns: turns, steps: [4]int{-m.Width, -1, 1, m.Width}}
	p.spec = Spec{Form: form, Players: m.Players(), Characters: 1, Cells: n, Actions: bombActionNames, Masks: bombMasks}
	s := &p.spec
	if form == Planes {
		s.Height, s.Width = m.Height, m.Width
	}
	if form != None {
		s.Channels = append(s.Channels, "hard_wall", "soft_wall", "power_bag", "power_radius", "power_super", "danger",
			"bomb_range")
		s.Channels = appendNames(s.Channels, s.Players, "living_%d", "bombs_%d")
	}
	s.Scalars = appendNames([]string{"turn"}, s.Players, "score_%d", "living_%d", "bombs_%d", "bag_%d", "radius_%d")
	for block := range n {
		x, y := block%m.Width+1, block/m.Width+1
		s.Places = append(s.Places, [2]int{x, y})
		around := []int{-1, -1, -1, -1}
		for i, inside := range []bool{y > 1, x > 1, x < m.Width, y < m.Height} {
			if inside {
				around[i] = block + p.steps[i]
			}
		}
		s.Neighbours = append(s.Neighbours, around)
	}
	p.strides = form.strides(n, len(s.Channels))
	p.firstPlayer, p.playerSize = uint32(bombCommon*p.channel), uint32(bombPerPlayer*p.channel)
	p.hard, p.sizes = hardWalls(m), p.spec.sizes()
	for player := range p.spec.Players {
		p.seats = append(p.seats, p.seat(player))
	}
	for r := range m.Width {
		p.radii = append(p.radii, float32(r)/float32(m.Width))
	}
	return p, nil
}

// Spec describes the arrays.
func (p *BombermanBoard) Spec() *Spec { return &p.spec }

func (p *BombermanBoard) offset(channel, block int) uint32 {
	return uint32(channel*p.channel + block*p.place)
}
