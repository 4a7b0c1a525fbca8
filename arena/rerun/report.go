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
	Turns    []Turn        // the turns from From to To that the bot received
	Differ   int           // how many of Turns differ from the recording
	Left     string        // why the bot did not receive all turns, or ""
	Now      Times         // of the bot
	Then     Times         // as recorded

	title    string
	player   int
	recorded []replay.Turn
	turns    map[int]*played
}

// Turn is the comparison of one turn.
type Turn struct {
	Number   int
	Took     time.Duration // 0: unknown
	Recorded time.Duration // 0: unknown
	Over     bool          // it took longer than the match allowed

	// Now and Then describe the bot's actions and the recorded ones if they differ. Otherwise both are empty.
	Now, Then string

	Prints  []string // printed lines that were not recorded
	Printed []string // recorded lines that were not printed
}

// played is what the bot did in a turn.
type played struct {
	answered bool
	actions  json.RawMessage
	words    []string
	then     []string // the recorded actions, in words
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

// compare is the sink that builds a report.
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

// missing returns why the bot could not take its seat.
func missing(b *arena.Begin, player int) error {
	if why := b.Players[player].Missing; why != "" {
		return fmt.Errorf("bot %q: %s", b.Players[player].Bot, why)
	}
	return nil
}

// Output implements arena.Sink. A line belongs to the turn that the bot is deciding. What a bot prints at its end has
// no turn.
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

// words describes actions of a player for people. It returns nil if some cannot be described.
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

// move returns the recorded move of the bot's player in a turn, or nil.
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

// Played returns how many turns the bot has answered.
func (r *Report) Played() (n int) {
	for i := range r.Turns {
		if r.turns[r.Turns[i].Number].answered {
			n++
		}
	}
	return n
}

// same reports whether the bot's actions equal the recorded ones.
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

// text joins the descriptions of actions, or returns the actions themselves if there are none.
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
