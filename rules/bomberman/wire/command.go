package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"

	"blastyard/rules/bomberman"
)

// ParseNumber parses the number of a command, as in matches and replays. ok is false for anything else.
func ParseNumber(text []byte) (c bomberman.Command, ok bool) {
	n := bytes.TrimSpace(text)
	if len(n) != 1 || n[0] < '0' || n[0] >= '0'+bomberman.NumCommands {
		return bomberman.Nothing, false
	}
	return bomberman.Command(n[0] - '0'), true
}

// AppendNumber appends the number of a command.
func AppendNumber(dst []byte, c bomberman.Command) []byte { return append(dst, '0'+byte(c)) }

// ParseAnswer parses the command of a line such as {"command":5}, as bots over standard output print it. Other fields
// are ignored.
func ParseAnswer(line []byte) (bomberman.Command, error) {
	const most = bomberman.NumCommands - 1
	var answer struct {
		Command *float64 `json:"command"`
	}
	if err := json.Unmarshal(line, &answer); err != nil || answer.Command == nil {
		return bomberman.Nothing, fmt.Errorf(`expected {"command":N} with N from 0 to %d`, most)
	}
	if n := *answer.Command; n != math.Trunc(n) || n < 0 || n > float64(most) {
		return bomberman.Nothing, fmt.Errorf("expected a command from 0 to %d", most)
	}
	return bomberman.Command(*answer.Command), nil
}
