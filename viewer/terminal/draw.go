package terminal

import "blastyard/viewer"

// Draw draws a frame: the board, and the standings beside or below it. Lines are joined by "\n", with none at the end.
func Draw(f *viewer.Frame, opt Options) string { return "" }
