// Package report describes the state and the end of an event, as text for people and as JSON.
package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"blastyard/internal/english"
	"blastyard/internal/plain"
	"blastyard/tournament"
)

// WriteStandings prints standings with at most this many entrants; 0: all.
func WriteStandings(out io.Writer, s *tournament.Standings, most int) {
	g := newGrid("rank", "<name", "points", "Elo", "±", "win", "draw", "loss", "bye", "mean score", "<failures")
	shown := s.Entrants
	if most > 0 && len(shown) > most {
		shown = shown[:most]
	}
	for i := range shown {
		g.row(standingRow(&shown[i])...)
	}
	g.write(out)
	for i := range shown {
		if e := &shown[i]; e.Status != tournament.Takes {
			fmt.Fprintln(out, plain.Line(fmt.Sprintf("%s is %s: %s", e.Name, e.Status, e.Why)))
		}
	}
	if left := len(s.Entrants) - len(shown); left > 0 {
		fmt.Fprintf(out, "      and %d more\n", left)
	}
}

func standingRow(e *tournament.Standing) []string {
	row := []string{strconv.Itoa(e.Rank), e.Name, strconv.FormatFloat(e.Points, 'f', 1, 64), "", "",
		strconv.Itoa(e.Wins), strconv.Itoa(e.Draws), strconv.Itoa(e.Losses), "",
		strconv.FormatFloat(e.MeanScore, 'f', 1, 64), failures(e.Failures)}
	if e.EloHigh > e.EloLow {
		row[3], row[4] = fmt.Sprintf("%.0f", e.Elo), fmt.Sprintf("%.0f", (e.EloHigh-e.EloLow)/2)
	}
	if e.Status != tournament.Takes {
		row[0] = "-"
	}
	if e.Byes > 0 {
		row[8] = strconv.Itoa(e.Byes)
	}
	return row
}

// failures lists the reasons of failures with their numbers, the most frequent first.
func failures(reasons map[string]int) string {
	names := slices.SortedFunc(maps.Keys(reasons), func(a, b string) int {
		return cmp.Or(reasons[b]-reasons[a], strings.Compare(a, b))
	})
	return english.List(len(names), 3, func(i int) string { return fmt.Sprintf("%s %d", names[i], reasons[names[i]]) })
}

// WriteSummary prints the end or the state of an event: its matches, why it ended, who leads and how certain that is.
func WriteSummary(out io.Writer, s *tournament.Standings) {
	fmt.Fprintln(out, plain.Line(matchesLine(s)))
	if winner := winnerLine(s); winner != "" {
		fmt.Fprintln(out, plain.Line(winner))
	}
	if len(s.TieBreaks) > 0 {
		fmt.Fprintf(out, "ranks by: %s\n", strings.Join(s.TieBreaks, ", then "))
	}
	if s.Fingerprint != "" && s.Matches > 0 {
		fmt.Fprintf(out, "fingerprint: %s\n", s.Fingerprint)
	}
}

// allPlayed is why most events end; the summary adds nothing to it.
const allPlayed = "all matches are played"

func matchesLine(s *tournament.Standings) string {
	line := english.Count(s.Matches, "match")
	switch {
	case s.Complete:
		line += " played"
	case s.Planned > 0:
		line = fmt.Sprintf("%d of %s played", s.Matches, english.Count(s.Planned, "match"))
	default:
		line += " played so far"
	}
	if s.Why != "" && s.Why != allPlayed {
		line += ": " + s.Why
	}
	return line
}

// winnerLine says who leads, and how certain that is; "" if a test says it.
func winnerLine(s *tournament.Standings) string {
	if s.Matches == 0 || len(s.Entrants) < 2 || s.Test != "" { // the test's verdict stands in s.Why
		return ""
	}
	list := s.TakingPart()
	if len(list) == 0 {
		return ""
	}
	first := &list[0]
	var tied []string
	for i := range list {
		if list[i].Rank == first.Rank {
			tied = append(tied, list[i].Name)
		}
	}
	verb := "is ahead"
	if s.Complete {
		verb = "wins"
	}
	if len(tied) > 1 {
		names := english.List(len(tied), 8, func(i int) string { return tied[i] })
		return "first, with nothing to tell them apart: " + names
	}
	line := first.Name + " " + verb
	if b := first.Better; b > 0 {
		line += fmt.Sprintf(": it is better than %s with %s", list[1].Name, Percent(b))
		switch {
		case b < 0.5:
			line += " only, so that by strength it would be the other way round"
		case b < 0.95:
			line += ", which may still be luck"
		}
	}
	return line
}

// Percent formats a likelihood for people. It never shows certainty.
func Percent(p float64) string {
	switch {
	case p > 0.999:
		return "more than 99.9 %"
	case p < 0.001:
		return "less than 0.1 %"
	}
	return fmt.Sprintf("%.1f %%", 100*p)
}
