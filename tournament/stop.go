package tournament

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"blastyard/game/rating"
)

// A stopRule says when a stage has enough results. The stage calls it with its blocks in the order of their numbers,
// and with a block only when all blocks before it are whole. So the order of the results does not matter. (A ladder
// calls it with blocks in the order in which they become whole.)
type stopRule interface {
	// step tells the rule that block b is whole. It reports whether the stage stops after it, and tells people why, or
	// how far the stage is.
	step(st *stage, b int) (stop bool, why string)
	// rewind forgets block b and all blocks after it.
	rewind(st *stage, b int)
}

// newStopRule returns the rule of a stage; nil: it has none.
func newStopRule(c Config, n int) stopRule {
	switch {
	case c.Format == SPRT:
		return newSPRT(c)
	case c.Until.Top > 0:
		return newUntil(c, n)
	}
	return nil
}

// untilRule implements Config.Until. It checks the standings after fixed numbers of blocks: first when everybody has
// played some, then each time there are a tenth more. A single check could succeed by luck, so two checks in a row must
// agree.
type untilRule struct {
	until  Until
	seed   uint64
	unit   int // blocks of a round
	data   rating.Data
	blocks int // blocks in data
	looks  []look
}

// look is the outcome of a check.
type look struct {
	blocks    int
	separated bool
}

const (
	firstLook  = 8   // rounds
	resamples  = 400 // of a check
	looksAgree = 2
)

func newUntil(c Config, n int) *untilRule {
	u := &untilRule{until: c.Until, seed: c.Seed, unit: max(1, n/c.Players)}
	if c.Format == Gauntlet {
		u.unit = c.Heroes * ceilDiv(n-c.Heroes, c.Players-1)
	}
	return u
}

// nextLook returns after how many blocks the next check is due.
func (u *untilRule) nextLook() int {
	if len(u.looks) == 0 {
		return firstLook * u.unit
	}
	last := u.looks[len(u.looks)-1].blocks
	return ceilDiv(max(last+u.unit, last+last/10), u.unit) * u.unit
}

func (u *untilRule) add(st *stage, b int) {
	local := make(map[int]int)
	_, group, _ := st.plan.block(b)
	for _, e := range group {
		local[st.who[e]] = e
	}
	players := make([]int, len(group))
	for r := range st.resultsOf(b) {
		for i, e := range r.Entrants {
			players[i] = local[e]
		}
		if err := u.data.Add(b, players, r.Ranks); err != nil {
			panic("tournament: a checked result cannot be rated: " + err.Error())
		}
	}
	u.blocks++
}

func (u *untilRule) step(st *stage, b int) (stop bool, why string) {
	if st.isOut(b) {
		return false, ""
	}
	u.add(st, b)
	if u.blocks < u.nextLook() {
		return false, ""
	}
	separated, why := u.look(st)
	u.looks = append(u.looks, look{u.blocks, separated})
	if len(u.looks) < looksAgree {
		return false, ""
	}
	for _, l := range u.looks[len(u.looks)-looksAgree:] {
		if !l.separated {
			return false, ""
		}
	}
	return true, why
}

// look reports whether the ranks of the first entrants are separated.
func (u *untilRule) look(st *stage) (separated bool, why string) {
	n := len(st.who)
	if n <= u.until.Top {
		return false, ""
	}
	m, err := rating.Fit(&u.data, n)
	if err != nil {
		panic("tournament: a fit with a prior failed: " + err.Error())
	}
	m.Intervals(&u.data, resamples, u.seed)
	order := upTo(n)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(m.Strengths[b], m.Strengths[a]) })
	first := make([]string, u.until.Top)
	for i := range first {
		if m.Better(order[i], order[i+1]) < u.until.Confidence {
			return false, ""
		}
		first[i] = st.s.names[st.who[order[i]]]
	}
	return true, fmt.Sprintf("the ranks of the first are certain to %.4g %%: %s",
		100*u.until.Confidence, strings.Join(first, ", "))
}

func (u *untilRule) rewind(st *stage, b int) {
	u.data, u.blocks = rating.Data{}, 0
	_, isLadder := st.plan.(*ladder)
	for i := range len(st.refs) {
		if st.refs[i] != 0 && !st.isOut(i) && (i < b || isLadder) {
			u.add(st, i)
		}
	}
	for len(u.looks) > 0 && u.looks[len(u.looks)-1].blocks > u.blocks {
		u.looks = u.looks[:len(u.looks)-1]
	}
}
