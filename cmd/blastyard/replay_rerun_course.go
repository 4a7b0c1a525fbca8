package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"blastyard/hexabomb/wire"
	"blastyard/match"
	"blastyard/replay"
	"blastyard/viewer"
	"blastyard/viewer/terminal"
)

// course is the match that a rerun plays: turn by turn as it was recorded, and from a fork on as the bots want it.
type course struct {
	replay *replay.Replay
	game   *replay.Game // nil: a game whose rules we do not know
	state  []byte       // as it was recorded, where states were kept
	turn   int          // turns played
	last   int          // turns that are played as recorded
	who    int          // the player whose seat the bot has

	match  *match.Match[json.RawMessage] // of a fork; else nil
	writer *replay.Writer                // of a fork; nil: no replay
	path   string                        // of that replay
	next   replay.Turn                   // of a fork: what happened since the turn before
	fates  []replay.Fate
	took   []int // by player, in microseconds; 0: not known
	err    error // the first that playing a turn met
}

// rawMove is a move in either game, as replays have it.
type rawMove = match.Move[json.RawMessage]

func newCourse(r *rerun) (*course, error) {
	c := &course{replay: r.Replay, state: r.Header.State, last: r.to, who: r.who, fates: make([]replay.Fate, len(r.seats)), took: make([]int, len(r.seats))}
	var err error
	if c.game, err = replay.NewGame(&r.Header); err != nil {
		if len(c.state) == 0 || r.Header.Game == replay.Bomberman {
			return nil, fmt.Errorf("%s: %w", r.path, err)
		}
		c.game = nil // the states will do
	}
	if !r.fork {
		return c, nil
	}
	return c, c.fork(r)
}

// fork prepares to go on.
func (c *course) fork(r *rerun) error {
	h := r.Header
	c.last = r.from - 1
	order := match.Seeded
	if h.Order != "" {
		var err error
		if order, err = match.ParseOrder(h.Order); err != nil {
			return err
		}
	}
	turns := h.Turns
	if turns == 0 {
		turns = len(r.Turns)
		if c.game.Bomberman != nil {
			turns = c.game.Bomberman.Map().MaxRounds() + 1
		}
	}
	var err error
	if c.match, err = match.New(courseGame{c}, match.Config{Turns: turns, Order: order, Seed: h.Seed, Unseen: h.Unseen}); err != nil {
		return err
	}
	for id := range c.fates {
		c.fates[id].Reason = string(match.Finished)
		if g := r.goneBefore(id, r.from); g != nil && id != r.who {
			c.fates[id].Reason, c.fates[id].Note = g.Reason, g.Note
		}
	}
	if c.path = r.rerunOptions.replay; c.path == "" {
		return nil
	}
	h.Title = fmt.Sprintf("fork at turn %d: %s", r.from, h.Title)
	h.Started, h.Software, h.Repeat = time.Now().UTC().Truncate(time.Second), software(), r.command()
	h.Players = slices.Clone(h.Players)
	for id, s := range r.seats {
		if h.Players[id].Bot != s.spec {
			h.Players[id] = replay.Player{Name: s.name, Bot: s.spec, Hash: botHash(s.spec), Special: s.special}
		}
	}
	if c.writer, err = replay.Create(c.path, &h); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("--replay: %s exists already; name another file or remove it", c.path)
	}
	return err
}

// command is the command line that forks in the same way.
func (r *rerun) command() string {
	text := fmt.Sprintf("blastyard replay rerun %s --player %d --bot %s --fork --from %d", shellQuote(r.path), r.who, shellQuote(r.bot), r.from)
	if r.others != "" {
		text += " --others " + shellQuote(r.others)
	}
	if r.programs {
		text += " --run-recorded"
	}
	return text
}

// over tells whether the course has come to its end.
func (c *course) over() bool {
	switch {
	case c.err != nil:
		return true
	case c.match != nil:
		return c.match.Over()
	default:
		return c.turn >= c.last || c.game != nil && c.game.Over()
	}
}

// play plays a turn. moves are what the bots ask for, in order of arrival; they count only after a fork.
func (c *course) play(moves []rawMove) error {
	switch {
	case c.match == nil:
		c.playRecorded()
	case c.turn < c.last:
		c.match.Turn(nil) // draws the order, and plays what was recorded
	default:
		c.match.Turn(moves)
	}
	return c.err
}

