package explain

import (
	"fmt"
	"io"
	"strings"

	"blastyard/internal/english"
	"blastyard/internal/plain"
)

// partText says what two players did of a cause.
func (r *review) partText(c Cause, p, q int, names *callNames) string {
	other := names.of(q)
	turns := func(did, to string) string {
		return fmt.Sprintf("it %s %s%s and %s %d", did, english.Count(r.accounts.turns[c][p], "turn"), to, other,
			r.accounts.turns[c][q])
	}
	switch c {
	case Start:
		return "what they began with"
	case Walked:
		return r.rateText(c, p, q, "it took %.2f cells a move and %s %.2f", other)
	case Painted:
		s := r.accounts.sources[c]
		return fmt.Sprintf("its bombs painted %s and %s's %.0f", english.Count(int(s.n[p]), "cell"), other, s.n[q])
	case Kept:
		return r.keptText(p, q, other)
	case Walls:
		return r.rateText(c, p, q, "walls brought it %.2f points a turn and %s %.2f", other)
	case Explored:
		return r.rateText(c, p, q, "new blocks brought it %.2f points a turn and %s %.2f", other)
	case Kills, Bonus:
		s := r.accounts.sources[c]
		what := map[Cause]string{Kills: "kills", Bonus: "super power-ups"}[c]
		return fmt.Sprintf("%s brought it %s and %s %.0f", what, english.Count(int(s.points[p]), "point"), other,
			s.points[q])
	case Deaths:
		if r.layout.survival || r.layout.single {
			return r.outlived(p, q, names)
		}
		return turns("was dead for", "")
	case Dropping:
		return turns("dropped bombs in", "")
	case Refusals:
		return turns("lost", " to refused actions")
	case Contested:
		return turns("lost", " to others that came first")
	case Absence:
		return turns("was late or absent for", "")
	case Waiting:
		return turns("did nothing in", "")
	case Unknown, numCauses:
	}
	return "not explained by the rules"
}

// rateText says what a turn with an action brought two players.
func (r *review) rateText(c Cause, p, q int, format, other string) string {
	s, acted := r.accounts.sources[c], r.accounts.acted
	return fmt.Sprintf(format, ratio(s.n[p], float64(acted[p]), 0), other, ratio(s.n[q], float64(acted[q]), 0))
}

// keptText says how long the cells of two players stayed their own: those of the source that made most of it.
func (r *review) keptText(p, q int, other string) string {
	most, text, sum := 0.0, "", 0.0
	gain := func(c Cause) float64 {
		s := r.accounts.sources[c]
		if s == nil {
			return 0
		}
		x, y := rates(s.points, s.n, p, q)
		return (s.n[p] + s.n[q]) / 2 * (x - y)
	}
	kinds := map[Cause]string{Start: "its first cells", Walked: "cells that it walked on",
		Painted: "cells that its bombs painted"}
	for c := range kinds {
		sum += gain(c)
	}
	for _, c := range []Cause{Walked, Painted, Start} {
		if g := gain(c); g*sum > 0 && g*g > most*most {
			x, y := rates(r.accounts.sources[c].points, r.accounts.sources[c].n, p, q)
			most, text = g, fmt.Sprintf("%s stayed its own for %.1f turns and %s's for %.1f", kinds[c], x, other, y)
		}
	}
	return text
}

// outlived says how the last characters of two players died.
func (l *timeline) outlived(p, q int, names *callNames) string {
	return fmt.Sprintf("it %s, and %s %s", l.fate(p, names), names.of(q), l.fate(q, names))
}

// fate says how the last character of a player died.
func (l *timeline) fate(p int, names *callNames) string {
	f := l.fates[p]
	switch {
	case f.turn == 0:
		return "lived to the end"
	case f.own:
		return fmt.Sprintf("died in turn %d in its own blast", f.turn)
	}
	var killers []string
	for _, k := range f.killers {
		killers = append(killers, names.of(k))
	}
	return fmt.Sprintf("died in turn %d in a blast of %s", f.turn, english.And(killers))
}

// reasonsOf are the parts of a difference in which its first player did better.
func (d *Difference) reasonsOf() (list []reason) {
	for _, part := range d.Parts {
		text := fmt.Sprintf("%s (%s)", part.Text, english.Signed(part.Points))
		list = append(list, reason{float64(part.Points), text})
	}
	return list
}

// writeAccount writes where the difference of scores comes from: in full over one player, in a line over the others.
func (r *Report) writeAccount(out io.Writer, names []string, mark func(player int) string, player int) {
	if len(r.Differences) == 0 {
		return
	}
	first := r.Differences[0].Player
	full := r.Differences[0]
	if player != Everyone {
		if d := Between(r.Differences, first, player); d != nil {
			full = *d
		} else if player != first {
			return
		}
	}
	title := func(d *Difference) string {
		return fmt.Sprintf("%s (%s) over %s (%s): %s", mark(d.Player), plain.Text(names[d.Player]), mark(d.Over),
			plain.Text(names[d.Over]), english.Signed(d.Points))
	}
	fmt.Fprintln(out, "where the difference comes from, in points")
	fmt.Fprintf(out, "  %s\n", title(&full))
	for _, part := range full.Parts {
		fmt.Fprintf(out, "%6s  %s: %s\n", english.Signed(part.Points), part.Cause, plain.Line(part.Text))
	}
	if player != Everyone {
		return
	}
	for i := range r.Differences[1:] {
		d := &r.Differences[i+1]
		if d.Player != first {
			break
		}
		var parts []string
		for _, part := range d.Parts {
			parts = append(parts, fmt.Sprintf("%s %s", part.Cause, english.Signed(part.Points)))
		}
		fmt.Fprintf(out, "  %s = %s\n", title(d), strings.Join(parts, ", "))
	}
}
