package simulate

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"blastyard/game/match"
	"blastyard/internal/jsonappend"
	"blastyard/internal/jsonscan"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
)

// Hexabomb returns a Game that plays hexabomb by a published version of its rules. The error lists the versions.
func Hexabomb(version string) (Game, error) {
	v, err := hexabomb.ParseVersion(version)
	if err != nil {
		return nil, err
	}
	return newSimulator(&hexabombRules{version: v}), nil
}

// hexabombGame is a game that is being played.
type hexabombGame struct {
	state   *hexabomb.State
	encoder *wire.Encoder
	orders  *match.Orders // draws the order of players; nil: that of the lines
}

// hexabombRules parses lines. Its data are valid until the line is answered.
type hexabombRules struct {
	version hexabomb.Version
	start0  hexabombStart
	single  []byte // the actions of one turn
	many    []byte // the actions of several turns

	actions    []hexabomb.Action // of all turns of the line
	entries    []hexabombEntry
	turns      []hexabombTurn
	unreadable []wire.Unreadable

	ordered []hexabomb.Action // of a turn, in the order of the players
	refused []hexabomb.Refusal
}

// hexabombEntry contains one player's actions in a turn.
type hexabombEntry struct {
	player, first, end int // the actions from first to end
}

// hexabombTurn is a turn of a line: the ends of its entries and of its unreadable actions.
type hexabombTurn struct{ entries, unreadable int }

func (h *hexabombRules) clear() {
	h.start0, h.single, h.many = hexabombStart{}, nil, nil
	h.actions, h.entries, h.turns, h.unreadable = h.actions[:0], h.entries[:0], h.turns[:0], h.unreadable[:0]
}

func (h *hexabombRules) field(key, value []byte) {
	switch string(key) {
	case "player_actions":
		h.single = value
	case "turns":
		h.many = value
	default:
		h.start0.field(key, value)
	}
}

func (h *hexabombRules) wants() (start, play bool) {
	play = h.single != nil || h.many != nil
	return !play && (h.start0.setup != nil || h.start0.state != nil), play
}

func (h *hexabombRules) usage() (neither, how string) {
	return `the line has neither field "map" (to start a game) nor "player_actions" (to play a turn)`, "a map"
}

func (h *hexabombRules) forms() []string { return []string{"state", "brief"} }

func (h *hexabombRules) start(q *request) (*hexabombGame, error) { return h.start0.game(h.version, q) }

func (h *hexabombRules) begun(dst []byte, g *hexabombGame, q *request) []byte {
	if q.answer == "brief" {
		return g.appendBrief(dst)
	}
	return g.encoder.Append(append(dst, `"game_state":`...), g.state)
}

func (h *hexabombRules) copy(g *hexabombGame, seed *uint64) *hexabombGame {
	c := &hexabombGame{state: g.state.Clone(), encoder: g.encoder}
	switch {
	case seed != nil:
		c.orders = match.NewSearchOrders(*seed, g.state.Board().NumPlayers())
	case g.orders != nil:
		c.orders = g.orders.Clone()
	}
	return c
}

func (h *hexabombRules) read(g *hexabombGame, q *request) error {
	if h.single != nil && h.many != nil {
		return errors.New("the line has both player_actions and turns, expected one of them")
	}
	if h.single != nil {
		return h.readTurn("player_actions", h.single, g, q.report)
	}
	scan := jsonscan.New(h.many)
	if scan.Kind() != jsonscan.Array {
		return fmt.Errorf("turns is %s, expected an array of arrays like player_actions", brief(h.many))
	}
	return scan.Elements(func() error {
		value, err := scan.Value()
		if err != nil {
			return err
		}
		return h.readTurn("turns["+strconv.Itoa(len(h.turns))+"]", value, g, q.report)
	})
}

// readTurn parses the players' actions of a turn.
func (h *hexabombRules) readTurn(name string, players []byte, g *hexabombGame, report bool) error {
	scan := jsonscan.New(players)
	if scan.Kind() != jsonscan.Array {
		return fmt.Errorf("%s is not an array", name)
	}
	i := 0
	err := scan.Elements(func() error {
		err := h.readPlayer(&scan, name, i, g, report)
		i++
		return err
	})
	h.turns = append(h.turns, hexabombTurn{len(h.entries), len(h.unreadable)})
	return err
}

