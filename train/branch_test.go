package train

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"blastyard/rules/bomberman"
)

// observed are the arrays from which a program decides, of match i.
func (c *client) observed(i int) []byte {
	var all []byte
	n := len(c.server.episodes.all)
	for _, name := range []string{"planes", "scalars", "mask", "legal", "scores", "turn", "terminated"} {
		b := c.bytes(name)
		all = append(all, part(b, i, len(b)/n)...)
	}
	return all
}

// states returns the states of all matches as JSON.
func (c *client) states() []json.RawMessage {
	c.t.Helper()
	var answer struct{ Raw []json.RawMessage }
	if err := json.Unmarshal([]byte(c.ask(`{"do":"raw"}`+"\n")), &answer); err != nil {
		c.t.Fatal(err)
	}
	return answer.Raw
}

func (c *client) do(request string, actions ...uint8) {
	c.t.Helper()
	if actions != nil {
		request = fmt.Sprintf(`%s,"bytes":%d}`, strings.TrimSuffix(request, "}"), len(actions))
	}
	if answer := c.ask(request + "\n" + string(actions)); answer != "." {
		c.t.Fatalf("%s was answered %q", request, answer)
	}
}

var branchConfigs = []string{
	`{"game":"hexabomb","map":"tiny","matches":12,"seed":7,"turns":60,"autoreset":"disabled"}`,
	`{"game":"hexabomb","rules":"2018","matches":12,"seed":3,"turns":60,"autoreset":"disabled"}`,
	`{"game":"hexabomb","map":"tiny","special":true,"matches":12,"seed":5,"turns":60,"autoreset":"disabled"}`,
	`{"game":"bomberman","players":3,"matches":12,"seed":9,"turns":200,"autoreset":"disabled"}`,
}

// TestBranches: a branch without seeds plays as its source; play of several turns is as steps; and a state that is set
// looks as where it is from.
func TestBranches(t *testing.T) {
	for _, config := range branchConfigs {
		t.Run(config[:40], func(t *testing.T) {
			c, rng := serving(t, config), rand.NewPCG(1, 2)
			for range 25 {
				c.choose(rng)
				c.step()
			}
			c.do(`{"do":"branch","matches":[1,2,3,4,5,6,7,8,9],"from":[0,0,0,0,0,0,0,0,0]}`)
			same(t, c, 9, "after the branch")
			size := len(c.bytes("actions")) / 12
			var plan []uint8
			for range 20 {
				c.choose(rng)
				one := part(c.bytes("actions"), 0, size)
				for i := range 9 {
					copy(part(c.bytes("actions"), i+1, size), one)
				}
				plan = append(plan, one...)
				c.do(`{"do":"play","turns":1,"matches":[0,9]}`, slices.Concat(one, one)...)
			}
			var all []uint8 // by turn and match
			for turn := range 20 {
				for range 8 {
					all = append(all, part(plan, turn, size)...)
				}
			}
			c.do(`{"do":"play","turns":20,"matches":[1,2,3,4,5,6,7,8]}`, all...)
			same(t, c, 9, "after 20 turns")
			setAll(t, c)
		})
	}
}

// same fails if one of the first matches differs from match 0.
func same(t *testing.T, c *client, last int, when string) {
	t.Helper()
	for i := range last {
		if !bytes.Equal(c.observed(0), c.observed(i+1)) {
			t.Fatalf("%s, match %d differs from its source", when, i+1)
		}
	}
}

// setAll sets the state of match 0 in all matches, and in a new server that begins with it.
func setAll(t *testing.T, c *client) {
	t.Helper()
	want, states := c.observed(0), c.states()
	given := `{"state":` + string(states[0])
	if c.server.config.Game == gameHexabomb {
		given += fmt.Sprintf(`,"turn_number":%d`, view[int32](c.arrays, "turn")[0]-1)
	}
	given += "}"
	c.do(`{"do":"set","seed":5,"states":[` + given + `]}`)
	for i := range 12 {
		if got := c.observed(i); !bytes.Equal(got, want) {
			t.Fatalf("match %d looks different after its state was set", i)
		}
	}
	config := fmt.Sprintf(`{"game":%q,"special":%v,"turns":%d,"matches":3,%s`, c.server.config.Game,
		c.server.config.Special, c.server.config.Turns, given[1:])
	begun := serving(t, config)
	for range 2 {
		for i := range 3 {
			if !bytes.Equal(begun.observed(i), want) {
				t.Fatalf("match %d that begins with a state looks different", i)
			}
		}
		begun.step()
		begun.do(`{"do":"reset"}`)
	}
}

