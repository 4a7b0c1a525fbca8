package arena

import (
	"testing"

	"blastyard/match"
)

// TestSummary: a series is summed up by seat, whichever player a seat was in a match. With a special player, matches
// count as extinct in which every ordinary character died before the last turn.
func TestSummary(t *testing.T) {
	played := func(winner, turns int, scores []int, seats ...SeatResult) *Result {
		return &Result{Result: match.Result{Winner: winner, Turns: turns, Scores: scores}, Seats: seats}
	}
	seat := func(name string, player int, special bool, reason match.Reason) SeatResult {
		return SeatResult{Name: name, Player: player, Special: special, Reason: reason}
	}
	sum := &Summary{Seats: make([]SeatSummary, 2)}
	sum.add(played(1, 10, []int{3, 5}, seat("ann", 0, false, match.Finished), seat("bob", 1, false, match.Finished)))
	sum.add(played(1, 10, []int{7, 9}, seat("ann", 1, false, match.Finished), seat("bob", 0, false, match.Crashed)))
	sum.add(played(0, 10, []int{4}, seat("ann", 0, false, match.Finished), seat("bob2", NoPlayer, false, match.Timeout)))
	for k, want := range []struct {
		name                            string
		games, wins, failures, scoreSum int
	}{{"ann", 3, 2, 0, 3 + 9 + 4}, {"bob2", 2, 1, 2, 5 + 7}} {
		if s := sum.Seats[k]; s.Name != want.name || s.Games != want.games || s.Wins != want.wins || s.Failures != want.failures || s.Score != want.scoreSum {
			t.Errorf("seat %d: %+v, expected %+v", k, s, want)
		}
	}
	if sum.Matches != 3 || sum.Extinct != 0 {
		t.Errorf("%d matches, %d extinct, expected 3 and 0", sum.Matches, sum.Extinct)
	}

	sum = &Summary{Seats: make([]SeatSummary, 3)}
	for _, scores := range [][]int{{0, 10, 4}, {0, 9, 8}, {0, 3, 10}, {0, 0, 9}} {
		sum.add(played(match.NoWinner, 10, scores, seat("ghost", 0, true, match.Finished), seat("ann", 1, false, match.Finished), seat("bob", 2, false, match.Finished)))
	}
	if sum.Extinct != 2 {
		t.Errorf("%d matches are extinct, expected 2: those without a score of 10", sum.Extinct)
	}
}
