package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"blastyard/bomberman"
	"blastyard/bomberman/wire"
	"blastyard/bots/bomberbots"
	"blastyard/harness"
	"blastyard/harness/rounds"
	"blastyard/match"
	"blastyard/replay"
	"blastyard/viewer/terminal"
)

// rerunTable plays a course of 2016-Bomberman.
type rerunTable struct {
	*rerun
	state   *bomberman.State
	text    wire.Text
	infos   []wire.PlayerInfo
	local   []bomberbots.Bot // by player; nil: no built-in bot
	bots    []*rounds.Bot    // by player; nil: no program
	idle    []rounds.Idle    // by player
	runner  *rounds.Runner
	folders *rounds.Folders
}

// rerunRounds plays the course of a rerun of 2016-Bomberman.
func (r *rerun) rerunRounds(ctx context.Context) error {
	n := len(r.seats)
	t := &rerunTable{rerun: r, state: r.course.game.Bomberman, local: make([]bomberbots.Bot, n), bots: make([]*rounds.Bot, n), idle: make([]rounds.Idle, n)}
	if err := t.seatAll(); err != nil {
		return err
	}
	if slices.ContainsFunc(t.bots, func(b *rounds.Bot) bool { return b != nil }) {
		end, err := t.prepareRounds(ctx)
		if err != nil {
			return err
		}
		defer end()
	}
	for !r.course.over() {
		if !r.fork && !t.state.Player(r.who).Alive {
			r.report.left = fmt.Sprintf("turn %d: it is dead", r.course.turn+1)
			return nil
		}
		if err := t.round(ctx); err != nil {
			return err
		}
	}
	return nil
}

// seatAll makes the built-in bots, and reads what programs there are.
func (t *rerunTable) seatAll() error {
	for id := range t.seats {
		s := &t.seats[id]
		var err error
		switch {
		case s.builtin != "":
			if t.local[id], err = bomberbots.New(s.builtin, t.state.Map(), id, match.PlayerSeed(t.Header.Seed, id)); err != nil {
				return fmt.Errorf("bot %q: %w", s.spec, err)
			}
		case s.spec != "":
			if t.bots[id], err = rounds.ReadBot(s.spec); err != nil {
				return err
			}
		}
		t.text.Names = append(t.text.Names, t.Header.Players[id].Name)
		info := wire.HumanInfo(t.text.Names[id], id)
		if t.bots[id] != nil {
			info = t.bots[id].Info(bomberman.Key(id))
		}
		t.infos = append(t.infos, info)
	}
	return nil
}

// prepareRounds makes what runs programs. In a fork they have the time that the match allowed, else as much as they want.
func (t *rerunTable) prepareRounds(ctx context.Context) (end func(), err error) {
	limit := time.Duration(t.Header.Limit) * time.Millisecond
	cfg := rounds.Config{NoLimit: true}
	if t.fork && limit > 0 {
		cfg = rounds.Config{Limit: limit, Kill: 2 * limit}
	}
	if t.runner, err = rounds.NewRunner(cfg); err != nil {
		return nil, err
	}
	var bots []*rounds.Bot
	for _, b := range t.bots {
		if b != nil {
			bots = append(bots, b)
		}
	}
	if err := t.runner.Calibrate(ctx, bots); err != nil {
		return nil, err
	}
	dir, remove, err := harness.TempFolder()
	if err != nil {
		return nil, err
	}
	if t.folders, _, err = rounds.NewFolders(dir, false); err != nil {
		remove()
		return nil, err
	}
	return func() {
		t.runner.Close()
		_ = t.folders.Close()
		remove()
	}, nil
}

// round lets the bots decide, and plays the next round of the course.
func (t *rerunTable) round(ctx context.Context) error {
	c, turn := t.course, t.course.turn+1
	if len(c.state) > 0 && !bytes.Equal(bytes.TrimSpace(c.state), t.text.AppendState(nil, t.state)) {
		return fmt.Errorf("%s: turn %d: the state before it is not the one that the rules give", t.path, turn)
	}
	var moves []rawMove
	var running []int
	var keys []byte
	for id := range t.seats {
		if !t.state.Player(id).Alive {
			continue
		}
		switch {
		case t.local[id] != nil:
			began := time.Now()
			command := t.local[id].Act(t.state)
			moves = append(moves, t.decided(id, command, time.Since(began), nil))
		case t.idle[id].Gone():
			moves = append(moves, t.decided(id, t.idle[id].Next(bomberman.Nothing), 0, nil))
		case t.bots[id] != nil:
			running, keys = append(running, id), append(keys, bomberman.Key(id))
		}
	}
	ran, err := t.run(ctx, running, keys)
	if err != nil {
		return err
	}
	return c.play(append(moves, ran...))
}

// run runs the programs of a round.
func (t *rerunTable) run(ctx context.Context, players []int, keys []byte) ([]rawMove, error) {
	if len(players) == 0 {
		return nil, ctx.Err()
	}
	n := t.state.Round()
	if err := t.folders.Begin(t.state, &t.text, t.infos, keys); err != nil {
		return nil, err
	}
	entries := make([]rounds.Entry, len(players))
	for i, id := range players {
		entries[i] = rounds.Entry{Bot: t.bots[id], Key: keys[i]}
	}
	outcomes, err := t.runner.Round(ctx, t.folders, entries)
	if err := errors.Join(err, ctx.Err()); err != nil {
		return nil, err
	}
	var moves []rawMove
	for i, id := range players {
		o := &outcomes[i]
		moves = append(moves, t.decided(id, t.idle[id].Next(o.Command), o.Exit.Wall, o))
		if err := t.folders.EndPlayer(n, keys[i], o.Log(o.Command)); err != nil {
			return nil, err
		}
	}
	return moves, nil
}

// decided notes what a bot asks for in the coming round; o is how its program ran, or nil.
func (t *rerunTable) decided(id int, command bomberman.Command, took time.Duration, o *rounds.Outcome) rawMove {
	c, turn := t.course, t.course.turn+1
	move := rawMove{Player: id, Actions: strconv.AppendUint(nil, uint64(command), 10)}
	c.took[id] = 0
	if took > 0 {
		c.took[id] = micros(took)
	}
	var lines []string
	if o != nil {
		for line := range strings.Lines(string(o.Output)) {
			lines = append(lines, terminal.Plain(strings.TrimRight(line, "\r\n")))
		}
	}
	if c.turn >= c.last { // of a fork
		for _, line := range lines {
			c.next.Output = append(c.next.Output, replay.Line{Player: id, Text: line})
		}
		if o != nil && o.Why != "" {
			c.fates[id].Late++
			c.next.Late = append(c.next.Late, id)
		}
	}
	if id == t.who {
		t.report.acted(turn, move.Actions)
		t.report.change(turn, func(r *rerunTurn) {
			r.took, r.output = took, lines
			if o != nil && o.Why != "" {
				r.output = append(r.output, "("+terminal.Plain(o.Why)+")")
			}
		})
	}
	return move
}
