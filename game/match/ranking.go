package match

import (
	"cmp"
	"fmt"
	"slices"
)

// Ranking says how failed players are ranked.
type Ranking uint8

// The values of Ranking.
const (
	FailedLast Ranking = iota // behind all players who did not fail
	FailedKeep                // as the game ranks them, as in the originals
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

// Standing is the result of a player so far, and why it stopped.
type Standing struct {
	Score   int
	Special bool // it has a special role and cannot win
	Reason  Reason
}

// Ranks returns the ranks of the players by id: 1 is the best, and equal ranks are a draw, as in 1, 2, 2, 4. The
// player ahead, unless it is NoWinner, comes first. The others are sorted by score, and with equal scores failed
// players come last. With FailedLast all failed players come after all others, and each group is sorted like that.
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

// after sorts false before true.
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

// Winner returns the winner, or NoWinner. It is the player ahead, unless that failed and another one did not. In that
// case it is the player with the strictly highest score among those who did not fail.
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
