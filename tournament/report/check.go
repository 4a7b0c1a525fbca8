package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"blastyard/arena/doctor"
	"blastyard/internal/english"
	"blastyard/internal/plain"
	"blastyard/tournament"
	"blastyard/tournament/check"
)

// WriteCheck prints the report of the check of an event.
func WriteCheck(out io.Writer, r *check.Report) {
	g := newGrid("<", "<", "<")
	g.rows = nil
	for i := range r.Bots {
		b := &r.Bots[i]
		verdict := "ok"
		if !b.OK {
			verdict = "FAULT"
		}
		g.row(verdict, b.Name, checkedBot(b))
	}
	g.write(out)
	if len(r.Bots) > 0 {
		fmt.Fprintln(out)
	}
	fmt.Fprintln(out, plain.Line(matchesPlanned(&r.Schedule)))
	if b := &r.Schedule.Balance; b.Known {
		fmt.Fprintln(out, balanceLine(b))
	}
	if t := &r.Time; t.Sample > 0 {
		fmt.Fprintln(out, timeLine(r))
	}
	for _, line := range r.Notes {
		fmt.Fprintln(out, "note: "+plain.Line(line))
	}
	for _, line := range r.Problems {
		fmt.Fprintln(out, "PROBLEM: "+plain.Line(line))
	}
}

// checkedBot describes the result for one bot.
func checkedBot(b *check.Bot) string {
	parts := []string{b.Bot}
	if b.Built {
		parts = append(parts, "built")
	}
	if c := b.Checkup; c != nil && b.OK {
		parts = append(parts, "no fault in "+english.Count(len(c.Situations), "situation"))
		if m := c.Millis; m != nil {
			parts = append(parts, fmt.Sprintf("answers in %.1f ms, 99 %% in %.1f ms, limit %.0f ms", m.P50, m.P99,
				m.Limit))
		}
	}
	if b.Problem != "" {
		parts = append(parts, b.Problem)
	}
	return strings.Join(parts, "; ")
}

func matchesPlanned(s *check.Schedule) string {
	players := english.Count(s.Players, "player")
	if s.Matches == 0 {
		return fmt.Sprintf("matches: %s of %s; how many, the results decide", s.Format, players)
	}
	return fmt.Sprintf("matches: %d, %s of %s", s.Matches, s.Format, players)
}

// balanceLine says how evenly entrants are treated.
func balanceLine(b *tournament.Balance) string {
	line := "balance: pairs meet in " + times(b.Meetings, "block")
	if b.Meetings.Width() > 0 && b.Random.Width() > b.Meetings.Width() {
		line += fmt.Sprintf(" (drawn at random: %d to %d)", b.Random.Least, b.Random.Most)
	}
	line += "; everybody plays " + times(b.Plays, "block")
	if b.Byes.Most > 0 {
		line += ", sits out " + times(b.Byes, "round")
	}
	return line + ", and sits in each seat in " + times(b.Seats, "match")
}

func times(s tournament.Spread, thing string) string {
	if s.Width() == 0 {
		return english.Count(s.Most, thing)
	}
	return fmt.Sprintf("%d to %s", s.Least, english.Count(s.Most, thing))
}

func timeLine(r *check.Report) string {
	match := time.Duration(r.Time.Match * float64(time.Second)).Round(time.Millisecond)
	line := fmt.Sprintf("time: %v a match, %d at a time on this machine", match, r.Time.Jobs)
	if r.Time.Seconds > 0 {
		line = fmt.Sprintf("time: %s, at %v a match, %d at a time on this machine",
			About(time.Duration(r.Time.Seconds*float64(time.Second))), match, r.Time.Jobs)
	}
	fair := doctor.FairText(doctor.Fair())
	if fair == "" || !slices.ContainsFunc(r.Bots, func(b check.Bot) bool { return b.Checkup != nil }) {
		return line
	}
	return line + "; of its cores, " + fair
}
