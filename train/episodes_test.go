package train

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"blastyard/game/match"
)

// seenStep is what a program sees of match i after a step.
type seenStep struct {
	scores                       []int32
	alive, terminated, truncated []uint8
	reward                       []float32
	done                         bool
	winner, turn                 int32
}

func see(c *client, i int) seenStep {
	k, p := len(c.server.facts.Seats), c.server.facts.Players
	return seenStep{slices.Clone(part(view[int32](c.arrays, "scores"), i, p)), slices.Clone(part(c.bytes("alive"), i, p)),
		slices.Clone(part(c.bytes("terminated"), i, k)), slices.Clone(part(c.bytes("truncated"), i, k)),
		slices.Clone(part(view[float32](c.arrays, "reward"), i, k)), c.bytes("done")[i] == 1,
		view[int32](c.arrays, "winner")[i], view[int32](c.arrays, "turn")[i]}
}

// over reports whether the rules or the limit of turns ended match i, and who won.
func over(c *client, i int) (bool, int) {
	f := &c.server.facts
	switch w := c.server.episodes.all[i].world.(type) {
	case *bombermanWorld:
		return w.state.Over() || w.state.Round() == f.Turns, w.state.Winner()
	case *hexabombWorld:
		living := 0
		for p := int(number(f.Special)); p < f.Players; p++ {
			living += w.state.Living(p)
		}
		return w.state.Turn() == f.Turns || f.Special && living == 0, w.state.Winner()
	}
	return false, 0
}

// shareOf returns what "share" divides, by player.
func shareOf(c *client, i, player int) float64 {
	switch w := c.server.episodes.all[i].world.(type) {
	case *bombermanWorld:
		return math.Max(0, float64(w.state.Player(player).Points))
	case *hexabombWorld:
		if !c.server.facts.Special {
			return float64(w.state.CellCount(player))
		}
		return math.Min(1, float64(w.state.Living(player)))
	}
	return 0
}

// wantReward computes the reward of a player for a step as the manual describes it.
func wantReward(c *client, i int, kind string, player int, before, now seenStep) float64 {
	f := &c.server.facts
	first := int(number(f.Special))
	special := player < first
	ended, winner := over(c, i)
	growth := func(p int) float64 { return float64(now.scores[p] - before.scores[p]) }
	sum, all, living, others := 0.0, 0.0, 0.0, 0.0
	for p := first; p < f.Players; p++ {
		if p != player {
			sum += growth(p)
			others++
		}
		all += shareOf(c, i, p)
		living += float64(now.alive[p])
	}
	ordinary := float64(f.Players - first)
	switch {
	case kind == "score" && special:
		return -sum / others / f.ScoreScale
	case kind == "score":
		return (growth(player) - sum/others) / f.ScoreScale
	case kind == "share" && special:
		return -living / ordinary
	case kind == "share" && all == 0:
		return 0
	case kind == "share":
		return shareOf(c, i, player)/all - 1/ordinary
	case kind == "win" && special && ended:
		if living == 0 {
			return 1
		}
		return -1
	case kind == "win" && ended && winner == player:
		return 1
	case kind == "win" && ended && winner >= 0, kind == "win" && !ended && now.alive[player] == 0:
		return -1
	}
	return 0
}

// TestEpisodes plays random matches of every kind, and checks the meaning of each number that a program sees.
func TestEpisodes(t *testing.T) {
	for _, game := range []string{
		`"game":"hexabomb","map":"tiny","turns":40`,
		`"game":"hexabomb","map":"tiny","players":4,"special":true,"turns":60`,
		`"game":"hexabomb","map":"tiny","special":true,"turns":60,"seats":[1,2],"opponents":{"*":"random"}`,
		`"game":"bomberman"`,
		`"game":"bomberman","players":5,"seats":[1,3],"opponents":{"0":"idle","*":"random"}`,
		`"game":"bomberman","players":3,"turns":9`,
	} {
		for _, reward := range []string{"score", "share", "win", "none"} {
			for _, rest := range []string{``, `,"max_steps":7`} {
				if rest != "" && reward != "win" {
					continue
				}
				config := fmt.Sprintf(`{%s,"matches":6,"reward":%q,"observation":"none"%s}`, game, reward, rest)
				t.Run(config, func(t *testing.T) { checkEpisodes(t, serving(t, config), reward) })
			}
		}
	}
}

