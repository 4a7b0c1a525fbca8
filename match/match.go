// Package match plays matches of any game: the order of players, the turns, the result, and series of matches. It knows
// no game and does not wait: where bots take their time, a server collects their moves and gives them to Turn.
package match

import (
	"context"
	"fmt"
)

// Game is one game in progress. A is what a player asks for in a turn.
type Game[A any] interface {
	NumPlayers() int
	Play(moves []Move[A]) // one turn; the moves are applied in this order
	Over() bool           // the rules end the game here, whatever turns are left
	Winner() int          // the player ahead, or NoWinner
	Score(player int) int
}

// Move is what one player asks for in a turn.
type Move[A any] struct {
	Player  int
	Actions A
}

// Player decides what to ask for in the coming turn. What it returns is valid until it is called again.
type Player[A any] interface {
	Act() A
}

// Config is how a match is played.
type Config struct {
	Turns int    // at most so many, from 1
	Order Order  // of the players within a turn
	Seed  uint64 // all chance of the match comes from it

	// Unseen turns at the start are played before any player has seen a state, so without moves: 1 in netorcai's course
	// of a game, where players get their first TURN after the first turn.
	Unseen int
}

// Validate checks the configuration; the error names the field, the value and what was expected.
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

// New starts a match of a game at its start.
func New[A any](game Game[A], cfg Config) (*Match[A], error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	return &Match[A]{game: game, cfg: cfg, order: newShuffler(cfg.Seed, useOrder, game.NumPlayers())}, nil
}

// Turn plays a turn with the moves of those players that made one, in order of arrival. It puts them into the order in
// which the game gets them.
func (m *Match[A]) Turn(moves []Move[A]) {
	if m.cfg.Order == Seeded {
		ranks := m.order.next()
		// By insertion: there are few players, and nothing is allocated.
		for i := 1; i < len(moves); i++ {
			for j := i; j > 0 && ranks[moves[j].Player] < ranks[moves[j-1].Player]; j-- {
				moves[j], moves[j-1] = moves[j-1], moves[j]
			}
		}
	}
	m.game.Play(moves)
	m.turns++
}

// Turns is the number of turns played.
func (m *Match[A]) Turns() int { return m.turns }

// Over tells whether the match has ended.
func (m *Match[A]) Over() bool { return m.turns >= m.cfg.Turns || m.game.Over() }

// Run plays the match to its end with players that answer at once, by their ids. After each turn it calls after, if that
// is not nil, with the moves in the order that was used. The end of ctx ends it with its error.
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

// Result is the result as it stands.
func (m *Match[A]) Result() Result {
	r := Result{Winner: m.game.Winner(), Turns: m.turns}
	for p := range m.game.NumPlayers() {
		r.Scores = append(r.Scores, m.game.Score(p))
	}
	return r
}
