package maps

import (
	"errors"
	"fmt"

	"blastyard/rules/hexabomb"
)

// NoRoom says why a match on the map name is refused. If the map has too few seats, it also suggests a map with
// enough.
func NoRoom(name string, err error) error {
	var seats *hexabomb.SeatsError
	if !errors.As(err, &seats) {
		return fmt.Errorf("map %s: %w", name, err)
	}
	return fmt.Errorf("map %s has room for at most %d players, not %d: %s", name, seats.Seats, seats.Players,
		roomFor(seats.Players))
}

// roomFor suggests a map for a number of players.
func roomFor(players int) string {
	for _, name := range Names() {
		if m, err := Load(name); err == nil && len(m.Starts) >= players {
			return fmt.Sprintf("play on %s, which has room for %d", name, len(m.Starts))
		}
	}
	for _, n := range GeneratedPlayers() {
		if n >= players {
			return fmt.Sprintf("blastyard map generate hexabomb --players %d makes one", n)
		}
	}
	return "draw one (docs/maps.md)"
}
