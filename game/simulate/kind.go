package simulate

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"blastyard/game"
	"blastyard/game/match"
	"blastyard/game/moves"
	"blastyard/game/resume"
	"blastyard/internal/jsonappend"
	"blastyard/internal/jsonscan"
)

// kindGame is a game of any kind that is being played.
type kindGame struct {
	match  game.Match
	orders *match.Orders // draws the order of players; nil: by id
}

// kindRules parses and plays the lines of any game.
type kindRules struct {
	kind  *game.Kind
	first kindStart
	moves [][]json.RawMessage // by turn of the line, by player
}

var kindNames = names{
	turn: "moves", turns: "turns", forms: []string{"state", "brief", "choices"}, how: "players",
	neither: `the line has neither field "players" or "state" (to start a game) nor "moves" (to play a turn)`,
}

func (k *kindRules) names() *names { return &kindNames }

func (k *kindRules) clear() { k.first, k.moves = kindStart{}, k.moves[:0] }

func (k *kindRules) field(key, value []byte) { k.first.field(key, value) }

func (k *kindRules) starts() bool { return k.first.players != nil || k.first.state != nil }

func (k *kindRules) start(q *request) (*kindGame, error) {
	if err := q.readSeed(); err != nil {
		return nil, err
	}
	m, err := k.first.match(k.kind, q)
	if err != nil {
		return nil, err
	}
	return &kindGame{match: m, orders: ordersOf(nil, q.seed, m.Players())}, nil
}

func (k *kindRules) begun(dst []byte, g *kindGame, q *request) []byte { return k.answer(dst, g, q) }

func (k *kindRules) copy(g *kindGame, seed *uint64) *kindGame {
	return &kindGame{match: g.match.Clone(), orders: ordersOf(g.orders, seed, g.match.Players())}
}

// readTurn parses what the players do in a turn.
func (k *kindRules) readTurn(name string, turn []byte, g *kindGame, _ *request) error {
	scan := jsonscan.New(turn)
	if scan.Kind() != jsonscan.Array {
		return fmt.Errorf("%s is %s, expected an array", name, brief(turn))
	}
	var list []json.RawMessage
	err := scan.Elements(func() error {
		value, err := scan.Value()
		list = append(list, value)
		return err
	})
	if players := g.match.Players(); err == nil && len(list) != players {
		err = fmt.Errorf("%s has %d values, expected %d, one for each player: its actions, or null", name, len(list),
			players)
	}
	k.moves = append(k.moves, list)
	return err
}

func (k *kindRules) playTurn(refused []byte, g *kindGame, q *request, i int) []byte {
	if g.match.Over() {
		return refused
	}
	order := make([]int, 0, g.match.Players())
	for player, actions := range k.moves[i] {
		if !g.match.Acts(player) || string(actions) == "null" {
			actions = nil
		}
		g.match.Ask(player, actions)
		order = append(order, player)
	}
	if g.orders != nil {
		ranks := g.orders.Next()
		slices.SortFunc(order, func(a, b int) int { return cmp.Compare(ranks[a], ranks[b]) })
	}
	g.match.Play(order, q.report)
	if !q.report {
		return refused
	}
	for _, r := range g.match.AppendRefused(nil) {
		refused = jsonappend.Field(appendRefused(refused, i), "player", r.Player)
		refused = jsonappend.Least(jsonappend.Name(refused, "action"), r.Action)
		refused = append(jsonappend.Least(jsonappend.Name(refused, "reason"), r.Reason), '}')
	}
	return refused
}

