// Package remote plays the built-in bots of hexabomb at any netorcai server, as clients.
package remote

import (
	"context"
	"encoding/json"
	"fmt"

	"blastyard/bots/hexabots"
	"blastyard/protocol/netorcai"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
)

// Bot is a built-in bot as a netorcai client. netorcai.Play plays it.
type Bot struct {
	name string
	seed uint64
	note func(format string, args ...any)

	player int
	board  *hexabomb.Board
	bot    hexabots.Bot

	actions []hexabomb.Action
	json    []byte
	noted   bool // note was told of a state that could not be read
}

// New returns the built-in bot with the given name. note is called for failures that do not end the game.
func New(name string, seed uint64, note func(format string, args ...any)) *Bot {
	return &Bot{name: name, seed: seed, note: note}
}

// Start makes the bot for the board of the match.
func (b *Bot) Start(m netorcai.GameStarts) (err error) {
	b.player = m.PlayerID
	if b.board, err = wire.DecodeBoard(m.InitialGameState, m.NbPlayers, m.NbSpecialPlayers); err != nil {
		return fmt.Errorf("remote: this is not a game of hexabomb: %w", err)
	}
	b.bot, err = hexabots.New(b.name, b.board, b.player, b.seed)
	return err
}

// Turn chooses the actions of a turn. It chooses none for a state that cannot be read, and goes on: the next may be
// readable.
func (b *Bot) Turn(_ context.Context, t netorcai.Turn) (json.RawMessage, error) {
	s, err := wire.DecodeState(b.board, t.TurnNumber+1, t.GameState)
	if err != nil {
		if !b.noted {
			b.note("turn %d: no actions: %v", t.TurnNumber, err)
		}
		b.noted = true
		return nil, nil
	}
	b.actions = b.bot.Act(b.actions[:0], s)
	b.json = wire.AppendBoardActionsJSON(b.json[:0], b.board, b.actions)
	return b.json, nil
}
