package arena

import (
	"context"

	"blastyard/game"
	"blastyard/game/match"
)

// An Asker asks the players of a match for their moves. It plays one match at a time, and may play several in
// sequence. Its methods are called on the goroutine of the match.
type Asker interface {
	// Seat connects all players. It calls r.Start with the match at its start.
	Seat(ctx context.Context, r *Run) error

	// Ask waits until every player has decided or its time is over. It calls r.Move or r.MoveSent for each move, in
	// the order of arrival.
	Ask(ctx context.Context, r *Run) error

	// Settle is called after the turn was played, before the sinks receive it.
	Settle(r *Run) error

	// Played is called after the turn was played and the sinks have received it.
	Played(r *Run) error

	// Dismiss ends what Seat began and completes the results of the seats. err says why the match did not reach its
	// end, or is nil. Dismiss is called once after Seat, even if Seat failed.
	Dismiss(ctx context.Context, r *Run, err error) error

	// Close is called after the last match.
	Close()
}

// A Transport starts or connects programs and speaks their protocol.
type Transport interface {
	// Protocol is the protocol of the games that the transport handles.
	Protocol() game.Protocol

	// Check checks the parts of a config that concern the protocol. The error is a *ConfigError.
	Check(c *Config) error

	// Read looks at the program of a seat before any match. It returns the name that the program declares, or "".
	Read(s *Seated) (name string, err error)

	// Asker returns an asker for matches of p that have programs or people.
	Asker(p *Prepared) Asker
}

// transport returns the transport for programs of a kind of game, or nil if there is none.
func (a *Arena) transport(k *game.Kind, c *Config) (Transport, error) {
	for _, t := range a.Transports {
		if t.Protocol() == k.Protocol {
			return t, t.Check(c)
		}
	}
	return nil, nil
}

// worker plays matches of one config in sequence.
type worker struct {
	*Prepared
	asker  Asker
	series bool       // the matches belong to a series
	many   bool       // see Run.OneOfMany
	match  game.Match // of the previous match, to be used again; nil before the first match
}

// newWorker returns a worker that plays matches of p.
func (p *Prepared) newWorker() *worker {
	w := &worker{Prepared: p}
	if p.Local {
		w.asker = new(Here)
	} else {
		w.asker = p.transport.Asker(p)
	}
	return w
}

// ownWorker returns the worker for matches of p that belong to no series.
func (p *Prepared) ownWorker() *worker {
	if p.worker == nil {
		p.worker = p.newWorker()
	}
	return p.worker
}

// restart returns a match of all seats at its start.
func (w *worker) restart(d match.Draws) (game.Match, error) {
	s := w.setup(d)
	if w.match != nil {
		if m, ok := game.As[game.WithSecret](w.match); ok && !s.Secret.IsZero() {
			return w.match, m.RestartSecret(s.Seed, s.Secret)
		}
		return w.match, w.match.Restart(s.Seed)
	}
	var err error
	w.match, err = w.Kind.New(s)
	return w.match, err
}
