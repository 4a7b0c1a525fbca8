// Package playback turns replays into what can be seen: a show, the frame of any turn, how the match ended.
package playback

import (
	"errors"
	"fmt"
	"iter"
	"strconv"
	"sync"
	"time"

	"blastyard/replay"
	"blastyard/viewer"
)

// ErrNoBoard is in the error about a replay that has neither rules that we know nor states.
var ErrNoBoard = errors.New("playback: nothing to show")

// Playback is a replay that can be looked at, turn by turn in any order. Its methods may be called at the same time.
type Playback struct {
	replay *replay.Replay
	show   viewer.Show
	source source // how boards are made

	mu    sync.Mutex
	at    *cursor // where the last Frame was
	marks marks
}

// New prepares to show a replay, which must not change any more. It fails where there is no first board. Hashes are not
// looked at: a replay whose actions no longer give the recorded states is shown as the rules play it now.
func New(r *replay.Replay) (*Playback, error) {
	p := &Playback{replay: r}
	p.show = viewer.Show{Game: r.Header.Game, Title: r.Header.Title, Turns: r.Header.Turns, Seed: strconv.FormatUint(r.Header.Seed, 10),
		Limit: r.Header.Limit}
	if r.Header.Game == replay.Bomberman {
		p.show.Seed = strconv.FormatInt(int64(r.Header.Seed), 10) // it has a sign
	}
	if !r.Header.Started.IsZero() {
		p.show.Started = r.Header.Started.Format(time.RFC3339)
	}
	for _, x := range r.Header.Players {
		p.show.SuddenDeath = p.show.SuddenDeath || x.Special
		p.show.Players = append(p.show.Players, viewer.ShowPlayer{Name: x.Name, Bot: x.Bot, Special: x.Special})
	}
	var err error
	if p.source, err = newSource(&p.show, r); err != nil {
		return nil, err
	}
	if p.at, err = p.start(); err != nil {
		return nil, err
	}
	p.show.SetBoard(&p.at.frame)
	for _, x := range p.at.frame.Players[min(len(p.show.Players), len(p.at.frame.Players)):] {
		p.show.Players = append(p.show.Players, viewer.ShowPlayer{Name: x.Name}) // the board knows more players than the header
	}
	p.marks = newMarks(len(r.Turns), len(p.show.Cells))
	p.marks.add(p.at)
	return p, nil
}

// Show is what stays the same during the match.
func (p *Playback) Show() *viewer.Show { return &p.show }

// Len is the number of turns: there are frames from 0 to Len.
func (p *Playback) Len() int { return len(p.replay.Turns) }

// End is how the match ended; nil where the replay ends before the match.
func (p *Playback) End() *viewer.End {
	r := p.replay.Result
	if r == nil {
		return nil
	}
	e := &viewer.End{Turns: r.Turns, Winner: r.Winner, Why: r.Why}
	if r.Winner < 0 || r.Winner >= len(p.show.Players) {
		e.Winner = -1
	}
	for _, x := range r.Players {
		e.Players = append(e.Players, viewer.EndPlayer{Reason: x.Reason, Note: x.Note, Late: x.Late, Refused: x.Refused, Host: x.Host})
	}
	return e
}

// Frame is the board after a turn from 0 to Len, with what happened in it. It is the caller's. The time it takes does not
// grow with the length of the match.
func (p *Playback) Frame(turn int) (*viewer.Frame, error) {
	if turn < 0 || turn > p.Len() {
		return nil, fmt.Errorf("playback: turn is %d, expected 0 to %d", turn, p.Len())
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

// seek brings the cursor to a turn, from wherever is nearest: it needs the board of the turn before, too.
func (p *Playback) seek(turn int) error {
	before := max(turn-1, 0)
	if mark := p.marks.last(before); p.at.turn > before || mark.turn > p.at.turn {
		if err := p.at.restore(mark); err != nil {
			return err
		}
	}
	for p.at.turn < before {
		if err := p.at.step(); err != nil {
			return err
		}
		p.marks.add(p.at)
	}
	if err := p.at.draw(); err != nil || turn == before {
		return err
	}
	return p.at.next()
}

// Frames are the frames of all turns in order. Each is good until the next one is asked for: Clone keeps it. An error is the
// last element.
func (p *Playback) Frames() iter.Seq2[*viewer.Frame, error] {
	return func(yield func(*viewer.Frame, error) bool) {
		c, err := p.start()
		if err != nil {
			yield(nil, err)
			return
		}
		for yield(&c.frame, nil) && c.turn < p.Len() {
			if err := c.next(); err != nil {
				yield(nil, err)
				return
			}
		}
	}
}
