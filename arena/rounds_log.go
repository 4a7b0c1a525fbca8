package arena

import (
	"fmt"
	"slices"

	"blastyard/bomberman/wire"
	"blastyard/game"
	"blastyard/originals/bomberman/rounds"
)

// writeLog makes d.log of a round that was played: for each player who lived, which command counted and what became of
// it. Only the lines of commands have names in them, at their end: no name can look like another line.
func (d *roundsDecider) writeLog(r *run) {
	d.log = d.log[:0]
	d.refused = d.match.AppendRefused(d.refused[:0])
	s := d.match.Bomberman()
	for id := range d.before {
		if !d.before[id].Alive {
			continue
		}
		after := s.Player(id)
		d.log = wire.AppendAdded(d.log, id, d.text.Names[id], d.commands[id])
		failed := slices.ContainsFunc(d.refused, func(x game.Refusal) bool { return x.Player == id })
		if why := wire.Refusal(d.commands[id], failed, d.before[id], after); why != "" {
			d.logLine(id, "refused: "+why)
		}
		if i := slices.IndexFunc(r.runs, func(x Run) bool { return x.Player == id }); i >= 0 {
			d.logRun(id, r.runs[i].Outcome)
		}
		if !after.Alive {
			d.logLine(id, "killed")
		}
	}
}

// logRun logs what was wrong with a program's run.
func (d *roundsDecider) logRun(id int, o *rounds.Outcome) {
	for _, fault := range o.Faults {
		d.logLine(id, "FAULT: "+fault)
	}
	if o.Why != "" {
		d.logLine(id, o.Why)
	}
}

func (d *roundsDecider) logLine(id int, text string) {
	d.log = fmt.Appendf(d.log, "Player %s: %s\n", d.infos[id].PlayerKey, text)
}
