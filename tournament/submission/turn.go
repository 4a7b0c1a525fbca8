package submission

import (
	"context"
	"time"
)

// turn is the room that a check has on the machine. It keeps it from match to match for a while, so that a check of
// quick matches does not wait for a long match of the event before each of them.
type turn struct {
	take   func(ctx context.Context, alone, urgent bool) (leave func(), err error)
	urgent bool

	leave func() // nil: it has none
	alone bool
	since time.Time
}

// keptTurn is how long a check keeps its room, if others wait for it or not.
const keptTurn = 30 * time.Second

// next waits until a match of the check may be played: see checkup.Config.Turn.
func (t *turn) next(ctx context.Context, alone bool) (leave func(), err error) {
	if t.leave != nil && !alone && !t.alone && time.Since(t.since) < keptTurn {
		return func() {}, nil
	}
	t.end()
	if t.leave, err = t.take(ctx, alone, t.urgent); err != nil {
		t.leave = nil
		return nil, err
	}
	t.alone, t.since = alone, time.Now()
	return func() {}, nil
}

// end gives the room back.
func (t *turn) end() {
	if t.leave != nil {
		t.leave()
		t.leave = nil
	}
}
