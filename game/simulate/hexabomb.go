package simulate

import (
	"fmt"
	"slices"
	"strconv"

	"blastyard/game"
	"blastyard/game/match"
	"blastyard/internal/jsonappend"
	"blastyard/internal/jsonscan"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
)

func init() {
	ownLines["hexabomb"] = ownForm{
		Text{"hexabomb", hexabombHelp,
			`echo '{"map":"tiny","nb_players":2,"nb_special_players":0}' | blastyard simulate hexabomb`},
		func(k *game.Kind) (Game, error) { return Hexabomb(k.Version) },
	}
}

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
	first   hexabombStart

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

var hexabombNames = names{
	turn: "player_actions", turns: "turns", forms: []string{"state", "brief"}, how: "a map",
	neither: `the line has neither field "map" (to start a game) nor "player_actions" (to play a turn)`,
}

func (h *hexabombRules) names() *names { return &hexabombNames }

func (h *hexabombRules) clear() {
	h.first = hexabombStart{}
	h.actions, h.entries, h.turns, h.unreadable = h.actions[:0], h.entries[:0], h.turns[:0], h.unreadable[:0]
}

func (h *hexabombRules) field(key, value []byte) { h.first.field(key, value) }

func (h *hexabombRules) starts() bool { return h.first.setup != nil || h.first.state != nil }

func (h *hexabombRules) start(q *request) (*hexabombGame, error) { return h.first.game(h.version, q) }

func (h *hexabombRules) begun(dst []byte, g *hexabombGame, q *request) []byte {
	if q.answer == "brief" {
		return g.appendBrief(dst)
	}
	return g.encoder.Append(append(dst, `"game_state":`...), g.state)
}

func (h *hexabombRules) copy(g *hexabombGame, seed *uint64) *hexabombGame {
	return &hexabombGame{state: g.state.Clone(), encoder: g.encoder,
		orders: ordersOf(g.orders, seed, g.state.Board().NumPlayers())}
}

// readTurn parses the players' actions of a turn.
func (h *hexabombRules) readTurn(name string, players []byte, g *hexabombGame, q *request) error {
	scan := jsonscan.New(players)
	if scan.Kind() != jsonscan.Array {
		return fmt.Errorf("%s is not an array", name)
	}
	i := 0
	err := scan.Elements(func() error {
		err := h.readPlayer(&scan, name, i, g, q.report)
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

// answer appends the state of a game.
func (h *hexabombRules) answer(dst []byte, g *hexabombGame, q *request) []byte {
	if q.answer == "brief" {
		return g.appendBrief(dst)
	}
	dst = strconv.AppendInt(append(dst, `"winner_player_id":`...), int64(g.state.Winner()), 10)
	return g.encoder.Append(append(dst, `,"game_state":`...), g.state)
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
		refused = jsonappend.Field(appendRefused(refused, i), "player_id", u.Player)
		refused = jsonappend.Field(refused, "index", u.Index)
		refused = append(jsonappend.Least(jsonappend.Name(refused, "reason"), u.Why), '}')
	}
	for _, r := range h.refused {
		refused = jsonappend.Field(appendRefused(refused, i), "player_id", int(r.Action.Player))
		action := wire.AppendBoardActionsJSON(nil, g.state.Board(), []hexabomb.Action{r.Action})
		refused = append(jsonappend.Name(refused, "action"), action[1:len(action)-1]...)
		refused = append(jsonappend.Least(jsonappend.Name(refused, "reason"), r.Reason.String()), '}')
	}
	return refused
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

// hexabombHelp describes the lines of Hexabomb.
const hexabombHelp = `Read lines of JSON from standard input and answer each with a line.

  {"map":MAP,"nb_players":N,"nb_special_players":S}   starts a game: {"game_state":STATE}
  {"game_state":STATE,"turn_number":T,"nb_special_players":S}
                                  starts a game from the state of a TURN; without turn_number from an initial state
  {"player_actions":[{"player_id":P,"turn_number":T,"actions":[ACTION,...]},...]}
                                  plays a turn in that order: {"winner_player_id":W,"game_state":STATE}
  {"turns":[[...],[...]]}         plays several turns, each like player_actions, and answers as the last one
  an empty line                                       ends the game; another may follow

MAP is the content of a map file, or the name of a built-in map. It may stand beside a game_state. With "seed":N in the
line that starts the game the order of players is drawn each turn, from this seed: never as in a match.
` + commonHelp + `
  "answer":"brief"      the answer has no state: {"winner_player_id":W,"turns_played":T,"score":{...},
                        "cell_count":{...},"living":{...}}`
