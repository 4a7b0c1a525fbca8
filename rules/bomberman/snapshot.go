package bomberman

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// ErrSnapshot is wrapped by every error about a snapshot that no game can reach.
var ErrSnapshot = errors.New("bomberman: no possible state")

// The limits of a snapshot.
const (
	MaxSide   = 99            // blocks a side of the map
	maxBag    = 10_000        // bombs
	maxPoints = 1_000_000_000 // of a player, and of a bounty, whether above or below 0
)

// Snapshot is a state as plain values, for creating one. It contains what players see. The caller assumes the rest:
// power-ups under soft walls, the blocks on which players have been, the rounds of deaths.
type Snapshot struct {
	Settings Settings // of the rules
	Seed     int32    // of the map, for texts only: nothing is drawn from it
	Width    int
	Height   int
	Bounty   int
	Round    int
	Blocks   []Block          // their current content, row by row
	Players  []PlayerSnapshot // by player
	Bombs    []Bomb           // in any order
	Blast    []Pos            // blocks that the last explosions cover, in any order
}

// PlayerSnapshot is a player as plain values.
type PlayerSnapshot struct {
	Player       // without OnMap, which the bombs determine
	Stood  []Pos // blocks on which the player has been; may omit that of At
}

// Restore returns the state of a snapshot, on a new map that begins there. It draws what settles collisions from a
// seed, as a SearchClone does: no seed gives the draws of a match, not even the match's own. For an impossible
// snapshot the error wraps ErrSnapshot and names the problem.
func Restore(p *Snapshot, seed uint64) (*State, error) {
	m, err := p.board()
	if err != nil {
		return nil, err
	}
	s := &State{board: m, search: true, chance: *rand.NewPCG(seed, searchStream)}
	s.carve()
	s.mem[headRound] = uint32(p.Round)
	for i, b := range m.Blocks {
		s.blocks[i] = b.word()
	}
	for _, restore := range []func(*Snapshot) error{s.restoreBlast, s.restorePlayers, s.restoreBombs} {
		if err := restore(p); err != nil {
			return nil, err
		}
	}
	s.restorePoints(p)
	return s, nil
}

func impossible(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrSnapshot, fmt.Sprintf(format, args...))
}

// within returns an error if a named number is out of its range.
func within(name string, n, least, most int) error {
	if n < least || n > most {
		return impossible("%s is %d, expected %d to %d", name, n, least, most)
	}
	return nil
}

// board returns the map of a snapshot, checked.
func (p *Snapshot) board() (*Map, error) {
	if err := p.Settings.Validate(); err != nil {
		return nil, err
	}
	for _, err := range []error{
		within("the map's width", p.Width, 3, MaxSide), within("the map's height", p.Height, 3, MaxSide),
		within("the number of players", len(p.Players), MinPlayers, MaxPlayers),
		within("the bounty", p.Bounty, 0, maxPoints), within("the round", p.Round, 0, p.Width*p.Height+1),
	} {
		if err != nil {
			return nil, err
		}
	}
	if len(p.Blocks) != p.Width*p.Height {
		return nil, impossible("%d blocks, expected %d by %d", len(p.Blocks), p.Width, p.Height)
	}
	m := &Map{Settings: p.Settings, Seed: p.Seed, Width: p.Width, Height: p.Height, Blocks: slices.Clone(p.Blocks),
		Bounty: p.Bounty}
	for i, b := range p.Blocks {
		at := m.pos(i)
		border := at.X == 1 || at.Y == 1 || at.X == m.Width || at.Y == m.Height
		switch {
		case b.Wall > HardWall || b.PowerUp > SuperPowerUp || b.Wall == HardWall && b.PowerUp != NoPowerUp:
			return nil, impossible("block %v is %+v", at, b)
		case border && b.Wall != HardWall:
			return nil, impossible("block %v is not a hard wall, as the border is", at)
		case b.Wall != HardWall:
			m.open++
		}
	}
	for k := range p.Players {
		at := p.Players[k].At
		if !m.inside(at) {
			return nil, impossible("player %c is at %v, which is not inside the walls of the map", Key(k), at)
		}
		m.Starts = append(m.Starts, at)
		// Power-ups that were taken are not on the map any more, but maxBombs must count them.
		m.taken += max(0, p.Players[k].Bag-p.Settings.BombBag)
	}
	return m, nil
}

// inside reports whether a place is on the map and not a hard wall.
func (m *Map) inside(at Pos) bool {
	return at.X >= 1 && at.X <= m.Width && at.Y >= 1 && at.Y <= m.Height && m.At(at).Wall != HardWall
}

