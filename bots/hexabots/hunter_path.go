package hexabots

import "blastyard/rules/hexabomb"

// node is a path's last step so far: to be on a cell at the end of a turn.
type node struct {
	parent int32 // -1: the start
	value  int32
	cell   hexabomb.Cell
	turn   uint8
	dead   bool
}

// plan finds the best path from a cell for a character that can move from turn t on. Of the paths that meet in a cell
// in the same turn the better one goes on. It returns the value and the last node.
func (h *hunter) plan(from hexabomb.Cell, t int) (best int, end int32) {
	h.nodes = append(h.nodes[:0], node{parent: -1, cell: from, turn: uint8(t - 1)})
	best, end = -1<<30, 0
	if t == 2 && h.danger.At(from, 1) {
		return -h.death, 0
	}
	begin := 0
	for ; t <= hunterSight; t++ {
		stop := len(h.nodes)
		h.step++
		for i := begin; i < stop; i++ {
			if !h.nodes[i].dead {
				h.expand(int32(i), t, &best, &end)
			}
		}
		begin = stop
	}
	for i := begin; i < len(h.nodes); i++ {
		n := h.nodes[i]
		if n.dead {
			continue
		}
		if v := int(n.value+h.pull[n.cell]) + int(below(uint32(h.rng.Uint64()), 16)); v > best {
			best, end = v, int32(i)
		}
	}
	return best, end
}

// expand adds the steps that can follow a node. One into a blast ends the path.
func (h *hunter) expand(i int32, t int, best *int, end *int32) {
	n := h.nodes[i]
	for d, to := range h.next[int(n.cell)<<3 : int(n.cell)<<3+stay+1] {
		if !h.enter(n.cell, to, t) {
			continue
		}
		if h.danger.At(to, t) {
			if v := int(n.value) - h.death + h.death/64*t; v > *best {
				h.nodes = append(h.nodes, node{i, n.value, to, uint8(t), true})
				*best, *end = v, int32(len(h.nodes)-1)
			}
			continue
		}
		v := n.value + h.reward(i, to, t)
		if t == 1 && h.survival != nil {
			v -= h.risk[d]
		}
		if d == stay && h.crowd[to]>>t&1 != 0 { // a team mate wants to pass
			v -= h.yield
		}
		if h.seen[to] == h.step {
			if old := &h.nodes[h.latest[to]]; old.value < v {
				old.value, old.parent = v, i
			}
			continue
		}
		h.seen[to], h.latest[to] = h.step, int32(len(h.nodes))
		h.nodes = append(h.nodes, node{i, v, to, uint8(t), false})
	}
}

// reward is what painting a cell in turn t is worth to a path.
func (h *hunter) reward(i int32, c hexabomb.Cell, t int) int32 {
	if h.survival != nil {
		return h.lasting[c]
	}
	if h.claimed[c] {
		return 0
	}
	value := h.lasting[c]
	if until := h.danger.Next(c, t); until > 0 {
		value = h.worth[c] * int32(until-t) / blastLife
	}
	if value == 0 {
		return 0
	}
	for ; i >= 0; i = h.nodes[i].parent {
		if h.nodes[i].cell == c {
			return 0
		}
	}
	return value - value*int32(t)*turnDecay/256
}
