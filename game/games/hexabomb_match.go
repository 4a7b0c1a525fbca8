package games

import (
	"bytes"
	"encoding/json"

	"blastyard/bots/hexabots"
	"blastyard/game"
	"blastyard/game/viewer"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
)

// hexabombMatch is a match of hexabomb.
type hexabombMatch struct {
	start *hexabomb.State // never changes; clones share it
	state *hexabomb.State
	asked []hexabombAsked // by player

	actions    []hexabomb.Action  // of the turn being played
	refusals   []hexabomb.Refusal // of the last turn
	unreadable []wire.Unreadable  // of the last turn

	encoder *wire.Encoder // nil until it is needed
}

// hexabombAsked contains a player's actions for the next turn.
type hexabombAsked struct {
	form       askedForm
	actions    []hexabomb.Action
	unreadable []wire.Unreadable
	text       []byte // the original text, if form is askedText
}

// askedForm says how a player set its actions.
type askedForm uint8

const (
	askedNothing askedForm = iota
	askedActions           // from choices or a built-in bot
	askedText              // as JSON
)

// HexabombMatch returns a match that goes on from a state, which it copies.
func HexabombMatch(s *hexabomb.State) game.Match {
	return &hexabombMatch{start: s.Clone(), state: s.Clone(), asked: make([]hexabombAsked, s.Board().NumPlayers())}
}

// State returns the *hexabomb.State of the match.
func (m *hexabombMatch) State() any { return m.state }

// Bare returns the match.
func (m *hexabombMatch) Bare() game.Match { return m }

// Played returns all actions of the last turn in their order, and the refused ones, if Play kept them. Both are valid
// until the next turn.
func (m *hexabombMatch) Played() ([]hexabomb.Action, []hexabomb.Refusal) {
	return m.actions, m.refusals
}

// Players returns the number of players.
func (m *hexabombMatch) Players() int { return len(m.asked) }

// Turn returns the number of turns played.
func (m *hexabombMatch) Turn() int { return m.state.Turn() }

// LastTurn returns 0: the rules of hexabomb never end a match.
func (m *hexabombMatch) LastTurn() int { return 0 }

// Over returns false: the rules of hexabomb never end a match.
func (m *hexabombMatch) Over() bool { return false }

// Winner returns the player with the strictly highest score, or match.NoWinner.
func (m *hexabombMatch) Winner() int { return m.state.Winner() }

// Score returns a player's score.
func (m *hexabombMatch) Score(player int) int { return m.state.Score(player) }

// Hash returns the hash of the state.
func (m *hexabombMatch) Hash() game.Hash { return HashHexabomb(m.state) }

// Acts returns true: a player whose characters are all dead may try to revive them. In sudden death that is refused.
func (m *hexabombMatch) Acts(int) bool { return true }

// Ask reads an array of actions. Unreadable actions are dropped, and refused in the next turn. With an empty text the
// player does nothing.
func (m *hexabombMatch) Ask(player int, actions []byte) {
	a := &m.asked[player]
	a.forget()
	if len(actions) == 0 {
		return
	}
	a.form, a.text = askedText, append(a.text, actions...)
	var err error
	if a.actions, err = wire.AppendBoardActions(a.actions, m.state.Board(), player, actions,
		&a.unreadable); err != nil {
		a.unreadable = append(a.unreadable, wire.Unreadable{Player: player, Why: err.Error()})
		if !json.Valid(actions) {
			a.text = append(a.text[:0], "null"...) // valid inside JSON, and refused for the same reason
		}
	}
}

func (a *hexabombAsked) forget() {
	a.form, a.actions, a.unreadable, a.text = askedNothing, a.actions[:0], a.unreadable[:0], a.text[:0]
}

// Choose sets the actions of choices, in their order.
func (m *hexabombMatch) Choose(player int, wishes []viewer.Wish) {
	a := &m.asked[player]
	a.forget()
	a.form = askedActions
	for _, w := range wishes {
		a.actions = append(a.actions, hexabombAction(m.state.Board(), player, w))
	}
}

// AppendActions appends the array of actions, unchanged if it came as JSON. For a player without actions it appends
// nothing.
func (m *hexabombMatch) AppendActions(dst []byte, player int) []byte {
	a := &m.asked[player]
	switch a.form {
	case askedActions:
		return wire.AppendBoardActionsJSON(dst, m.state.Board(), a.actions)
	case askedText:
		return append(dst, a.text...)
	default:
		return dst
	}
}

// Words describes a player's actions for the next turn, one line each. For an unreadable action it gives the reason.
func (m *hexabombMatch) Words(player int) []string {
	asked := &m.asked[player]
	words := make([]string, 0, len(asked.actions)+len(asked.unreadable))
	for _, a := range asked.actions {
		words = append(words, a.String())
	}
	for _, u := range asked.unreadable {
		words = append(words, u.Why)
	}
	return words
}

