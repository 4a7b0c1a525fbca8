package tournament

import (
	"fmt"

	"blastyard/game/sprt"
)

// duel is the plan of SPRT: an endless list of pairs of matches between two entrants.
type duel struct {
	fixed
	limited bool
}

func newDuel(c Config) *duel {
	return &duel{fixed: limited(maxBlocks, c), limited: c.MaxMatches > 0}
}

func (d *duel) block(b int) (round int, entrants []int, ok bool) {
	return b, []int{0, 1}, b >= 0 && b < d.blocks
}

func (d *duel) size() int {
	if d.limited {
		return d.blocks
	}
	return 0
}

func (d *duel) byes(int) []int { return make([]int, 2) }

// sprtRule stops when the test is decided. It checks after each pair of matches, in the order of the schedule.
type sprtRule struct {
	test  sprt.Test
	pairs sprt.Pairs
}

func newSPRT(c Config) *sprtRule {
	t := c.Test
	return &sprtRule{sprt.Test{Elo0: t.Elo0, Elo1: t.Elo1, Alpha: t.Alpha, Beta: t.Beta}, sprt.NewPairs(2)}
}

func (r *sprtRule) add(st *stage, b int) {
	points, _ := st.tally(b)
	if err := r.pairs.Add(points[0]); err != nil {
		panic("tournament: a checked pair of matches cannot be counted: " + err.Error())
	}
}

func (r *sprtRule) step(st *stage, b int) (stop bool, why string) {
	r.add(st, b)
	verdict := r.test.Verdict(r.pairs)
	return verdict != sprt.GoOn, r.state(st, verdict)
}

// state describes to people how the test stands.
func (r *sprtRule) state(st *stage, verdict sprt.Verdict) string {
	lower, upper := r.test.Bounds()
	first, second := st.s.names[st.who[0]], st.s.names[st.who[1]]
	text := fmt.Sprintf("LLR %.2f of %.2f to %.2f", r.test.LLR(r.pairs), lower, upper)
	switch verdict {
	case sprt.AcceptH1:
		return fmt.Sprintf("%s is stronger than %s: by %v Elo rather than %v (%s)",
			first, second, r.test.Elo1, r.test.Elo0, text)
	case sprt.AcceptH0:
		return fmt.Sprintf("%s is not stronger than %s: by %v Elo rather than %v (%s)",
			first, second, r.test.Elo0, r.test.Elo1, text)
	default:
		return "undecided (" + text + ")"
	}
}

func (r *sprtRule) rewind(st *stage, b int) {
	clear(r.pairs)
	for i := range b {
		r.add(st, i)
	}
}
