package rerun

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/game"
	"blastyard/internal/plain"
	"blastyard/replay"
)

// Report compares what a bot does with what was recorded.
type Report struct {
	From, To int
	Limit    time.Duration // of a turn in the match; 0: none
	Turns    []Turn        // those from From to To that the bot saw
	Differ   int           // of Turns, those that are not as recorded
	Left     string        // why the bot did not see all turns; "": it did
	Now      Times         // of the bot
	Then     Times         // as recorded

	title    string
	player   int
	recorded []replay.Turn
	turns    map[int]*played
}

// Turn is a turn that the bot saw.
type Turn struct {
	Number   int
	Took     time.Duration // 0: not known
	Recorded time.Duration // 0: not known
	Over     bool          // it took longer than the match allowed

	// Now and Then are what the bot asks for and what was recorded, in words, where they differ; else both are empty.
	Now, Then string

	Prints  []string // lines that the bot prints, and that were not recorded
	Printed []string // lines that were recorded, and that the bot does not print
}

// played is what the bot did in a turn.
type played struct {
	answered bool
	actions  json.RawMessage
	words    []string
	then     []string // what was recorded, in words
	took     time.Duration
	output   []string
}

func newReport(x *Rerun) *Report {
	return &Report{From: x.From, To: x.To, Limit: time.Duration(x.Replay.Header.Limit) * time.Millisecond,
		title: x.title(), player: x.Player, recorded: x.Replay.Turns, turns: map[int]*played{}}
}

func (r *Report) of(turn int) *played {
	if r.turns[turn] == nil {
		r.turns[turn] = &played{}
	}
	return r.turns[turn]
}

// compare is the sink that makes a report.
type compare struct {
	arena.NopSink
	report *Report
	left   bool
	stop   func() // ends the match
	err    error
}

// Begin implements arena.Sink.
func (c *compare) Begin(b *arena.Begin) {
	if c.err = missing(b, c.report.player); c.err != nil {
		c.stop()
	}
}

// missing is why the bot could not take its seat.
func missing(b *arena.Begin, player int) error {
	if why := b.Players[player].Missing; why != "" {
		return fmt.Errorf("bot %q: %s", b.Players[player].Bot, why)
	}
	return nil
}

// Output implements arena.Sink. A line belongs to the turn that the bot decides when it comes; what a bot prints at its
// end comes when no turn follows.
func (c *compare) Output(o arena.Output) {
	if o.Line.Stream != harness.Note && o.Seat == c.report.player {
		p := c.report.of(max(1, o.Turn+1))
		p.output = append(p.output, plain.Text(o.Line.Text))
	}
}

// Turn implements arena.Sink.
func (c *compare) Turn(t *arena.Turn) {
	r := c.report
	m := t.Match.(*recorded) //nolint:forcetypeassert // the rerun made it
	if c.err != nil {
		return
	}
	c.err = m.err
	p := r.of(t.Number)
	if i := slices.IndexFunc(t.Moves, func(m arena.Move) bool { return m.Player == r.player }); i >= 0 {
		p.answered, p.actions, p.took = true, bytes.Clone(t.Moves[i].Actions), t.Moves[i].Took
		p.words = m.words(r.player, p.actions)
	}
	if move := r.move(t.Number); move != nil {
		p.then = m.words(r.player, move.Actions)
	}
	if t.Details != nil {
		if why := t.Details.Why(r.player); why != "" {
			p.output = append(p.output, "("+plain.Text(why)+")")
		}
	}
	for _, l := range t.Left {
		if l.Player == r.player {
			r.Left, c.left, m.ended = fmt.Sprintf("turn %d: %s: ", t.Number, l.Reason), true, true
		}
	}
	if !m.Over() && !m.Acts(r.player) {
		r.Left, m.ended = fmt.Sprintf("turn %d: it is dead", t.Number+1), true
	}
}

// words are actions of a player for people; nil where nobody knows them, or some cannot be read.
func (m *recorded) words(player int, actions []byte) []string {
	scratch := m.Match.Clone()
	scratch.Ask(player, actions)
	words := scratch.Words(player)
	scratch.Play([]int{player}, true)
	if slices.ContainsFunc(scratch.AppendRefused(nil), func(x game.Refusal) bool { return x.Action == "" }) {
		return nil
	}
	return words
}

// move is what was recorded of the bot's player in a turn, or nil.
func (r *Report) move(turn int) *replay.Move {
	moves := r.recorded[turn-1].Moves
	if i := slices.IndexFunc(moves, func(m replay.Move) bool { return m.Player == r.player }); i >= 0 {
		return &moves[i]
	}
	return nil
}

// finish compares the turns.
func (r *Report) finish() {
	prints, printed := r.compareOutput()
	for turn := r.From; turn <= r.To; turn++ {
		p := r.turns[turn]
		if p == nil {
			continue
		}
		move := r.move(turn)
		t := Turn{Number: turn, Took: p.took, Over: r.Limit > 0 && p.took > r.Limit, Prints: prints[turn],
			Printed: printed[turn]}
		if move != nil {
			t.Recorded = time.Duration(move.Micros) * time.Microsecond
		}
		if p.answered {
			r.Now.add(turn, t.Took)
			r.Then.add(turn, t.Recorded)
			if !p.same(move) {
				t.Now, t.Then = text(p.words, p.actions), r.thenText(turn, p, move)
			}
		}
		if t.Now != "" || len(t.Prints)+len(t.Printed) > 0 {
			r.Differ++
		}
		r.Turns = append(r.Turns, t)
	}
}

// Played is in how many turns the bot has answered.
func (r *Report) Played() (n int) {
	for i := range r.Turns {
		if r.turns[r.Turns[i].Number].answered {
			n++
		}
	}
	return n
}

// same reports whether the bot asks for the same as was recorded.
func (p *played) same(move *replay.Move) bool {
	if move == nil {
		return false
	}
	return len(p.words)+len(p.then) > 0 && slices.Equal(p.words, p.then) ||
		bytes.Equal(compact(p.actions), compact(move.Actions))
}

func compact(text []byte) []byte {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		return text
	}
	return b.Bytes()
}

// text is actions in words, as far as they are known.
func text(words []string, actions []byte) string {
	switch {
	case len(words) > 0:
		return plain.Text(strings.Join(words, "; "))
	case len(actions) == 0 || string(compact(actions)) == "[]":
		return "nothing"
	default:
		return plain.Text(string(compact(actions)))
	}
}

func (r *Report) thenText(turn int, p *played, move *replay.Move) string {
	switch {
	case move != nil:
		return text(p.then, move.Actions)
	case slices.Contains(r.recorded[turn-1].Late, r.player):
		return "no answer in time"
	default:
		return "no answer"
	}
}
