// Package blastyard is an arena for programs that play Bomberman-like games: with its own games, and all ways in which
// programs play them. Who needs other games, or fewer of them, makes an arena.Arena.
//
// A match is a value: an arena.Config says what is played and by whom, Play plays it, an arena.Result says how it
// ended, and sinks hear of it as it goes. Package arena has the details.
package blastyard

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

// Play plays one match. It blocks until the match is over, the context ends, or something fails; nothing it has started
// is left running. See arena.Arena.Play.
func Play(ctx context.Context, c arena.Config, sinks ...arena.Sink) (*arena.Result, error) {
	return Arena().Play(ctx, c, sinks...)
}
