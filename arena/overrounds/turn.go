package overrounds

import (
	"cmp"
	"context"
	"errors"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/internal/lateness"
	"blastyard/arena/rounds"
	"blastyard/game/trouble"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

// Ask asks all living players. Programs run while players that need time decide.
func (a *asker) Ask(ctx context.Context, r *arena.Run) error {
	s := a.match.Bomberman()
	a.round, a.began = s.Round(), time.Now()
	for id := range a.before {
		a.before[id] = s.Player(id)
	}
	if err := a.folders.Begin(s, &a.text, a.infos, a.programs); err != nil {
		return err
	}
	asking, end := context.WithCancel(ctx)
	defer end()
	answers := arena.AskAll(asking, r.Questions(r.Prepared.PersonTime, a.talkLimit(r)))
	var entries []rounds.Entry
	var talkers []int
	a.runs = nil
	clear(a.commands)
	for id := range a.here {
		switch {
		case !r.Match.Acts(id) || r.TakesTime(id) || r.Players[id].Missing != "" || a.hasLeft(r, id):
		case a.here[id] != nil:
			r.AskHere(ctx, id, a.here[id])
			a.readCommand(r, id)
		case a.idle[id].Gone():
			if err := a.giveUp(r, id); err != nil {
				return err
			}
		case a.talks[r.Players[id].Seat] != nil:
			talkers = append(talkers, id)
		default:
			seat := r.Players[id].Seat
			entries = append(entries, rounds.Entry{Bot: a.seats[seat], Key: bomberman.Key(id),
				Env: []string{r.ProgramEnv(id, a.round)}, Cores: r.Cores[seat]})
		}
	}
	var outcomes []rounds.Outcome
	var said map[int]*rounds.Outcome
	var err error
	r.Events.During(func() {
		if outcomes, err = a.runner.Round(ctx, a.folders, entries); err != nil {
			end() // nobody needs to decide any more
			return
		}
		said = a.askTalks(ctx, r, talkers)
	})
	for x, ok := arena.Await(r, answers); ok; x, ok = arena.Await(r, answers) {
		r.TakeAnswer(&x)
		a.readCommand(r, x.View.Player)
	}
	if err := errors.Join(err, ctx.Err()); err != nil {
		return err
	}
	for j := range outcomes {
		if err := a.take(r, int(entries[j].Key-'A'), &outcomes[j]); err != nil {
			return err
		}
	}
	return a.takeTalks(r, talkers, said)
}

// takeTalks processes what the programs said that stay.
func (a *asker) takeTalks(r *arena.Run, talkers []int, said map[int]*rounds.Outcome) error {
	for _, id := range talkers {
		if err := a.takeTalk(r, id, said[id]); err != nil {
			return err
		}
	}
	r.TakeLeft()
	return nil
}

// hasLeft reports whether the bot of a player has left the match.
func (a *asker) hasLeft(r *arena.Run, id int) bool {
	t := a.talks[r.Players[id].Seat]
	return t != nil && t.gone
}

// giveUp makes the move for a program that is not run any more.
func (a *asker) giveUp(r *arena.Run, id int) error {
	a.send(r, id, a.idle[id].Next(bomberman.Nothing), 0)
	const log = "[blastyard] no longer run, since it did nothing for too long\n[blastyard] command: 6, trigger\n"
	return a.folders.EndPlayer(a.round, bomberman.Key(id), []byte(log))
}

func (a *asker) send(r *arena.Run, id int, c bomberman.Command, took time.Duration) {
	a.commands[id] = c
	r.MoveSent(id, wire.AppendNumber(nil, c), took, false)
}

// take processes the outcome of a program's run.
func (a *asker) take(r *arena.Run, id int, o *rounds.Outcome) error {
	command := a.idle[id].Next(o.Command)
	a.send(r, id, command, max(1, o.Exit.Wall))
	a.runs = append(a.runs, Run{Player: id, Outcome: o})
	seat := r.Players[id].Seat
	for _, l := range o.Lines {
		r.Events.Output(seat, r.Result.Seats[seat].Name, l)
	}
	a.judge(r, id, o)
	return a.folders.EndPlayer(a.round, bomberman.Key(id), o.Log(command))
}

// judge reports problems of a program's run.
func (a *asker) judge(r *arena.Run, id int, o *rounds.Outcome) {
	seat := r.Players[id].Seat
	x := &r.Result.Seats[seat]
	tellFaults(r, seat, o)
	if refused := o.Exit.Refused; len(refused.Calls) > 0 {
		if a.denied == nil {
			a.denied = map[int]harness.Refusals{}
		}
		a.denied[seat] = a.denied[seat].Plus(refused)
	}
	if !o.Late {
		delete(a.excused, seat)
		correct(x, o) // an answer that came shows more about the turns before it
	}
	if o.Why == "" {
		return
	}
	switch turn := r.Match.Turn() + 1; {
	case o.Late:
		x.Trouble(trouble.Late, 1, turn, o.Why)
		r.Annotate(id, string(trouble.Late))
		r.Events.Late(id, o.Host)
		a.excuse(r, seat, o)
	case o.Crashed():
		x.Trouble(trouble.Crashed, 1, turn, o.LastWords())
		r.Annotate(id, string(trouble.Crashed))
	default:
		x.Trouble(trouble.Silent, 1, turn, o.Why)
		r.Annotate(id, string(trouble.Silent))
	}
	r.Events.Missed(seat, !o.Late, o.Errors, "%s gave no command: %s", x.Name, o.Why)
}

// excuse counts late turns that are the machine's fault. If a bot gets no processor for too long, the match is void.
func (a *asker) excuse(r *arena.Run, seat int, o *rounds.Outcome) {
	x := &r.Result.Seats[seat]
	correct(x, o)
	if a.excused == nil {
		a.excused = map[int]time.Duration{}
	}
	if a.excused[seat] += o.Waited; !o.Host {
		a.excused[seat] = 0
	}
	if a.excused[seat] >= lateness.Excusable(o.Limit) {
		r.Starved(seat, a.excused[seat])
	}
}

// correct changes how many late turns of a seat are the machine's fault. The reason of the first late turn follows if
// all of them are, or none.
func correct(x *arena.SeatResult, o *rounds.Outcome) {
	x.Host += o.Excused
	switch {
	case o.Excused == 0:
	case x.Host == 0:
		x.First.Late.Why = cmp.Or(o.Why, tooLate(o))
	case x.Host == x.Late && !o.Late:
		x.First.Late.Why = noProcessor(o)
	}
}

func tellFaults(r *arena.Run, seat int, o *rounds.Outcome) {
	for _, fault := range o.Faults {
		r.Events.Note(seat, true, "%s: FAULT: %s", r.Result.Seats[seat].Name, fault)
	}
}

// readCommand records the command of a player of this process for the engine's log.
func (a *asker) readCommand(r *arena.Run, id int) {
	a.json = r.Match.AppendActions(a.json[:0], id)
	a.commands[id], _ = wire.ParseNumber(a.json)
}

// Settle records the commands that counted, and writes the final state for players whose last round it was.
func (a *asker) Settle(r *arena.Run) error {
	a.writeLog()
	r.Details = Turn{Runs: a.runs, Commands: a.commands, Log: a.log}
	return a.folders.End(a.round, a.log, a.match.Bomberman(), &a.text, a.programs)
}

func (a *asker) Played(r *arena.Run) error { return r.Rest(a.began) }
