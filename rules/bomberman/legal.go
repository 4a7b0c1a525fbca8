package bomberman

import (
	"fmt"
	"iter"
)

// Reason is the reason for refusing a command.
type Reason uint8

// The reasons.
const (
	NotRefused       Reason = iota // the command is carried out, or can be
	Dead                           // the player is dead
	WallInTheWay                   // on the target block
	BombInTheWay                   // on the target block
	BagEmpty                       // all bombs that the player may have are on the map
	BombHere                       // the player's block holds a bomb
	NothingToTrigger               // the player has no bomb but those that explode in the coming round anyway
	numReasons
)

var reasonTexts = [numReasons]string{
	"not refused", "the player is dead", "a wall is in the way", "a bomb is in the way", "no bomb is left in the bag",
	"the block holds a bomb already", "no bomb waits to be triggered",
}

func (r Reason) String() string {
	if r < numReasons {
		return reasonTexts[r]
	}
	return fmt.Sprintf("Reason(%d)", uint8(r))
}

// A Choice is a possible command for the next round, with what the rules will say to it.
type Choice struct {
	Command Command
	// where a move leads, where a bomb is placed, or the bomb that is triggered; the zero Pos: no such bomb
	At      Pos
	Refused Reason // why it is refused whatever the others do, or NotRefused
	Blocker int    // the player on At, which has to leave first, or NoPlayer
}

// Legal iterates over the commands of a player for the next round, by number, without Nothing. A choice is refused if
// the rules certainly refuse it, whatever the others do. Any other is executed if no other player acts and none is in
// its way. But a player in a blast of the next round dies before its command. Legal changes nothing and allocates
// nothing.
func (s *State) Legal(player int) iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		for c := Up; c < NumCommands; c++ {
			if !yield(s.choice(player, c)) {
				return
			}
		}
	}
}

func (s *State) choice(k int, command Command) Choice {
	p := s.player(k)
	at := s.board.pos(int(p[playerBlock]))
	c := Choice{Command: command, At: at.Step(command), Blocker: NoPlayer}
	switch command {
	case PlaceBomb:
		c.Refused = s.bombRefusal(k)
	case TriggerBomb:
		s.findDue()
		if i := s.nextToTrigger(k); i >= 0 {
			c.At = s.Bomb(i).At
		} else {
			c.At, c.Refused = Pos{}, NothingToTrigger
		}
	default:
		w := s.blocks[s.board.index(c.At)]
		switch {
		case w&wallMask != 0:
			c.Refused = WallInTheWay
		case w&hasBomb != 0:
			c.Refused = BombInTheWay
		default:
			c.Blocker = int(w&playerMask>>playerShift) - 1
		}
	}
	if p[playerDead] != 0 {
		c.Refused, c.Blocker = Dead, NoPlayer
	}
	return c
}

// bombRefusal returns why a player cannot place a bomb on its block.
func (s *State) bombRefusal(k int) Reason {
	p := s.player(k)
	switch {
	case p[playerBombs] >= p[playerBag]:
		return BagEmpty
	case s.blocks[p[playerBlock]]&hasBomb != 0:
		return BombHere
	default:
		return NotRefused
	}
}

// findDue determines which bombs will detonate in the next round, without those that are still to be placed.
func (s *State) findDue() {
	n := int(s.mem[headBombs])
	clear(s.scratch.detonated[:n])
	for i := range n {
		if int32(s.bomb(i)[bombTimer]) <= 1 {
			s.chain(i)
		}
	}
}

// chain marks a bomb as detonating, and those that its blast reaches.
func (s *State) chain(i int) {
	if s.scratch.detonated[i] {
		return
	}
	s.scratch.detonated[i] = true
	for at := range s.reached(s.bomb(i)) {
		if s.blocks[at]&hasBomb != 0 {
			s.chain(s.bombAt(uint32(at)))
		}
	}
}
