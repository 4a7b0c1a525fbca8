package netorcai

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"blastyard/internal/jsonscan"
)

// Decoders of the messages that a server receives. Their errors are Faults, in the words of the metaprotocol. Raw JSON
// in a result is a part of data.

var loginFields = []string{"message_type", "nickname", "role", "metaprotocol_version"}

// DecodeLogin reads and checks a client's first message.
func DecodeLogin(data []byte) (Login, error) {
	var f [4]field
	if err := scanMessage(data, loginFields, f[:], "", nil); err != nil {
		return Login{}, err
	}
	if err := f[0].messageType(TypeLogin); err != nil {
		return Login{}, err
	}
	var m Login
	for i, part := range []struct {
		text  *string
		check func(string) error
	}{{&m.Nickname, checkNickname}, {(*string)(&m.Role), checkRole}, {&m.Version, checkVersion}} {
		// Check field by field: the client is told the first fault in this order.
		var err error
		if *part.text, err = f[i+1].text(loginFields[i+1]); err == nil {
			err = part.check(*part.text)
		}
		if err != nil {
			return Login{}, err
		}
	}
	return m, nil
}

// Validate checks the nickname, the role, and that the version is compatible with Version.
func (m Login) Validate() error {
	if err := checkNickname(m.Nickname); err != nil {
		return err
	}
	if err := checkRole(string(m.Role)); err != nil {
		return err
	}
	return checkVersion(m.Version)
}

// checkNickname refuses ASCII white space only, as the original does. Other blanks are ordinary characters.
func checkNickname(name string) error {
	if n := utf8.RuneCountInString(name); n < 1 || n > 10 || strings.ContainsAny(name, " \t\n\v\f\r") {
		return Fault("Invalid nickname")
	}
	return nil
}

func checkRole(role string) error {
	switch Role(role) {
	case RolePlayer, RoleSpecialPlayer, RoleVisualization, RoleGameLogic:
		return nil
	default:
		return Fault("Invalid role '" + role + "'")
	}
}

func checkVersion(version string) error {
	parts := strings.Split(version, ".")
	var major uint64
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 64)
		if i > 0 && strings.Trim(part, "0123456789") == "" && part != "" { // these have any number of digits
			err = nil
		}
		if err != nil || len(parts) != 3 {
			return Fault("Invalid metaprotocol version: Not MAJOR.MINOR.PATCH")
		}
		if i == 0 {
			major = n
		}
	}
	if ours, _, _ := strings.Cut(Version, "."); strconv.FormatUint(major, 10) != ours {
		return Fault("Metaprotocol version mismatch. Major version must be identical but client asks for '" + version +
			"' while netorcai uses '" + Version + "'.")
	}
	return nil
}

var turnAckFields = []string{"message_type", "turn_number", "actions"}

// DecodeTurnAck reads a player's answer. Its actions are a part of data, or a copy in the form in which they are passed
// on (see portable). If the error is an *ActionsError, the turn number is valid and must be
// checked first.
func DecodeTurnAck(data []byte) (TurnAck, error) { return DecodeTurnAckStepwise(data, nil) }

// DecodeTurnAckStepwise is DecodeTurnAck for a big message. It calls step, if not nil, about every 256 KiB, so that
// step may let other goroutines run. It stops at an error of step and returns it.
func DecodeTurnAckStepwise(data []byte, step func() error) (TurnAck, error) {
	var f [3]field
	s := jsonscan.New(data)
	s.Stepwise(stepSize, step)
	if err := scanWith(s, turnAckFields, f[:], "", nil); err != nil {
		return TurnAck{}, err
	}
	if err := f[0].messageType(TypeTurnAck); err != nil {
		return TurnAck{}, err
	}
	number, err := f[1].truncated("turn_number")
	if err != nil {
		return TurnAck{}, err
	}
	if err := f[2].isActions(); err != nil {
		return TurnAck{TurnNumber: number}, &ActionsError{err}
	}
	actions, err := portable(f[2].raw, f[2].marks, step)
	return TurnAck{TurnNumber: number, Actions: actions}, err
}

// ActionsError is the Fault of a TURN_ACK whose actions are missing or not an array.
type ActionsError struct{ Err error }

func (e *ActionsError) Error() string { return e.Err.Error() }

// Unwrap returns the Fault.
func (e *ActionsError) Unwrap() error { return e.Err }

// stepSize is the number of bytes between two calls of step. Reading so many takes less than a millisecond.
const stepSize = 256 << 10

// CheckActions checks the value of the field actions of a TURN_ACK and returns it in the form in which it is passed
// on.
func CheckActions(text []byte) ([]byte, error) {
	s := jsonscan.New(text)
	f := field{kind: s.Kind()}
	var err error
	if f.raw, err = s.ValueWithin(maxDepth); err != nil || !s.AtEnd() {
		return nil, ErrNonJSON
	}
	if err := f.isActions(); err != nil {
		return nil, err
	}
	return portable(f.raw, s.Marks(), nil)
}

func (f field) isActions() error { return f.is(jsonscan.Array, "actions", "array") }

var doInitAckFields = []string{"message_type", "initial_game_state"}

// DecodeDoInitAck reads a game logic's first answer.
func DecodeDoInitAck(data []byte) (DoInitAck, error) {
	var f [2]field
	var state [1]field
	if err := scanMessage(data, doInitAckFields, f[:], doInitAckFields[1], state[:]); err != nil {
		return DoInitAck{}, err
	}
	if err := f[0].messageType(TypeDoInitAck); err != nil {
		return DoInitAck{}, err
	}
	raw, err := wrappedState(f[1], doInitAckFields[1], state[0])
	return DoInitAck{InitialGameState: raw}, err
}

var doTurnAckFields = []string{"message_type", "winner_player_id", "game_state"}

// DecodeDoTurnAck reads a game logic's answer to DO_TURN. nbPlayers is the number of all players of the game,
// including special players.
func DecodeDoTurnAck(data []byte, nbPlayers int) (DoTurnAck, error) {
	var f [3]field
	var state [1]field
	if err := scanMessage(data, doTurnAckFields, f[:], doTurnAckFields[2], state[:]); err != nil {
		return DoTurnAck{}, err
	}
	if err := f[0].messageType(TypeDoTurnAck); err != nil {
		return DoTurnAck{}, err
	}
	winner, err := f[1].truncated("winner_player_id")
	if err != nil {
		return DoTurnAck{}, err
	}
	if err := CheckWinner(winner, nbPlayers); err != nil {
		return DoTurnAck{}, err
	}
	raw, err := wrappedState(f[2], doTurnAckFields[2], state[0])
	return DoTurnAck{WinnerPlayerID: winner, GameState: raw}, err
}

// CheckWinner checks a winner_player_id. nbPlayers is the number of all players of the game, including special
// players.
func CheckWinner(winner, nbPlayers int) error {
	if winner < -1 || winner >= nbPlayers {
		return Fault(fmt.Sprintf("Invalid winner_player_id: Not in [-1, %d[", nbPlayers))
	}
	return nil
}

// wrappedState checks a state and the field all_clients in it.
func wrappedState(outer field, name string, state field) ([]byte, error) {
	if err := outer.is(jsonscan.Object, name, "object"); err != nil {
		return nil, err
	}
	if err := state.is(jsonscan.Object, "all_clients", "object"); err != nil {
		return nil, err
	}
	return portable(state.raw, state.marks, nil)
}
