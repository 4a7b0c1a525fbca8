package match

import (
	"errors"
	"strconv"
	"strings"
)

// ErrSeed is the error of ParseSeed.
var ErrSeed = errors.New("expected a whole number of 0 or more")

// ParseSeed reads a seed as people write it: a whole number of 64 bits, with decimal digits or, behind 0x, hexadecimal
// ones, and with or without underscores between them. It does not tell who may use which seeds: see game.Kind.
func ParseSeed(text string) (uint64, error) {
	digits, base := strings.ReplaceAll(text, "_", ""), 10
	if hex, ok := strings.CutPrefix(strings.ToLower(digits), "0x"); ok {
		digits, base = hex, 16
	}
	n, err := strconv.ParseUint(digits, base, 64)
	if err != nil {
		return 0, ErrSeed
	}
	return n, nil
}
