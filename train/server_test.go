package train

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/match"
)

// TestSameStatesAsPlay: the same map, seed and actions give the same states as a match of the arena, which has the same
// order of players and the same built-in bots.
func TestSameStatesAsPlay(t *testing.T) {
	for _, c := range []struct{ name, config string }{
		{"tiny", `{"game":"hexabomb","map":"tiny","matches":3,"seed":7,"turns":60}`},
		{"duel with greedy", `{"game":"hexabomb","map":"duel","matches":3,"seed":8,"opponents":{"0":"greedy"},"turns":60}`},
		{"sudden death", `{"game":"hexabomb","map":"tiny","matches":3,"seed":9,"special":true,"opponents":{"0":"ghost"}}`},
		{"rules of 2018", `{"game":"hexabomb","rules":"2018","matches":3,"seed":12,"turns":60,"opponents":{"0":"greedy"}}`},
		{"bomberman", `{"game":"bomberman","matches":5,"seed":10}`},
		{"bomberman with hunters", `{"game":"bomberman","players":4,"matches":3,"seed":11,"opponents":{"1":"hunter","3":"reference"}}`},
		{"duel with greedy and a secret", `{"game":"hexabomb","map":"duel","matches":3,"seed":8,"opponents":{"0":"greedy"},"turns":60,` + secretField},
		{"bomberman with hunters and a secret", `{"game":"bomberman","players":4,"matches":3,"seed":11,"opponents":{"1":"hunter","3":"reference"},` + secretField},
	} {
		t.Run(c.name, func(t *testing.T) { sameStatesAsPlay(t, serving(t, c.config)) })
	}
}

const secretField = `"secret":"8f3a61c2d94e07b5a1f06d2c9be37418"}`

func sameStatesAsPlay(t *testing.T, c *client) {
	rng := rand.NewPCG(1, 2)
	twins := make([]*twin, len(c.server.episodes.all))
	seeds, turn, number := view[uint64](c.arrays, "seed"), view[int32](c.arrays, "turn"), view[int64](c.arrays, "episode")
	ended := 0
	for step := 0; ended < 2*len(twins); step++ {
		if step > 3000 {
			t.Fatalf("%d matches ended in %d steps", ended, step)
		}
		for i := range twins {
			if twins[i] == nil {
				twins[i] = newTwin(t, c, i, seeds[i], int(number[i]))
			}
			twins[i].same(t, c, i)
		}
		c.choose(rng)
		for i, w := range twins {
			w.play(c, i)
		}
		before := slices.Clone(number)
		c.step()
		for i := range twins {
			if c.bytes("done")[i] == 1 {
				ended++
				twins[i].same(t, c, i)
				if int(turn[i]) != twins[i].match.Turn() {
					t.Fatalf("turn %d, expected %d", turn[i], twins[i].match.Turn())
				}
			}
			if number[i] != before[i] {
				twins[i] = nil
			}
		}
	}
}

// twin is a match that the arena plays.
type twin struct {
	match  game.Match
	orders *match.Orders
	bots   []game.Bot
}

func newTwin(t *testing.T, c *client, i int, seed uint64, episode int) *twin {
	t.Helper()
	draws := match.Draws{Secret: c.server.episodes.config.secret}
	if i > 0 {
		draws = draws.Match(i)
	}
	if episode > 0 {
		draws = draws.Match(episode)
	}
	draws.Seed = seed
	f := &c.server.facts
	kind, err := game.Find(games.All(), f.Game)
	if err != nil {
		t.Fatal(err)
	}
	kind = kind.ByRules(f.RulesVersion)
	setup := game.Setup{Players: f.Players, Seed: seed, Secret: draws.Secret, Specials: int(number(f.Special))}
	if kind.OpenMap != nil {
		if setup.Map, err = kind.OpenMap(f.Map); err != nil {
			t.Fatal(err)
		}
	}
	m, err := kind.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	w := &twin{match: m, orders: draws.Orders(match.Seeded, f.Players), bots: make([]game.Bot, f.Players)}
	for p := range w.bots {
		if name := c.server.kind.seated().opponents[p]; name != "" {
			if w.bots[p], err = m.Bot(name, p, draws.PlayerSeed(p)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for range kind.Unseen {
		w.orders.Next()
		m.Play(nil, false)
	}
	return w
}

// play plays the actions in the memory of match i, as JSON.
func (w *twin) play(c *client, i int) {
	e := c.server.episodes
	if e.all[i].ended {
		return
	}
	for s, p := range e.seats {
		chars := part(c.bytes("actions"), i*len(e.seats)+s, e.chars)
		w.match.Ask(p, actionsJSON(c, w.match, p, chars))
	}
	order := make([]int, w.match.Players())
	for p, rank := range w.orders.Next() {
		order[rank] = p
	}
	for p, bot := range w.bots {
		if bot != nil && w.match.Acts(p) {
			bot.Act(w.match)
		}
		_ = p
	}
	w.match.Play(order, false)
}

func (w *twin) same(t *testing.T, c *client, i int) {
	t.Helper()
	want := string(w.match.AppendState(nil))
	if got := string(c.server.episodes.all[i].appendState(nil)); got != want {
		t.Fatalf("match %d, turn %d: the state is\n%s\nexpected\n%s", i, w.match.Turn(), got, want)
	}
	players := w.match.Players()
	for p, score := range part(view[int32](c.arrays, "scores"), i, players) {
		if want := w.match.Score(p); int(score) != want && (p > 0 || !c.server.facts.Special) {
			t.Fatalf("match %d, turn %d: the score of player %d is %d, expected %d", i, w.match.Turn(), p, score, want)
		}
	}
}

// TestResultsDoNotDependOnThreads: the whole memory is the same after every step with one goroutine and with several.
func TestResultsDoNotDependOnThreads(t *testing.T) {
	for _, config := range []string{
		`{"game":"hexabomb","map":"yard","matches":13,"turns":20,"threads":1,"opponents":{"1":"random"}}`,
		`{"game":"bomberman","matches":13,"threads":1,"observation":"cells"}`,
	} {
		one := serving(t, config)
		many := serving(t, strings.Replace(config, `"threads":1`, `"threads":5`, 1))
		if n := many.server.crew.helpers; n != 4 {
			t.Fatalf("%d goroutines beside the caller's own", n)
		}
		rng := rand.NewPCG(3, 4)
		for step := range 60 {
			one.choose(rng)
			copy(many.bytes("actions"), one.bytes("actions"))
			one.step()
			many.step()
			if !bytes.Equal(one.mem, many.mem) {
				t.Fatalf("%s: the memory differs after step %d", config, step)
			}
		}
	}
}

// TestResetWithSecret: the seeds of a reset are those of matches whose secret is that of the config, as of "play". So is
// the first match of a reset with one seed.
func TestResetWithSecret(t *testing.T) {
	c := serving(t, `{"game":"bomberman","matches":2,"seed":1,`+secretField)
	base := c.server.episodes.config.draws(7, 0)
	for i, seeds := range []string{`"seeds":[7,7]`, `"seed":7`} {
		if answer := c.ask("{\"do\":\"reset\"," + seeds + "}\n"); answer != "." {
			t.Fatalf("%s: %s", seeds, answer)
		}
		for k := range 2 {
			want := base
			if i == 1 {
				want.Seed += uint64(k)
				if k > 0 {
					want.Secret = base.Match(k).Secret
				}
			}
			if got := c.server.episodes.all[k].base; got != want || got.Secret.IsZero() {
				t.Errorf("%s: match %d has %v, expected %v", seeds, k, got, want)
			}
		}
	}
}
