// Package playback converts replays to what viewers show: the header, the frame of any turn, and the end.
package playback

import (
	"errors"
	"fmt"
	"iter"
	"sync"

	"blastyard/game"
	"blastyard/game/viewer"
	"blastyard/internal/english"
	"blastyard/replay"
)

// ErrNoBoard is wrapped by the error for a replay with neither known rules nor states.
var ErrNoBoard = errors.New("playback: nothing to show")

// Playback gives access to the turns of a replay in memory, in any order. Its methods may be called concurrently.
type Playback struct {
	*Film
	replay *replay.Replay

	mu    sync.Mutex
	at    *Cursor // position of the last Frame
	marks marks
}

// New prepares to show a replay, which must not change any more; see NewFilm.
func New(r *replay.Replay, kinds []*game.Kind) (*Playback, error) {
	f, err := NewFilm(&r.Header, kinds)
	if err != nil {
		return nil, err
	}
	p := &Playback{Film: f, replay: r, marks: newMarks(len(r.Turns), len(f.header.Cells))}
	if p.at, err = f.Start(); err != nil {
		return nil, err
	}
	p.marks.add(p.at)
	return p, nil
}

// Len returns the number of turns. There are frames from 0 to Len.
func (p *Playback) Len() int { return len(p.replay.Turns) }

// End describes the end of the match. It returns nil if the replay ends before the match.
func (p *Playback) End() *viewer.End { return p.Film.End(p.replay.Result) }

// Frame returns the board after a turn from 0 to Len, with its events. The caller owns it. The time does not grow
// with the length of the match.
func (p *Playback) Frame(turn int) (*viewer.Frame, error) {
	if turn < 0 || turn > p.Len() {
		return nil, fmt.Errorf("playback: turn is %d, expected %s", turn, english.UpTo(p.Len()))
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if turn != p.at.turn || !p.at.drawn {
		if err := p.seek(turn); err != nil {
			return nil, err
		}
	}
	f := p.at.frame.Clone()
	return &f, nil
}

// seek moves the cursor to a turn, from the nearest position. It also needs the board of the previous turn.
func (p *Playback) seek(turn int) error {
	before := max(turn-1, 0)
	if mark := p.marks.last(before); p.at.turn > before || mark.turn > p.at.turn {
		if err := p.at.restore(mark); err != nil {
			return err
		}
	}
	for p.at.turn < before {
		if err := p.at.Step(&p.replay.Turns[p.at.turn]); err != nil {
			return err
		}
		p.marks.add(p.at)
	}
	if err := p.at.Draw(); err != nil || turn == before {
		return err
	}
	return p.at.Next(&p.replay.Turns[before])
}

// Frames iterates over the frames of all turns in order. Each is valid until the next one; Clone copies it. An error
// is the last element.
func (p *Playback) Frames() iter.Seq2[*viewer.Frame, error] {
	return func(yield func(*viewer.Frame, error) bool) {
		c, err := p.Start()
		if err != nil {
			yield(nil, err)
			return
		}
		for yield(&c.frame, nil) && c.turn < p.Len() {
			if err := c.Next(&p.replay.Turns[c.turn]); err != nil {
				yield(nil, err)
				return
			}
		}
	}
}
