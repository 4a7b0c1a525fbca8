package rating

import (
	"flag"
	"fmt"
	"strings"
	"testing"
)

var (
	events   = flag.Int("events", 0, "number of simulated events for each cell of the tables of TestTables; 0: no tables")
	entrants = flag.Int("entrants", 0, "only tables of fields of this many entrants; 0: all")
)

// TestTables prints the tables of docs/ratings.md:
//
//	go test ./game/rating -run TestTables -events 1000 -entrants 12 -v -timeout 0
func TestTables(t *testing.T) {
	if *events == 0 {
		t.Skip("makes the tables of docs/ratings.md with -events 1000")
	}
	spreads := 4
	var covered, claims []string
	for i, f := range fields(*entrants) {
		o := f.simulate(t, *events)
		if i%spreads == 0 {
			ties := "no"
			if len(f.ties) > 0 {
				ties = "yes"
			}
			covered = append(covered, fmt.Sprintf("%d, %d events", f.entrants, *events), fmt.Sprint(f.seats), ties,
				fmt.Sprint(f.each))
		}
		covered = append(covered, fmt.Sprintf("%.1f", 100*o.covered))
		claims = append(claims, o.claims(f.spread))
		if i%spreads == spreads-1 {
			t.Logf("\n| %s | %s |", strings.Join(covered, " | "), strings.Join(claims, " | "))
			covered, claims = nil, nil
		}
	}
}

// claims describes the claims of a field: the share of pairs in which there is one and, but among equal entrants, what
// they say and how many are right.
func (o outcome) claims(spread float64) string {
	text := fmt.Sprintf("%.1f", 100*o.pairs)
	if spread > 0 && o.pairs > 0 {
		text += fmt.Sprintf(": %.1f → %.1f", 100*o.said, 100*o.right)
	}
	return text
}
