package train

import (
	"encoding/binary"

	"blastyard/game/match"
)

// episodes are the served matches: their states, and what the program sees of them.
type episodes struct {
	config *Config
	seats  []int
	chars  int // characters of a player
	scorer scorer
	all    []episode
	shared shared
}

// shared has the arrays that all games have.
type shared struct {
	actions                     []uint8
	reward, returns             []float32
	terminated, truncated, done []uint8
	scores, winner              []int32
	alive, legal                []uint8
	lengths, turn               []int32
	number                      []int64
	seed                        []uint64
}

// episode is a match that goes from episode to episode.
type episode struct {
	world
	now     standing
	steps   int
	ended   bool        // nothing is played before the next episode
	out     []uint8     // by seat: 1 if it is terminated
	returns []float32   // by seat: the sum of the rewards
	before  []int32     // by player: the scores before the turn
	base    match.Draws // of its episode 0
	number  int64
}

// addShared adds the arrays that all games have to a layout.
func addShared(l *Layout, n, seats, chars, players int) error {
	for _, a := range []Array{
		{Name: "actions", Dtype: "uint8", Shape: []int{n, seats, chars}},
		{Name: "reward", Dtype: "float32", Shape: []int{n, seats}},
		{Name: "terminated", Dtype: "bool", Shape: []int{n, seats}},
		{Name: "truncated", Dtype: "bool", Shape: []int{n, seats}},
		{Name: "done", Dtype: "bool", Shape: []int{n}},
		{Name: "scores", Dtype: "int32", Shape: []int{n, players}},
		{Name: "winner", Dtype: "int32", Shape: []int{n}},
		{Name: "alive", Dtype: "bool", Shape: []int{n, players}},
		{Name: "episode_return", Dtype: "float32", Shape: []int{n, seats}},
		{Name: "episode_length", Dtype: "int32", Shape: []int{n}},
		{Name: "episode", Dtype: "int64", Shape: []int{n}},
		{Name: "seed", Dtype: "uint64", Shape: []int{n}},
		{Name: "turn", Dtype: "int32", Shape: []int{n}},
	} {
		if err := l.add(a.Name, a.Dtype, a.Shape...); err != nil {
			return err
		}
	}
	return nil
}

func sharedOf(a *arrays) shared {
	return shared{actions: a.bytes("actions"), reward: view[float32](a, "reward"),
		returns: view[float32](a, "episode_return"), terminated: a.bytes("terminated"), truncated: a.bytes("truncated"),
		done: a.bytes("done"), scores: view[int32](a, "scores"), winner: view[int32](a, "winner"),
		alive: a.bytes("alive"), legal: a.bytes("legal"), lengths: view[int32](a, "episode_length"),
		turn:   view[int32](a, "turn"),
		number: view[int64](a, "episode"), seed: view[uint64](a, "seed")}
}

// newEpisodes creates the matches, which have not begun yet.
func newEpisodes(c *Config, kind kindOfWorld, f *Facts, a *arrays) (*episodes, error) {
	seen := seenOf(a, kind.spec(), len(f.Seats))
	e := &episodes{config: c, seats: f.Seats, chars: f.Characters, shared: sharedOf(a), all: make([]episode, c.Matches),
		scorer: newScorer(c.Reward, f)}
	k, p := len(f.Seats), f.Players
	// The data of a match lies next to that of the following match, which is played next.
	out, returns, before := make([]uint8, c.Matches*k), make([]float32, c.Matches*k), make([]int32, c.Matches*p)
	for i := range e.all {
		w, err := kind.world(seen, i)
		if err != nil {
			return nil, err
		}
		now := standing{scores: part(e.shared.scores, i, p), alive: part(e.shared.alive, i, p)}
		e.all[i] = episode{world: w, now: now, base: c.draws(c.Seed, i), out: part(out, i, k),
			returns: part(returns, i, k), before: part(before, i, p)}
	}
	return e, nil
}

// draws returns what the chance of match i comes from, in its first episode, if match 0 has the seed.
func (c *Config) draws(seed uint64, i int) match.Draws {
	d := match.Draws{Seed: seed + uint64(i), Secret: c.secret}
	if i > 0 {
		d.Secret = d.Match(i).Secret
	}
	return d
}

