package match

import (
	"cmp"
	"fmt"
	"slices"
)

// Ranking says where players who failed stand.
type Ranking uint8

// The values of Ranking.
const (
	FailedLast Ranking = iota // behind all who did not fail
	FailedKeep                // where the game puts them: what they have reached counts, as in the originals
)

func (r Ranking) String() string {
	switch r {
	case FailedLast:
		return "last"
	case FailedKeep:
		return "keep"
	default:
		return fmt.Sprintf("Ranking(%d)", uint8(r))
	}
}

// ParseRanking returns the ranking with the given name.
func ParseRanking(name string) (Ranking, error) {
	for _, r := range []Ranking{FailedLast, FailedKeep} {
		if name == r.String() {
			return r, nil
		}
	}
	return 0, fmt.Errorf("%.40q is not known, expected %v or %v", name, FailedLast, FailedKeep)
}

// Standing is what a player has reached, and why it stopped.
type Standing struct {
	Score   int
	Special bool // it plays another part: it cannot win
	Reason  Reason
}

// Ranks are the ranks of the players by id: 1 is the best, and equal ranks are a draw: 1, 2, 2, 4. ahead is whom the
// game puts first, or NoWinner. It comes first, then the score counts. Of those with the same score who did not fail
// comes before who did. With FailedLast all this holds among those who did not fail, and among those who did.
func (r Ranking) Ranks(ahead int, players []Standing) []int {
	compare := func(a, b int) int {
		x, y := &players[a], &players[b]
		failed := after(x.Reason.Failed(), y.Reason.Failed())
		last := failed
		if r == FailedKeep {
			last = 0
		}
		return cmp.Or(last, after(a != ahead, b != ahead), cmp.Compare(y.Score, x.Score), failed)
	}
	order, ranks := make([]int, len(players)), make([]int, len(players))
	for id := range order {
		order[id] = id
	}
	slices.SortStableFunc(order, compare)
	for i, id := range order {
		if ranks[id] = i + 1; i > 0 && compare(order[i-1], id) == 0 {
			ranks[id] = ranks[order[i-1]]
		}
	}
	return ranks
}

// after orders false before true.
func after(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	default:
		return -1
	}
}

// Winner is who has won, or NoWinner: whom the game puts first, unless that one failed and somebody did not. Then it is
// the one with the highest score of those who did not fail, if no other has the same.
func (r Ranking) Winner(ahead int, players []Standing) int {
	stays := func(s Standing) bool { return !s.Special && !s.Reason.Failed() }
	failed := func(s Standing) bool { return !s.Special && s.Reason.Failed() }
	if r == FailedKeep || !slices.ContainsFunc(players, stays) || !slices.ContainsFunc(players, failed) ||
		ahead != NoWinner && stays(players[ahead]) {
		return ahead
	}
	winner, alone := NoWinner, false
	for id, p := range players {
		switch {
		case !stays(p) || winner != NoWinner && p.Score < players[winner].Score:
		case winner != NoWinner && p.Score == players[winner].Score:
			alone = false
		default:
			winner, alone = id, true
		}
	}
	if !alone {
		return NoWinner
	}
	return winner
}
