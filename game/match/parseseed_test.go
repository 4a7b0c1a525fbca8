package match

import (
	"errors"
	"testing"
)

func TestParseSeed(t *testing.T) {
	for text, want := range map[string]uint64{
		"0": 0, "7": 7, "010": 10, "18446744073709551615": 1<<64 - 1, "0x10": 16, "0XfF": 255, "1_000_000": 1e6, "0x_ff": 255,
	} {
		if got, err := ParseSeed(text); got != want || err != nil {
			t.Errorf("%q: %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "-1", "+1", "1.0", "1e3", "18446744073709551616", "0x", "ten", "1 000", "0b1", "_"} {
		if _, err := ParseSeed(text); !errors.Is(err, ErrSeed) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
