// Package arenatest provides an arena with all games and programs for tests of packages that the root package
// imports.
package arenatest

import (
	"context"

	"blastyard/arena"
	"blastyard/arena/overnetorcai"
	"blastyard/arena/overrounds"
	"blastyard/game/games"
)

// Arena returns an arena with all games and transports.
func Arena() *arena.Arena { return &arena.Arena{Games: games.All(), Transports: Transports()} }

// Transports returns the transports for all protocols.
func Transports() []arena.Transport {
	return []arena.Transport{new(overnetorcai.Transport), new(overrounds.Transport)}
}

// Play plays one match.
func Play(ctx context.Context, c arena.Config, sinks ...arena.Sink) (*arena.Result, error) {
	return Arena().Play(ctx, c, sinks...)
}