func checkEpisodes(t *testing.T, c *client, kind string) {
	f, n := &c.server.facts, c.server.config.Matches
	rng := rand.NewPCG(11, 12)
	before, out := make([]seenStep, n), make([][]bool, n)
	returns, lengths := make([][]float64, n), make([]int, n)
	begin := func(i int) {
		before[i], out[i], returns[i], lengths[i] = see(c, i), make([]bool, len(f.Seats)), make([]float64, len(f.Seats)), 0
		if b := before[i]; b.done || b.winner != -1 || int(b.turn) != f.FirstTurn || slices.Max(b.reward) != 0 ||
			slices.Min(b.reward) != 0 || slices.Max(b.terminated) != 0 || slices.Max(b.truncated) != 0 {
			t.Fatalf("match %d begins with %+v", i, b)
		}
	}
	for i := range n {
		begin(i)
	}
	for ended, step := 0, 0; ended < 3*n; step++ {
		if step > 3000 {
			t.Fatalf("%d matches ended in %d steps", ended, step)
		}
		c.choose(rng)
		c.step()
		for i := range n {
			if before[i].done {
				begin(i)
				continue
			}
			lengths[i]++
			now := see(c, i)
			rulesEnd, winner := over(c, i)
			left := 0
			for k, p := range f.Seats {
				want := 0.0
				if !out[i][k] {
					want = wantReward(c, i, kind, p, before[i], now)
				}
				if got := float64(now.reward[k]); math.Abs(got-want) > 1e-5 {
					t.Fatalf("match %d, turn %d: reward of player %d is %v, expected %v; %+v", i, now.turn, p, got, want, now)
				}
				returns[i][k] += want
				out[i][k] = out[i][k] || rulesEnd || now.alive[p] == 0
				left += int(number(!out[i][k]))
				if got := now.terminated[k] == 1; got != out[i][k] {
					t.Fatalf("match %d, turn %d: player %d terminated %v", i, now.turn, p, got)
				}
			}
			cut := lengths[i] == c.server.config.MaxSteps
			if want := left == 0 || cut; now.done != want {
				t.Fatalf("match %d, turn %d: done %v, %d seats left", i, now.turn, now.done, left)
			}
			for k := range f.Seats {
				if got, want := now.truncated[k] == 1, cut && !out[i][k]; got != want {
					t.Fatalf("match %d, step %d: seat %d truncated %v", i, lengths[i], k, got)
				}
			}
			if !rulesEnd {
				winner = -1
			}
			if int(now.winner) != winner {
				t.Fatalf("match %d, turn %d: winner %d, expected %d", i, now.turn, now.winner, winner)
			}
			if before[i] = now; now.done {
				ended++
				checkEnd(t, c, i, returns[i], lengths[i])
			}
		}
	}
}

func checkEnd(t *testing.T, c *client, i int, returns []float64, length int) {
	t.Helper()
	if got := view[int32](c.arrays, "episode_length")[i]; int(got) != length {
		t.Errorf("match %d: length %d, expected %d", i, got, length)
	}
	for k, got := range part(view[float32](c.arrays, "episode_return"), i, len(returns)) {
		if math.Abs(float64(got)-returns[k]) > 1e-4 {
			t.Errorf("match %d: return %v of seat %d, expected %v", i, got, k, returns[k])
		}
	}
}

// TestOutSeats: a player that is out can only do nothing, whatever it asks for, and the match continues for the others.
func TestOutSeats(t *testing.T) {
	c := serving(t, `{"game":"bomberman","players":4,"matches":8,"autoreset":"disabled"}`)
	rng := rand.NewPCG(13, 14)
	idle := 0
	for range 400 {
		c.choose(rng)
		for i, alive := range c.bytes("alive") {
			if mask := part(c.bytes("mask"), i, 7); mask[0] != 1 || alive == 0 && slices.Max(mask[1:]) == 1 {
				t.Fatalf("seat %d (alive %d) has the mask %v", i, alive, mask)
			}
			if alive == 0 {
				c.bytes("actions")[i] = 5
				idle++
			}
		}
		c.step()
	}
	if idle < 100 {
		t.Errorf("only %d turns of seats that were out", idle)
	}
}

// TestAutoresetDisabled: a match that has ended does not change until a reset.
func TestAutoresetDisabled(t *testing.T) {
	c := serving(t, `{"game":"hexabomb","map":"tiny","matches":2,"turns":4,"autoreset":"disabled"}`)
	for range 3 {
		c.step()
	}
	if done := c.bytes("done"); done[0] != 1 || done[1] != 1 {
		t.Fatalf("done %v after the last turn", done)
	}
	state := string(c.server.episodes.all[1].appendState(nil))
	c.bytes("actions")[3] = 200 // valid, because nothing is played
	c.step()
	if got := see(c, 1); got.done || got.terminated[0] != 1 || got.turn != 4 ||
		string(c.server.episodes.all[1].appendState(nil)) != state {
		t.Errorf("after a further step: %+v", got)
	}
	c.bytes("actions")[3] = 0
	if answer := c.ask(`{"do":"reset","matches":[1]}` + "\n"); answer != "." {
		t.Fatal(answer)
	}
	if number, turn := view[int64](c.arrays, "episode"), view[int32](c.arrays, "turn"); number[0] != 0 || number[1] != 1 ||
		turn[0] != 4 || turn[1] != 1 {
		t.Errorf("episodes %v, turns %v after the reset of match 1", number, turn)
	}
}

