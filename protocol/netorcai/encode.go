package netorcai

import (
	"encoding/json"
	"strconv"

	"blastyard/internal/jsonappend"
)

// The encoders write the bytes of the original programs, without white space. The server's messages begin with
// message_type, so that a quick client need not search a state for it. The original game logic writes all keys in
// alphabetical order.

// AppendJSON appends the message as a JSON object.
func (m Login) AppendJSON(b []byte) []byte {
	b = append(b, `{"message_type":"LOGIN","metaprotocol_version":`...)
	b = jsonappend.String(b, m.Version)
	b = append(b, `,"nickname":`...)
	b = jsonappend.String(b, m.Nickname)
	b = append(b, `,"role":`...)
	b = jsonappend.String(b, string(m.Role))
	return append(b, '}')
}

// AppendJSON appends the message as a JSON object.
func (m LoginAck) AppendJSON(b []byte) []byte {
	b = append(b, `{"message_type":"LOGIN_ACK","metaprotocol_version":`...)
	b = jsonappend.String(b, m.Version)
	return append(b, '}')
}

// AppendJSON appends the message as a JSON object.
func (m Kick) AppendJSON(b []byte) []byte {
	b = append(b, `{"message_type":"KICK","kick_reason":`...)
	b = jsonappend.String(b, m.Reason)
	return append(b, '}')
}

// AppendJSON appends the message as a JSON object.
func (m GameStarts) AppendJSON(b []byte) []byte {
	b = jsonappend.Int(append(b, `{"message_type":"GAME_STARTS","player_id":`...), m.PlayerID)
	b = jsonappend.Field(b, "nb_players", m.NbPlayers)
	b = jsonappend.Field(b, "nb_special_players", m.NbSpecialPlayers)
	b = jsonappend.Field(b, "nb_turns_max", m.NbTurnsMax)
	b = append(b, `,"milliseconds_before_first_turn":`...)
	b = strconv.AppendFloat(b, m.BeforeFirstTurn, 'f', -1, 64)
	b = append(b, `,"milliseconds_between_turns":`...)
	b = strconv.AppendFloat(b, m.BetweenTurns, 'f', -1, 64)
	b = append(b, `,"initial_game_state":`...)
	b = append(b, m.InitialGameState...)
	b = append(b, `,"players_info":`...)
	b = AppendPlayersInfo(b, m.PlayersInfo)
	return append(b, '}')
}

// AppendJSON appends the message as a JSON object.
func (m Turn) AppendJSON(b []byte) []byte {
	b = jsonappend.Int(append(b, `{"message_type":"TURN","turn_number":`...), m.TurnNumber)
	b = append(b, `,"game_state":`...)
	b = append(b, m.GameState...)
	b = append(b, `,"players_info":`...)
	b = AppendPlayersInfo(b, m.PlayersInfo)
	return append(b, '}')
}

// AppendJSON appends the message as a JSON object.
func (m TurnAck) AppendJSON(b []byte) []byte {
	b = append(b, `{"message_type":"TURN_ACK","actions":`...)
	b = appendArray(b, m.Actions)
	b = jsonappend.Field(b, "turn_number", m.TurnNumber)
	return append(b, '}')
}

// AppendJSON appends the message as a JSON object.
func (m GameEnds) AppendJSON(b []byte) []byte {
	b = jsonappend.Int(append(b, `{"message_type":"GAME_ENDS","winner_player_id":`...), m.WinnerPlayerID)
	b = append(b, `,"game_state":`...)
	b = append(b, m.GameState...)
	return append(b, '}')
}

// AppendJSON appends the message as a JSON object.
func (m DoInit) AppendJSON(b []byte) []byte {
	b = jsonappend.Int(append(b, `{"message_type":"DO_INIT","nb_players":`...), m.NbPlayers)
	b = jsonappend.Field(b, "nb_special_players", m.NbSpecialPlayers)
	b = jsonappend.Field(b, "nb_turns_max", m.NbTurnsMax)
	return append(b, '}')
}

// AppendJSON appends the message as a JSON object.
func (m DoInitAck) AppendJSON(b []byte) []byte {
	b = append(b, `{"initial_game_state":{"all_clients":`...)
	b = append(b, m.InitialGameState...)
	return append(b, `},"message_type":"DO_INIT_ACK"}`...)
}

// AppendJSON appends the message as a JSON object.
func (m DoTurn) AppendJSON(b []byte) []byte {
	b = append(b, `{"message_type":"DO_TURN","player_actions":[`...)
	for i, p := range m.PlayerActions {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsonappend.Int(append(b, `{"player_id":`...), p.PlayerID)
		b = jsonappend.Field(b, "turn_number", p.TurnNumber)
		b = append(b, `,"actions":`...)
		b = appendArray(b, p.Actions)
		b = append(b, '}')
	}
	return append(b, `]}`...)
}

// AppendJSON appends the message as a JSON object.
func (m DoTurnAck) AppendJSON(b []byte) []byte {
	b = append(b, `{"game_state":{"all_clients":`...)
	b = append(b, m.GameState...)
	b = jsonappend.Int(append(b, `},"message_type":"DO_TURN_ACK","winner_player_id":`...), m.WinnerPlayerID)
	return append(b, '}')
}

// AppendPlayersInfo appends the array of the field players_info.
func AppendPlayersInfo(b []byte, infos []PlayerInfo) []byte {
	b = append(b, '[')
	for i, p := range infos {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsonappend.Int(append(b, `{"player_id":`...), p.PlayerID)
		b = append(b, `,"nickname":`...)
		b = jsonappend.String(b, p.Nickname)
		b = append(b, `,"remote_address":`...)
		b = jsonappend.String(b, p.RemoteAddress)
		b = jsonappend.Bool(b, "is_connected", p.IsConnected)
		b = append(b, '}')
	}
	return append(b, ']')
}

func appendArray(b []byte, array json.RawMessage) []byte {
	if len(array) == 0 {
		return append(b, '[', ']')
	}
	return append(b, array...)
}