// readPlayer parses one player's actions.
func (h *hexabombRules) readPlayer(scan *jsonscan.Scanner, name string, i int, g *hexabombGame, report bool) error {
	if scan.Kind() != jsonscan.Object {
		return fmt.Errorf("%s[%d] is not an object", name, i)
	}
	id, hasID := int64(-1), false
	var actions []byte
	err := scan.Fields(func(key []byte) (err error) {
		switch {
		case string(key) == "player_id" && scan.Kind() == jsonscan.Number:
			id, hasID, err = scan.Int()
		case string(key) == "actions":
			actions, err = scan.Value()
		default:
			_, err = scan.Value()
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case !hasID || id < 0 || id >= int64(g.state.Board().NumPlayers()):
		return fmt.Errorf("%s[%d].player_id is missing or not one of 0..%d", name, i, g.state.Board().NumPlayers()-1)
	case actions == nil || actions[0] != '[':
		return fmt.Errorf("%s[%d].actions is missing or not an array", name, i)
	}
	var unreadable *[]wire.Unreadable
	if report {
		unreadable = &h.unreadable
	}
	first := len(h.actions)
	if h.actions, err = wire.AppendBoardActions(h.actions, g.state.Board(), int(id), actions,
		unreadable); err != nil {
		return err
	}
	h.entries = append(h.entries, hexabombEntry{int(id), first, len(h.actions)})
	return nil
}

func (h *hexabombRules) play(dst []byte, g *hexabombGame, q *request) []byte {
	if !q.all {
		var refused []byte
		for i := range h.turns {
			refused = h.playTurn(refused, g, q, i)
		}
		return h.answer(dst, g, q, refused)
	}
	dst = append(dst, `"turns":[`...)
	for i := range h.turns {
		if i > 0 {
			dst = append(dst, ',')
		}
		refused := h.playTurn(nil, g, q, i)
		dst = append(h.answer(append(dst, '{'), g, q, refused), '}')
	}
	return append(dst, ']')
}

// answer appends the state of a game, and the refused actions.
func (h *hexabombRules) answer(dst []byte, g *hexabombGame, q *request, refused []byte) []byte {
	if q.answer == "brief" {
		dst = g.appendBrief(dst)
	} else {
		dst = strconv.AppendInt(append(dst, `"winner_player_id":`...), int64(g.state.Winner()), 10)
		dst = g.encoder.Append(append(dst, `,"game_state":`...), g.state)
	}
	if q.report {
		dst = append(append(append(dst, `,"refused":[`...), refused...), ']')
	}
	return dst
}

// playTurn plays turn i of the line and appends the refused actions.
func (h *hexabombRules) playTurn(refused []byte, g *hexabombGame, q *request, i int) []byte {
	var before hexabombTurn
	if i > 0 {
		before = h.turns[i-1]
	}
	actions := h.inOrder(g, h.entries[before.entries:h.turns[i].entries])
	if !q.report {
		g.state.Step(actions, nil)
		return refused
	}
	h.refused = h.refused[:0]
	g.state.Step(actions, &h.refused)
	for _, u := range h.unreadable[before.unreadable:h.turns[i].unreadable] {
		refused = appendRefused(refused, i, u.Player)
		refused = jsonappend.Field(refused, "index", u.Index)
		refused = append(jsonappend.Least(jsonappend.Name(refused, "reason"), u.Why), '}')
	}
	for _, r := range h.refused {
		refused = appendRefused(refused, i, int(r.Action.Player))
		action := wire.AppendBoardActionsJSON(nil, g.state.Board(), []hexabomb.Action{r.Action})
		refused = append(jsonappend.Name(refused, "action"), action[1:len(action)-1]...)
		refused = append(jsonappend.Least(jsonappend.Name(refused, "reason"), r.Reason.String()), '}')
	}
	return refused
}

// appendRefused appends the start of the report of an action that was refused in turn i of a line.
func appendRefused(dst []byte, i, player int) []byte {
	if len(dst) > 0 {
		dst = append(dst, ',')
	}
	dst = strconv.AppendInt(append(dst, `{"turn":`...), int64(i), 10)
	return jsonappend.Field(dst, "player_id", player)
}

// inOrder returns the actions of a turn in the order of the players: that of the line, or a drawn one.
func (h *hexabombRules) inOrder(g *hexabombGame, entries []hexabombEntry) []hexabomb.Action {
	if g.orders == nil {
		if len(entries) == 0 {
			return nil
		}
		return h.actions[entries[0].first:entries[len(entries)-1].end]
	}
	ranks := g.orders.Next()
	slices.SortStableFunc(entries, func(a, b hexabombEntry) int { return ranks[a.player] - ranks[b.player] })
	h.ordered = h.ordered[:0]
	for _, e := range entries {
		h.ordered = append(h.ordered, h.actions[e.first:e.end]...)
	}
	return h.ordered
}
