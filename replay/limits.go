package replay

import (
	"encoding/json"
	"errors"
	"fmt"
)

// The limits of a replay. They are the same for who writes and who reads: what a Writer takes, Read gives back.
const (
	maxTurns   = 65535
	maxPlayers = 1024
	maxWindow  = 64 << 20  // bytes, of zstd
	maxLine    = 32 << 20  // bytes
	maxMemory  = 2<<30 - 1 // bytes that all lines take in memory, about

	// MaxTurn bounds a line without its state and map file, in bytes: with all actions, outputs and refusals of a turn.
	MaxTurn = 4 << 20
)

// budget is what is left of maxMemory.
type budget int

// take takes memory that a line or its values will need.
func (b *budget) take(bytes int) error {
	if *b -= budget(bytes); *b < 0 {
		return fmt.Errorf("%w: more than %d bytes in all", ErrTooBig, maxMemory)
	}
	return nil
}

// takeTurn takes the memory of a turn beside its line.
func (b *budget) takeTurn(t *Turn) error {
	lists := len(t.Moves) + len(t.Late) + len(t.Host) + len(t.Gone) + len(t.Refused) + len(t.Output) + len(t.Notes)
	return b.take(300 + 50*lists)
}

// takeHeader takes the memory of a header beside its line.
func (b *budget) takeHeader(h *Header) error { return b.take(200 * len(h.Players)) }

// checkSize checks the length of a line, of which raw bytes are a state or a map file. Lists of many empty values would take
// many times the memory of their text: only raw values may be long.
func checkSize(line, raw int) error {
	switch {
	case line > maxLine:
		return fmt.Errorf("%w: a line of %d bytes, expected %d at most", ErrTooBig, line, maxLine)
	case line-raw > MaxTurn:
		return fmt.Errorf("%w: a line of %d bytes beside its state, expected %d at most", ErrTooBig, line-raw, MaxTurn)
	}
	return nil
}

// checkLine checks that a line that is to be written is JSON, as it is not where actions, a map file or a state are not, or are
// nested too deeply.
func checkLine(line []byte) error {
	if !json.Valid(line) {
		return errors.New("actions, map file or state are not JSON, or nested too deeply")
	}
	return nil
}
