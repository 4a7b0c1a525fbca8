package games

import "blastyard/game"

// A mixer is a hash that is being computed. It multiplies words in one by one. Each step is reversible, so two lists
// that differ in only one word never have the same mixer. docs/replay-format.md describes the algorithm.
type mixer uint64

const mixFactor = 0x9E3779B97F4A7C15

func (m mixer) add(word uint64) mixer {
	m = (m ^ mixer(word)) * mixFactor
	return m ^ m>>32
}

// end distributes the last word over all bits.
func (m mixer) end() mixer { return m.add(0).add(0) }

// newHash returns the hash of a state from its turn and its parts.
func newHash(turn int, parts *[game.NumParts]mixer) game.Hash {
	var h game.Hash
	whole := mixer(0).add(uint64(turn))
	for i, p := range parts {
		p = p.end()
		h.Parts[i] = uint16(p)
		whole = whole.add(uint64(p))
	}
	h.Whole = uint64(whole.end())
	return h
}
