package terminal

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"blastyard/viewer"
)

func stringWidth(s string) int { return ansi.StringWidth(s) }

// Progress is one line that says how a match stands, without "\n": "turn 10/100: A greedy 123, B random 80". It is at most
// width columns wide (0: 80); players that find no room are counted.
func Progress(f *viewer.Frame, width int) string {
	if width <= 0 {
		width = defaultWidth
	}
	text := fmt.Sprintf("turn %d: ", f.Turn)
	if f.Turns > 0 {
		text = fmt.Sprintf("turn %d/%d: ", f.Turn, f.Turns)
	}
	ids := f.Ranking()
	for i, id := range ids {
		row := &f.Players[id]
		entry := fmt.Sprintf("%s %s %d", viewer.Mark(id), fit(nameOf(row), maxProgressName), row.Score)
		if row.Special {
			entry = fmt.Sprintf("%s %s %d up", viewer.Mark(id), fit(nameOf(row), maxProgressName), row.Living)
		}
		if note := noteOf(row); note != "" {
			entry += " (" + fit(note, maxProgressName) + ")"
		}
		if i > 0 {
			entry = ", " + entry
		}
		rest := fmt.Sprintf(", %d more", len(ids)-i-1)
		if i == len(ids)-1 {
			rest = ""
		}
		if stringWidth(text)+stringWidth(entry)+len(rest) > width {
			text += strings.TrimPrefix(fmt.Sprintf(", %d more", len(ids)-i), map[bool]string{true: ", "}[i == 0])
			break
		}
		text += entry
	}
	return fit(text, width)
}

const maxProgressName = 20 // columns

// TenthDone tells whether a turn ends a tenth of a match of so many turns: when to print a line of progress. It is so at
// most ten times, and always for the last turn.
func TenthDone(turn, turns int) bool {
	return turn > 0 && turn <= turns && turn*10/turns > (turn-1)*10/turns
}
