package control

import (
	"errors"
	"fmt"
	"io"
	"time"

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
	if stage >= 0 && last < 0 {
		return nil, fmt.Errorf("stage is %d, expected none: the event has not begun", stage)
	}
	if stage > last {
		return nil, fmt.Errorf("stage is %d, expected 0 to %d", stage, last)
	}
	for i := range last + 1 {
		if stage < 0 || i == stage {
			all = append(all, Stage{i, o.Schedule.Standings(tournament.StandingsOptions{Stage: i})})
		}
	}
	return all, nil
}

// TellStandings prints where an event stands in its time, and the standings of stages. As JSON it prints only the
// standings of the last stage.
func TellStandings(out io.Writer, o *engine.Offline, stages []Stage, asJSON bool) error {
	phase := o.Phase(time.Now())
	line := phase.Line()
	switch {
	case asJSON && len(stages) == 0:
		return plain.WriteJSON(out, &tournament.Standings{Entrants: []tournament.Standing{}, TieBreaks: []string{}})
	case asJSON:
		return WriteStandings(out, stages, true)
	case line != "":
		fmt.Fprintln(out, plain.Line(line))
	}
	if len(stages) > 0 {
		return WriteStandings(out, stages, false)
	}
	names := o.Schedule.Candidates()
	fmt.Fprintf(out, "%s so far%s\n", english.Count(len(names), "entrant"), listed(names))
	return nil
}

// listed returns names after a colon; "": there are none.
func listed(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return ": " + english.List(len(names), len(names), func(i int) string { return plain.Line(names[i]) })
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
