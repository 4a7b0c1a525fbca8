package terminal

import (
	"strings"
	"testing"
)

func TestFinalFits(t *testing.T) {
	f := played(hexagonMap(6, 4, 2), 0, 10)[10]
	for _, size := range [][2]int{{80, 24}, {120, 40}, {80, 0}, {80, 3}} {
		text := Final(&f, Options{Width: size[0], Height: size[1]})
		height := size[1]
		if height < 10 { // too low for a table of four players
			height = 0
		}
		checkText(t, strings.TrimSuffix(text, "\n"), size[0], height, false)
		if !strings.Contains(text, " 1. ") || !strings.Contains(text, "hunter") {
			t.Errorf("%v: no table:\n%s", size, text)
		}
	}
}
