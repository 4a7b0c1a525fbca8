package train

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"blastyard/rules/hexabomb/wire"
)

// TestObservingSeesWhatMatchesShow: a seat sees the same in training and in play: the states of a match, sent as a bot
// gets them, give the arrays that the match wrote.
func TestObservingSeesWhatMatchesShow(t *testing.T) {
	for _, c := range []struct{ config, observe string }{
		{`{"game":"hexabomb","map":"tiny","matches":1,"turns":60}`, `"players":6,"turns":60`},
		{`{"game":"hexabomb","map":"yard","matches":1,"special":true,"observation":"cells"}`,
			`"players":5,"special":true,"observation":"cells"`},
		{`{"game":"bomberman","matches":1,"players":4}`, `"players":4`},
		{`{"game":"bomberman","matches":1,"observation":"raw","opponents":{"0":"idle"},"turns":50}`,
			`"observation":"raw","turns":50`},
		{`{"game":"lightcycles","matches":1,"players":3,"observation":"raw","seed":2}`, `"observation":"raw","players":3`},
		{`{"game":"lightcycles","matches":1,"opponents":{"1":"careful"},"observation":"none","seed":3}`, `"observation":"none"`},
	} {
		t.Run(c.config, func(t *testing.T) {
			w := serving(t, c.config)
			rng := rand.NewPCG(5, 6)
			for k, player := range w.server.facts.Seats {
				observeMatch(t, w, k, player, c.observe, rng)
			}
		})
	}
}

// observeMatch plays an episode and observes it from a seat.
func observeMatch(t *testing.T, w *client, seat, player int, config string, rng *rand.PCG) {
	t.Helper()
	e := w.server.episodes
	if answer := w.ask(`{"do":"reset"}` + "\n"); answer != "." {
		t.Fatal(answer)
	}
	first := e.all[0].appendState(nil)
	if h, ok := e.all[0].world.(*hexabombWorld); ok {
		first = wire.NewEncoder(h.board).Append(nil, h.start)
	}
	o, err := newObserving([]byte(fmt.Sprintf(`{"mode":"observe","game":%q,"player":%d,%s,"state":%s}`,
		w.server.facts.Game, player, config, first)), "test")
	if err != nil {
		t.Fatal(err)
	}
	mem := &arrays{&o.layout, make([]byte, o.layout.Size)}
	if err := o.open(mem); err != nil {
		t.Fatal(err)
	}
	for step := 0; ; step++ {
		turn := int(view[int32](w.arrays, "turn")[0]) - w.server.facts.FirstTurn
		state := e.all[0].appendState(nil)
		if answer := askObserving(t, o, fmt.Sprintf(`{"do":"observe","turn":%d,"state":%s}`, turn, state)); answer != "." {
			t.Fatal(answer)
		}
		for _, a := range o.layout.Arrays {
			got := mem.bytes(a.Name)
			if want := part(w.bytes(a.Name), seat, len(got)); !bytes.Equal(got, want) {
				t.Fatalf("player %d, step %d: %s is\n%v\nexpected\n%v", player, step, a.Name, got, want)
			}
		}
		if w.bytes("done")[0] == 1 {
			if step < 3 {
				t.Errorf("the match ended after %d steps", step)
			}
			return
		}
		w.choose(rng)
		sameActions(t, w, o, seat, player)
		w.step()
	}
}

// sameActions checks that the observer translates the actions of a seat as the match plays them.
func sameActions(t *testing.T, w *client, o *observing, seat, player int) {
	t.Helper()
	e := w.server.episodes
	chosen := part(w.bytes("actions"), seat, e.chars)
	numbers := make([]int, len(chosen))
	for i, a := range chosen {
		numbers[i] = int(a)
	}
	text, _ := json.Marshal(numbers)
	want := fmt.Sprintf(`{"actions":%d}`, chosen[0])
	switch h := e.all[0].world.(type) {
	case *hexabombWorld:
		want = `{"actions":` + string(actionsJSONOn(h.board, player, chosen)) + `}`
	case *anyWorld:
		want = `{"actions":[]}`
		if chosen[0] > 0 {
			want = fmt.Sprintf(`{"actions":[%q]}`, w.server.facts.ActionNames[chosen[0]])
		}
	}
	if answer := askObserving(t, o, fmt.Sprintf(`{"do":"actions","actions":%s}`, text)); answer != want+"\n" {
		t.Fatalf("actions %s gave %q, expected %q", text, answer, want)
	}
}

func askObserving(t *testing.T, o *observing, line string) string {
	t.Helper()
	var out bytes.Buffer
	if err := o.answer(newLink(strings.NewReader(""), &out), []byte(line)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestObservingRefuses(t *testing.T) {
	w := serving(t, `{"game":"bomberman","matches":1}`)
	state := string(w.server.episodes.all[0].appendState(nil))
	for _, c := range []struct{ config, want string }{
		{`{"mode":"observe","game":"bomberman","player":2,"state":` + state + `}`, "player is 2, expected 0 to 1"},
		{`{"mode":"observe","game":"bomberman","players":3,"state":` + state + `}`, "players is 3, but the state has 2"},
		{`{"mode":"observe","game":"bomberman","state":{}}`, "state"},
		{`{"mode":"observe","game":"hexabomb","players":2,"state":{}}`, "state"},
		{`{"mode":"observe","game":"hexabomb","players":2,"player":2,"state":{}}`, "player is 2 of 2 players"},
		{`{"mode":"observe","game":"chess","state":{}}`, `game is "chess"`},
		{`{"mode":"observe","game":"bomberman","turns":-1,"state":` + state + `}`, "turns is -1"},
		{`{"mode":"observe","game":"bomberman","colour":1}`, "colour"},
	} {
		if _, err := newObserving([]byte(c.config), "test"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.80s: error %v, expected %q", c.config, err, c.want)
		}
	}
	o, err := newObserving([]byte(`{"mode":"observe","game":"bomberman","state":`+state+`}`), "test")
	if err != nil {
		t.Fatal(err)
	}
	if err := o.open(&arrays{&o.layout, make([]byte, o.layout.Size)}); err != nil {
		t.Fatal(err)
	}
	if got := decodeError(t, askObserving(t, o, `{"do":"actions","actions":[1]}`)); !strings.Contains(got, "before the first state") {
		t.Error(got)
	}
	if got := askObserving(t, o, `{"do":"observe","state":`+state+`}`); got != "." {
		t.Error(got)
	}
	four := serving(t, `{"game":"bomberman","players":5,"matches":1}`).server.episodes.all[0].appendState(nil)
	for line, want := range map[string]string{
		`{"do":"actions","actions":[9]}`:                "action 9 of character 0, expected 0 to 6",
		`{"do":"actions","actions":[6]}`:                "the mask does not allow it",
		`{"do":"actions","actions":[0,0]}`:              "2 actions, expected one for each of 1 characters",
		`{"do":"dance"}`:                                `do is "dance"`,
		`{"do":"observe","state":[]}`:                   "state",
		`{"do":"observe","state":` + string(four) + `}`: "and 5 players",
		`not JSON`: "not JSON",
		`{"do":"observe","state":` + state + `} {"do":"more"}`: "more than one JSON value",
	} {
		if got := decodeError(t, askObserving(t, o, line)); !strings.Contains(got, want) {
			t.Errorf("%.80s: error %q, expected %q", line, got, want)
		}
	}
}