// TestSearchesDrawOtherThings: what no bot can know is not drawn as in the match, whatever the seed, and the caller's
// seed decides it.
func TestSearchesDrawOtherThings(t *testing.T) {
	for _, config := range branchConfigs[:2] { // in the others, random players never want the same

		t.Run(config[:40], func(t *testing.T) {
			c := serving(t, config)
			size := len(c.bytes("actions")) / 12
			c.do(`{"do":"branch","matches":[1,2,3,4],"from":[0,0,0,0],"seeds":[7,8,9,7]}`)
			differ := 0
			for step := range 60 {
				rng := rand.NewPCG(uint64(step), 5)
				c.choose(rng)
				one := slices.Clone(part(c.bytes("actions"), 0, size))
				c.do(`{"do":"play","turns":1,"matches":[0,1,2,3,4]}`, slices.Repeat(one, 5)...)
				if !bytes.Equal(c.observed(1), c.observed(4)) {
					t.Fatal("two branches with the same seed differ")
				}
				if !bytes.Equal(c.observed(1), c.observed(2)) {
					differ++
				}
			}
			if differ == 0 {
				t.Error("60 turns do not depend on the seed")
			}
		})
	}
}

// TestBranchKnowsNoWalls: a branch with a seed has no power-up under a wall, and its source keeps its own, through
// episodes of both.
func TestBranchKnowsNoWalls(t *testing.T) {
	c := serving(t, `{"game":"bomberman","matches":3,"seed":1,"autoreset":"disabled"}`)
	hidden := func(i int) int { return c.server.episodes.all[i].world.(*bombermanWorld).hiddenPowerUps() }
	if hidden(0) == 0 {
		t.Fatal("the walls of the match hide nothing")
	}
	c.do(`{"do":"branch","matches":[1],"from":[0],"seeds":[1]}`)
	c.do(`{"do":"branch","matches":[2],"from":[0]}`)
	if hidden(1) != 0 || hidden(2) != hidden(0) {
		t.Errorf("walls hide %d, %d and %d power-ups, expected the first and the last equal, and 0", hidden(0), hidden(1),
			hidden(2))
	}
	before := c.observed(1)
	c.do(`{"do":"reset","matches":[0]}`)
	if !bytes.Equal(before, c.observed(1)) {
		t.Error("a new episode of the source changed its branch")
	}
	c.do(`{"do":"reset","matches":[1],"seeds":[1]}`)
	c.do(`{"do":"reset","matches":[0],"seeds":[1]}`)
	if !bytes.Equal(c.observed(0), c.observed(1)) || hidden(0) != hidden(1) || hidden(1) == 0 {
		t.Error("after a branch, an episode is not that of its seed")
	}
}

// TestPlayoutsAreLegal: random turns play what the mask allows, and repeat with their seed.
func TestPlayoutsAreLegal(t *testing.T) {
	for _, config := range branchConfigs {
		c, again := serving(t, config), serving(t, config)
		for _, x := range []*client{c, again} {
			x.do(`{"do":"play","turns":30,"seed":4}`)
		}
		other := serving(t, config)
		other.do(`{"do":"play","turns":30,"seed":5}`)
		differ := 0
		for i := range 12 {
			if !bytes.Equal(c.observed(i), again.observed(i)) {
				t.Fatalf("%s: match %d of a second playout differs", config, i)
			}
			if !bytes.Equal(c.observed(i), other.observed(i)) {
				differ++
			}
		}
		if differ == 0 {
			t.Errorf("%s: another seed plays the same", config)
		}
	}
}