// TestSeeds: the seed of an episode is the documented one (match i of seed s has s+i, also beyond the greatest seed), and the seed decides everything.
func TestSeeds(t *testing.T) {
	for _, game := range []string{`"game":"bomberman","max_steps":3`, `"game":"hexabomb","map":"tiny","turns":4`} {
		config := `{` + game + `,"matches":4,"seed":18446744073709551615}`
		c, fit := serving(t, config), func(s uint64) uint64 { return s }
		if strings.Contains(game, "bomberman") {
			fit = func(s uint64) uint64 {
				if int64(int32(s)) == int64(s) {
					return s // a seed of Bomberman, as it is
				}
				return s & math.MaxInt32
			}
		}
		check := func(i int, episode int64, base uint64) {
			t.Helper()
			want := base
			if episode > 0 {
				want = match.SeedOf(base, int(episode))
			}
			if got := view[uint64](c.arrays, "seed")[i]; got != fit(want) || view[int64](c.arrays, "episode")[i] != episode {
				t.Errorf("%s: match %d: seed %d of episode %d, expected %d of %d", game, i, got,
					view[int64](c.arrays, "episode")[i], fit(want), episode)
			}
		}
		for episode := range int64(3) {
			for i := range 4 {
				check(i, episode, math.MaxUint64+uint64(i))
			}
			for range 4 {
				c.step()
			}
		}
		if answer := c.ask(`{"do":"reset","matches":[2,0],"seeds":[77,88]}` + "\n"); answer != "." {
			t.Fatal(answer)
		}
		check(0, 0, 88)
		check(1, 3, 0)
		check(2, 0, 77)
		if answer := c.ask(`{"do":"reset"}` + "\n"); answer != "." {
			t.Fatal(answer)
		}
		check(0, 1, 88)
		check(1, 4, 0)
		if answer := c.ask(`{"do":"reset","seed":18446744073709551615}` + "\n"); answer != "." {
			t.Fatal(answer)
		}
		fresh := serving(t, config)
		for i := range 4 {
			check(i, 0, math.MaxUint64+uint64(i))
			if got, want := c.server.episodes.all[i].appendState(nil), fresh.server.episodes.all[i].appendState(nil); string(got) != string(want) {
				t.Errorf("%s: match %d differs after a reset with the seed of the config", game, i)
			}
		}
	}
}

// TestStepsAllocateNothing: neither a turn nor the reset after an episode allocates memory.
func TestStepsAllocateNothing(t *testing.T) {
	for _, config := range []string{
		`{"game":"hexabomb","map":"tiny","matches":9,"turns":30}`,
		`{"game":"hexabomb","map":"yard","matches":9,"turns":30,"special":true,"observation":"cells","reward":"share"}`,
		`{"game":"bomberman","matches":9,"reward":"win"}`,
		`{"game":"bomberman","matches":3,"players":12,"observation":"none"}`,
	} {
		c := serving(t, strings.Replace(config, `{`, `{"threads":2,`, 1))
		rng := rand.NewPCG(15, 16)
		step := c.server.episodes.step
		play := func() {
			c.choose(rng)
			if err := c.server.crew.run(step); err != nil {
				t.Fatal(err)
			}
		}
		if w, is := c.server.episodes.all[0].world.(*bombermanWorld); is { // both goroutines may need a generator at once
			first, err := w.generator()
			second, err2 := w.generator()
			if err := errors.Join(err, err2); err != nil {
				t.Fatal(err)
			}
			w.putBack(first)
			w.putBack(second)
		}
		for range 300 { // lists grow to the sizes that the games need
			play()
		}
		if n := testing.AllocsPerRun(100, play); n != 0 {
			t.Errorf("%s: %v allocations a step", config, n)
		}
	}
}

// TestMemoryIsOnlyWritten: changes that the program makes to arrays other than actions have no effect on a match, and
// the next step overwrites them.
func TestMemoryIsOnlyWritten(t *testing.T) {
	for _, game := range []string{`"game":"hexabomb","map":"tiny","special":true,"turns":30`,
		`"game":"bomberman","players":4`} {
		for _, reward := range []string{"score", "share", "win"} {
			config := fmt.Sprintf(`{%s,"matches":5,"reward":%q,"max_steps":25,"observation":"none"}`, game, reward)
			one, spoilt := serving(t, config), serving(t, config)
			rng := rand.NewPCG(17, 18)
			for step := range 120 {
				one.choose(rng)
				copy(spoilt.bytes("actions"), one.bytes("actions"))
				for _, name := range []string{"reward", "terminated", "done", "scores", "winner", "alive", "turn"} {
					for k := range spoilt.bytes(name) {
						spoilt.bytes(name)[k] ^= uint8(rng.Uint64()>>40) | 1
					}
				}
				one.step()
				spoilt.step()
				for i := range 5 {
					if got, want := fmt.Sprintf("%+v", see(spoilt, i)), fmt.Sprintf("%+v", see(one, i)); got != want {
						t.Fatalf("%s: match %d, step %d: %s, expected %s", config, i, step, got, want)
					}
				}
			}
		}
	}
}