// Play plays a turn.
func (m *hexabombMatch) Play(order []int, report bool) {
	m.actions, m.unreadable, m.refusals = m.actions[:0], m.unreadable[:0], m.refusals[:0]
	var refusals *[]hexabomb.Refusal
	if report {
		refusals = &m.refusals
	}
	for _, player := range order {
		a := &m.asked[player]
		m.actions = append(m.actions, a.actions...)
		if report {
			m.unreadable = append(m.unreadable, a.unreadable...)
		}
	}
	m.state.Step(m.actions, refusals)
	for i := range m.asked {
		if m.asked[i].form != askedNothing {
			m.asked[i].forget()
		}
	}
}

// AppendRefused appends what was refused in the last turn: first unreadable actions, then others in the order in
// which the rules refused them.
func (m *hexabombMatch) AppendRefused(dst []game.Refusal) []game.Refusal {
	for _, u := range m.unreadable {
		dst = append(dst, game.Refusal{Player: u.Player, Reason: u.Why})
	}
	for _, r := range m.refusals {
		dst = append(dst, game.Refusal{
			Player: int(r.Action.Player),
			Action: r.Action.String(),
			Reason: r.Reason.String(),
		})
	}
	return dst
}

// NumRefused returns how many actions of a player were refused in the last turn.
func (m *hexabombMatch) NumRefused(player int) int {
	n := 0
	for i := range m.unreadable {
		if m.unreadable[i].Player == player {
			n++
		}
	}
	for i := range m.refusals {
		if int(m.refusals[i].Action.Player) == player {
			n++
		}
	}
	return n
}

// AppendState appends the state in the format of game logics.
func (m *hexabombMatch) AppendState(dst []byte) []byte {
	if m.encoder == nil {
		m.encoder = wire.NewEncoder(m.state.Board())
	}
	return m.encoder.Append(dst, m.state)
}

// SameState reports whether a state as JSON equals that of the match. Spaces and the orders of keys and of explosions
// do not matter. The error says why it is no state of this match after so many turns.
func (m *hexabombMatch) SameState(state []byte) (bool, error) {
	s, err := wire.DecodeState(m.state.Board(), m.state.Turn(), state)
	if err != nil {
		return false, err
	}
	// Not Equal: the states of some versions of the rules do not contain all of it.
	encoder := wire.NewEncoder(m.state.Board())
	return bytes.Equal(encoder.Append(nil, s), encoder.Append(nil, m.state)), nil
}

// Picture sets f to the picture of the state.
func (m *hexabombMatch) Picture(f *viewer.Frame, turns int, seats []viewer.Seat) {
	PictureHexabomb(f, m.state, turns, seats)
}

// Living returns how many of a player's characters live, and how many it has.
func (m *hexabombMatch) Living(player int) (living, all int) {
	first, end := m.state.Board().Characters(player)
	return m.state.Living(player), end - first
}

// Restart returns to the start of a match. Hexabomb has no randomness, so the seed changes nothing.
func (m *hexabombMatch) Restart(uint64) error {
	m.state.CopyFrom(m.start)
	m.unreadable, m.refusals = m.unreadable[:0], m.refusals[:0]
	for i := range m.asked {
		m.asked[i].forget()
	}
	return nil
}

// Clone returns a copy, including the players' actions and the refused ones.
func (m *hexabombMatch) Clone() game.Match {
	c := &hexabombMatch{start: m.start, state: m.state.Clone(), asked: make([]hexabombAsked, len(m.asked)),
		refusals: copied(m.refusals), unreadable: copied(m.unreadable)}
	for i := range m.asked {
		a := &m.asked[i]
		c.asked[i] = hexabombAsked{a.form, copied(a.actions), copied(a.unreadable), copied(a.text)}
	}
	return c
}

// hexabombBot is a built-in bot for a player.
type hexabombBot struct {
	bot    hexabots.Bot
	player int
}

// Bot returns a built-in bot for a player.
func (m *hexabombMatch) Bot(name string, player int, seed uint64) (game.Bot, error) {
	bot, err := hexabots.New(name, m.state.Board(), player, seed)
	if err != nil {
		return nil, err
	}
	return &hexabombBot{bot, player}, nil
}

// Act sets the bot's actions.
func (b *hexabombBot) Act(m game.Match) {
	h := m.Bare().(*hexabombMatch)
	a := &h.asked[b.player]
	a.forget()
	a.form, a.actions = askedActions, b.bot.Act(a.actions, h.state)
}

// Load sets the match to a state as JSON, for matches that were played by other rules than ours.
func (m *hexabombMatch) Load(turn int, state []byte) error {
	s, err := wire.DecodeState(m.state.Board(), turn, state)
	if err != nil {
		return err
	}
	m.state.CopyFrom(s)
	return nil
}
