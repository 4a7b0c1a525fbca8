package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"blastyard/game/match"
	"blastyard/game/trouble"
	"blastyard/tournament"
)

// WriteMatches prints one line a match.
func WriteMatches(out io.Writer, list []tournament.Match) {
	g := newGrid("<match", "round", "<map", "turns", "<result", "<note")
	for i := range list {
		m := &list[i]
		round := ""
		if m.Round >= 0 {
			round = strconv.Itoa(m.Round + 1)
		}
		g.row(m.ID.String(), round, m.Map, strconv.Itoa(m.Turns), resultText(m), noteText(m))
	}
	g.write(out)
}

// resultText lists the players with their scores, the best first, such as "a 12 > b 3 = c 3".
func resultText(m *tournament.Match) string {
	order := make([]int, len(m.Names))
	for id := range order {
		order[id] = id
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(m.Ranks[a], m.Ranks[b]) })
	var b strings.Builder
	for i, id := range order {
		switch {
		case i > 0 && m.Ranks[id] == m.Ranks[order[i-1]]:
			b.WriteString(" = ")
		case i > 0:
			b.WriteString(" > ")
		}
		fmt.Fprintf(&b, "%s %d", m.Names[id], m.Scores[id])
	}
	return b.String()
}

// noteText says what went wrong in a match.
func noteText(m *tournament.Match) string {
	var parts []string
	for id, reason := range m.Reasons {
		if reason != "" && reason != string(match.Finished) {
			parts = append(parts, m.Names[id]+": "+reason)
		}
	}
	for _, bad := range []struct {
		what  trouble.Word
		turns []int
	}{{trouble.Late, m.Late}, {trouble.Silent, m.Silent}, {trouble.Crashed, m.Crashed}} {
		for id, n := range bad.turns {
			if n > 0 {
				parts = append(parts, fmt.Sprintf("%s: %s %d", m.Names[id], bad.what, n))
			}
		}
	}
	if m.Marked {
		parts = append(parts, "the machine was late, too")
	}
	if m.Void {
		parts = append(parts, "void: "+m.Why)
	}
	return strings.Join(parts, ", ")
}
