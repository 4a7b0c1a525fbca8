package rerun

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"blastyard/replay"
	"blastyard/viewer"
)

// ParsePlayer reads a player's id, or the letter by which pages and pictures show it.
func ParsePlayer(text string, h *replay.Header) (int, error) {
	players := len(h.Players)
	id, err := strconv.Atoi(text)
	if err != nil {
		for id = 0; id < players && viewer.Mark(h.Look(id)) != strings.ToUpper(text); id++ {
		}
	}
	if id < 0 || id >= players {
		var letters []string
		for id := range players {
			letters = append(letters, viewer.Mark(h.Look(id)))
		}
		slices.Sort(letters)
		return 0, fmt.Errorf("player is %q, expected 0 to %d, or %s", text, players-1, strings.Join(letters, ", "))
	}
	return id, nil
}
