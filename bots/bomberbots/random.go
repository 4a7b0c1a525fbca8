package bomberbots

import (
	"math/rand/v2"

	"blastyard/rules/bomberman"
)

// random takes each command that would not be refused, doing nothing included, to be equally likely. A move onto a
// player counts as possible, as in the rules: that player may go.
type random struct {
	player int
	rng    rand.PCG
}

func newRandom(at seat) Bot {
	return &random{at.player, *rand.NewPCG(at.seed, uint64(at.player))}
}

func (r *random) Act(s *bomberman.State) bomberman.Command {
	p := s.Player(r.player)
	if !p.Alive {
		return bomberman.Nothing
	}
	var options [bomberman.NumCommands]bomberman.Command
	n := uint64(1) // the first is Nothing
	for c := bomberman.Up; c <= bomberman.Down; c++ {
		if to := s.At(neighbour(p.At, c)); to.Wall == bomberman.NoWall && !to.Bomb {
			options[n] = c
			n++
		}
	}
	if p.OnMap < p.Bag && !s.At(p.At).Bomb {
		options[n] = bomberman.PlaceBomb
		n++
	}
	if p.OnMap > 0 {
		options[n] = bomberman.TriggerBomb
		n++
	}
	return options[r.rng.Uint64()>>32*n>>32]
}

// neighbour is the place that a move leads to. Players never stand on the border, so it is on the map.
func neighbour(p bomberman.Pos, move bomberman.Command) bomberman.Pos {
	switch move {
	case bomberman.Up:
		p.Y--
	case bomberman.Left:
		p.X--
	case bomberman.Right:
		p.X++
	case bomberman.Down:
		p.Y++
	default:
	}
	return p
}