func (k *kindRules) answer(dst []byte, g *kindGame, q *request) []byte {
	m := g.match
	dst = strconv.AppendInt(append(dst, `"turn":`...), int64(m.Turn()), 10)
	if m.Turn() >= k.kind.Unseen {
		dst = jsonappend.Field(dst, "turn_number", m.Turn()-k.kind.Unseen)
	}
	dst = jsonappend.Field(jsonappend.Bool(dst, "over", m.Over()), "winner", m.Winner())
	dst = appendEach(dst, "scores", m.Players(), func(dst []byte, p int) []byte {
		return jsonappend.Int(dst, m.Score(p))
	})
	dst = appendEach(dst, "living", m.Players(), func(dst []byte, p int) []byte {
		living, _ := m.Living(p)
		return jsonappend.Int(dst, living)
	})
	dst = appendEach(dst, "acts", m.Players(), func(dst []byte, p int) []byte {
		return strconv.AppendBool(dst, !m.Over() && m.Acts(p))
	})
	if q.answer == "brief" {
		return dst
	}
	dst = m.AppendState(append(dst, `,"state":`...))
	if q.answer != "choices" {
		return dst
	}
	return appendEach(dst, "choices", m.Players(), func(dst []byte, p int) []byte {
		if m.Over() {
			return append(dst, "[]"...)
		}
		return moves.Append(dst, m, p)
	})
}

// kindStart contains the fields of a line that starts a game.
type kindStart struct{ players, specials, board, state, turn, number []byte }

func (f *kindStart) field(key, value []byte) {
	switch string(key) {
	case "players":
		f.players = value
	case "specials":
		f.specials = value
	case "map":
		f.board = value
	case "state":
		f.state = value
	case "turn":
		f.turn = value
	case "turn_number":
		f.number = value
	}
}

// match makes the match of the line.
func (f *kindStart) match(k *game.Kind, q *request) (game.Match, error) {
	var s game.Setup
	var turn, number int
	for _, n := range []struct {
		name  string
		value []byte
		to    *int
	}{
		{"players", f.players, &s.Players}, {"specials", f.specials, &s.Specials}, {"turn", f.turn, &turn},
		{"turn_number", f.number, &number},
	} {
		if n.value == nil {
			continue
		}
		const most = 1 << 30
		i, ok := jsonscan.ParseInt(n.value)
		if !ok || i < 0 || i > most {
			return nil, fmt.Errorf("%s is %s, expected an integer from 0 to %d", n.name, brief(n.value), most)
		}
		*n.to = int(i)
	}
	if q.seed != nil {
		s.Seed = k.FitSeed(*q.seed)
	}
	var err error
	if s.Map, err = f.openMap(k); err != nil {
		return nil, err
	}
	if f.players == nil {
		if s.Players = resume.Players(k, f.state); s.Players == 0 {
			return nil, fmt.Errorf("players is missing: a state of %s does not say how many there are", k.Name)
		}
	}
	if seats := k.Seats(s.Map); s.Players-s.Specials > seats {
		return nil, fmt.Errorf("players is %d, expected at most %d", s.Players, seats+s.Specials)
	}
	m, err := k.New(s)
	switch {
	case err != nil || f.state == nil && f.turn == nil && f.number == nil:
		return m, err
	case f.state == nil:
		return nil, errors.New("turn stands without a state, expected both")
	case f.turn != nil && f.number != nil:
		return nil, errors.New("the line has both turn and turn_number, expected one of them")
	case f.number != nil:
		turn = number + k.Unseen
	}
	return m, resume.Load(k, m, turn, f.state)
}

// openMap returns the map of the line, or the usual one of the game.
func (f *kindStart) openMap(k *game.Kind) (game.Map, error) {
	var name string
	switch {
	case k.OpenMap == nil && f.board != nil:
		return game.Map{}, fmt.Errorf("map is %s, expected none: a seed makes the maps of %s", brief(f.board), k.Name)
	case k.OpenMap == nil:
		return game.Map{}, nil
	case f.board == nil:
		return k.OpenMap("")
	case json.Unmarshal(f.board, &name) == nil && f.board[0] == '"':
		return k.OpenMap(name)
	}
	return game.Map{File: bytes.Clone(f.board)}, nil
}
