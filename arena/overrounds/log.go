package overrounds

import (
	"fmt"
	"slices"

	"blastyard/arena/rounds"
	"blastyard/game"
	"blastyard/rules/bomberman/wire"
)

// writeLog builds a.log for the round that was played: the command of each living player and its effect. Names occur
// only at the end of the lines of commands, so a name cannot imitate another line.
func (a *asker) writeLog() {
	a.log = a.log[:0]
	a.refused = a.match.AppendRefused(a.refused[:0])
	s := a.match.Bomberman()
	for id := range a.before {
		if !a.before[id].Alive {
			continue
		}
		after := s.Player(id)
		a.log = wire.AppendAdded(a.log, id, a.text.Names[id], a.commands[id])
		failed := slices.ContainsFunc(a.refused, func(x game.Refusal) bool { return x.Player == id })
		if why := wire.Refusal(a.commands[id], failed, a.before[id], after); why != "" {
			a.logLine(id, "refused: "+why)
		}
		if i := slices.IndexFunc(a.runs, func(x Run) bool { return x.Player == id }); i >= 0 {
			a.logRun(id, a.runs[i].Outcome)
		}
		if !after.Alive {
			a.logLine(id, "killed")
		}
	}
}

// logRun logs problems of a program's run.
func (a *asker) logRun(id int, o *rounds.Outcome) {
	for _, fault := range o.Faults {
		a.logLine(id, "FAULT: "+fault)
	}
	if o.Why != "" {
		a.logLine(id, o.Why)
	}
}

func (a *asker) logLine(id int, text string) {
	a.log = fmt.Appendf(a.log, "Player %s: %s\n", a.infos[id].PlayerKey, text)
}
