package arena

import (
	"context"

	"blastyard/game"
)

// An Asker asks the players of matches what they do, one match at a time, and several one after the other. Its methods
// are called on the goroutine of the match.
type Asker interface {
	// Seat brings everybody to their seats. It calls r.Start with the match at its start.
	Seat(ctx context.Context, r *Run) error

	// Ask waits until everybody has decided or their time is over, and calls r.Move or r.MoveSent for each move, in
	// the order in which they came.
	Ask(ctx context.Context, r *Run) error

	// Settle hears that the turn was played, before the sinks do.
	Settle(r *Run) error

	// Played hears that the turn was played, and the sinks know.
	Played(r *Run) error

	// Dismiss ends what Seat began; err is why the match did not come to its end, or nil. It completes the results of
	// the seats. It is called once after Seat, even where that failed.
	Dismiss(ctx context.Context, r *Run, err error) error

	// Close is called after the last match.
	Close()
}

// A Transport reaches programs in the protocol that they speak.
type Transport interface {
	// Protocol is that of the games whose programs it reaches.
	Protocol() game.Protocol

	// Check checks what a config says about the protocol. The error is a *ConfigError.
	Check(c *Config) error

	// Read looks at the program of a seat before any match, and returns the name that it says it has; "": none.
	Read(s *Seated) (name string, err error)

	// Asker makes an asker for matches of p, in which programs or people play.
	Asker(p *Prepared) Asker
}

// transport is how programs of a kind of game are reached; nil: there is no way.
func (a *Arena) transport(k *game.Kind, c *Config) (Transport, error) {
	for _, t := range a.Transports {
		if t.Protocol() == k.Protocol {
			return t, t.Check(c)
		}
	}
	return nil, nil
}

// worker plays matches of a config one after the other.
type worker struct {
	*Prepared
	asker  Asker
	series bool       // it plays some matches of a series
	many   bool       // see Run.OneOfMany
	match  game.Match // of the matches before, to be used again; nil before the first
}

// newWorker makes what plays matches of p one after the other.
func (p *Prepared) newWorker() *worker {
	w := &worker{Prepared: p}
	if p.Local {
		w.asker = new(Here)
	} else {
		w.asker = p.transport.Asker(p)
	}
	return w
}

// ownWorker is what plays the matches of p that are no series.
func (p *Prepared) ownWorker() *worker {
	if p.worker == nil {
		p.worker = p.newWorker()
	}
	return p.worker
}

// restart is a match of all seats at its start.
func (w *worker) restart(seed uint64) (game.Match, error) {
	if w.match != nil {
		return w.match, w.match.Restart(w.Kind.FitSeed(seed))
	}
	var err error
	w.match, err = w.Kind.New(w.setup(seed))
	return w.match, err
}
