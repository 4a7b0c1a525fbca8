package tournament

import "blastyard/game/match"

// BlockSecret returns what all random choices of the matches of a block come from, which share it as they share their
// seed. event is the secret of the event; without one its blocks have none. docs/replay-format.md describes how, and
// that nobody can find the secret of the event, or of another block, from it. A match that is played again, after some
// tries from 0, has a secret of its own try: its players may know the one before, and have come back with new versions.
func BlockSecret(event match.Secret, id ID, try int) (s match.Secret) {
	if event.IsZero() {
		return s
	}
	numbers := []uint64{uint64(id.Stage), uint64(id.Block)}
	if try > 0 {
		numbers = append(numbers, uint64(try))
	}
	key := event.Key("block", numbers...)
	copy(s[:], key[:])
	return s
}

// Over reports whether no match of the block of a match is to be played any more, so that what its matches share may
// become public, and how many matches the block has.
func (s *Schedule) Over(id ID) (over bool, matches int) {
	if id.Stage < 0 || id.Stage >= len(s.configs) || id.Block < 0 {
		return false, 0
	}
	matches = s.configs[id.Stage].Rotations
	if id.Stage >= len(s.stages) {
		return false, matches // its results wait for an earlier stage
	}
	st := s.stages[id.Stage]
	return st.refOf(id.Block) != 0 || st.complete(), matches
}
