package control

import (
	"errors"
	"fmt"
	"io"

	"blastyard/internal/english"
	"blastyard/internal/plain"
	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/report"
)

// Stage has the standings of a stage.
type Stage struct {
	Number int
	*tournament.Standings
}

// Standings returns the standings of one stage, or of all stages that have begun if stage is below 0.
func Standings(o *engine.Offline, stage int) (all []Stage, err error) {
	last := o.Schedule.Stage()
	if stage > last {
		return nil, fmt.Errorf("stage is %d, expected %s", stage, english.UpTo(last))
	}
	for i := range last + 1 {
		if stage < 0 || i == stage {
			all = append(all, Stage{i, o.Schedule.Standings(tournament.StandingsOptions{Stage: i})})
		}
	}
	return all, nil
}

// WriteStandings prints the standings of stages, the last one first; as JSON it prints only the last one.
func WriteStandings(out io.Writer, stages []Stage, asJSON bool) error {
	if len(stages) == 0 {
		return errors.New("there are no standings")
	}
	last := stages[len(stages)-1]
	if asJSON {
		return plain.WriteJSON(out, last.Standings)
	}
	for i := len(stages) - 1; i >= 0; i-- {
		switch {
		case len(stages) == 1:
		case stages[i].Number == 0:
			fmt.Fprintln(out, "first stage")
		default:
			fmt.Fprintln(out, "final")
		}
		report.WriteStandings(out, stages[i].Standings, 0)
		fmt.Fprintln(out)
	}
	report.WriteSummary(out, last.Standings)
	return nil
}
