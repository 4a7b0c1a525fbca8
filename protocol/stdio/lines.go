package stdio

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"

	"blastyard/internal/jsonappend"
)

// Begin is the message to a bot before the first turn.
type Begin struct {
	Game           string
	Player         int    // the bot's id
	Key            string // the letter that the game's own texts use; "": none
	Name           string // the bot's name
	Players        int    // number of all players, including special ones
	SpecialPlayers int
	Turns          int           // limit of the match
	TurnTime       time.Duration // limit of an answer; 0: none
	FirstTime      time.Duration // limit of the first answer; 0: none
	State          []byte        // JSON
}

// firstTime is the shortest limit of a first answer, because the program has to start.
const firstTime = 10 * time.Second

// FirstTime returns the limit of the first answer from that of later ones. 0 means no limit.
func FirstTime(turn time.Duration) time.Duration {
	if turn == 0 {
		return 0
	}
	return max(turn, firstTime)
}

// Append appends the line, without a line feed.
func (b *Begin) Append(dst []byte) []byte {
	dst = jsonappend.String(append(dst, `{"type":"start","game":`...), b.Game)
	dst = jsonappend.Field(dst, "player", b.Player)
	if b.Key != "" {
		dst = jsonappend.String(jsonappend.Name(dst, "key"), b.Key)
	}
	dst = jsonappend.String(jsonappend.Name(dst, "name"), b.Name)
	dst = jsonappend.Field(dst, "players", b.Players)
	dst = jsonappend.Field(dst, "special_players", b.SpecialPlayers)
	dst = jsonappend.Field(dst, "turns", b.Turns)
	dst = jsonappend.Field(dst, "turn_ms", milliseconds(b.TurnTime))
	dst = jsonappend.Field(dst, "first_turn_ms", milliseconds(b.FirstTime))
	return appendState(dst, b.State)
}

// milliseconds rounds up, so that a limit does not become 0.
func milliseconds(d time.Duration) int { return int((d + time.Millisecond - 1) / time.Millisecond) }

// AppendTurn appends the line of a turn: the number of turns that bots have seen, from 0, the state and, as JSON, what
// the bot can do; nil: it is not told.
func AppendTurn(dst []byte, turn int, state, choices []byte) []byte {
	dst = strconv.AppendInt(append(dst, `{"type":"turn","turn":`...), int64(turn), 10)
	if choices != nil {
		dst = append(append(dst, `,"choices":`...), choices...)
	}
	return appendState(dst, state)
}

// AppendEnd appends the last line: the winner, or -1, and the last state.
func AppendEnd(dst []byte, winner int, state []byte) []byte {
	dst = strconv.AppendInt(append(dst, `{"type":"end","winner":`...), int64(winner), 10)
	return appendState(dst, state)
}

// appendState appends a state on one line.
func appendState(dst, state []byte) []byte {
	dst = append(dst, `,"state":`...)
	if !bytes.ContainsAny(state, "\n\r") {
		return append(append(dst, state...), '}')
	}
	var b bytes.Buffer
	if err := json.Compact(&b, state); err != nil {
		return append(dst, "null}"...)
	}
	return append(append(dst, b.Bytes()...), '}')
}
