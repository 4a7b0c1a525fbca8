package simulate

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"blastyard/hexabomb"
	"blastyard/hexabomb/wire"
	"blastyard/internal/jsonscan"
	"blastyard/maps"
)

// Hexabomb plays hexabomb from lines.
func Hexabomb() Game { return &hexabombGame{} }

type hexabombGame struct {
	state   *hexabomb.State // nil: no game
	encoder *wire.Encoder
	actions []hexabomb.Action
}

func (h *hexabombGame) end() { h.state = nil }

func (h *hexabombGame) line(dst, line []byte) ([]byte, error) {
	var setup, turn []byte
	scan := jsonscan.New(line)
	err := scan.Fields(func(key []byte) error {
		value, err := scan.Value()
		switch string(key) {
		case "map":
			setup = value
		case "player_actions":
			turn = value
		}
		return err
	})
	switch {
	case err != nil || !scan.AtEnd():
		return dst, errors.New("the line is not a JSON object")
	case turn != nil:
		return h.turn(dst, turn)
	case setup != nil:
		return h.start(dst, line, setup)
	default:
		return dst, errors.New(`the line has neither field "map" (to start a game) ` +
			`nor "player_actions" (to play a turn)`)
	}
}

func (h *hexabombGame) start(dst, line, setup []byte) ([]byte, error) {
	if h.state != nil {
		return dst, errors.New("a game is being played; end it with an empty line first")
	}
	var j struct {
		Players        *int `json:"nb_players"`
		SpecialPlayers int  `json:"nb_special_players"`
	}
	if err := json.Unmarshal(line, &j); err != nil {
		return dst, fmt.Errorf("nb_players or nb_special_players is not an integer: %w", err)
	}
	if j.Players == nil {
		return dst, errors.New("field nb_players is missing")
	}
	m, err := mapOf(setup)
	if err != nil {
		return dst, err
	}
	b, err := hexabomb.NewBoard(m, *j.Players, j.SpecialPlayers)
	if err != nil {
		return dst, err
	}
	h.state, h.encoder = hexabomb.NewState(b), wire.NewEncoder(b)
	return h.append(append(dst, `{"game_state":`...)), nil
}

// mapOf reads a map, or the name of a built-in one.
func mapOf(setup []byte) (*hexabomb.Map, error) {
	var name string
	if json.Unmarshal(setup, &name) == nil && setup[0] == '"' {
		return maps.Load(name)
	}
	return wire.DecodeMap(setup)
}

func (h *hexabombGame) turn(dst, players []byte) ([]byte, error) {
	if h.state == nil {
		return dst, errors.New("no game is being played; start one with a map")
	}
	h.actions = h.actions[:0]
	scan := jsonscan.New(players)
	if scan.Kind() != jsonscan.Array {
		return dst, errors.New("player_actions is not an array")
	}
	i := 0
	err := scan.Elements(func() error {
		err := h.player(&scan, i)
		i++
		return err
	})
	if err != nil {
		return dst, err
	}
	h.state.Step(h.actions, nil)
	dst = append(dst, `{"winner_player_id":`...)
	dst = strconv.AppendInt(dst, int64(h.state.Winner()), 10)
	return h.append(append(dst, `,"game_state":`...)), nil
}

// player reads what one player does.
func (h *hexabombGame) player(scan *jsonscan.Scanner, i int) error {
	if scan.Kind() != jsonscan.Object {
		return fmt.Errorf("player_actions[%d] is not an object", i)
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
	case !hasID || id < 0 || id >= int64(h.state.Board().NumPlayers()):
		return fmt.Errorf("player_actions[%d].player_id is missing or not one of 0..%d", i,
			h.state.Board().NumPlayers()-1)
	case actions == nil || actions[0] != '[':
		return fmt.Errorf("player_actions[%d].actions is missing or not an array", i)
	}
	h.actions, err = wire.AppendActions(h.actions, int(id), actions, nil)
	return err
}

func (h *hexabombGame) append(dst []byte) []byte {
	return append(h.encoder.Append(dst, h.state), '}')
}
