package stdio

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"

	"blastyard/internal/jsonappend"
)

// Begin is what a bot is told before the first turn.
type Begin struct {
	Game           string
	Player         int    // the bot's id
	Key            string // the letter by which the game's own texts call it; "": they do not
	Name           string // the bot's
	Players        int    // all, special ones included
	SpecialPlayers int
	Turns          int           // of the match at most
	TurnTime       time.Duration // for an answer; 0: for ever
	FirstTime      time.Duration // for the first one; 0: for ever
	State          []byte        // JSON
}

// firstTime is how long a first answer may take: the program has to start.
const firstTime = 10 * time.Second

// FirstTime is how long the first answer may take where later ones have so much time; 0: for ever.
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

// milliseconds are rounded up, so that there is a limit where there is one.
func milliseconds(d time.Duration) int { return int((d + time.Millisecond - 1) / time.Millisecond) }

// AppendTurn appends the line of a turn: the state after so many turns that bots have seen, from 0.
func AppendTurn(dst []byte, turn int, state []byte) []byte {
	dst = strconv.AppendInt(append(dst, `{"type":"turn","turn":`...), int64(turn), 10)
	return appendState(dst, state)
}

// AppendEnd appends the last line: who has won, -1 for nobody, and the last state.
func AppendEnd(dst []byte, winner int, state []byte) []byte {
	dst = strconv.AppendInt(append(dst, `{"type":"end","winner":`...), int64(winner), 10)
	return appendState(dst, state)
}

// appendState appends a state, on one line whatever it looks like.
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
