package train

import (
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// maxPlay is the maximum number of actions of a request "play".
const maxPlay = 1 << 28

// readActions reads the actions that follow a request.
func (r *Request) readActions(l *link) error {
	if r.Bytes < 0 || r.Bytes > maxPlay {
		return l.refuse(fmt.Errorf("request: bytes is %d, expected 0 to %d", r.Bytes, maxPlay))
	}
	if r.Bytes == 0 {
		return nil
	}
	r.actions = make([]uint8, r.Bytes)
	_, err := io.ReadFull(l.in, r.actions)
	return err
}

// checkBranches checks the fields of "set", "branch" and "play".
func (r *Request) checkBranches(s *server) error {
	n := len(r.Matches)
	switch r.Do {
	case "set":
		if len(r.States) != 1 && len(r.States) != n {
			return fmt.Errorf("states has %d states for %d matches, expected one or one for each", len(r.States), n)
		}
		for i := range r.States {
			if r.States[i].State == nil {
				return fmt.Errorf("states[%d] has no state", i)
			}
			if err := r.States[i].check(); err != nil {
				return fmt.Errorf("states[%d]: %w", i, err)
			}
		}
	case "branch":
		return r.checkSources(len(s.episodes.all))
	case "play":
		size := n * len(s.episodes.seats) * s.episodes.chars // of a turn
		switch {
		case r.Turns < 1 || r.Turns > maxPlay/max(1, size):
			return fmt.Errorf("turns is %d, expected 1 to %d for %d matches", r.Turns, maxPlay/max(1, size), n)
		case r.Seed == nil && len(r.actions) != r.Turns*size:
			return fmt.Errorf("bytes is %d, expected %d: an action in each of %d turns for each of %d characters",
				len(r.actions), r.Turns*size, r.Turns, size)
		case r.Seed != nil && r.actions != nil:
			return fmt.Errorf("bytes and seed, expected one of them")
		}
	}
	if r.Do != "play" && r.actions != nil {
		return fmt.Errorf("bytes is of play")
	}
	if r.Do != "branch" && r.From != nil {
		return fmt.Errorf("from is of a branch")
	}
	return nil
}

// checkSources checks that no match of a branch is both a source and changed.
func (r *Request) checkSources(matches int) error {
	if len(r.From) != len(r.Matches) {
		return fmt.Errorf("from has %d matches, expected one for each of %d", len(r.From), len(r.Matches))
	}
	changed := make([]bool, matches)
	for k, i := range r.Matches {
		changed[i] = r.From[k] != i
	}
	for k, from := range r.From {
		switch {
		case from < 0 || from >= matches:
			return fmt.Errorf("from[%d] is %d, expected 0 to %d", k, from, matches-1)
		case changed[from]:
			return fmt.Errorf("from[%d] is match %d, which this request changes, too: expected one that stays", k, from)
		}
	}
	return nil
}

// few is the number of matches from which the other goroutines of the crew are worth waking.
const few = 8

// each calls work for the matches of a list, with their places in it.
func (s *server) each(matches []int, work func(k, i int) error) error {
	if len(matches) < few {
		return s.crew.here(len(matches), func(k int) error { return work(k, matches[k]) })
	}
	places := make([]int, len(s.episodes.all)) // by match: its place in the list, from 1
	for k, i := range matches {
		places[i] = k + 1
	}
	return s.crew.run(func(i int) error {
		if places[i] == 0 {
			return nil
		}
		return work(places[i]-1, i)
	})
}

// set sets states of matches: all, or none if one is wrong.
func (s *server) set(l *link, r *Request) error {
	e, n := s.episodes, len(r.Matches)
	once := len(r.States) == 1 && !r.States[0].DrawPowerUps // for all matches: it is parsed once
	places := make([]func() error, n)
	err := s.each(r.Matches, func(k, i int) (err error) {
		if k == 0 || !once {
			places[k], err = e.all[i].set(&r.States[k%len(r.States)], r.seedOf(k))
		}
		return err
	})
	if err != nil {
		return l.tellError(fmt.Errorf("request: %w", err))
	}
	place := func(k, i int) error {
		if places[k] == nil {
			return e.all[i].follow(e.all[r.Matches[0]].world, r.seedOf(k), false)
		}
		return places[k]()
	}
	if n > 0 {
		err = place(0, r.Matches[0]) // before others follow it
	}
	if err == nil {
		err = s.each(r.Matches, func(k, i int) error {
			if k > 0 {
				if err := place(k, i); err != nil {
					return err
				}
			}
			e.shared.seed[i] = r.seedOf(k)
			e.settle(i)
			return nil
		})
	}
	return s.changed(l, err)
}

// seedOf returns the seed of the k-th match of a request.
func (r *Request) seedOf(k int) uint64 {
	switch {
	case r.Seeds != nil:
		return r.Seeds[k]
	case r.Seed != nil:
		return *r.Seed + uint64(k)
	default:
		return uint64(k)
	}
}

// branch lets matches go on from the states of others. Without seeds they draw the same.
func (s *server) branch(l *link, r *Request) error {
	e, exact := s.episodes, r.Seeds == nil && r.Seed == nil
	return s.changed(l, s.each(r.Matches, func(k, i int) error {
		seed := e.shared.seed[r.From[k]]
		if !exact {
			seed = r.seedOf(k)
		}
		return e.branch(i, r.From[k], seed, exact)
	}))
}

// play plays several turns of some matches with the actions that follow the request, or with random ones.
func (s *server) play(l *link, r *Request) error {
	e := s.episodes
	size := len(e.seats) * e.chars
	actions := r.actions
	if actions != nil {
		if i := slices.IndexFunc(actions, func(a uint8) bool { return a >= uint8(s.facts.Actions) }); i >= 0 {
			k := i / size
			return l.tellError(fmt.Errorf("action %d in turn %d of match %d, seat %d, character %d: "+
				"expected 0 to %d; nothing was played", actions[i], k/len(r.Matches), r.Matches[k%len(r.Matches)],
				i%size/e.chars, i%e.chars, s.facts.Actions-1))
		}
	}
	return s.changed(l, s.each(r.Matches, func(k, i int) error {
		if actions == nil {
			rng := rand.New(rand.NewPCG(*r.Seed, uint64(k)))
			e.playOn(i, r.Turns, func(int) []uint8 { return e.random(i, s.facts.LegalMasks, rng) })
			return nil
		}
		e.playOn(i, r.Turns, func(turn int) []uint8 { return part(actions, turn*len(r.Matches)+k, size) })
		return nil
	}))
}

// changed answers that matches have changed.
func (s *server) changed(l *link, err error) error {
	if err != nil {
		return l.refuse(err)
	}
	s.showWatched()
	return l.ready()
}

// branch lets match i go on from the state of another.
func (e *episodes) branch(i, from int, seed uint64, exact bool) error {
	x, y := &e.all[i], &e.all[from]
	if i == from && exact {
		return nil
	}
	if err := x.follow(y.world, seed, exact); err != nil {
		return err
	}
	x.steps, x.ended = y.steps, y.ended
	copy(x.out, y.out)
	copy(x.returns, y.returns)
	copy(x.before, y.before)
	x.stand(&x.now)
	k := len(e.seats)
	clear(part(e.shared.reward, i, k))
	copy(part(e.shared.terminated, i, k), part(e.shared.terminated, from, k))
	copy(part(e.shared.truncated, i, k), part(e.shared.truncated, from, k))
	e.shared.seed[i] = seed
	e.tell(i, false)
	return nil
}

// playOn plays turns of match i until it ends. Its reward is the sum of those of the turns.
func (e *episodes) playOn(i, turns int, actions func(turn int) []uint8) {
	x, k := &e.all[i], len(e.seats)
	reward, sum := part(e.shared.reward, i, k), make([]float32, k)
	done := false
	for turn := 0; turn < turns && !x.ended; turn++ {
		done = e.turn(i, actions(turn))
		for seat, r := range reward {
			sum[seat] += r
		}
	}
	copy(reward, sum)
	e.tell(i, done)
}

// random draws a legal action for each character of match i.
func (e *episodes) random(i int, masks []uint32, rng *rand.Rand) []uint8 {
	x, size := &e.all[i], len(e.seats)*e.chars
	x.observe()
	actions := part(e.shared.actions, i, size)
	for c, key := range part(e.shared.legal, i, size) {
		actions[c] = drawn(masks[key], rng)
	}
	return actions
}

// drawn returns a random bit that is set in a mask.
func drawn(mask uint32, rng *rand.Rand) uint8 {
	for n := rng.IntN(bits.OnesCount32(mask)); n > 0; n-- {
		mask &= mask - 1
	}
	return uint8(bits.TrailingZeros32(mask))
}
