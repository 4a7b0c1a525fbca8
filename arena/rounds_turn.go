package arena

import (
	"context"
	"errors"
	"time"

	"blastyard/bomberman"
	"blastyard/match"
	"blastyard/originals/bomberman/rounds"
)

// command0 is what a match takes for a command: its number.
const command0 = '0'

// decide lets everyone who lives decide. Programs run while persons think.
func (d *roundsDecider) decide(ctx context.Context, r *run) error {
	s := d.match.Bomberman()
	d.round, d.began = s.Round(), time.Now()
	for id := range d.before {
		d.before[id] = s.Player(id)
	}
	if err := d.folders.Begin(s, &d.text, d.infos, d.programs); err != nil {
		return err
	}
	asking, end := context.WithCancel(ctx)
	defer end()
	answers := r.askPersons(asking)
	var entries []rounds.Entry
	var talkers []int
	for id := range d.bots {
		switch {
		case !r.match.Acts(id) || r.players[id].Person || r.players[id].Missing != "" || d.hasLeft(r, id):
		case d.bots[id] != nil:
			began := time.Now()
			d.bots[id].Act(r.match)
			r.move(id, max(1, time.Since(began)))
		case d.idle[id].Gone():
			if err := d.giveUp(r, id); err != nil {
				return err
			}
		case d.talks[r.players[id].Seat] != nil:
			talkers = append(talkers, id)
		default:
			entries = append(entries, rounds.Entry{Bot: d.seats[r.players[id].Seat], Key: bomberman.Key(id),
				Env: []string{match.ProgramEnv(r.result.Seed, id, d.round)}})
		}
	}
	var outcomes []rounds.Outcome
	var said map[int]*rounds.Outcome
	var err error
	r.during(func() {
		if outcomes, err = d.runner.Round(ctx, d.folders, entries); err != nil {
			end() // nobody thinks in vain
			return
		}
		said = d.askTalks(ctx, r, talkers)
	})
	for a, ok := await(r.events, answers); ok; a, ok = await(r.events, answers) {
		r.takeAnswer(a)
	}
	if err := errors.Join(err, ctx.Err()); err != nil {
		return err
	}
	for j := range outcomes {
		if err := d.take(r, int(entries[j].Key-'A'), &outcomes[j]); err != nil {
			return err
		}
	}
	for _, id := range talkers {
		if err := d.takeTalk(r, id, said[id]); err != nil {
			return err
		}
	}
	r.tellGivenUp()
	d.readCommands(r)
	return nil
}

// hasLeft tells whether the bot of a player has left the match.
func (d *roundsDecider) hasLeft(r *run, id int) bool {
	t := d.talks[r.players[id].Seat]
	return t != nil && t.gone
}

// giveUp moves for a program that is no longer run.
func (d *roundsDecider) giveUp(r *run, id int) error {
	d.send(r, id, d.idle[id].Next(bomberman.Nothing), 0)
	const log = "[blastyard] no longer run, since it did nothing for too long\n[blastyard] command: 6, trigger\n"
	return d.folders.EndPlayer(d.round, bomberman.Key(id), []byte(log))
}

func (d *roundsDecider) send(r *run, id int, c bomberman.Command, took time.Duration) {
	r.moveSent(id, []byte{command0 + byte(c)}, took)
}

// take takes what came of running a player's program.
func (d *roundsDecider) take(r *run, id int, o *rounds.Outcome) error {
	command := d.idle[id].Next(o.Command)
	d.send(r, id, command, max(1, o.Exit.Wall))
	r.runs = append(r.runs, Run{Player: id, Outcome: o})
	seat := r.players[id].Seat
	for _, l := range o.Lines {
		r.output(seat, r.result.Seats[seat].Name, l)
	}
	d.judge(r, id, o)
	return d.folders.EndPlayer(d.round, bomberman.Key(id), o.Log(command))
}

// judge notes what was wrong with a program's run.
func (d *roundsDecider) judge(r *run, id int, o *rounds.Outcome) {
	seat := r.players[id].Seat
	x := &r.result.Seats[seat]
	r.tellFaults(seat, o)
	if o.Why == "" {
		return
	}
	x.Late++
	r.status[id].Note = "no command"
	if o.Late {
		r.late(id, o.Host, o.Waited)
		if o.Host {
			x.Host++
		}
	}
	r.missed(seat, !o.Late, o.Errors, "%s gave no command: %s", x.Name, o.Why)
}

func (r *run) tellFaults(seat int, o *rounds.Outcome) {
	for _, fault := range o.Faults {
		r.note(seat, true, "%s: FAULT: %s", r.result.Seats[seat].Name, fault)
	}
}

// readCommands reads back what counts for each player: for the engine's log.
func (d *roundsDecider) readCommands(r *run) {
	clear(d.commands)
	for _, id := range r.order {
		r.json = r.match.AppendActions(r.json[:0], id)
		if len(r.json) == 1 && r.json[0] > command0 && r.json[0] < command0+bomberman.NumCommands {
			d.commands[id] = bomberman.Command(r.json[0] - command0)
		}
	}
	r.json = r.json[:0]
}

// settle writes which commands counted in the round, and the final state of those for whom it was the last one.
func (d *roundsDecider) settle(r *run) error {
	d.writeLog(r)
	r.log = d.log
	return d.folders.End(d.round, d.log, d.match.Bomberman(), &d.text, d.programs)
}

func (d *roundsDecider) played(r *run) error { return r.rest(d.began) }
