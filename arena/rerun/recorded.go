package rerun

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"

	"blastyard/arena"
	"blastyard/game"
	"blastyard/game/match"
	"blastyard/replay"
)

// moves is a player that repeats the recorded actions, as long as there are any.
type moves struct{ replay *replay.Replay }

// Decide implements arena.Player.
func (m moves) Decide(_ context.Context, v *arena.View) (d arena.Decision) {
	turn := v.Match.Turn()
	if turn >= len(m.replay.Turns) {
		return d
	}
	for _, x := range m.replay.Turns[turn].Moves {
		if x.Player == v.Player {
			d.Actions = x.Actions
		}
	}
	return d
}

// recorded is a match that repeats recorded turns up to one. Actions of its players count only after that.
type recorded struct {
	game.Match
	replay *replay.Replay
	waits  []bool // by player: it is not asked in recorded turns
	last   int    // number of turns that are repeated
	fork   bool   // the match goes on after them
	raw    bool   // players see the recorded states
	turn   int
	asked  map[int][]byte // by player: the JSON that it sent in a recorded turn
	ended  bool           // the bot has left, so no more turns need to be shown
	err    error          // why the recorded turns cannot be repeated
}

// kind returns the game of a replay. Its matches repeat the recorded turns up to last.
func (x *Rerun) kind(last int) (*game.Kind, error) {
	kinds, r, fork := x.Arena.Games, x.Replay, x.Fork
	h := &r.Header
	known, err := game.Find(kinds, h.Game)
	if err == nil {
		_, err = replay.NewMatch(h, kinds)
	}
	switch {
	case err == nil:
		known = known.ByRules(int(h.Rules))
		kind := *known
		kind.OpenMap = func(string) (game.Map, error) { return h.Map, nil }
		known = &kind
	case len(h.State) == 0 || fork:
		return nil, err
	default: // the recorded states suffice
		known = &game.Kind{Name: h.Game, Protocol: game.Netorcai, Specials: []string{"recorded"},
			OpenMap: func(string) (game.Map, error) { return h.Map, nil }}
		kinds = nil
	}
	known.MaxSeed, known.Unseen = math.MaxUint64, h.Unseen
	known.Seats = func(game.Map) (ordinary int) {
		for _, p := range h.Players {
			if !p.Special {
				ordinary++
			}
		}
		return ordinary
	}
	known.Title = func(game.Setup) string {
		switch {
		case x.Title != "":
			return x.Title
		case fork:
			return fmt.Sprintf("fork at turn %d: %s", last+1, h.Title)
		}
		return h.Title
	}
	known.New = func(game.Setup) (game.Match, error) {
		m := &recorded{replay: r, waits: x.waits(), last: last, fork: fork, raw: len(h.State) > 0,
			asked: map[int][]byte{}}
		if kinds == nil {
			m.Match = states(r)
			return m, nil
		}
		var err error
		m.Match, err = replay.NewMatch(h, kinds)
		return m, err
	}
	return known, nil
}

// waits returns, by player, whether it is not asked in recorded turns.
func (x *Rerun) waits() []bool {
	list := make([]bool, len(x.Replay.Header.Players))
	for id, s := range x.Seats {
		_, thinks := s.Player.(arena.Thinker)
		list[id] = s.Player != nil && !thinks
	}
	return list
}

// Turn returns the number of turns played.
func (m *recorded) Turn() int { return m.turn }

// asRecorded reports whether the next turn is a repeated one.
func (m *recorded) asRecorded() bool { return m.turn < m.last }

// Over reports whether there is nothing more to show.
func (m *recorded) Over() bool {
	return m.err != nil || m.Match.Over() || !m.fork && (m.ended || !m.asRecorded())
}

// Acts reports whether a player is asked. Persons are not asked in repeated turns.
func (m *recorded) Acts(player int) bool {
	return (!m.waits[player] || !m.asRecorded()) && m.Match.Acts(player)
}

// Ask records the actions of a player.
func (m *recorded) Ask(player int, actions []byte) {
	if m.asRecorded() {
		m.asked[player] = actions
		return
	}
	m.Match.Ask(player, actions)
}

// AppendActions appends the actions of a player.
func (m *recorded) AppendActions(dst []byte, player int) []byte {
	if actions, ok := m.asked[player]; ok {
		return append(dst, actions...)
	}
	return m.Match.AppendActions(dst, player)
}

// Play plays the next turn, as recorded or with the players' actions.
func (m *recorded) Play(order []int, report bool) {
	m.turn++
	if m.turn > m.last {
		m.Match.Play(order, report)
		return
	}
	clear(m.asked)
	t := &m.replay.Turns[m.turn-1]
	if load, ok := game.As[game.StateLoader](m.Match); ok && m.raw {
		if err := load.Load(m.turn, t.State); err != nil {
			m.err = fmt.Errorf("turn %d: the recorded state is none of this game: %w", m.turn, err)
		}
		return
	}
	order = order[:0:0]
	for _, move := range t.Moves {
		if len(move.Actions) > 0 {
			m.Match.Ask(move.Player, move.Actions)
			order = append(order, move.Player)
		}
	}
	m.Match.Play(order, report)
	if m.raw && !bytes.Equal(bytes.TrimSpace(t.State), m.Match.AppendState(nil)) {
		m.err = fmt.Errorf("turn %d: the state after it is not the one that the rules give", m.turn)
	}
}

// AppendState appends the state as players see it.
func (m *recorded) AppendState(dst []byte) []byte {
	switch {
	case !m.raw:
		return m.Match.AppendState(dst)
	case m.turn == 0:
		return append(dst, m.replay.Header.State...)
	default:
		return append(dst, m.replay.Turns[min(m.turn, len(m.replay.Turns))-1].State...)
	}
}

// NumRefused returns 0 for a repeated turn, whose refused actions are in the replay.
func (m *recorded) NumRefused(player int) int {
	if m.turn <= m.last {
		return 0
	}
	return m.Match.NumRefused(player)
}

// Restart returns to the start of the match. A recorded match has only one seed.
func (m *recorded) Restart(uint64) error {
	return fmt.Errorf("%w: a recorded match is played once", game.ErrSetup)
}

// Clone returns an independent copy of the match.
func (m *recorded) Clone() game.Match {
	c := *m
	c.asked = map[int][]byte{}
	c.Match = m.Match.Clone()
	return &c
}

// states returns the match of a replay whose rules are unknown here.
func states(r *replay.Replay) *game.States {
	s := &game.States{Game: r.Header.Game, NumSeats: len(r.Header.Players),
		Recorded: []json.RawMessage{bytes.TrimSpace(r.Header.State)}}
	for i := range r.Turns {
		s.Recorded = append(s.Recorded, bytes.TrimSpace(r.Turns[i].State))
	}
	s.Leader = func(turn int) int {
		if turn > 0 && r.Turns[turn-1].Winner != nil {
			return *r.Turns[turn-1].Winner
		}
		return match.NoWinner
	}
	return s
}
