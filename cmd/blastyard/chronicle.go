package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"blastyard/explain"
	"blastyard/harness"
	"blastyard/replay"
	"blastyard/viewer"
	"blastyard/viewer/live"
	"blastyard/viewer/playback"
	"blastyard/viewer/terminal"
)

// A chronicle tells a match as it goes: to its replay, to the pages that show it, and to the terminal. What happens
// between two turns gathers until the turn is over. A nil chronicle tells nobody.
//
// begin, turn and end are called by who plays the match; the others at any time, from any goroutine.
type chronicle struct {
	note   func(format string, args ...any) // for what goes wrong with the replay
	screen *screen                          // nil: no terminal
	pages  *page                            // nil: no page

	explain bool             // the match is to be explained
	lessons []explain.Lesson // what came of that

	writer *replay.Writer // nil: no replay
	path   string         // of the replay
	asked  bool           // for the replay, on the command line
	lost   error          // why it is missing or not complete, where it was asked for
	page   *live.Match    // of this match
	last   viewer.Frame

	mu    sync.Mutex
	ids   []int       // by seat: its player; nil before the begin
	early []seatLine  // printed before the begin
	next  replay.Turn // the turn to come

	printedBytes int // of the output in next
}

// seatLine is a line that the bot of a seat printed.
type seatLine struct {
	seat int
	line replay.Line
}

// What is kept of the bots' output of one turn is bounded, for a turn must fit into a replay; harness bounds it over
// the match.
const (
	maxTurnLines  = 200       // of a bot
	maxTurnOutput = 256 << 10 // bytes of all bots; each may take six in a replay
	maxNote       = 500       // bytes of a note: what a bot was sent away for, say, which quotes it
)

// newChronicle prepares to tell match i of the plan; it is nil where nobody would listen.
func (p *plan) newChronicle(i int, out *screen) *chronicle {
	c := &chronicle{note: out.note, screen: out, pages: p.page, explain: p.explain,
		path: p.replayFile(i), asked: p.replay != ""}
	if p.games > 1 && c.path == "" && p.page == nil {
		return nil
	}
	return c
}

// begin tells the start. ids are the players by seat. The match is played even where the replay cannot be written.
func (c *chronicle) begin(h *replay.Header, show *viewer.Header, f *viewer.Frame, ids []int) {
	if c == nil {
		return
	}
	if c.path != "" {
		var err error
		if c.writer, c.path, err = createReplay(c.path, h); err != nil {
			c.lose(fmt.Errorf("no replay: %w", err))
		}
	}
	if c.pages != nil {
		c.page = c.pages.begin(show)
	}
	c.mu.Lock()
	c.ids = ids
	for _, l := range c.early {
		c.keep(l)
	}
	c.mu.Unlock()
	if c.watched(f.Turn, f.Turns) {
		c.publish(f, nil)
	}
}

// watched tells whether someone looks at the board after a turn.
func (c *chronicle) watched(turn, turns int) bool {
	return c.page != nil || c.screen != nil && c.screen.wants(turn, turns)
}

// turn tells a turn that is over. f is its board, nil where it is not watched. What the moves and f hold is not kept.
func (c *chronicle) turn(turn int, moves []replay.Move, hash replay.Hash, f *viewer.Frame) {
	c.mu.Lock()
	t := c.next
	c.next = replay.Turn{}
	c.mu.Unlock()
	t.Turn, t.Moves, t.Hash = turn, moves, &hash
	if c.writer != nil {
		if err := c.writer.Turn(&t); err != nil {
			c.lose(fmt.Errorf("the replay %s ends before turn %d: %w", c.path, t.Turn, err))
			_ = c.writer.Close(nil)
			c.writer = nil
		}
	}
	if f != nil {
		c.publish(f, &t)
	}
}

// lose says what is wrong with the replay. The match goes on; where the replay was asked for, the command fails at its
// end.
func (c *chronicle) lose(err error) {
	if !c.asked {
		c.note("%v", err)
		return
	}
	c.lost = both(c.lost, err)
}

// publish shows a frame with what happened in its turn.
func (c *chronicle) publish(f *viewer.Frame, t *replay.Turn) {
	next := f.Clone()
	next.AddEvents(&c.last)
	c.last = next
	if c.page != nil {
		told := next
		told.Events = slices.Clip(next.Events) // the terminal has its own notes
		if t != nil {
			playback.AddLog(&told, t)
		}
		c.page.Add(&told)
	}
	if c.screen != nil {
		c.screen.frame(next)
	}
}

