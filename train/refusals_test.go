package train

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestBadConfigs: every mistake in a config is one error that names the field, the value and what was expected.
func TestBadConfigs(t *testing.T) {
	for _, c := range []struct{ config, want string }{
		{``, `the JSON ends too early`},
		{`hello`, `"hello": it is no JSON: there is 'h' where a value is expected`},
		{`[]`, `the JSON value is a list, expected an object`},
		{`{"game":"hexabomb","matches":1,"colour":"red"}`, `there is no key "colour"`},
		{`{"game":"hexabomb","matches":1} {}`, `more than one JSON value`},
		{`{"game":"go","matches":1}`, `game is "go", expected "hexabomb", "bomberman"`},
		{`{"mode":"dance"}`, `mode is "dance"`},
		{`{"matches":1}`, `game is ""`},
		{`{"game":"hexabomb"}`, `matches is 0, expected 1 to 1048576`},
		{`{"game":"hexabomb","matches":-3}`, `matches is -3`},
		{`{"game":"bomberman","matches":1048576,"players":12}`, `fewer matches`},
		{`{"game":"hexabomb","matches":1,"rules":"2017"}`, `unknown rules "2017", expected 1.1 or 2018`},
		{`{"game":"bomberman","matches":1,"rules":"2018"}`, `rules are "2018", expected none`},
		{`{"game":"hexabomb","matches":1,"map":"duel","rules":"2018"}`, `each player has one character`},
		{`{"game":"hexabomb","matches":1,"map":"tiny","players":3,"special":true,"rules":"2018"}`, `hexabomb of 2018 has no special player`},
		{`{"game":"hexabomb","matches":1,"map":"nowhere"}`, `map: `},
		{`{"game":"hexabomb","matches":1,"map":"tiny","players":7}`, `players is 7, special is false, map is "tiny"`},
		{`{"game":"hexabomb","matches":1,"map":"tiny","players":-1}`, `players is -1`},
		{`{"game":"hexabomb","matches":1,"turns":1}`, `turns is 1, expected 2 to`},
		{`{"game":"hexabomb","matches":1,"turns":-1}`, `turns is -1`},
		{`{"game":"hexabomb","matches":1,"max_steps":-1}`, `max_steps is -1`},
		{`{"game":"hexabomb","matches":1,"threads":5000}`, `threads is 5000, expected 0 to 1024`},
		{`{"game":"hexabomb","matches":1,"seed":-1}`, `seed`},
		{`{"game":"hexabomb","matches":1,"seed":18446744073709551616}`, `seed`},
		{`{"game":"hexabomb","matches":1,"observation":"pixels"}`, `observation is "pixels", expected "planes", "cells"`},
		{`{"game":"hexabomb","matches":1,"reward":"fun"}`, `reward is "fun", expected "none", "score", "share", "win"`},
		{`{"game":"hexabomb","matches":1,"autoreset":"same_step"}`, `autoreset is "same_step", expected "next_step", "disabled"`},
		{`{"game":"hexabomb","matches":1,"map":"tiny","opponents":{"6":"greedy"}}`, `player "6", expected 0 to 5`},
		{`{"game":"hexabomb","matches":1,"map":"tiny","opponents":{"x":"greedy"}}`, `player "x"`},
		{`{"game":"hexabomb","matches":1,"map":"tiny","opponents":{"1":""}}`, `opponents["1"] is empty`},
		{`{"game":"hexabomb","matches":1,"map":"tiny","opponents":{"1":"nobody"}}`, `opponents["1"]: `},
		{`{"game":"hexabomb","matches":1,"map":"tiny","opponents":{"1":"ghost"}}`, `opponents["1"]: `},
		{`{"game":"hexabomb","matches":1,"map":"duel","opponents":{"0":"idle","1":"idle"}}`, `all 2 players`},
		{`{"game":"hexabomb","matches":1,"map":"duel","opponents":{"*":"idle"}}`, `all 2 players`},
		{`{"game":"hexabomb","matches":1,"map":"duel","seats":[0]}`, `player 1 is neither in seats nor in opponents`},
		{`{"game":"hexabomb","matches":1,"map":"duel","seats":[0,0]}`, `seats[1] is player 0`},
		{`{"game":"hexabomb","matches":1,"map":"duel","seats":[2]}`, `seats[0] is player 2, expected 0 to 1`},
		{`{"game":"hexabomb","matches":1,"map":"duel","seats":[0],"opponents":{"0":"idle"}}`, `in seats and in opponents`},
		{`{"game":"bomberman","matches":1,"players":13}`, `players is 13, expected 2 to 12`},
		{`{"game":"bomberman","matches":1,"map":"tiny"}`, `map is "tiny", expected none: bomberman makes its maps from the seed`},
		{`{"game":"bomberman","matches":1,"special":true}`, `special is true, but bomberman has no special player`},
		{`{"game":"bomberman","matches":1,"turns":443}`, `turns is 443, expected 1 to 442`},
		{`{"game":"bomberman","matches":1,"opponents":{"1":"greedy"}}`, `opponents["1"]: `},
	} {
		m, err := modeOf([]byte(c.config), "test")
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "config: ") {
			t.Errorf("%s: error %v, expected %q (served: %v)", c.config, err, c.want, m)
		}
	}
}

