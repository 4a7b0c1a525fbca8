package explain

import (
	"blastyard/game/viewer"
	"blastyard/replay"
)

// callNames are the names of players in sentences.
type callNames struct {
	names []string
	marks []string
}

func newCallNames(h *replay.Header) *callNames {
	n := &callNames{}
	for p := range h.Players {
		n.names = append(n.names, h.Players[p].Name)
		n.marks = append(n.marks, viewer.Mark(h.Look(p)))
	}
	return n
}

func (n *callNames) of(player int) string {
	if player < 0 || player >= len(n.marks) {
		return viewer.Mark(player)
	}
	return viewer.CallName(n.names, player, n.marks[player])
}
