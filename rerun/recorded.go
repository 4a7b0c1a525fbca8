package rerun

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"

	"blastyard/arena"
	"blastyard/game"
	"blastyard/match"
	"blastyard/replay"
	"blastyard/viewer"
)

// Idle is the name of the built-in bot of a recorded match that asks for nothing: it sits in the seats of the others.
const Idle = "nothing"

// recorded is a match whose turns go as they were recorded, up to one; what its players ask for counts only after that.
type recorded struct {
	game.Match
	replay  *replay.Replay
	persons []arena.Seat // by player: those that have a player of their own are not asked for recorded turns
	last    int          // turns that go as recorded
	fork    bool         // the match goes on after them
	raw     bool         // states were recorded, and are what players see
	turn    int
	asked   map[int][]byte // by player: what came as JSON in a recorded turn
	ended   bool           // the bot has left: nobody is there to be shown anything
	err     error          // why the recording cannot be played
}

// kind is the game of a replay, whose first turns, up to a last one, go as they were recorded.
func (x *Rerun) kind(last int) (*game.Kind, error) {
	kinds, r, fork := x.Games, x.Replay, x.Fork
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
		kind.Bots = append([]string{Idle}, known.Bots...)
		known = &kind
	case len(h.State) == 0 || fork:
		return nil, err
	default: // the states will do
		known = &game.Kind{Name: h.Game, Protocol: game.Netorcai, Bots: []string{Idle}, Specials: []string{Idle},
			OpenMap: func(string) (game.Map, error) { return h.Map, nil }}
		kinds = nil
	}
	known.MaxSeed, known.Unseen, known.Usual = math.MaxUint64, h.Unseen, []string{Idle}
	known.Seats = func(game.Map) int { return len(h.Players) }
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
		m := &recorded{replay: r, persons: x.Seats, last: last, fork: fork, raw: len(h.State) > 0,
			asked: map[int][]byte{}}
		if kinds == nil {
			m.Match = &stateMatch{recorded: m}
			return m, nil
		}
		var err error
		m.Match, err = replay.NewMatch(h, kinds)
		return m, err
	}
	return known, nil
}

// Turn is the number of turns played.
func (m *recorded) Turn() int { return m.turn }

// asRecorded reports whether the coming turn goes as it was recorded.
func (m *recorded) asRecorded() bool { return m.turn < m.last }

// Over reports whether there is nothing more to show.
func (m *recorded) Over() bool {
	return m.err != nil || m.Match.Over() || !m.fork && (m.ended || !m.asRecorded())
}

// Acts reports whether a player is asked: persons are not in turns that go as recorded.
func (m *recorded) Acts(player int) bool {
	return (m.persons == nil || m.persons[player].Player == nil || !m.asRecorded()) && m.Match.Acts(player)
}

// Ask keeps what a player asks for.
func (m *recorded) Ask(player int, actions []byte) {
	if m.asRecorded() {
		m.asked[player] = actions
		return
	}
	m.Match.Ask(player, actions)
}

// AppendActions appends what a player asks for.
func (m *recorded) AppendActions(dst []byte, player int) []byte {
	if actions, ok := m.asked[player]; ok {
		return append(dst, actions...)
	}
	return m.Match.AppendActions(dst, player)
}

// Play plays the coming turn: as recorded, or with what the players ask for.
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
	if m.raw && !m.same(t.State) {
		m.err = fmt.Errorf("turn %d: the state after it is not the one that the rules give", m.turn)
	}
}

// same reports whether a recorded state is the one that the rules give.
func (m *recorded) same(state []byte) bool {
	if _, unknown := m.Match.(*stateMatch); unknown {
		return true
	}
	return bytes.Equal(bytes.TrimSpace(state), m.Match.AppendState(nil))
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

// Bot makes a built-in bot.
func (m *recorded) Bot(name string, player int, seed uint64) (game.Bot, error) {
	if name == Idle {
		return idle{}, nil
	}
	return m.Match.Bot(name, player, seed)
}

// Restart makes it the start of the match again: a recorded match has one seed only.
func (m *recorded) Restart(uint64) error {
	return fmt.Errorf("%w: a recorded match is played once", game.ErrSetup)
}

// Clone returns a match that shares nothing with this one that changes.
func (m *recorded) Clone() game.Match {
	c := *m
	c.asked = map[int][]byte{}
	c.Match = m.Match.Clone()
	return &c
}

// idle asks for nothing.
type idle struct{}

func (idle) Act(game.Match) {}

// stateMatch is a match of a game whose rules nobody knows here: only its recorded states are there.
type stateMatch struct{ *recorded }

func (m *stateMatch) Players() int                                    { return len(m.replay.Header.Players) }
func (m *stateMatch) Turn() int                                       { return m.turn }
func (m *stateMatch) LastTurn() int                                   { return len(m.replay.Turns) }
func (m *stateMatch) Over() bool                                      { return m.turn >= len(m.replay.Turns) }
func (m *stateMatch) Score(int) int                                   { return 0 }
func (m *stateMatch) State() any                                      { return nil }
func (m *stateMatch) Bare() game.Match                                { return m }
func (m *stateMatch) Hash() game.Hash                                 { return game.Hash{} }
func (m *stateMatch) Acts(int) bool                                   { return true }
func (m *stateMatch) Ask(int, []byte)                                 {}
func (m *stateMatch) Choose(int, []viewer.Wish)                       {}
func (m *stateMatch) Play([]int, bool)                                {}
func (m *stateMatch) NumRefused(int) int                              { return 0 }
func (m *stateMatch) Living(int) (living, all int)                    { return 0, 0 }
func (m *stateMatch) Clone() game.Match                               { return m }
func (m *stateMatch) Words(int) []string                              { return nil }
func (m *stateMatch) AppendActions(dst []byte, _ int) []byte          { return dst }
func (m *stateMatch) AppendRefused(dst []game.Refusal) []game.Refusal { return dst }
func (m *stateMatch) Choices(int, []viewer.Seat) viewer.Choices       { return viewer.Choices{} }

func (m *stateMatch) Winner() int {
	if m.turn > 0 {
		if w := m.replay.Turns[m.turn-1].Winner; w != nil {
			return *w
		}
	}
	return match.NoWinner
}

func (m *stateMatch) Bot(name string, _ int, _ uint64) (game.Bot, error) {
	return nil, fmt.Errorf("built-in bots do not play %q, so there is no %s", m.replay.Header.Game, name)
}

func (m *stateMatch) Picture(f *viewer.Frame, turns int, seats []viewer.Seat) {
	if err := viewer.FromTree(f, m.AppendState(nil), m.turn, turns, seats); err != nil {
		_ = viewer.FromTree(f, json.RawMessage("null"), m.turn, turns, seats)
	}
}
