// Package arena plays matches of any game between bots: in this process, over netorcai, as a process a round, or by
// hand. A match is a value: a Config says what is played and by whom, Play plays it, a Result says how it ended, and
// Sinks hear of it as it goes. The package prints nothing, draws nothing and keeps nothing on disk by itself; that is
// what sinks are for.
//
// There is one turn loop (run.go). It asks an Asker for what the players want, puts their moves into the order of the
// turn, lets the game play them, and tells the sinks. All but the waiting for bots happens on the goroutine that calls
// Play: the same config gives the same match, whoever watches.
package arena

import (
	"context"

	"blastyard/game"
)

// Arena plays matches of some games. That of all games and programs is blastyard.Arena.
type Arena struct {
	// Games are the games that can be played; the first one is played where a config names none.
	Games []*game.Kind

	// Transports reach programs; each those of the games with its protocol. Without one only players of this process
	// can play.
	Transports []Transport

	// Ready waits until the first turn of a match may be played: until all persons are there, say, or ctx ends. The
	// sinks have heard of the match by then, and no time limit runs. nil: at once.
	Ready func(ctx context.Context)

	// Yield is called before each turn, on the goroutine of the match: where nothing else runs beside a match, it may
	// let others run. nil: nothing.
	Yield func()
}

// Play plays one match. The error is a *ConfigError where the config is wrong; harness.HostFault tells that the machine
// failed the match, so that nobody is to blame. Where a match that had begun did not come to its end, there is a result
// beside the error: how far it came.
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
	return p.play(ctx, 0, p.Config.Seed, p.dealIDs(p.Config.Seed, 0), sinks)
}

// PlayAs plays one match of the config with another seed and other player ids of its seats: for who plays many that
// differ by these only. No ids: they are dealt as for a config without any. A program that cannot be started loses its
// match, and does not end it before it begins.
func (p *Prepared) PlayAs(ctx context.Context, seed uint64, ids []int, sinks ...Sink) (*Result, error) {
	if p.Kind.FitSeed(seed) != seed {
		return nil, expected("seed", seed, "0 to %d", p.Kind.MaxSeed)
	}
	if err := p.checkIDs(ids); err != nil {
		return nil, err
	}
	if len(ids) == 0 {
		ids = p.dealIDs(seed, 0)
	}
	w := p.ownWorker()
	w.many = true
	defer func() { w.many = false }()
	return w.play(ctx, 0, seed, ids, sinks)
}
