package rerun

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"blastyard/game/viewer"
	"blastyard/internal/plain"
	"blastyard/replay"
)

// ParsePlayer finds the player that a user names: by its id, or else by its letter on pages and in pictures, or else
// by its name.
func ParsePlayer(text string, h *replay.Header) (int, error) {
	letters, names := make([]string, len(h.Players)), make([]string, len(h.Players))
	for id := range h.Players {
		letters[id], names[id] = viewer.Mark(h.Look(id)), h.Players[id].Name
	}
	id, err := strconv.Atoi(text)
	if err == nil && id >= 0 && id < len(names) {
		return id, nil
	}
	if id = slices.Index(letters, strings.ToUpper(text)); id >= 0 {
		return id, nil
	}
	if id = slices.Index(names, text); id >= 0 && text != "" {
		if slices.Contains(names[id+1:], text) {
			return 0, fmt.Errorf("player is %q, the name of several players, expected a letter: %s", text,
				strings.Join(letters, ", "))
		}
		return id, nil
	}
	var called []string
	for id := range names {
		called = append(called, strings.TrimSpace(letters[id]+" "+plain.Text(names[id])))
	}
	slices.Sort(called)
	return 0, fmt.Errorf("player is %q, expected a letter, a name or an id from 0 to %d; there are %s", text,
		len(names)-1, strings.Join(called, ", "))
}
