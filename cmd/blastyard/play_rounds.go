package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"time"

	"blastyard/bomberman"
	"blastyard/bomberman/wire"
	"blastyard/bots/bomberbots"
	"blastyard/harness"
	"blastyard/harness/rounds"
	"blastyard/internal/plain"
	"blastyard/match"
	"blastyard/viewer"
)

// roundsTable plays matches of 2016-Bomberman in which some bots are programs.
type roundsTable struct {
	contest *bombermanContest
	plan    *plan
	runner  *rounds.Runner // nil before the first match
}

// roundsPlay is a match being played: state, folders and who plays.
type roundsPlay struct {
	*roundsTable
	i        int
	out      *screen
	game     *bombermanGame
	match    *match.Match[bomberman.Command]
	folders  *rounds.Folders
	text     wire.Text
	infos    []wire.PlayerInfo
	seatOf   []int            // by player
	local    []bomberbots.Bot // by player; nil: a program, or a person
	idle     []rounds.Idle    // by player
	programs []byte           // the keys of those that are programs
	log      []byte           // the engine's, of a round
	names    []viewer.Seat    // by player
	scribe   bombermanScribe
	outcome  outcome
}

func (t *roundsTable) play(ctx context.Context, i int, out *screen) (outcome, error) {
	if err := t.calibrate(ctx); err != nil {
		return outcome{}, err
	}
	r, err := t.begin(i, out)
	if err != nil {
		return outcome{}, err
	}
	dir, remove, err := t.folder(i)
	if err != nil {
		return outcome{}, err
	}
	defer remove()
	if r.folders, _, err = rounds.NewFolders(dir, false); err != nil {
		return outcome{}, err
	}
	defer r.folders.Close()
	h := t.plan.header(i, &r.outcome)
	h.Limit = limitMillis(r.limit())
	r.scribe.begin(h, &r.outcome, r.names)
	err = r.rounds(ctx)
	r.outcome.Result = r.match.Result()
	viewer.FromBomberman(&r.outcome.frame, r.game.state, r.names)
	for k, id := range r.outcome.ids {
		if r.idle[id].Gone() {
			r.outcome.seats[k].reason, r.outcome.seats[k].note = match.Timeout, "given up: it did nothing for 20 rounds"
		}
	}
	r.outcome.tellEnd(r.scribe.chronicle, err)
	return r.outcome, err
}

func (t *roundsTable) close() {
	if t.runner != nil {
		t.runner.Close()
	}
}

// limit is the longest time that a program has for a turn, with what its language takes to start; 0: none.
func (r *roundsPlay) limit() (limit time.Duration) {
	for _, b := range r.contest.bots {
		if b != nil {
			limit = max(limit, r.runner.Limit(b.Type))
		}
	}
	return limit
}

