// Package arena plays matches of any game between bots. A bot runs in this process, talks netorcai, or is a program
// that is started every round; a person can play too. A match is a value: a Config says what is played and by whom,
// Play plays it, a Result says how it ended, and Sinks receive its events while it runs. The package itself prints
// nothing, draws nothing and stores nothing on disk; sinks do that.
//
// There is one turn loop (run.go). It asks an Asker for the players' moves, sorts them into the order of the turn,
// lets the game apply them, and passes the turn to the sinks. Everything except waiting for bots happens on the
// goroutine that calls Play, so the same config gives the same match, whoever watches.
package arena

import (
	"context"

	"blastyard/game"
	"blastyard/game/match"
)

// Arena plays matches of some games. blastyard.Arena returns one for all games and programs.
type Arena struct {
	// Games are the games that can be played. The first one is the default.
	Games []*game.Kind

	// Transports start and connect programs. Each handles the games with its protocol. Without a transport only
	// players in this process can play.
	Transports []Transport

	// Ready blocks until the first turn may be played, for example until all persons have joined, or until ctx ends.
	// The sinks have received Begin by then, and no time limit runs. If it is nil, the first turn is played at once.
	Ready func(ctx context.Context)

	// Yield is called before each turn, on the goroutine of the match. A single-threaded program uses it to run its
	// other goroutines. It may be nil.
	Yield func()
}

// Play plays one match. The error is a *ConfigError if the config is wrong. harness.HostFault reports whether the
// machine failed, so that no player is to blame. If the match began and did not reach its end, Play returns the error
// and a result up to that point.
func (a *Arena) Play(ctx context.Context, c Config, sinks ...Sink) (*Result, error) {
	p, err := a.Prepare(c)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	return p.Play(ctx, sinks...)
}

// Play plays one match of the config. See Arena.Play.
func (p *Prepared) Play(ctx context.Context, sinks ...Sink) (*Result, error) {
	return p.play(ctx, 0, p.draws(), p.dealIDs(p.draws(), 0), sinks)
}

// PlayAs plays one match with other draws and other player ids than the config has. Use it to play many matches that
// differ only in these. Without ids they are dealt as for a config without ids. A program that cannot be started
// loses its match; the match is played nevertheless.
func (p *Prepared) PlayAs(ctx context.Context, d match.Draws, ids []int, sinks ...Sink) (*Result, error) {
	if p.Kind.FitSeed(d.Seed) != d.Seed {
		return nil, expected("seed", d.Seed, "0 to %d", p.Kind.MaxSeed)
	}
	if err := p.checkIDs(ids); err != nil {
		return nil, err
	}
	if len(ids) == 0 {
		ids = p.dealIDs(d, 0)
	}
	w := p.ownWorker()
	w.many = true
	defer func() { w.many = false }()
	return w.play(ctx, 0, d, ids, sinks)
}
