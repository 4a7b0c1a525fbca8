package report

import (
	"strings"
	"testing"

	"blastyard"
	"blastyard/arena"
	"blastyard/arena/resultfile"
	"blastyard/game/trouble"
)

// TestTroublesOfASeries: the table of a series says what was wrong with the turns of a bot in all matches together, in
// the words of a match.
func TestTroublesOfASeries(t *testing.T) {
	p, err := blastyard.Arena().Prepare(arena.Config{Map: "tiny", Turns: 3,
		Seats: []arena.Seat{{Bot: "builtin:idle"}, {Bot: "builtin:greedy"}}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	sum, err := p.PlaySeries(t.Context(), arena.Series{Matches: 2})
	if err != nil {
		t.Fatal(err)
	}
	s := Series{Prepared: p, Summary: sum, Planned: 2}
	for i := range 2 {
		r := &arena.Result{Seats: make([]arena.SeatResult, 2)}
		for k := range r.Seats {
			r.Seats[k].Player = arena.NoPlayer
		}
		r.Seats[1].Trouble(trouble.Silent, 3, 1, "no move.txt")
		r.Seats[1].Trouble(trouble.Crashed, 1, 2, "exit code 1")
		s.Matches = append(s.Matches, resultfile.Of(i, r, ""))
	}
	var out strings.Builder
	s.Write(&out)
	if text := out.String(); strings.Count(text, "6 turns silent  2 turns crashed\n") != 1 || strings.Contains(text, "refused") {
		t.Errorf("the table says\n%s", text)
	}
}
