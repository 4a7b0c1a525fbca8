package similar

// Two bots that share reach tokens in a row have a fingerprint in common; a match of fewer than gram tokens is never
// found. Most lines have 8 to 15 tokens.
const (
	gram   = 24 // tokens of a fingerprint
	window = 12 // of this many fingerprints in a row, one is kept
)

// fingerprint is the hash of gram tokens, and where they begin.
type fingerprint struct {
	hash uint64
	at   int32 // the first token, in its file
}

// grams returns the hashes of all gram tokens in a row.
func grams(tokens []token) []uint64 {
	if len(tokens) < gram {
		return nil
	}
	const base = 0x9E3779B97F4A7C15
	lead := uint64(1) // base to the power of gram-1
	for range gram - 1 {
		lead *= base
	}
	hashes := make([]uint64, 0, len(tokens)-gram+1)
	h := uint64(0)
	for i, t := range tokens {
		if i >= gram {
			h -= lead * uint64(tokens[i-gram].code)
		}
		h = h*base + uint64(t.code)
		if i >= gram-1 {
			hashes = append(hashes, mixed(h))
		}
	}
	return hashes
}

// mixed spreads the bits of a hash, so that the smallest ones are those of no special tokens.
func mixed(h uint64) uint64 {
	h ^= h >> 32
	h *= 0xD6E8FEB86659FD93
	return h ^ h>>32
}

// winnow keeps the smallest hash of each window, of equal ones the last.
func winnow(hashes []uint64) (kept []fingerprint) {
	last := -1
	for end := min(window, len(hashes)); end <= len(hashes) && end > 0; end++ {
		best := max(0, end-window)
		for i := best + 1; i < end; i++ {
			if hashes[i] <= hashes[best] {
				best = i
			}
		}
		if best != last {
			kept = append(kept, fingerprint{hashes[best], int32(best)})
			last = best
		}
	}
	return kept
}
