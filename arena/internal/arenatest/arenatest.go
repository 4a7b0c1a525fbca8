// Package arenatest is the arena of all games and programs, as the root package has it, for the tests below that.
package arenatest

import (
	"context"

	"blastyard/arena"
	"blastyard/arena/overnetorcai"
	"blastyard/arena/overrounds"
	"blastyard/game/games"
)

// Arena returns an arena of all games, which reaches programs of all kinds.
func Arena() *arena.Arena { return &arena.Arena{Games: games.All(), Transports: Transports()} }

// Transports returns all ways to reach programs.
func Transports() []arena.Transport {
	return []arena.Transport{new(overnetorcai.Transport), new(overrounds.Transport)}
}

// Play plays one match.
func Play(ctx context.Context, c arena.Config, sinks ...arena.Sink) (*arena.Result, error) {
	return Arena().Play(ctx, c, sinks...)
}
