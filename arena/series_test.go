package arena

import (
	"runtime"
	"testing"

	"blastyard/game/games"
	"blastyard/game/match"
)

// TestSummary: the totals of a series belong to seats, whichever player a seat had in a match. With a special player,
// matches in which every ordinary character died before the last turn count as extinct.
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

// TestJobs: matches of built-in bots are played concurrently, up to their number. Matches with a Player are not.
func TestJobs(t *testing.T) {
	bot, player := Seat{Bot: "builtin:idle"}, Seat{Player: Func(nil)}
	procs := runtime.GOMAXPROCS(0)
	for _, c := range []struct {
		seats               []Seat
		matches, jobs, want int
	}{
		{[]Seat{bot, bot}, 1000, 0, procs},
		{[]Seat{bot, bot}, 1, 0, 1},
		{[]Seat{bot, bot}, 1000, 3, 3},
		{[]Seat{bot, bot}, 2, 7, 2},
		{[]Seat{bot, player}, 1000, 0, 1},
		{[]Seat{player, player}, 1000, 3, 1},
	} {
		p, err := (&Arena{Games: games.All()}).Prepare(Config{Seats: c.seats})
		if err != nil {
			t.Fatal(err)
		}
		if got := p.jobs(Series{Matches: c.matches, Jobs: c.jobs}); got != c.want {
			t.Errorf("%+v: %d jobs, expected %d", c, got, c.want)
		}
		p.Close()
	}
}

// TestUnwell: a seat that failed, was late or had actions refused is unwell.
func TestUnwell(t *testing.T) {
	for _, c := range []struct {
		seat SeatResult
		want bool
	}{
		{SeatResult{Reason: match.Finished}, false},
		{SeatResult{Reason: match.Crashed}, true},
		{SeatResult{Reason: match.Finished, Late: 1}, true},
		{SeatResult{Reason: match.Finished, Refused: 1}, true},
	} {
		if c.seat.Unwell() != c.want {
			t.Errorf("%+v: expected %t", c.seat, c.want)
		}
	}
}
