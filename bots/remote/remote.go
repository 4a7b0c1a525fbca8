// Package remote lets the built-in bots of hexabomb play at any netorcai server, as clients.
package remote

import (
	"context"
	"encoding/json"
	"fmt"

	"blastyard/bots/hexabots"
	"blastyard/hexabomb"
	"blastyard/hexabomb/wire"
	"blastyard/netorcai"
)

// Bot is a built-in bot as a netorcai client: netorcai.Play plays it.
type Bot struct {
	name string
	seed uint64
	note func(format string, args ...any)

	player int
	board  *hexabomb.Board
	bot    hexabots.Bot

	actions []hexabomb.Action
	json    []byte
	lost    bool // a state could not be read, and this was told
}

// New makes the built-in bot of the name. note is told what goes wrong without ending the game.
func New(name string, seed uint64, note func(format string, args ...any)) *Bot {
	return &Bot{name: name, seed: seed, note: note}
}

// Start takes its seat.
func (b *Bot) Start(m netorcai.GameStarts) (err error) {
	b.player = m.PlayerID
	if b.board, err = wire.DecodeBoard(m.InitialGameState, m.NbPlayers, m.NbSpecialPlayers); err != nil {
		return fmt.Errorf("this is no game of hexabomb: %w", err)
	}
	b.bot, err = hexabots.New(b.name, b.board, b.player, b.seed)
	return err
}

// Turn decides. A state that hexabomb cannot have gets no actions: the next may be better.
func (b *Bot) Turn(_ context.Context, t netorcai.Turn) (json.RawMessage, error) {
	s, err := wire.DecodeState(b.board, t.TurnNumber+1, t.GameState)
	if err != nil {
		if !b.lost {
			b.note("turn %d: no actions: %v", t.TurnNumber, err)
		}
		b.lost = true
		return nil, nil
	}
	b.actions = b.bot.Act(b.actions[:0], s)
	b.json = wire.AppendActionsJSON(b.json[:0], b.actions)
	return b.json, nil
}
