package simulate

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"blastyard/internal/jsonappend"
	"blastyard/internal/jsonerror"
	"blastyard/internal/jsonscan"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
	"blastyard/rules/maps"
)

// hexabombStart contains the fields of a line that starts a game.
type hexabombStart struct {
	setup          []byte // the map
	state          []byte // a state to start from
	turn           []byte // its turn_number, as in a TURN
	players        []byte
	specialPlayers []byte
}

func (f *hexabombStart) field(key, value []byte) {
	switch string(key) {
	case "map":
		f.setup = value
	case "game_state":
		f.state = value
	case "turn_number":
		f.turn = value
	case "nb_players":
		f.players = value
	case "nb_special_players":
		f.specialPlayers = value
	}
}

func (f *hexabombStart) game(v hexabomb.Version, q *request) (*hexabombGame, error) {
	if err := q.readSeed(); err != nil {
		return nil, err
	}
	state, err := f.begin(v)
	if err != nil {
		return nil, err
	}
	return &hexabombGame{state: state, encoder: wire.NewEncoder(state.Board()),
		orders: ordersOf(nil, q.seed, state.Board().NumPlayers())}, nil
}

// begin returns the state in which the game starts.
func (f *hexabombStart) begin(v hexabomb.Version) (*hexabomb.State, error) {
	var players, specialPlayers *int
	for _, n := range []struct {
		name  string
		value []byte
		to    **int
	}{{"nb_players", f.players, &players}, {"nb_special_players", f.specialPlayers, &specialPlayers}} {
		if n.value == nil {
			continue
		}
		if err := jsonerror.Decode(n.value, n.to); err != nil {
			return nil, fmt.Errorf("%s is %.40s, expected a whole number", n.name, n.value)
		}
	}
	if specialPlayers == nil {
		specialPlayers = new(int)
	}
	if f.state == nil && players == nil {
		return nil, errors.New("field nb_players is missing")
	}
	if f.state == nil && f.turn != nil {
		return nil, errors.New("turn_number stands without a game_state, expected both")
	}
	if f.setup == nil {
		return f.restoreAlone(v, players, *specialPlayers)
	}
	m, err := mapOf(f.setup)
	if err != nil {
		return nil, err
	}
	if players == nil {
		n := len(m.Starts)
		players = &n
	}
	b, err := v.NewBoard(m, *players, *specialPlayers)
	if err != nil {
		return nil, err
	}
	if f.state == nil {
		return hexabomb.NewState(b), nil
	}
	played, err := f.turnsPlayed()
	if err != nil {
		return nil, err
	}
	return wire.DecodeState(b, played, f.state)
}

// restoreAlone parses the state without a map.
func (f *hexabombStart) restoreAlone(v hexabomb.Version, players *int, specialPlayers int) (*hexabomb.State, error) {
	played, err := f.turnsPlayed()
	if err != nil {
		return nil, err
	}
	s, err := wire.DecodeGame(v, f.state, played, specialPlayers)
	if err == nil && players != nil && s.Board().NumPlayers() != *players+specialPlayers {
		return nil, fmt.Errorf("nb_players is %d, but the game_state has %d players besides %d special ones", *players,
			s.Board().NumPlayers()-specialPlayers, specialPlayers)
	}
	return s, err
}

// turnsPlayed returns how many turns were played before the state. That is one more than the number of its TURN.
func (f *hexabombStart) turnsPlayed() (int, error) {
	if f.turn == nil {
		return 0, nil
	}
	n, ok := jsonscan.ParseInt(f.turn)
	if !ok || n < 0 || n >= hexabomb.MaxTurn {
		return 0, fmt.Errorf("turn_number is %s, expected an integer from 0 to %d", brief(f.turn), hexabomb.MaxTurn-1)
	}
	return int(n) + 1, nil
}

// mapOf parses a map, or the name of a built-in one.
func mapOf(setup []byte) (*hexabomb.Map, error) {
	var name string
	if json.Unmarshal(setup, &name) == nil && setup[0] == '"' {
		return maps.Load(name)
	}
	return wire.DecodeMap(setup)
}

// appendBrief appends a summary of a game without its state.
func (g *hexabombGame) appendBrief(dst []byte) []byte {
	s := g.state
	dst = strconv.AppendInt(append(dst, `"winner_player_id":`...), int64(s.Winner()), 10)
	dst = jsonappend.Field(dst, "turns_played", s.Turn())
	for _, n := range []struct {
		name string
		of   func(player int) int
	}{{"score", s.Score}, {"cell_count", s.CellCount}, {"living", s.Living}} {
		dst = append(jsonappend.Name(dst, n.name), '{')
		for p := range s.Board().NumPlayers() {
			if p > 0 {
				dst = append(dst, ',')
			}
			dst = append(jsonappend.Int(append(dst, '"'), p), `":`...)
			dst = jsonappend.Int(dst, n.of(p))
		}
		dst = append(dst, '}')
	}
	return dst
}
