package main

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"time"

	"blastyard/bomberman"
	"blastyard/viewer"
)

// bombermanSituations are what a bot of 2016-Bomberman should live through.
func bombermanSituations() []situation {
	return []situation{
		{name: "two players, the first key", turns: 12, opponents: builtins("reference"), id: 0},
		{name: "dead neighbours, odd names", turns: 14, opponents: builtins("random", "random", "idle"), id: 1},
		{name: "twelve players, the last key", turns: 10, opponents: builtins(slices.Repeat([]string{"random"}, bomberman.MaxPlayers-1)...), id: bomberman.MaxPlayers - 1},
	}
}

// oddName is a name that careless readers of JSON stumble on.
const oddName = `"{[é, \`

// bombermanCheck plays the situations of 2016-Bomberman.
type bombermanCheck struct {
	spec     string
	turnTime time.Duration // 0: the contest's
	sandbox  string
	env      []string
	dir      string // of the matches' folders
}

// play plays a situation. The error is ours, not the bot's, but for those of a bot that cannot be started at all.
func (b *bombermanCheck) play(ctx context.Context, s *situation) (*trial, error) {
	o := playOptions{gameName: "bomberman", bots: append([]string{b.spec}, s.opponents...), turns: s.turns, hasTurns: true, hasSeed: true, orderName: "seeded",
		turnTime: b.turnTime, hasTurnTime: b.turnTime > 0, host: "127.0.0.1", games: 1, quiet: true, replay: noReplay, sandbox: b.sandbox, env: b.env,
		logDir: filepath.Join(b.dir, "folder of "+s.name)}
	o.turnTime = max(o.turnTime, time.Second) // where it is not the limit, it is only looked at
	p, err := o.planFor(contests["bomberman"], io.Discard)
	if err != nil {
		return nil, startError{err}
	}
	p.seedFor(0, s.id)
	p.seats[len(p.seats)-1].name = oddName
	p.exam = newExam(0)
	ctx, cancel := context.WithTimeout(ctx, patience(time.Second))
	defer cancel()
	table := &roundsTable{contest: p.game.(*bombermanContest), plan: p}
	defer table.close()
	if err := table.calibrate(ctx); err != nil {
		return nil, startError{err}
	}
	t := &trial{situation: s, exam: p.exam}
	result, err := table.play(ctx, 0, &screen{plan: p, out: io.Discard, err: io.Discard})
	t.seat, t.limit = result.seats[0], p.exam.limit
	t.neighboursDied = slices.ContainsFunc(result.frame.Players, func(x viewer.Player) bool {
		return x.Living == 0 && x.Name != p.seats[0].name
	})
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		t.cut, err = true, nil
	}
	return t, err
}

// startError says that a bot cannot be started at all.
type startError struct{ error }