// playRecorded plays a turn as it was recorded.
func (c *course) playRecorded() {
	t := &c.replay.Turns[c.turn]
	c.turn++
	c.sumUp(t)
	switch {
	case len(t.State) == 0:
		_, c.err = c.game.Play(t)
	case c.game != nil && c.game.Hexabomb != nil:
		c.state = t.State
		s, err := wire.DecodeState(c.game.Hexabomb.Board(), c.turn, t.State)
		if err != nil {
			c.game = nil // another's rules in our game's form
			return
		}
		c.game.Hexabomb.CopyFrom(s)
	case c.game != nil:
		c.state = t.State
		_, c.err = c.game.Play(t)
	default:
		c.state = t.State
	}
	if c.writer != nil && c.err == nil {
		told := *t
		told.Gone = slices.DeleteFunc(slices.Clone(t.Gone), func(g replay.Gone) bool { return g.Player == c.who })
		c.err = c.writer.Turn(&told)
	}
}

// sumUp adds a recorded turn to how the players fare.
func (c *course) sumUp(t *replay.Turn) {
	for _, x := range t.Refused {
		c.fates[x.Player].Refused++
	}
	for _, player := range t.Late {
		c.fates[player].Late++
	}
}

// playMoves plays a turn after a fork, and writes it.
func (c *course) playMoves(moves []rawMove) {
	t := c.next
	c.next = replay.Turn{}
	c.turn++
	t.Turn = c.turn
	for _, m := range moves {
		t.Moves = append(t.Moves, replay.Move{Player: m.Player, Micros: c.took[m.Player], Actions: m.Actions})
	}
	clear(c.took)
	refused, err := c.game.Play(&t)
	if err != nil {
		c.err = err
		return
	}
	for _, x := range refused {
		c.fates[x.Player].Refused++
	}
	t.Refused = refused
	if c.writer == nil {
		return
	}
	hash := c.game.Hash()
	t.Hash = &hash
	c.err = c.writer.Turn(&t)
}

// courseGame makes a course fit match.
type courseGame struct{ *course }

func (g courseGame) NumPlayers() int      { return len(g.fates) }
func (g courseGame) Over() bool           { return g.err != nil || g.game.Over() }
func (g courseGame) Winner() int          { return g.game.Winner() }
func (g courseGame) Score(player int) int { return g.game.Scores()[player] }

func (g courseGame) Play(moves []rawMove) {
	if g.turn < g.last {
		g.playRecorded()
	} else {
		g.playMoves(moves)
	}
}

// end ends the replay of a fork. cause is why the match ended early, or nil.
func (c *course) end(cause error) error {
	if c.writer == nil {
		return nil
	}
	result := &replay.Result{Turns: c.turn, Winner: c.game.Winner(), Scores: c.game.Scores(), Players: c.fates}
	if cause != nil {
		result.Why = cause.Error()
	}
	err := c.writer.Close(result)
	if c.turn == 0 { // it did not begin
		return errors.Join(err, os.Remove(c.path))
	}
	if err != nil {
		return fmt.Errorf("the replay is not complete: %w", err)
	}
	return nil
}

// printFork shows how the match went on.
func (r *rerun) printFork() {
	c := r.course
	var f viewer.Frame
	seats := make([]viewer.Seat, len(r.seats))
	for id, s := range r.seats {
		seats[id] = viewer.Seat{Name: s.name, Connected: true, Micros: viewer.NoTime}
	}
	if c.game.Hexabomb != nil {
		viewer.FromHexabomb(&f, c.game.Hexabomb, c.turn, seats)
	} else {
		viewer.FromBomberman(&f, c.game.Bomberman, seats)
	}
	if tty, ok := r.out.(*os.File); ok && terminal.IsTerminal(tty) {
		fmt.Fprint(r.out, terminal.Final(&f, terminal.OptionsFor(tty, os.Environ())))
	} else {
		fmt.Fprint(r.out, terminal.Standings(&f, terminal.Options{}))
	}
	winner := "nobody"
	if w := c.game.Winner(); w >= 0 {
		winner = terminal.Plain(r.seats[w].name)
	}
	fmt.Fprintf(r.out, "\nwinner: %s\n", winner)
	for id, x := range c.fates {
		if fate := (seatOutcome{reason: match.Reason(x.Reason), note: x.Note, late: x.Late, host: x.Host, refused: x.Refused}); fate.unwell() {
			fmt.Fprintf(r.out, "%s: %s\n", terminal.Plain(r.seats[id].name), terminal.Plain(fate.summary()))
		}
	}
	if c.writer != nil {
		fmt.Fprintf(r.out, "replay: %s\n", c.path)
	}
}
