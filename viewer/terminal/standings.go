package terminal

import "blastyard/viewer"

// Standings is the table of a frame: rank, mark, name, score, cells, share, note; lines end with "\n". Of opt it honours
// Width and Profile.
func Standings(f *viewer.Frame, opt Options) string { return "" }

// Progress is one line that says how a match stands, without "\n": "turn 10/100: A greedy 123, B random 80". It is at most
// width columns wide (0: 80).
func Progress(f *viewer.Frame, width int) string { return "" }

// TenthDone tells whether a turn ends a tenth of a match of so many turns: when to print a line of progress. It is so at
// most ten times, and always for the last turn.
func TenthDone(turn, turns int) bool {
	return turn > 0 && turn <= turns && turn*10/turns > (turn-1)*10/turns
}
