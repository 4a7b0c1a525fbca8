package maps

import (
	"errors"
	"fmt"

	"blastyard/rules/hexabomb"
)

// NoRoom says of the map name why a match on it is refused. If the map has too few seats, it also says on which map
// there are enough.
func NoRoom(name string, err error) error {
	var seats *hexabomb.SeatsError
	if !errors.As(err, &seats) {
		return fmt.Errorf("map %s: %w", name, err)
	}
	return fmt.Errorf("map %s has room for at most %d players, not %d: %s", name, seats.Seats, seats.Players,
		roomFor(seats.Players))
}

// roomFor says on which map a number of players can play.
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
