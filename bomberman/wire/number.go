package wire

import (
	"bytes"

	"blastyard/bomberman"
)

// ParseNumber reads the number of a command, as matches and replays hold it. ok is false for anything else.
func ParseNumber(text []byte) (c bomberman.Command, ok bool) {
	n := bytes.TrimSpace(text)
	if len(n) != 1 || n[0] < '0' || n[0] >= '0'+bomberman.NumCommands {
		return bomberman.Nothing, false
	}
	return bomberman.Command(n[0] - '0'), true
}

// AppendNumber appends the number of a command.
func AppendNumber(dst []byte, c bomberman.Command) []byte { return append(dst, '0'+byte(c)) }
