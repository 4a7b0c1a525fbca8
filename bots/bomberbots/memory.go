package bomberbots

import "blastyard/rules/bomberman/forecast"

// memory is what a bot keeps from round to round.
type memory struct {
	visited set     // blocks that it has stood on
	since   []int   // by player: the round since which it stands where it does
	stands  []int   // by player: where
	shunned []int32 // by block: the round until which it is no place for a bomb
	round   int     // the coming one
}

func newMemory(blocks, players int) memory {
	m := memory{visited: forecast.NewSet(blocks), since: make([]int, players), stands: make([]int, players),
		shunned: make([]int32, blocks)}
	m.forget()
	return m
}

func (m *memory) forget() {
	clear(m.visited)
	clear(m.shunned)
	for k := range m.stands {
		m.stands[k] = none
	}
}

// copyFrom makes m equal to o, of the same map.
func (m *memory) copyFrom(o *memory) {
	copy(m.visited, o.visited)
	copy(m.since, o.since)
	copy(m.stands, o.stands)
	copy(m.shunned, o.shunned)
	m.round = o.round
}

func (m *memory) notice(v *view, round int) {
	m.round = round
	m.visited.Add(v.self().at)
	for k, p := range v.players {
		if m.stands[k] != p.at || p.onMap > 0 {
			m.stands[k], m.since[k] = p.at, round
		}
	}
}

// idleRounds is how long a player does nothing until it counts as idle.
const idleRounds = 8

// idles reports whether a player has neither moved nor had a bomb on the map for a while.
func (m *memory) idles(k int) bool { return m.round-m.since[k] >= idleRounds }

// shunRounds is how long a place where a bomb could not be placed safely is left alone.
const shunRounds = 15

func (m *memory) shun(block int) { m.shunned[block] = int32(m.round + shunRounds) }

func (m *memory) shuns(block int) bool { return int(m.shunned[block]) > m.round }
