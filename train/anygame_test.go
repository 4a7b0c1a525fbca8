package train

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"blastyard/game/games"
	"blastyard/game/lightcycles"
	"blastyard/game/tinygame"
)

// Further games, for all tests of the package.
func init() { games.Add(lightcycles.Kind(), tinygame.Kind()) }

// servingAny is serving over the general path.
func servingAny(t *testing.T, config string) *client {
	t.Helper()
	c, err := ReadConfig([]byte(config))
	if err != nil {
		t.Fatal(err)
	}
	c.general = true
	return servingConfig(t, c)
}

// TestGeneralPath: the two games give the same results through the path of any game as through their own.
func TestGeneralPath(t *testing.T) {
	for name, config := range map[string]string{
		"hexabomb":      `{"game":"hexabomb","map":"tiny","matches":3,"players":3,"turns":60,"observation":"none","seed":7}`,
		"characters":    `{"game":"hexabomb","map":"yard","matches":2,"turns":50,"observation":"none","seed":9}`,
		"opponents":     `{"game":"hexabomb","map":"tiny","matches":2,"players":3,"turns":60,"seats":[1],"opponents":{"*":"greedy"},"observation":"none"}`,
		"sudden death":  `{"game":"hexabomb","map":"tiny","matches":2,"players":3,"special":true,"turns":60,"seats":[1,2],"opponents":{"0":"ghost"},"observation":"none"}`,
		"2018":          `{"game":"hexabomb","rules":"2018","matches":2,"turns":60,"observation":"none","seed":3}`,
		"a secret":      `{"game":"hexabomb","map":"tiny","matches":2,"players":2,"turns":40,"observation":"none","secret":"8f3a61c2d94e07b5a1f06d2c9be37418"}`,
		"bomberman":     `{"game":"bomberman","matches":3,"players":4,"observation":"none","max_steps":90,"seed":5}`,
		"bomberman's":   `{"game":"bomberman","matches":2,"players":4,"seats":[0,2],"opponents":{"*":"hunter"},"observation":"none","turns":120}`,
		"winning":       `{"game":"bomberman","matches":2,"players":2,"reward":"win","observation":"none","turns":80,"seed":6}`,
		"hidden blocks": `{"game":"bomberman","matches":2,"players":2,"observation":"none","turns":60,"secret":"8f3a61c2d94e07b5a1f06d2c9be37418"}`,
	} {
		t.Run(name, func(t *testing.T) {
			fast, general := serving(t, config), servingAny(t, config)
			rng, ended := rand.NewPCG(1, 2), 0
			for range 130 {
				compareClients(t, fast, general)
				general.choose(rng)
				copy(fast.bytes("actions"), general.bytes("actions"))
				fast.step()
				general.step()
				ended += bytes.Count(fast.bytes("done"), []byte{1})
			}
			if ended == 0 {
				t.Error("no match ended")
			}
		})
	}
}

// compareClients compares what two programs that learn see.
func compareClients(t *testing.T, fast, general *client) {
	t.Helper()
	f, g := &fast.server.facts, &general.server.facts
	if f.Actions != g.Actions || f.Characters != g.Characters || f.Turns != g.Turns || f.FirstTurn != g.FirstTurn ||
		f.Special != g.Special || f.RulesVersion != g.RulesVersion || !slices.Equal(f.Seats, g.Seats) || f.Cells != g.Cells {
		t.Fatalf("facts %+v and %+v", f, g)
	}
	compareMasks(t, fast, general)
	for _, name := range []string{"terminated", "truncated", "done", "scores", "winner", "alive", "episode_length", "episode", "seed", "turn"} {
		if a, b := fast.bytes(name), general.bytes(name); !bytes.Equal(a, b) {
			t.Fatalf("turn %v: %s is %v and %v", view[int32](fast.arrays, "turn"), name, a, b)
		}
	}
	a, b := view[float32](fast.arrays, "reward"), view[float32](general.arrays, "reward")
	scale := 1.0
	if fast.server.config.Reward == "score" {
		scale = g.ScoreScale / f.ScoreScale
	}
	for i := range a {
		if got := float64(b[i]) * scale; math.Abs(got-float64(a[i])) > 1e-6 {
			t.Fatalf("rewards %v and %v times %v", a, b, scale)
		}
	}
	if a, b := fast.ask(`{"do":"raw"}`+"\n"), general.ask(`{"do":"raw"}`+"\n"); a != b {
		t.Fatalf("raw is\n%s\nand\n%s", a, b)
	}
}

