// Package match plays matches of any game: the order of players, the turns, the result, and series of matches. It does
// not know the rules of a game and never waits. If bots need time, a server collects their moves and passes them to
// Turn.
package match

import (
	"context"
	"fmt"
)

// Game is one game in progress. A is the type of the actions that a player asks for in a turn.
type Game[A any] interface {
	NumPlayers() int
	Play(moves []Move[A]) // one turn; the moves are applied in this order
	Over() bool           // the rules have ended the game, whatever turns are left
	Winner() int          // the player that is ahead, or NoWinner
	Score(player int) int
}

// Move is the actions of one player in a turn.
type Move[A any] struct {
	Player  int
	Actions A
}

// Player chooses the actions of the next turn. The result of Act is valid until the next call.
type Player[A any] interface {
	Act() A
}

// Config configures a match.
type Config struct {
	Turns int    // the most turns that are played, at least 1
	Order Order  // of the players within a turn
	Seed  uint64 // decides everything random in the match

	// Unseen is the number of turns that are played without moves at the start, before any player has seen a state. It
	// is 1 with a netorcai server, where players receive their first TURN after the first turn.
	Unseen int
}

// Validate checks the configuration. Its error names the field, the value and what was expected.
func (c Config) Validate() error {
	switch {
	case c.Turns < 1:
		return fmt.Errorf("match: Turns is %d, expected 1 or more", c.Turns)
	case c.Order > Arrival:
		return fmt.Errorf("match: Order is %d, expected %v or %v", c.Order, Seeded, Arrival)
	case c.Unseen < 0:
		return fmt.Errorf("match: Unseen is %d, expected 0 or more", c.Unseen)
	}
	return nil
}

// Match is one game being played. The same game, configuration and moves give the same result.
type Match[A any] struct {
	game  Game[A]
	cfg   Config
	order shuffler
	turns int
}

// New starts a match with a game that has not begun.
func New[A any](game Game[A], cfg Config) (*Match[A], error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	return &Match[A]{game: game, cfg: cfg, order: newShuffler(cfg.Seed, useOrder, game.NumPlayers())}, nil
}

// Turn plays a turn. moves are those of the players that made one, in order of arrival. Turn sorts them in place into
// the order in which it passes them to the game.
func (m *Match[A]) Turn(moves []Move[A]) {
	if m.cfg.Order == Seeded {
		ranks := m.order.next()
		// sort by insertion: there are few players, and this allocates nothing
		for i := 1; i < len(moves); i++ {
			for j := i; j > 0 && ranks[moves[j].Player] < ranks[moves[j-1].Player]; j-- {
				moves[j], moves[j-1] = moves[j-1], moves[j]
			}
		}
	}
	m.game.Play(moves)
	m.turns++
}

// Turns returns the number of turns played.
func (m *Match[A]) Turns() int { return m.turns }

// Over reports whether the match has ended.
func (m *Match[A]) Over() bool { return m.turns >= m.cfg.Turns || m.game.Over() }

// Run plays the match to its end. In each turn it calls Act of every player, by id. After each turn it calls after, if
// not nil, with the moves in the order that was used. If ctx ends, Run returns its error.
func (m *Match[A]) Run(ctx context.Context, players []Player[A], after func(moves []Move[A])) error {
	moves := make([]Move[A], 0, len(players))
	for !m.Over() {
		if err := ctx.Err(); err != nil {
			return err
		}
		moves = moves[:0]
		if m.turns >= m.cfg.Unseen {
			for id, p := range players {
				moves = append(moves, Move[A]{id, p.Act()})
			}
		}
		m.Turn(moves)
		if after != nil {
			after(moves)
		}
	}
	return nil
}

// Result returns the result so far.
func (m *Match[A]) Result() Result {
	r := Result{Winner: m.game.Winner(), Turns: m.turns}
	for p := range m.game.NumPlayers() {
		r.Scores = append(r.Scores, m.game.Score(p))
	}
	return r
}
