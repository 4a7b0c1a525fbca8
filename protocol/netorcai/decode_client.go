package netorcai

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"

	"blastyard/internal/jsonscan"
)

// The fields of all messages that a server sends, as indexes of serverFields.
const (
	inType = iota
	inReason
	inVersion
	inPlayerID
	inPlayersInfo
	inNbPlayers
	inNbSpecial
	inNbTurns
	inBeforeFirst
	inBetween
	inInitialState
	inTurnNumber
	inState
	inWinner
	inActions
	inCount
)

var serverFields = []string{
	"message_type", "kick_reason", "metaprotocol_version", "player_id", "players_info", "nb_players",
	"nb_special_players", "nb_turns_max", "milliseconds_before_first_turn", "milliseconds_between_turns",
	"initial_game_state", "turn_number", "game_state", "winner_player_id", "player_actions",
}

// Decode reads a message from a server. Raw JSON in the result is a part of data.
func Decode(data []byte) (Message, error) {
	var r received
	if err := scanMessage(data, serverFields, r.f[:], "", nil); err != nil {
		return nil, err
	}
	kind := r.text(inType)
	if r.err != nil {
		return nil, r.err
	}
	m := r.message(kind)
	if r.err != nil {
		return nil, fmt.Errorf("netorcai: bad %s message: %w", kind, r.err)
	}
	return m, nil
}

// received reads the fields of a message and remembers the first error.
type received struct {
	f   [inCount]field
	err error
}

func (r *received) message(kind string) Message {
	switch kind {
	case TypeLoginAck:
		return LoginAck{Version: r.text(inVersion)}
	case TypeKick:
		return Kick{Reason: r.text(inReason)}
	case TypeGameStarts:
		return GameStarts{
			PlayerID: r.integer(inPlayerID), PlayersInfo: r.infos(), NbPlayers: r.integer(inNbPlayers),
			NbSpecialPlayers: r.integer(inNbSpecial), NbTurnsMax: r.integer(inNbTurns),
			BeforeFirstTurn: r.float(inBeforeFirst),
			BetweenTurns:    r.float(inBetween), InitialGameState: r.object(inInitialState),
		}
	case TypeTurn:
		return Turn{TurnNumber: r.integer(inTurnNumber), GameState: r.object(inState), PlayersInfo: r.infos()}
	case TypeGameEnds:
		return GameEnds{WinnerPlayerID: r.integer(inWinner), GameState: r.object(inState)}
	case TypeDoInit:
		return DoInit{
			NbPlayers: r.integer(inNbPlayers), NbSpecialPlayers: r.integer(inNbSpecial),
			NbTurnsMax: r.integer(inNbTurns),
		}
	case TypeDoTurn:
		return DoTurn{PlayerActions: r.actions()}
	default:
		r.err = Fault("Unknown message type '" + kind + "'")
		return nil
	}
}

func (r *received) note(err error) {
	r.err = cmp.Or(r.err, err)
}

func (r *received) text(i int) string {
	s, err := r.f[i].text(serverFields[i])
	r.note(err)
	return s
}

func (r *received) integer(i int) int {
	n, err := r.f[i].integer(serverFields[i])
	r.note(err)
	return n
}

func (r *received) float(i int) float64 {
	if err := r.f[i].is(jsonscan.Number, serverFields[i], "number"); err != nil {
		r.note(err)
		return 0
	}
	x, err := strconv.ParseFloat(string(r.f[i].raw), 64)
	r.note(err)
	return x
}

func (r *received) object(i int) json.RawMessage {
	r.note(r.f[i].is(jsonscan.Object, serverFields[i], "object"))
	return r.f[i].raw
}

func (r *received) infos() []PlayerInfo {
	f := r.f[inPlayersInfo]
	if err := f.is(jsonscan.Array, serverFields[inPlayersInfo], "array"); err != nil || len(f.raw) == len("[]") {
		r.note(err)
		return nil
	}
	var infos []PlayerInfo
	r.note(json.Unmarshal(f.raw, &infos))
	return infos
}

var actionFields = []string{"player_id", "turn_number", "actions"}

func (r *received) actions() []PlayerActions {
	f := r.f[inActions]
	if err := f.is(jsonscan.Array, serverFields[inActions], "array"); err != nil {
		r.note(err)
		return nil
	}
	var all []PlayerActions
	s := jsonscan.New(f.raw)
	r.note(s.Elements(func() error {
		var a [3]field
		if s.Kind() != jsonscan.Object {
			return wrongKind(serverFields[inActions], "object")
		}
		if err := scanObject(&s, actionFields, a[:], "", nil); err != nil {
			return err
		}
		id, err := a[0].integer(actionFields[0])
		if err != nil {
			return err
		}
		turn, err := a[1].integer(actionFields[1])
		if err != nil {
			return err
		}
		all = append(all, PlayerActions{PlayerID: id, TurnNumber: turn, Actions: a[2].raw})
		return a[2].is(jsonscan.Array, actionFields[2], "array")
	}))
	return all
}