// end tells the end. It returns the path of the replay, or "".
func (c *chronicle) end(r *replay.Result) string {
	if c == nil {
		return ""
	}
	file := c.close(r)
	if c.page != nil {
		end := viewer.End{Turns: r.Turns, Winner: r.Winner, Why: r.Why, Lessons: viewerLessons(c.lessons)}
		for _, p := range r.Players {
			end.Players = append(end.Players, viewer.EndPlayer(p))
		}
		c.page.End(&end)
	}
	return file
}

// close ends the replay, and explains the match where somebody is to see that. It returns the path of the replay, or
// "".
func (c *chronicle) close(r *replay.Result) string {
	if c.writer == nil {
		return ""
	}
	if err := c.writer.Close(r); err != nil {
		c.lose(fmt.Errorf("the replay %s is not complete: %w", c.path, err))
	}
	if c.explain || c.page != nil && r.Turns*len(c.last.Cells) <= pageWork {
		var err error
		if c.lessons, err = lessonsOf(c.path); err != nil {
			c.note("the match is not explained: %v", err)
		}
	}
	return c.path
}

// tellEnd tells c how the match ended, and notes where the replay is.
func (o *outcome) tellEnd(c *chronicle, playErr error) {
	if playErr != nil {
		o.breakOff()
	}
	r := &replay.Result{Turns: o.Turns, Winner: o.Winner, Scores: o.Scores, Players: make([]replay.Fate, len(o.Scores))}
	if playErr != nil {
		r.Why = interrupted(context.Background(), playErr).Error()
	}
	for k, id := range o.ids {
		if x := &o.seats[k]; id != nobody && id < len(r.Players) {
			r.Players[id] = replay.Fate{Reason: string(x.reason), Note: shortNote(x.note), Late: x.late, Host: x.host,
				Refused: x.refused}
		}
	}
	if o.replay = c.end(r); c != nil {
		o.lessons, o.lost = c.lessons, both(o.lost, c.lost)
	}
}

// printed keeps a line that the bot of a seat printed.
func (c *chronicle) printed(seat int, l harness.Line) {
	if c == nil || l.Stream == harness.Note {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	s := seatLine{seat, replay.Line{Err: l.Stream == harness.Stderr, Text: l.Text}}
	if c.ids == nil {
		if len(c.early) < maxTurnLines {
			c.early = append(c.early, s)
		}
		return
	}
	c.keep(s)
}

func (c *chronicle) keep(s seatLine) {
	if s.line.Player = c.ids[s.seat]; s.line.Player != nobody {
		c.output(&c.next, s.line)
	}
}

// output adds a line to what bots printed in a turn, as long as there is room. c.mu is held.
func (c *chronicle) output(t *replay.Turn, l replay.Line) {
	if len(t.Output) == 0 {
		c.printedBytes = 0
	}
	if len(t.Output) >= maxTurnLines*len(c.ids) || c.printedBytes > maxTurnOutput {
		return
	}
	if c.printedBytes += len(l.Text); c.printedBytes > maxTurnOutput {
		l.Text = "(more was printed in this turn)"
	}
	t.Output = append(t.Output, l)
}

// shortNote cuts a text that may quote a bot.
func shortNote(s string) string {
	if len(s) <= maxNote {
		return s
	}
	return strings.ToValidUTF8(s[:maxNote], "") + "…"
}

// late notes that a player missed the turn; host: because of the machine.
func (c *chronicle) late(player int, host bool) {
	c.change(func(t *replay.Turn) {
		if t.Late = append(t.Late, player); host {
			t.Host = append(t.Host, player)
		}
	})
}

func (c *chronicle) gone(player int, reason, note string) {
	c.change(func(t *replay.Turn) {
		t.Gone = append(t.Gone, replay.Gone{Player: player, Reason: reason, Note: shortNote(note)})
	})
}

func (c *chronicle) refused(player int, action, reason string) {
	c.change(func(t *replay.Turn) {
		t.Refused = append(t.Refused, replay.Refused{Player: player, Action: action, Reason: reason})
	})
}

func (c *chronicle) change(what func(*replay.Turn)) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	what(&c.next)
}

// micros is a time as replays and frames have it: at least 1, for 0 is unknown.
func micros(d time.Duration) int { return max(1, int(d.Microseconds())) }

// noted keeps a line with the turn, and prints nothing.
func (c *chronicle) noted(format string, args ...any) {
	c.change(func(t *replay.Turn) { t.Notes = append(t.Notes, shortNote(fmt.Sprintf(format, args...))) })
}

// printedAll keeps what the bot of a player printed in a turn, both streams together.
func (c *chronicle) printedAll(player int, output []byte) {
	c.change(func(t *replay.Turn) {
		n := 0
		for line := range strings.Lines(string(output)) {
			if n++; n > maxTurnLines {
				return
			}
			c.output(t, replay.Line{Player: player, Text: terminal.Plain(strings.TrimRight(line, "\r\n"))})
		}
	})
}
