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
	start *hexabomb.State // it never changes: clones share it
	state *hexabomb.State
	asked []hexabombAsked // by player

	actions    []hexabomb.Action  // of the turn that is played
	refusals   []hexabomb.Refusal // of the last turn
	unreadable []wire.Unreadable  // of the last turn

	encoder *wire.Encoder // nil before it is needed
}

// hexabombAsked is what a player asks for in the coming turn.
type hexabombAsked struct {
	form       askedForm
	actions    []hexabomb.Action
	unreadable []wire.Unreadable
	text       []byte // as it came, where form is askedText
}

// askedForm says how a player asked.
type askedForm uint8

const (
	askedNothing askedForm = iota
	askedActions           // by choices, or as a built-in bot
	askedText              // as JSON
)

// State is the *hexabomb.State of the match.
func (m *hexabombMatch) State() any { return m.state }

// Bare is the match.
func (m *hexabombMatch) Bare() game.Match { return m }

// Played is what was played in the last turn: all actions in their order, and those that were refused, where Play kept
// them. Both are valid until the next turn.
func (m *hexabombMatch) Played() ([]hexabomb.Action, []hexabomb.Refusal) {
	return m.actions, m.refusals
}

// Players is how many players there are.
func (m *hexabombMatch) Players() int { return len(m.asked) }

// Turn is the number of turns played.
func (m *hexabombMatch) Turn() int { return m.state.Turn() }

// LastTurn is 0: hexabomb goes on for as long as it is asked to.
func (m *hexabombMatch) LastTurn() int { return 0 }

// Over is false: hexabomb goes on for as long as it is asked to.
func (m *hexabombMatch) Over() bool { return false }

// Winner is the player with the strictly highest score, or match.NoWinner.
func (m *hexabombMatch) Winner() int { return m.state.Winner() }

// Score is a player's score.
func (m *hexabombMatch) Score(player int) int { return m.state.Score(player) }

// Hash is the hash of the state.
func (m *hexabombMatch) Hash() game.Hash { return HashHexabomb(m.state) }

// Acts is true: a player whose characters are all dead may revive them. In sudden death that is refused.
func (m *hexabombMatch) Acts(int) bool { return true }

// Ask reads an array of actions. Actions that cannot be read are dropped, and refused in the coming turn. Without any
// text the player asks for nothing.
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
			a.text = append(a.text[:0], "null"...) // is refused for the same reason, and may stand in JSON
		}
	}
}

func (a *hexabombAsked) forget() {
	a.form, a.actions, a.unreadable, a.text = askedNothing, a.actions[:0], a.unreadable[:0], a.text[:0]
}

// Choose asks for choices, in their order.
func (m *hexabombMatch) Choose(player int, wishes []viewer.Wish) {
	a := &m.asked[player]
	a.forget()
	a.form = askedActions
	for _, w := range wishes {
		a.actions = append(a.actions, hexabombAction(m.state.Board(), player, w))
	}
}

// AppendActions appends the array of actions: as it came, where it came as JSON. For a player who has not asked it
// appends nothing.
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

// Words is what a player asks for in the coming turn, an action a line; what cannot be read stands there as its reason.
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

// AppendRefused appends what was refused in the last turn: first what could not be read, then actions in the order in
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

// NumRefused is how many actions of a player were refused in the last turn.
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

// AppendState appends the state as game logics send it.
func (m *hexabombMatch) AppendState(dst []byte) []byte {
	if m.encoder == nil {
		m.encoder = wire.NewEncoder(m.state.Board())
	}
	return m.encoder.Append(dst, m.state)
}

// SameState tells whether a state as JSON is that of the match: spaces, the order of keys and that of explosions are
// free. The error says why it is no state of this match after so many turns.
func (m *hexabombMatch) SameState(state []byte) (bool, error) {
	s, err := wire.DecodeState(m.state.Board(), m.state.Turn(), state)
	if err != nil || m.state.Board().Version() != hexabomb.V2018 {
		return err == nil && s.Equal(m.state), err
	}
	// States of 2018 do not show explosions.
	encoder := wire.NewEncoder(m.state.Board())
	return bytes.Equal(encoder.Append(nil, s), encoder.Append(nil, m.state)), nil
}

// Picture makes f the picture of the state.
func (m *hexabombMatch) Picture(f *viewer.Frame, turns int, seats []viewer.Seat) {
	PictureHexabomb(f, m.state, turns, seats)
}

// Living is how many of a player's characters live, and how many it has.
func (m *hexabombMatch) Living(player int) (living, all int) {
	first, end := m.state.Board().Characters(player)
	return m.state.Living(player), end - first
}

// Restart makes it the start of a match. No chance is in hexabomb, so the seed changes nothing.
func (m *hexabombMatch) Restart(uint64) error {
	m.state.CopyFrom(m.start)
	m.unreadable, m.refusals = m.unreadable[:0], m.refusals[:0]
	for i := range m.asked {
		m.asked[i].forget()
	}
	return nil
}

// Clone returns a copy, with what players ask for and what was refused.
func (m *hexabombMatch) Clone() game.Match {
	c := &hexabombMatch{start: m.start, state: m.state.Clone(), asked: make([]hexabombAsked, len(m.asked)),
		refusals: copied(m.refusals), unreadable: copied(m.unreadable)}
	for i := range m.asked {
		a := &m.asked[i]
		c.asked[i] = hexabombAsked{a.form, copied(a.actions), copied(a.unreadable), copied(a.text)}
	}
	return c
}

// hexabombBot is a built-in bot at its place.
type hexabombBot struct {
	bot    hexabots.Bot
	player int
}

// Bot makes a built-in bot for a player.
func (m *hexabombMatch) Bot(name string, player int, seed uint64) (game.Bot, error) {
	bot, err := hexabots.New(name, m.state.Board(), player, seed)
	if err != nil {
		return nil, err
	}
	return &hexabombBot{bot, player}, nil
}

// Act asks for what the bot wants.
func (b *hexabombBot) Act(m game.Match) {
	h := m.Bare().(*hexabombMatch)
	a := &h.asked[b.player]
	a.forget()
	a.form, a.actions = askedActions, b.bot.Act(a.actions, h.state)
}

// Load makes the match stand where a state as JSON shows it: for matches that other rules than ours have played.
func (m *hexabombMatch) Load(turn int, state []byte) error {
	s, err := wire.DecodeState(m.state.Board(), turn, state)
	if err != nil {
		return err
	}
	m.state.CopyFrom(s)
	return nil
}