// compareMasks compares what the masks allow. By the rules of 2018 the choices of a person have no cells to revive on
// where somebody stands, who may leave; the masks of its own path have them.
func compareMasks(t *testing.T, fast, general *client) {
	t.Helper()
	a, b := fast.bytes("mask"), general.bytes("mask")
	revive := slices.Index(fast.server.facts.ActionNames, "revive")
	for i := range a {
		if may := fast.server.config.Rules == "2018" && i%fast.server.facts.Actions == revive; a[i] != b[i] && (!may || b[i] == 1) {
			t.Fatalf("turn %v: the mask is %v and %v", view[int32](fast.arrays, "turn"), a, b)
		}
	}
}

// TestAnyGame: a game that has no path of its own can be learned: its masks allow what its choices allow, its episodes
// end, and the better bot is better.
func TestAnyGame(t *testing.T) {
	c := serving(t, `{"game":"lightcycles","matches":4,"players":3,"seats":[0,2],"opponents":{"*":"careful"},"observation":"raw","seed":5}`)
	f := &c.server.facts
	if want := []string{"nothing", "up", "right", "down", "left"}; !slices.Equal(f.ActionNames, want) || f.Characters != 1 || len(f.LegalMasks) != 16 {
		t.Fatalf("actions %q, %d characters, %d masks", f.ActionNames, f.Characters, len(f.LegalMasks))
	}
	if mask := c.bytes("mask")[:5]; !bytes.Equal(mask, []byte{1, 1, 1, 1, 0}) {
		t.Errorf("the mask of a cycle that rides right is %v", mask)
	}
	rng, ended, wins := rand.NewPCG(1, 2), 0, 0
	for range 200 {
		c.choose(rng)
		c.step()
		for i, done := range c.bytes("done") {
			if done == 1 {
				ended++
				if view[int32](c.arrays, "winner")[i] == 1 {
					wins++
				}
			}
		}
	}
	if ended < 20 || wins < ended*2/3 {
		t.Errorf("%d matches ended, %d of them won by careful", ended, wins)
	}
	var raw struct{ Raw []struct{ Squares []int } }
	if err := json.Unmarshal([]byte(c.ask(`{"do":"raw"}`+"\n")), &raw); err != nil || len(raw.Raw) != 4 || len(raw.Raw[0].Squares) == 0 {
		t.Errorf("raw: %v, %+v", err, raw)
	}
	if text := c.ask(`{"do":"render","mode":"ansi","matches":[0]}` + "\n"); !strings.Contains(text, "careful") {
		t.Errorf("rendered as %s", text)
	}
}

// TestChoices: what the seats can do is what a bot over standard input and output is told, in every game.
func TestChoices(t *testing.T) {
	for game, config := range map[string]string{
		"hexabomb":    `{"game":"hexabomb","map":"tiny","matches":2,"players":3,"seats":[0,2],"opponents":{"*":"greedy"},"observation":"none","seed":4}`,
		"bomberman":   `{"game":"bomberman","matches":2,"observation":"none","seed":4}`,
		"lightcycles": `{"game":"lightcycles","matches":2,"observation":"none","seed":4}`,
	} {
		c, general := serving(t, config), servingAny(t, config)
		rng := rand.NewPCG(1, 2)
		for range 12 {
			c.choose(rng)
			copy(general.bytes("actions"), c.bytes("actions"))
			c.step()
			general.step()
		}
		answer := c.ask(`{"do":"choices","matches":[1,0]}` + "\n")
		if want := general.ask(`{"do":"choices","matches":[1,0]}` + "\n"); answer != want {
			t.Errorf("%s: choices are\n%s\nof the game itself\n%s", game, answer, want)
		}
		var got struct {
			Choices [][][]struct {
				Choices []struct{ Do, Refused string }
			}
		}
		if err := json.Unmarshal([]byte(answer), &got); err != nil || len(got.Choices) != 2 || len(got.Choices[0]) != 2 || len(got.Choices[0][0]) == 0 {
			t.Fatalf("%s: %v, %s", game, err, answer)
		}
	}
}

// TestAnyGameSlips: what a game without a path of its own cannot do is said.
func TestAnyGameSlips(t *testing.T) {
	for config, want := range map[string]string{
		`{"game":"chess","matches":1}`:                                                       `game is "chess", expected "hexabomb", "bomberman", "lightcycles", "race"`,
		`{"game":"lightcycles","matches":1}`:                                                 `observation is "planes", expected "raw" or "none": lightcycles has no other one`,
		`{"game":"lightcycles","matches":1,"map":"tiny","observation":"raw"}`:                `map is "tiny", expected none`,
		`{"game":"lightcycles","matches":1,"special":true,"observation":"raw"}`:              `lightcycles has no special player`,
		`{"game":"lightcycles","matches":1,"players":9,"observation":"raw"}`:                 `players is 9`,
		`{"game":"lightcycles","matches":1,"turns":999,"observation":"raw"}`:                 `turns is 999, expected 1 to 273`,
		`{"game":"lightcycles","matches":1,"rules":"2","observation":"raw"}`:                 `rules are "2", expected none`,
		`{"game":"lightcycles","matches":1,"opponents":{"1":"hunter"},"observation":"none"}`: `opponents["1"]: there is no bot "hunter"`,
	} {
		c, err := ReadConfig([]byte(config))
		if err == nil {
			_, err = newServer(c, "test")
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %s", config, err, want)
		}
	}
}

