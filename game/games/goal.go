package games

import (
	"blastyard/game/viewer"
	"blastyard/internal/english"
)

// hexabombGoal says how a player of hexabomb wins.
func hexabombGoal(h *viewer.Header, player int) string {
	switch {
	case player < len(h.Players) && h.Players[player].Special:
		return "Leave no opponent alive. Blasts do not hurt you."
	case h.SuddenDeath:
		return "Stay alive longer than the others: nobody revives."
	}
	return "Have the most points" + after(h) + ": each turn every cell in your colour is a point."
}

// bombermanGoal says how a player of 2016-Bomberman wins.
func bombermanGoal(h *viewer.Header, _ int) string {
	return "Be the last one alive. If more are alive" + after(h) +
		", the most points win: break walls, hit opponents, explore."
}

// after describes when the match ends.
func after(h *viewer.Header) string {
	if h.Turns <= 0 {
		return " at the end"
	}
	return " after " + english.Count(h.Turns, "turn")
}
