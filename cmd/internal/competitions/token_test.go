package competitions

import (
	"strings"
	"testing"
)

// TestWrongTokenVariable: what cannot be a token is refused by the name of the variable, and is not shown: a log may be
// read by others.
func TestWrongTokenVariable(t *testing.T) {
	for _, wrong := range []string{"byt-secret word", "byt-secret\nbyt-secret", "byt-secrét"} {
		err := checkToken(wrong)
		if err == nil || !strings.Contains(err.Error(), "the variable BLASTYARD_TOKEN is no token") ||
			!strings.Contains(err.Error(), "expected one word") || strings.Contains(err.Error(), "secr") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	for _, right := range []string{"", "byt-abcdefghijklmnopqrstuvwxyz", " byi-abcdefghijklmnopqrstuvwxyz\n"} {
		if err := checkToken(right); err != nil {
			t.Errorf("%q: %v", right, err)
		}
	}
}
