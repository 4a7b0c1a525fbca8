package terminal

import (
	"fmt"

	"blastyard/game/viewer"
)

// Progress returns one line about the state of a match, without "\n": "turn 10/100: A greedy 123, B random 80". It
// has at most width columns (0: 80). Players without room are counted.
func Progress(f *viewer.Frame, width int) string {
	if width <= 0 {
		width = defaultWidth
	}
	text := fmt.Sprintf("turn %d: ", f.Turn)
	if f.Turns > 0 {
		text = fmt.Sprintf("turn %d/%d: ", f.Turn, f.Turns)
	}
	ids := f.Ranking()
	separator := ""
	for i, id := range ids {
		entry := separator + progressOf(&f.Players[id])
		rest := ""
		if more := len(ids) - i - 1; more > 0 {
			rest = fmt.Sprintf(", %d more", more)
		}
		if Most(text+entry+rest) > width {
			return Fit(fmt.Sprintf("%s%s%d more", text, separator, len(ids)-i), width)
		}
		text += entry
		separator = ", "
	}
	return Fit(text, width)
}

// progressOf returns a player's part of the line. For the special player it shows who lives instead of a score.
func progressOf(row *viewer.Player) string {
	text := fmt.Sprintf("%s %s %d", viewer.Mark(row.Look()), Fit(nameOf(row), maxProgressName), row.Score)
	if row.Special {
		text = fmt.Sprintf("%s %s %d up", viewer.Mark(row.Look()), Fit(nameOf(row), maxProgressName), row.Living)
	}
	if note := noteOf(row); note != "" {
		text += " (" + Fit(note, maxNote) + ")"
	}
	return text
}

// Columns of a player's part.
const (
	maxProgressName = 20
	maxNote         = 30
)

// TenthDone reports whether to print a line of progress after a turn: at most ten times in a match, and always after
// the last turn.
func TenthDone(turn, turns int) bool {
	return turn > 0 && turn <= turns && turn*10/turns > (turn-1)*10/turns
}
