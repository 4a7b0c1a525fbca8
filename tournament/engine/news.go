package engine

import (
	"context"
	"errors"
	"slices"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/store"
)

// News is a record of the log that spectators may know. It has either Record or Matches, or nothing: then only its
// position counts.
type News struct {
	Seq     uint64
	At      time.Time
	Record  *tournament.Record // a moment of the clock, an order, or a team's new version
	Matches []tournament.Match // that were played, without results that do not count
	Phase   event.Phase        // where the event stands now
}

// Position returns how much of the log is known now.
func (e *Engine) Position() uint64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.seq
}

// ID returns what tells the event from all others.
func (e *Engine) ID() string { return e.folder.ID }

// Follow tells the records of the log after a position, in their order, until ctx ends or tell fails. While standings
// are hidden, it tells nothing that came after that moment, and goes on when they are shown.
func (e *Engine) Follow(ctx context.Context, after uint64, tell func(*News) error) error {
	return readLog(ctx, e.broker.js, e.names, after+1, e.o.Log, func(x entry) error {
		for {
			if err := e.waitFor(ctx, x.seq); err != nil {
				return err
			}
			n, err := e.newsOf(ctx, &x)
			if err != nil {
				return err
			}
			if e.Hidden() { // asked after the news were made, so that nothing later is in them
				for i := range n.Matches {
					n.Matches[i].Void, n.Matches[i].Why = false, ""
				}
			}
			if !e.covers(x.seq) {
				return tell(n)
			}
			if err := e.waitUntil(ctx, func() bool { return !e.coversNow(x.seq) }); err != nil {
				return err
			}
		}
	})
}

// covers reports whether spectators may not know a record now.
func (e *Engine) covers(seq uint64) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.coversNow(seq)
}

// coversNow is covers. The caller holds e.mu.
func (e *Engine) coversNow(seq uint64) bool { return e.clocks.Hidden() && seq > e.clocks.Frozen }

// newsOf returns what others may know of a record that the store has.
func (e *Engine) newsOf(ctx context.Context, x *entry) (*News, error) {
	n := &News{Seq: x.seq, Phase: e.Phase()}
	if x.rec == nil {
		return n, nil
	}
	n.At = time.UnixMilli(x.rec.At)
	switch {
	case len(x.rec.Results) > 0:
		for i := range x.rec.Results {
			m, err := e.storedAs(ctx, &x.rec.Results[i])
			if err != nil {
				return nil, err
			}
			if m != nil {
				n.Matches = append(n.Matches, *m)
			}
		}
	case x.rec.Enter != nil && x.rec.Enter.By == "": // of the organiser's file
	case x.rec.Clock != nil, x.rec.Order != nil, x.rec.Enter != nil:
		n.Record = x.rec
	}
	return n, nil
}

// storedAs returns the match of a result; nil: another result of it counts, or it belongs to no fixture.
func (e *Engine) storedAs(ctx context.Context, r *tournament.Result) (*tournament.Match, error) {
	tries, err := e.store.Tries(ctx, r.ID)
	if errors.Is(err, store.ErrNoMatch) || err == nil && (r.Try < 0 || r.Try >= len(tries)) {
		return nil, nil //nolint:nilnil // said so above
	}
	if err != nil {
		return nil, err
	}
	m := &tries[r.Try]
	if m.Ended != r.Ended || m.Worker != r.Worker || m.State != r.State || !slices.Equal(m.Scores, r.Scores) {
		return nil, nil //nolint:nilnil // said so above
	}
	return m, nil
}
