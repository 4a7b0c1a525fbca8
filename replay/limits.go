package replay

import (
	"errors"
	"fmt"

	"blastyard/internal/jsonscan"
)

// The limits of a replay. They are the same for writing and reading: Read accepts everything that a Writer has
// written.
const (
	maxTurns   = 65535
	maxPlayers = 1024
	maxWindow  = 64 << 20  // bytes, of zstd
	maxLine    = 32 << 20  // bytes
	maxMemory  = 2<<30 - 1 // bytes of memory for all lines, approximately

	// MaxTurn is the limit in bytes on a line without its state and map file, including all actions, outputs and
	// refusals of a turn.
	MaxTurn = 4 << 20
)

// budget is what is left of maxMemory.
type budget int

// take subtracts memory that a line or its values will need.
func (b *budget) take(bytes int) error {
	if *b -= budget(bytes); *b < 0 {
		return fmt.Errorf("%w: more than %d bytes in all", ErrTooBig, maxMemory)
	}
	return nil
}

// takeTurn subtracts the memory of a turn in addition to its line.
func (b *budget) takeTurn(t *Turn) error {
	lists := len(t.Moves) + len(t.Late) + len(t.Host) + len(t.Gone) + len(t.Refused) + len(t.Output) + len(t.Notes) +
		len(t.Drawings)
	return b.take(300 + 50*lists)
}

// takeHeader subtracts the memory of a header in addition to its line.
func (b *budget) takeHeader(h *Header) error { return b.take(200 * len(h.Players)) }

// checkSize checks the length of a line, in which raw bytes are a state or a map file. Only raw values may be long,
// because lists of many empty values would need many times the memory of their text.
func checkSize(line, raw int) error {
	switch {
	case line > maxLine:
		return fmt.Errorf("%w: a line of %d bytes, expected %d at most", ErrTooBig, line, maxLine)
	case line-raw > MaxTurn:
		return fmt.Errorf("%w: a line of %d bytes beside its state, expected %d at most", ErrTooBig, line-raw, MaxTurn)
	}
	return nil
}

// checkLine checks that a line to be written is JSON. It is not if actions, a map file or a state are not JSON, or are
// nested too deeply.
func checkLine(line []byte) error {
	s := jsonscan.New(line)
	if _, err := s.Value(); err != nil || !s.AtEnd() {
		return errors.New("actions, map file or state are not JSON, or nested too deeply")
	}
	return nil
}