// TestBadRequests: a wrong request is one error and changes nothing.
func TestBadRequests(t *testing.T) {
	c := serving(t, `{"game":"hexabomb","map":"tiny","matches":3}`)
	c.step()
	before := slices.Clone(c.mem)
	for line, want := range map[string]string{
		`{}`:                                      `do is ""`,
		`{"do":"dance"}`:                          `do is "dance", expected "reset", "raw"`,
		`{"do":5}`:                                `do is a number, expected a text`,
		`{"do":"reset"`:                           `the JSON ends too early`,
		`{"do":"reset","matches":[3]}`:            `matches[0] is 3, expected 0 to 2`,
		`{"do":"reset","matches":[0,-1]}`:         `matches[1] is -1`,
		`{"do":"reset","matches":[1,1]}`:          `names a match twice`,
		`{"do":"reset","seeds":[1,2]}`:            `seeds has 2 seeds, expected one for each of the 3 matches`,
		`{"do":"raw","seeds":[1,2,3]}`:            `seeds has 3 seeds`,
		`{"do":"raw","seed":1}`:                   `seed is of a reset`,
		`{"do":"reset","seed":1,"seeds":[1,2,3]}`: `seed is of a reset`,
	} {
		if got := decodeError(t, c.ask(line+"\n")); !strings.Contains(got, want) {
			t.Errorf("%s: %q, expected %q", line, got, want)
		}
	}
	if !bytes.Equal(before, c.mem) {
		t.Error("a wrong request changed the memory")
	}
	state := string(c.server.episodes.all[2].appendState(nil))
	c.bytes("actions")[2*6+4] = 17
	if got, want := decodeError(t, c.ask("s")), "action 17 of match 2, seat 4 (player 4), character 0: expected 0 to 16; "+
		"nothing was played"; got != want {
		t.Errorf("%q, expected %q", got, want)
	}
	if c.bytes("actions")[2*6+4] = 0; !bytes.Equal(before, c.mem) || string(c.server.episodes.all[2].appendState(nil)) != state {
		t.Error("a wrong action changed something")
	}
	c.step()
	if turn := view[int32](c.arrays, "turn"); turn[0] != 3 || turn[2] != 3 {
		t.Errorf("turns %v after the errors", turn)
	}
}

// TestGarbage: a byte that begins no request gets an answer and ends the service.
func TestGarbage(t *testing.T) {
	c := serving(t, `{"game":"hexabomb","map":"tiny","matches":1}`)
	for garbage, want := range map[string]string{
		"x":           `the byte 'x' begins no request`,
		"\x00\xff":    `the byte '\x00' begins no request`,
		"s\n\nsGET /": `the byte 'G' begins no request`,
		`{"do":`:      `the input ended within a line: "{\"do\":"`,
	} {
		var out bytes.Buffer
		err := c.server.serve(newLink(strings.NewReader(garbage), &out))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, expected %q", garbage, err, want)
		}
		if got := decodeError(t, strings.TrimLeft(out.String(), ".")); got != err.Error() {
			t.Errorf("%q: answered %q, the error is %q", garbage, got, err)
		}
	}
}

// faulty is a match with a fault.
type faulty struct {
	world
	plays int
}

func (f *faulty) play(actions []uint8) {
	if f.plays--; f.plays < 0 {
		panic("out of order")
	}
	f.world.play(actions)
}

// TestFaultInAMatch: a fault of this program in a match gives an answer and ends the service, on whatever goroutine it
// happens.
func TestFaultInAMatch(t *testing.T) {
	c := serving(t, `{"game":"hexabomb","map":"tiny","matches":64,"threads":4}`)
	e := c.server.episodes
	for _, i := range []int{37, 51} {
		e.all[i].world = &faulty{e.all[i].world, 2}
	}
	var out bytes.Buffer
	err := c.server.serve(newLink(strings.NewReader("sssss"), &out))
	var fault *PanicError
	if !errors.As(err, &fault) || fault.Match != 37 || !strings.Contains(string(fault.Stack), "refusals_test.go") {
		t.Fatalf("error %v", err)
	}
	answers, found := strings.CutPrefix(out.String(), "...") // ready, and two turns
	if got, want := decodeError(t, answers), "match 37: a fault of this program: out of order"; !found || got != want {
		t.Errorf("answers %q, expected %q", out.String(), want)
	}
}

// TestLayout: no arrays of a layout overlap, and each begins at a multiple of 64.
func TestLayout(t *testing.T) {
	c := serving(t, `{"game":"hexabomb","map":"yard","matches":3,"special":true,"opponents":{"2":"idle"}}`)
	end := 0
	shapes := map[string]string{}
	for _, a := range c.layout.Arrays {
		if a.Offset < end || a.Offset%alignment != 0 || a.Offset+len(c.bytes(a.Name)) > c.layout.Size {
			t.Errorf("array %+v begins before %d or ends behind %d", a, end, c.layout.Size)
		}
		end = a.Offset + len(c.bytes(a.Name))
		shapes[a.Name] = fmt.Sprint(a.Dtype, a.Shape)
	}
	for name, want := range map[string]string{"actions": "uint8[3 4 3]", "mask": "bool[3 4 3 17]", "legal": "uint8[3 4 3]",
		"reward": "float32[3 4]", "scores": "int32[3 5]", "seed": "uint64[3]", "episode": "int64[3]", "done": "bool[3]"} {
		if shapes[name] != want {
			t.Errorf("array %s is %q, expected %s", name, shapes[name], want)
		}
	}
	if seats := c.server.facts.Seats; !slices.Equal(seats, []int{0, 1, 3, 4}) {
		t.Errorf("seats %v", seats)
	}
}
