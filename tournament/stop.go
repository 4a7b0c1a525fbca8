package tournament

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"blastyard/tournament/internal/rating"
)

// A stopRule says when a stage knows enough. It hears of the blocks of a stage in the order of their numbers, of each
// when all before are whole. So it does not matter in which order the results came. (Of a ladder it hears of the
// blocks as they come.)
type stopRule interface {
	// step hears that block b is whole. It reports whether the stage stops after it, and for people why, or how far it
	// is.
	step(st *stage, b int) (stop bool, why string)
	// rewind forgets block b and all after it.
	rewind(st *stage, b int)
}

// newStopRule is the rule of a stage; nil: it has none.
func newStopRule(c Config, n int) stopRule {
	switch {
	case c.Format == SPRT:
		return newSPRT(c)
	case c.Until.Top > 0:
		return newUntil(c, n)
	}
	return nil
}

// untilRule is Config.Until. It looks after fixed numbers of blocks: first when everybody has played some, then each
// time there is a tenth more. Each look could be right by luck; so two looks in a row must agree.
type untilRule struct {
	until  Until
	seed   uint64
	unit   int // blocks of a round
	data   rating.Data
	blocks int // in data
	looks  []look
}

// look is what a look saw.
type look struct {
	blocks    int
	separated bool
}

const (
	firstLook  = 8   // rounds
	resamples  = 400 // of a look
	looksAgree = 2
)

func newUntil(c Config, n int) *untilRule {
	u := &untilRule{until: c.Until, seed: c.Seed, unit: max(1, n/c.Players)}
	if c.Format == Gauntlet {
		u.unit = c.Heroes * ceilDiv(n-c.Heroes, c.Players-1)
	}
	return u
}

// nextLook is after how many blocks the next look is.
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

// look reports whether the ranks of the first are separated.
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
		if st.refs[i] != 0 && (i < b || isLadder) {
			u.add(st, i)
		}
	}
	for len(u.looks) > 0 && u.looks[len(u.looks)-1].blocks > u.blocks {
		u.looks = u.looks[:len(u.looks)-1]
	}
}
