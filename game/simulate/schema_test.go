package simulate

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"blastyard/docs/schematest"
	"blastyard/internal/vectors"
)

// fitting sends lines to a simulator. Valid lines and all answers must conform to the schemas of the manual. Lines
// with a wrong form must not.
type fitting struct {
	t       *testing.T
	sim     Game
	in, out schematest.Schema
}

func newFitting(t *testing.T, game string, sim Game) fitting {
	return fitting{t, sim, schematest.Compile(t, "simulate-"+game+"-in"), schematest.Compile(t, "simulate-"+game+"-out")}
}

func (f fitting) good(line string) string {
	f.t.Helper()
	if err := f.in.Fits(f.t, line); err != nil {
		f.t.Fatalf("%.300s: %v", line, err)
	}
	answer := say(f.t, f.sim, line)
	if strings.HasPrefix(answer, "error") {
		f.t.Fatalf("%.300s: %s", line, answer)
	}
	if err := f.out.Fits(f.t, answer); err != nil {
		f.t.Fatalf("%.300s: %.300s: %v", line, answer, err)
	}
	return answer
}

func (f fitting) bad(line string) {
	f.t.Helper()
	if f.in.Fits(f.t, line) == nil {
		f.t.Errorf("%.300s fits", line)
	}
	if answer := say(f.t, f.sim, line); !strings.HasPrefix(answer, "error: ") {
		f.t.Errorf("%.300s: %.300s", line, answer)
	}
	if err := f.out.Fits(f.t, string(appendError(nil, fmt.Errorf("a \"fault\" of %s", line)))); err != nil {
		f.t.Error(err)
	}
}

func TestHexabombLinesFitTheirSchemas(t *testing.T) {
	f := newFitting(t, "hexabomb", newHexabomb(t))
	lines := 0
	for i, g := range vectors.Hexabomb(t) {
		if i%5 > 0 || len(g.Turns) < 12 {
			continue
		}
		f.good(fmt.Sprintf(`{"id":1,"game_state":%s,"turn_number":8,"nb_special_players":%d,"seed":%d}`, g.Turns[8].State, g.SpecialPlayers, i))
		f.good(fmt.Sprintf(`{"id":2,"map":%s,"nb_players":%d,"nb_special_players":%d,"answer":"brief"}`, g.Map, g.Players, g.SpecialPlayers))
		var turns []string
		for id := range 3 {
			a := fmt.Sprintf(`{"id":%d,"movement":"%s"}`, id, "revive")
			b := fmt.Sprintf(`{"id":%d,"movement":"bomb","bomb_range":2,"bomb_delay":3}`, id)
			turns = append(turns, fmt.Sprintf(`[{"player_id":0,"turn_number":3,"actions":[%s,%s]}]`, a, b))
		}
		all := "[" + strings.Join(turns, ",") + "]"
		for _, line := range []string{
			`{"id":1,"player_actions":` + turns[0] + `}`, `{"id":1,"player_actions":` + turns[0] + `,"report":true,"answer":"brief"}`,
			`{"fork":1,"id":3}`, `{"fork":1,"id":4,"seed":18446744073709551615,"turns":` + all + `,"report":true}`,
			`{"id":3,"turns":` + all + `,"all":true,"report":true}`, `{"id":4,"turns":[],"answer":"brief","all":true}`,
			`{"id":4,"turns":` + all + `,"answer":"brief","all":true}`, `{"drop":[1,2,3]}`, `{"drop":4}`,
		} {
			f.good(line)
			lines++
		}
	}
	if lines < 50 {
		t.Errorf("only %d lines", lines)
	}
	f.good(`{"map":"tiny","nb_players":2,"nb_special_players":0}`)
	for _, line := range []string{
		`{}`, `[]`, `{"map":7,"nb_players":2}`, `{"map":"tiny"}`, `{"game_state":{}}`, `{"turn_number":4}`, `{"fork":0}`, `{"drop":"x"}`, `{"drop":[0,0]}`,
		`{"player_actions":{}}`, `{"turns":[7]}`, `{"turns":[],"player_actions":[]}`, `{"id":-1,"turns":[]}`, `{"id":1.5,"turns":[]}`,
		`{"turns":[],"answer":"texts"}`, `{"turns":[],"report":1}`, `{"turns":[],"seed":1}`, `{"drop":0,"turns":[]}`,
	} {
		f.bad(line)
	}
}

func TestBombermanLinesFitTheirSchemas(t *testing.T) {
	f := newFitting(t, "bomberman", Bomberman())
	rng := rand.New(rand.NewPCG(4, 4))
	lines := 0
	for players := 2; players <= 12; players += 5 {
		f.good(fmt.Sprintf(`{"players":%d,"seed":%d,"reveal":true}`, players, -players))
		for range 6 {
			var rounds [3]string
			for i := range rounds {
				commands := make([]int, players)
				for k := range commands {
					commands[k] = rng.IntN(8)
				}
				text, err := json.Marshal(commands)
				if err != nil {
					t.Fatal(err)
				}
				rounds[i] = string(text)
			}
			all := "[" + strings.Join(rounds[:], ",") + "]"
			var first struct{ State string }
			if err := json.Unmarshal([]byte(f.good(`{"commands":`+rounds[0]+`,"report":true}`)), &first); err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(first.State)
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range []string{
				`{"id":1,"state":` + first.State + `,"seed":7,"draw_power_ups":true,"stood":[[{"X":2,"Y":2}]],"answer":"state"}`,
				`{"id":2,"state":` + string(text) + `,"answer":"brief"}`, `{"fork":1,"id":3}`,
				`{"fork":1,"id":4,"seed":9,"rounds":` + all + `,"report":true,"answer":"state"}`,
				`{"id":3,"rounds":` + all + `,"all":true,"report":true}`, `{"id":4,"rounds":` + all + `,"all":true,"answer":"brief"}`,
				`{"id":4,"rounds":` + all + `,"all":true,"answer":"state"}`, `{"drop":[1,2,3,4]}`,
			} {
				f.good(line)
				lines++
			}
		}
		f.sim.end()
	}
	if lines < 100 {
		t.Errorf("only %d lines", lines)
	}
	f.good(`{"players":2,"seed":2147483647,"answer":"brief"}`)
	for _, line := range []string{
		`{}`, `{"players":1,"seed":1}`, `{"players":2}`, `{"players":2,"seed":2147483648}`, `{"id":1,"state":7}`, `{"id":1,"state":{}}`, `{"commands":7}`,
		`{"commands":["x",1]}`, `{"rounds":[[1]]}`, `{"rounds":[],"commands":[1,1]}`, `{"rounds":[],"answer":"map"}`, `{"fork":0}`,
		`{"id":1,"players":2,"seed":1,"state":{}}`, `{"rounds":[],"all":"yes"}`, `{"drop":-1}`,
	} {
		f.bad(line)
	}
}