func (s *State) restoreBlast(p *Snapshot) error {
	for _, at := range p.Blast {
		if !s.board.inside(at) {
			return impossible("the blast at %v is not inside the walls of the map", at)
		}
		block := s.board.index(at)
		if s.blocks[block]&(wallMask|exploding) != 0 {
			return impossible("the blast at %v is on a wall, or there twice", at)
		}
		s.blocks[block] |= exploding
		s.blast[s.mem[headBlast]] = uint32(block)
		s.mem[headBlast]++
	}
	return nil
}

func (s *State) restorePlayers(p *Snapshot) error {
	for k := range p.Players {
		if err := s.restorePlayer(k, &p.Players[k]); err != nil {
			return err
		}
	}
	return nil
}

func (s *State) restorePlayer(k int, from *PlayerSnapshot) error {
	key := Key(k)
	if err := within(fmt.Sprintf("the bag of player %c", key), from.Bag, 1, maxBag); err != nil {
		return err
	}
	if err := within(fmt.Sprintf("the points of player %c", key), from.Points, -maxPoints, maxPoints); err != nil {
		return err
	}
	if from.Radius < math.MinInt32 || from.Radius > math.MaxInt32 || !s.board.Settings.canReach(int32(from.Radius)) {
		return impossible("the radius of player %c is %d, expected %d times a power of two", key, from.Radius,
			s.board.Settings.BombRadius)
	}
	to, block := s.player(k), s.board.index(from.At)
	to[playerBag], to[playerRadius] = uint32(from.Bag), uint32(int32(from.Radius))
	for _, at := range from.Stood {
		if !s.board.inside(at) || s.board.At(at).Wall != NoWall {
			return impossible("player %c has stood at %v, which is a wall or not on the map", key, at)
		}
		s.visit(k, s.board.index(at))
	}
	w := s.blocks[block]
	switch {
	case w&wallMask != 0:
		return impossible("player %c is at %v, in a wall", key, from.At)
	case !from.Alive && (from.KilledRound < 0 || from.KilledRound >= s.Round()):
		return impossible("player %c died in round %d, but round %d is to come", key, from.KilledRound, s.Round())
	case !from.Alive:
		s.visit(k, block)
		to[playerBlock], to[playerDead], to[playerKilled] = uint32(block), 1, uint32(from.KilledRound)
	case w&(exploding|playerMask|powerMask) != 0:
		return impossible("player %c lives at %v, where there is a blast, a power-up or another player", key, from.At)
	default:
		s.stand(k, block)
	}
	return nil
}

// canReach reports whether power-ups can have made a radius.
func (s *Settings) canReach(radius int32) bool {
	for r := int32(s.BombRadius); ; r *= 2 {
		if r == radius || r == 0 {
			return r == radius
		}
	}
}

func (s *State) restoreBombs(p *Snapshot) error {
	for _, b := range p.Bombs {
		if !s.board.inside(b.At) || b.Owner < 0 || b.Owner >= s.board.Players() {
			return impossible("bomb %+v is not inside the walls of the map, or of no player", b)
		}
		block := s.board.index(b.At)
		owner := s.player(b.Owner)
		switch {
		case s.blocks[block]&(wallMask|hasBomb|exploding|powerMask) != 0:
			return impossible("the bomb at %v is where there is a wall, a blast, a power-up or another bomb", b.At)
		case b.Timer < 1 || b.Timer > LongestTimer+1:
			return impossible("the timer of the bomb at %v is %d, expected 1 to %d", b.At, b.Timer, LongestTimer+1)
		case b.Radius < math.MinInt32 || b.Radius > math.MaxInt32 || !s.board.Settings.canReach(int32(b.Radius)):
			return impossible("the radius of the bomb at %v is %d, expected %d times a power of two", b.At, b.Radius,
				s.board.Settings.BombRadius)
		case owner[playerBombs] >= owner[playerBag]:
			return impossible("player %c has more than the %d bombs of its bag on the map", Key(b.Owner),
				owner[playerBag])
		}
		s.blocks[block] |= hasBomb
		owner[playerBombs]++
		i := int(s.mem[headBombs])
		to := s.bomb(i)
		to[bombBlock], to[bombOwner] = uint32(block), uint32(b.Owner)
		to[bombTimer], to[bombRadius] = uint32(b.Timer), uint32(int32(b.Radius))
		s.mem[headBombs]++
	}
	s.sortBombs()
	return nil
}

// restorePoints splits the points of each player into those for coverage and the others.
func (s *State) restorePoints(p *Snapshot) {
	for k := range p.Players {
		to := s.player(k)
		to[playerCoverage] = s.coveragePoints(to[playerVisited])
		to[playerPoints] = uint32(int32(p.Players[k].Points)) - to[playerCoverage]
	}
}