// TestAnyGameBranches: a match of any game goes on from another one, exactly or by draws of its own; what a seat may do
// is listed; nothing is set to a state.
func TestAnyGameBranches(t *testing.T) {
	c := serving(t, `{"game":"lightcycles","matches":2,"players":3,"seats":[0,2],"opponents":{"*":"careful"},"observation":"raw","seed":5}`)
	rng := rand.NewPCG(1, 2)
	for range 6 {
		c.choose(rng)
		c.step()
	}
	var legal struct{ Legal [][][][]json.RawMessage }
	if err := json.Unmarshal([]byte(c.ask(`{"do":"legal","matches":[0]}`+"\n")), &legal); err != nil || len(legal.Legal) != 1 || len(legal.Legal[0]) != 2 {
		t.Fatalf("legal: %v, %+v", err, legal)
	}
	for seat, of := range legal.Legal[0] {
		if want := bytes.Count(c.bytes("mask")[seat*5:seat*5+5], []byte{1}); len(of) != 1 || len(of[0]) != want {
			t.Errorf("seat %d: legal %s, the mask has %d actions", seat, of, want)
		}
	}
	c.ask(`{"do":"branch","matches":[1],"from":[0]}` + "\n")
	raw := c.ask(`{"do":"raw"}` + "\n")
	var both struct{ Raw []json.RawMessage }
	if err := json.Unmarshal([]byte(raw), &both); err != nil || string(both.Raw[0]) != string(both.Raw[1]) {
		t.Fatalf("after the branch: %v, %s", err, raw)
	}
	c.ask(`{"do":"play","matches":[1],"turns":4,"seed":3}` + "\n")
	if turns := view[int32](c.arrays, "turn"); turns[0] != 6 || turns[1] <= 6 {
		t.Errorf("turns %v, expected that only match 1 was played on", turns)
	}
	if answer := c.ask(`{"do":"set","matches":[0],"states":[{"state":{}}]}` + "\n"); !strings.Contains(answer, "expected 273 squares") {
		t.Errorf("set: %s", answer)
	}
	set := `{"do":"set","matches":[1],"states":[{"state":` + string(both.Raw[0]) + `,"turn_number":6}]}`
	if answer := c.ask(set + "\n"); answer != "." || view[int32](c.arrays, "turn")[1] != 6 {
		t.Errorf("set: %s, turns %v", answer, view[int32](c.arrays, "turn"))
	}
}

// TestAnyGameNeedsAState: a game whose matches load no states says so, and goes on from other matches.
func TestAnyGameNeedsAState(t *testing.T) {
	c := serving(t, `{"game":"race","matches":2,"turns":9,"observation":"none"}`)
	const cannot = "a match of race cannot be set to a state"
	if answer := c.ask(`{"do":"set","matches":[0],"states":[{"state":{}}]}` + "\n"); !strings.Contains(answer, cannot) {
		t.Errorf("set: %s", answer)
	}
	if answer := c.ask(`{"do":"branch","matches":[1],"from":[0]}` + "\n"); answer != "." {
		t.Errorf("branch: %s", answer)
	}
	for config, want := range map[string]string{
		`{"mode":"observe","game":"race","players":2,"observation":"none","state":{}}`:                          cannot,
		`{"mode":"observe","game":"lightcycles","players":2,"state":{}}`:                                        `lightcycles has no other one`,
		`{"mode":"observe","game":"lightcycles","observation":"none","state":{}}`:                               "player is 0 of 0 players",
		`{"mode":"observe","game":"lightcycles","players":2,"observation":"none","state":{}}`:                   "expected 273 squares",
		`{"mode":"observe","game":"lightcycles","players":2,"observation":"none","special":true,"state":{}}`:    "lightcycles has no special player",
		`{"mode":"observe","game":"lightcycles","players":2,"observation":"none","player":2,"state":{"a":[1]}}`: "player is 2 of 2 players",
	} {
		if _, err := newObserving([]byte(config), "test"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", config, err, want)
		}
	}
}
