package replay

import (
	"fmt"
	"strings"
)

// Hash is a hash of a state: 64 bits over all of it, and 16 bits over each part, to tell which part differs. It depends on
// nothing but what the rules know, so that a replay stays valid for as long as the rules do.
type Hash struct {
	Whole uint64
	Parts [NumParts]uint16
}

// NumParts is the number of parts that a state has in either game.
const NumParts = 5

// MarshalText writes the whole, then the parts, in hexadecimal.
func (h Hash) MarshalText() ([]byte, error) {
	text := fmt.Appendf(nil, "%016x", h.Whole)
	for _, p := range h.Parts {
		text = fmt.Appendf(text, "-%04x", p)
	}
	return text, nil
}

// UnmarshalText reads what MarshalText writes.
func (h *Hash) UnmarshalText(text []byte) error {
	fields := strings.Split(string(text), "-")
	if len(fields) != 1+NumParts || len(fields[0]) != 16 {
		return fmt.Errorf("hash is %q, expected 16 hexadecimal digits and %d times 4", text, NumParts)
	}
	if _, err := fmt.Sscanf(fields[0], "%16x", &h.Whole); err != nil {
		return fmt.Errorf("hash is %q: %w", text, err)
	}
	for i, f := range fields[1:] {
		if _, err := fmt.Sscanf(f, "%4x", &h.Parts[i]); err != nil || len(f) != 4 {
			return fmt.Errorf("hash is %q, expected 4 hexadecimal digits instead of %q", text, f)
		}
	}
	return nil
}
