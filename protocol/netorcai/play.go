package netorcai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

// Bot chooses the actions of a player. A viewer is a Bot whose Turn returns nil.
type Bot interface {
	// Start is called once, when the game begins.
	Start(GameStarts) error
	// Turn returns the actions for a turn: a JSON array, or nil for none. Its argument is valid until it returns.
	Turn(context.Context, Turn) (actions json.RawMessage, err error)
}

// Play plays one game with a client that has logged in as a player or a visualization, and returns how the game ended.
// The caller may keep the state in the result.
func Play(ctx context.Context, c *Client, bot Bot) (GameEnds, error) {
	for {
		m, err := c.Read(ctx)
		if err != nil {
			return GameEnds{}, err
		}
		switch m := m.(type) {
		case GameStarts:
			if err := bot.Start(m); err != nil {
				return GameEnds{}, fmt.Errorf("netorcai: bot failed at the start: %w", err)
			}
		case Turn:
			actions, err := bot.Turn(ctx, m)
			if err != nil {
				return GameEnds{}, fmt.Errorf("netorcai: bot failed in turn %d: %w", m.TurnNumber, err)
			}
			if err := c.SendTurnAck(ctx, m.TurnNumber, actions); err != nil {
				return GameEnds{}, err
			}
		case GameEnds:
			m.GameState = append(json.RawMessage(nil), m.GameState...)
			return m, nil
		default:
			return GameEnds{}, fmt.Errorf("netorcai: received %T in a game", m)
		}
	}
}

// Logic is the rules of a game, as a server or RunLogic calls them. States are JSON objects. The Logic may reuse a
// returned state at its next call.
type Logic interface {
	// Init begins a game with the given numbers of players and returns the initial state.
	Init(nbPlayers, nbSpecialPlayers, nbTurnsMax int) (state []byte, err error)
	// Turn plays a turn. It returns the id of the player that would win now (-1: none) and the new state. There is at
	// most one entry of actions for each player. They are in the order in which they are applied, and valid until Turn
	// returns.
	Turn(actions []PlayerActions) (winner int, state []byte, err error)
}

// RunLogic plays one game with a client that has logged in as a game logic. It returns nil if the game has ended
// properly: either the server has kicked the client with GameFinished, or the answer to the last turn was sent and the
// server has kicked the client for any reason or closed the connection.
func RunLogic(ctx context.Context, c *Client, logic Logic) error {
	left := -1 // turns left to play, or -1 before DO_INIT
	for {
		m, err := c.Read(ctx)
		var kick *KickError
		if errors.As(err, &kick) && kick.Reason == GameFinished || err != nil && left == 0 && ctx.Err() == nil {
			return nil
		}
		if err != nil {
			return err
		}
		switch m := m.(type) {
		case DoInit:
			state, err := logic.Init(m.NbPlayers, m.NbSpecialPlayers, m.NbTurnsMax)
			if err != nil {
				return fmt.Errorf("netorcai: game logic failed to begin: %w", err)
			}
			left = m.NbTurnsMax
			if err := c.SendDoInitAck(ctx, state); err != nil {
				return err
			}
		case DoTurn:
			winner, state, err := logic.Turn(m.PlayerActions)
			if err != nil {
				return fmt.Errorf("netorcai: game logic failed: %w", err)
			}
			if err := c.SendDoTurnAck(ctx, winner, state); err != nil {
				return err
			}
			left--
		default:
			return fmt.Errorf("netorcai: received %T as a game logic", m)
		}
	}
}