// rounds plays the match to its end.
func (r *roundsPlay) rounds(ctx context.Context) error {
	for !r.match.Over() {
		began := time.Now()
		if err := r.round(ctx); err != nil {
			return err
		}
		select {
		case <-time.After(time.Until(began.Add(r.plan.delay))):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// calibrate makes the runner, once.
func (t *roundsTable) calibrate(ctx context.Context) error {
	if t.runner != nil {
		return nil
	}
	cfg := rounds.Config{NoLimit: t.plan.noTimeout, Sandbox: t.plan.box, Env: t.plan.env}
	if t.plan.hasTurnTime {
		cfg.Limit, cfg.Kill = t.plan.turnTime, 2*t.plan.turnTime
	}
	runner, err := rounds.NewRunner(cfg)
	if err != nil {
		return err
	}
	var bots []*rounds.Bot
	for _, b := range t.contest.bots {
		if b != nil {
			bots = append(bots, b)
		}
	}
	if err := runner.Calibrate(ctx, bots); err != nil {
		runner.Close()
		return err
	}
	t.runner = runner
	return nil
}

// folder is where a match's folders go: below --log, or for a while.
func (t *roundsTable) folder(i int) (dir string, remove func(), err error) {
	if t.plan.logDir == "" {
		return harness.TempFolder()
	}
	dir = t.plan.logDir
	if t.plan.games > 1 {
		dir = filepath.Join(dir, fmt.Sprintf("%05d", i+1))
	}
	return dir, func() {}, os.MkdirAll(dir, 0o777)
}

func (t *roundsTable) begin(i int, out *screen) (*roundsPlay, error) {
	p := t.plan
	cfg, n := p.config(i), len(p.seats)
	r := &roundsPlay{roundsTable: t, i: i, out: out, outcome: p.newOutcome(i), seatOf: make([]int, n), local: make([]bomberbots.Bot, n),
		idle: make([]rounds.Idle, n), infos: make([]wire.PlayerInfo, n), text: wire.Text{Names: make([]string, n)}}
	r.names = p.viewerSeats(r.outcome.ids)
	m, err := bomberman.Generate(bomberman.DefaultSettings(), n, int32(cfg.Seed&math.MaxInt32))
	if err != nil {
		return nil, err
	}
	r.game = &bombermanGame{state: bomberman.NewState(m), commands: make([]bomberman.Command, n), failed: make([]bool, n)}
	for k, id := range r.outcome.ids {
		r.seatOf[id] = k
		r.text.Names[id] = p.seats[k].name
		if b := t.contest.bots[k]; b != nil {
			r.infos[id], r.programs = b.Info(bomberman.Key(id)), append(r.programs, bomberman.Key(id))
			continue
		}
		r.infos[id] = wire.HumanInfo(p.seats[k].name, id)
		if p.seats[k].human {
			p.people.at(k).sit(id)
			continue
		}
		if r.local[id], err = bomberbots.New(p.seats[k].builtin, m, id, match.PlayerSeed(cfg.Seed, id)); err != nil {
			return nil, err
		}
	}
	r.scribe = bombermanScribe{chronicle: p.newChronicle(i, out), game: r.game}
	r.match, err = match.New(r.game, cfg)
	return r, err
}

// round lets everyone who lives decide, and plays the round.
func (r *roundsPlay) round(ctx context.Context) error {
	s, n := r.game.state, r.game.state.Round()
	var living []byte
	for id := range r.seatOf {
		if s.Player(id).Alive {
			living = append(living, bomberman.Key(id))
		}
	}
	if err := r.folders.Begin(s, &r.text, r.infos, r.programs); err != nil {
		return err
	}
	answers := r.askPeople(ctx)
	var moves []bombermanMove
	var entries []rounds.Entry
	for _, key := range living {
		id := int(key - 'A')
		switch {
		case r.plan.seats[r.seatOf[id]].human:
		case r.local[id] != nil:
			began := time.Now()
			moves = append(moves, bombermanMove{Player: id, Actions: r.local[id].Act(s)})
			r.names[id].Micros = micros(time.Since(began))
		case r.idle[id].Gone():
			moves = append(moves, bombermanMove{Player: id, Actions: r.idle[id].Next(bomberman.Nothing)})
			r.names[id].Micros = viewer.NoTime
		default:
			entries = append(entries, rounds.Entry{Bot: r.contest.bots[r.seatOf[id]], Key: key})
		}
	}
	outcomes, err := r.runner.Round(ctx, r.folders, entries)
	for m := range answers {
		r.takeAnswer(m)
		moves = append(moves, m.move)
	}
	if err := errors.Join(err, ctx.Err()); err != nil {
		return err
	}
	for j := range outcomes {
		id := int(entries[j].Key - 'A')
		command := r.idle[id].Next(outcomes[j].Command)
		moves = append(moves, bombermanMove{Player: id, Actions: command})
		if err := r.folders.EndPlayer(n, entries[j].Key, outcomes[j].Log(command)); err != nil {
			return err
		}
		r.judge(n, id, &outcomes[j])
		r.plan.exam.ran(r.seatOf[id], n, &outcomes[j])
	}
	r.match.Turn(moves)
	for id, failed := range r.game.failed {
		if failed {
			r.outcome.seats[r.seatOf[id]].refused++
		}
	}
	if err := r.endRound(n, moves); err != nil {
		return err
	}
	r.plan.people.sitOut(r.game.state.Round(), &r.outcome, r.names, r.scribe.chronicle, r.out.note)
	r.scribe.turn(&r.outcome.frame, moves, r.names)
	return nil
}

// endRound writes which commands counted in a round.
func (r *roundsPlay) endRound(n int, moves []bombermanMove) error {
	r.log = r.log[:0]
	for _, m := range moves {
		r.log = wire.AppendAdded(r.log, m.Player, r.text.Names[m.Player], m.Actions)
	}
	return r.folders.End(n, r.log, r.game.state, &r.text, r.programs)
}

// judge notes what was wrong with a bot's run, the first few times in a line.
func (r *roundsPlay) judge(n, id int, o *rounds.Outcome) {
	seat := &r.outcome.seats[r.seatOf[id]]
	r.names[id].Note, r.names[id].Micros = "", micros(o.Exit.Wall)
	r.scribe.printedAll(id, o.Output)
	for _, fault := range o.Faults {
		r.scribe.noted("%s: FAULT: %s", seat.name, fault)
		r.out.note("round %d: %s: FAULT: %s", n, seat.name, plain.Text(fault))
	}
	if o.Why == "" {
		return
	}
	r.names[id].Note = "no command"
	if o.Late {
		r.names[id].Note = "late"
		if r.scribe.missed(id, o); o.Host {
			r.names[id].Note = "host"
			seat.host++
		}
	} else {
		r.scribe.noted("%s: %s: does nothing", seat.name, o.Why)
	}
	if seat.late++; seat.late > maxRefusalsShown || r.plan.quiet {
		return
	}
	last := ""
	for _, line := range o.Errors {
		last += "; it printed: " + plain.Text(line)
	}
	r.out.note("round %d: %s: %s: does nothing%s", n, seat.name, plain.Text(o.Why), last)
}