// TestRefusedBranchesChangeNothing: a wrong request says what is wrong; all matches stay as they were.
func TestRefusedBranchesChangeNothing(t *testing.T) {
	c := serving(t, branchConfigs[0])
	state := string(c.states()[0])
	for request, want := range map[string]string{
		`{"do":"branch","matches":[1,2],"from":[0]}`:                                                   `from has 1 matches, expected one for each of 2`,
		`{"do":"branch","matches":[1,2],"from":[0,1]}`:                                                 `from[1] is match 1, which this request changes, too`,
		`{"do":"branch","matches":[1],"from":[12]}`:                                                    `from[0] is 12, expected 0 to 11`,
		`{"do":"reset","from":[1]}`:                                                                    `from is of a branch`,
		`{"do":"set","matches":[1,2,3]}`:                                                               `states has 0 states for 3 matches`,
		`{"do":"set","matches":[1],"states":[{}]}`:                                                     `states[0] has no state`,
		`{"do":"set","matches":[1],"states":[{"state":{}}]}`:                                           `state: `,
		`{"do":"set","states":[{"state":{},"turn_number":-2}]}`:                                        `states[0]: turn_number is -2, expected 0 to`,
		`{"do":"set","states":[{"state":1,"draw_power_ups":true}]}`:                                    `hexabomb hides nothing`,
		`{"do":"set","matches":[0,1],"states":[{"state":` + state + `,"turn_number":7},{"state":{}}]}`: `state: `,
		`{"do":"play","turns":0,"seed":1}`:                                                             `turns is 0, expected 1 to`,
		`{"do":"play","turns":2}`:                                                                      `bytes is 0, expected 144`,
		`{"do":"play","turns":1,"matches":[0],"bytes":3}` + "\nabc":                                    `bytes is 3, expected 6`,
		`{"do":"play","turns":1,"matches":[0],"bytes":6}` + "\n\x00\x63\x00\x00\x00\x00":               `action 99 in turn 0 of match 0, seat 1, character 0`,
		`{"do":"play","turns":1,"seed":1,"bytes":1}` + "\n\x00":                                        `bytes and seed, expected one of them`,
		`{"do":"raw","bytes":1}` + "\n\x00":                                                            `bytes is of play`,
	} {
		before := slices.Clone(c.mem)
		if !strings.Contains(request, "\n") {
			request += "\n"
		}
		if got := decodeError(t, c.ask(request)); !strings.Contains(got, want) {
			t.Errorf("%s: %q, expected %q", request, got, want)
		}
		if !bytes.Equal(before, c.mem) {
			t.Errorf("%s: the memory changed", request)
		}
	}
}

// hiddenPowerUps counts the power-ups under walls.
func (w *bombermanWorld) hiddenPowerUps() (n int) {
	for y := range w.ground.Height {
		for x := range w.ground.Width {
			at := w.state.At(bomberman.Pos{X: x + 1, Y: y + 1})
			n += int(number(at.Wall == bomberman.SoftWall && at.PowerUp != bomberman.NoPowerUp))
		}
	}
	return n
}

// TestSittingBots: a built-in bot that is named for a match plays from its next episode on as one of the config.
func TestSittingBots(t *testing.T) {
	for _, game := range []string{
		`{"game":"hexabomb","map":"tiny","players":2,"matches":3,"seed":7,"turns":60,"autoreset":"disabled"`,
		`{"game":"bomberman","matches":3,"seed":7,"autoreset":"disabled"`,
	} {
		bot := "hunter"
		c, config := serving(t, game+"}"), serving(t, game+`,"opponents":{"1":"`+bot+`"}}`)
		if got, want := decodeError(t, c.ask(`{"do":"bots","matches":[1],"bots":[{"1":"huntr"}]}`+"\n")),
			`request: bots[0]: opponents["1"]: `; !strings.HasPrefix(got, want) {
			t.Errorf("an unknown bot: %q, expected %q…", got, want)
		}
		if got := decodeError(t, c.ask(`{"do":"bots","matches":[1],"bots":[{"2":"idle"}]}`+"\n")); !strings.Contains(got,
			`player "2", expected 0 to 1`) {
			t.Errorf("an unknown player: %q", got)
		}
		c.do(`{"do":"bots","matches":[0,2],"bots":[{"1":"` + bot + `"},{}]}`)
		c.do(`{"do":"reset","seed":7}`)
		for range 25 {
			for _, x := range []*client{c, config} {
				clear(x.bytes("actions"))
				x.step()
			}
		}
		a, b := c.states(), config.states()
		if string(a[0]) != string(b[0]) {
			t.Errorf("%s: the bot plays otherwise than one of the config", game)
		}
		if string(a[2]) == string(b[2]) {
			t.Errorf("%s: a match without a bot is as one with", game)
		}
		c.do(`{"do":"bots","matches":[0],"bots":[{}]}`)
		c.do(`{"do":"reset","matches":[0],"seeds":[9]}`)
		c.do(`{"do":"reset","matches":[2],"seeds":[9]}`)
		for range 25 {
			clear(c.bytes("actions"))
			c.step()
		}
		if !bytes.Equal(c.observed(0), c.observed(2)) {
			t.Errorf("%s: a bot that was taken away still plays", game)
		}
	}
}
