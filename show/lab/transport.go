package lab

import (
	"errors"
	"time"

	"blastyard/arena"
	"blastyard/game"
)

// transport is for the programs and persons of the page, which are players of this process.
type transport struct {
	protocol game.Protocol
	match    *Match
}

// roundTime is the default turn time of a game whose programs are started each round. Programs over standard input
// and output have the same.
const roundTime = 2 * time.Second

// Protocol implements arena.Transport.
func (t transport) Protocol() game.Protocol { return t.protocol }

// Check implements arena.Transport.
func (transport) Check(*arena.Config) error { return nil }

// Read implements arena.Transport. The page starts no programs.
func (transport) Read(*arena.Seated) (string, error) {
	return "", errors.New("the page starts no programs")
}

// Asker implements arena.Transport. The time limits come from the order's config, because a fork has none of its own.
func (t transport) Asker(*arena.Prepared) arena.Asker {
	o := &t.match.order
	h := &arena.Here{Recorded: t.match.from, Refeed: o.refeed()}
	switch {
	case o.Config.NoTimeout:
	case o.Config.TurnTime > 0:
		h.Turn = time.Duration(o.Config.TurnTime)
		h.Person = h.Turn
	case t.protocol == game.Rounds:
		h.Turn = roundTime
	default:
		h.Turn = arena.DefaultTurnTime
	}
	return h
}