// begin starts an episode of match i. number counts the episodes of its seed.
func (e *episodes) begin(i int, number int64) error {
	x := &e.all[i]
	draws := x.base
	if number > 0 {
		draws = x.base.Match(int(number))
	}
	seed, err := x.restart(draws)
	if err != nil {
		return err
	}
	x.number = number
	e.shared.seed[i], e.shared.number[i] = seed, number
	e.settle(i)
	return nil
}

// settle begins an episode of match i in the state of its world.
func (e *episodes) settle(i int) {
	x, k := &e.all[i], len(e.seats)
	x.steps = 0
	clear(x.out)
	clear(x.returns)
	x.stand(&x.now)
	copy(x.before, x.now.scores)
	reward := part(e.shared.reward, i, k)
	clear(reward)
	clear(part(e.shared.truncated, i, k))
	x.ended = x.add(reward, e.seats, part(e.shared.terminated, i, k)) == 0
	e.tell(i, false)
}

// step plays a turn of match i.
func (e *episodes) step(i int) error {
	x := &e.all[i]
	k := len(e.seats)
	reward := part(e.shared.reward, i, k)
	if x.ended {
		if e.config.Autoreset == autoresetNext {
			return e.begin(i, x.number+1)
		}
		clear(reward)
		e.shared.done[i] = 0
		return nil
	}
	e.tell(i, e.turn(i, part(e.shared.actions, i, k*e.chars)))
	return nil
}

// turn plays a turn of match i, and returns whether the match ended.
func (e *episodes) turn(i int, actions []uint8) (done bool) {
	x, k := &e.all[i], len(e.seats)
	reward := part(e.shared.reward, i, k)
	x.play(actions)
	x.steps++
	x.stand(&x.now)
	e.scorer.reward(&e.scorer, reward, x)
	done = x.add(reward, e.seats, part(e.shared.terminated, i, k)) == 0
	if !done && x.steps == e.config.MaxSteps {
		done = true
		for s, out := range x.out {
			e.shared.truncated[i*k+s] = 1 - out
		}
	}
	x.ended = done
	return done
}

// add adds the rewards of a turn to the returns, marks the seats that are out, and returns how many are left. It has no
// branches, because the processor cannot predict who dies.
func (x *episode) add(reward []float32, seats []int, terminated []uint8) int {
	left, over := len(seats), number(x.now.over)
	returns, outs, alive := x.returns[:len(seats)], x.out[:len(seats)], x.now.alive
	reward, terminated = reward[:len(seats)], terminated[:len(seats)]
	for s, p := range seats {
		returns[s] += reward[s]
		out := outs[s] | over | (1 - alive[p])
		outs[s], terminated[s] = out, out
		left -= int(out)
	}
	return left
}

// tell writes the state of match i, and what its seats see.
func (e *episodes) tell(i int, done bool) {
	x, s := &e.all[i], &e.shared
	s.turn[i], s.winner[i], s.done[i] = int32(x.now.turn), match.NoWinner, number(done)
	if x.ended && x.now.over {
		s.winner[i] = int32(x.now.winner)
	}
	if done {
		s.lengths[i] = int32(x.steps)
		copy(part(s.returns, i, len(e.seats)), x.returns)
	}
	x.observe()
}

func number(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// wrongAction returns the place of the first invalid action among matches that will be played, or -1.
func (e *episodes) wrongAction(limit uint8) int {
	if below(e.shared.actions, limit) {
		return -1
	}
	size := len(e.seats) * e.chars
	for i, a := range e.shared.actions {
		if a >= limit && !e.all[i/size].ended {
			return i
		}
	}
	return -1
}

// below reports whether all numbers are below a limit of at most 128. It tests eight at once: the highest bit of a byte
// is set if its number is 128 or more, or if adding 128 minus the limit carries into it.
func below(numbers []uint8, limit uint8) bool {
	const each = 0x0101010101010101
	high, add := uint64(0), uint64(128-limit)*each
	for ; len(numbers) >= 8; numbers = numbers[8:] {
		x := binary.LittleEndian.Uint64(numbers)
		high |= x | (x&(0x7f*each) + add)
	}
	for _, x := range numbers {
		high |= uint64(x) | uint64(x&0x7f+128-limit)
	}
	return high&(0x80*each) == 0
}
