package simulate

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/lightcycles"
	"blastyard/game/tinygame"
)

// stand is the answer to a line of a game without lines of its own.
type stand struct {
	Turn    int
	Over    bool
	Winner  int
	Scores  []int
	Acts    []bool
	State   json.RawMessage
	Refused []struct {
		Turn, Player   int
		Action, Reason string
	}
	Choices [][]struct {
		Token   int
		Choices []struct {
			Do, Refused string
			Actions     json.RawMessage
		}
	}
}

// first returns the actions of a player's first choice that is not refused, or null.
func (s *stand) first(player int) string {
	for _, piece := range s.Choices[player] {
		for _, c := range piece.Choices {
			if c.Refused == "" {
				return string(c.Actions)
			}
		}
	}
	return "null"
}

func of(t *testing.T, k *game.Kind) Game {
	t.Helper()
	sim, err := Of(k)
	if err != nil {
		t.Fatal(err)
	}
	return sim
}

func standing(t *testing.T, sim Game, line string) (s stand) {
	t.Helper()
	answer := say(t, sim, line)
	if err := json.Unmarshal([]byte(answer), &s); err != nil {
		t.Fatalf("%s: %s: %v", line, answer, err)
	}
	return s
}

// TestAnyGame: a program that knows nothing of a game plays it by the choices of the answers, as the match itself
// goes, and a fork goes on alike.
func TestAnyGame(t *testing.T) {
	for _, k := range []*game.Kind{lightcycles.Kind(), tinygame.Kind()} {
		sim := of(t, k)
		m, err := k.New(game.Setup{Players: 2, Seed: 5})
		if err != nil {
			t.Fatal(err)
		}
		now := standing(t, sim, `{"players":2,"seed":5,"answer":"choices"}`)
		without := `{"id":1,"players":2,"seed":5}`
		if again := standing(t, sim, without); string(again.State) != string(m.AppendState(nil)) {
			t.Fatalf("%s: %s, the match %s", k.Name, again.State, m.AppendState(nil))
		}
		turns := 0
		for ; !now.Over; turns++ {
			moves := []string{"null", "null"}
			for p := range now.Choices {
				moves[p] = now.first(p)
			}
			line := fmt.Sprintf(`"moves":[%s]`, strings.Join(moves, ","))
			fork := standing(t, sim, fmt.Sprintf(`{"fork":0,"id":%d,%s}`, turns+2, line))
			now = standing(t, sim, `{"answer":"choices","report":true,`+line+`}`)
			if now.Turn != turns+1 || string(fork.State) != string(now.State) || len(now.Refused) > 0 && k.Name != tinygame.Name {
				t.Fatalf("%s, turn %d: %+v", k.Name, turns, now)
			}
		}
		if turns < 5 {
			t.Errorf("%s: only %d turns", k.Name, turns)
		}
		if after := standing(t, sim, `{"moves":[null,null]}`); after.Turn != turns || string(after.State) != string(now.State) {
			t.Errorf("%s: a turn after the end: %+v", k.Name, after)
		}
	}
}

// TestAnyGameTellsWhatIsWrong: each error is one line, and changes nothing.
func TestAnyGameTellsWhatIsWrong(t *testing.T) {
	sim := of(t, tinygame.Kind())
	for _, row := range []struct{ line, answer string }{
		{`{}`, `error: the line has neither field "players" or "state" (to start a game) nor "moves" (to play a turn)`},
		{`{"moves":[null]}`, "error: no game is being played; start one with players"},
		{`{"players":"2"}`, `error: players is "2", expected an integer from 0 to 1073741824`},
		{`{"players":5}`, "error: players is 5, expected at most 4"},
		{`{"players":2,"map":"yard"}`, `error: map is "yard", expected none: a seed makes the maps of race`},
		{`{"players":2,"turn":3}`, "error: turn stands without a state, expected both"},
		{`{"state":{}}`, "error: players is missing: a state of race does not say how many there are"},
		{`{"players":2,"state":{}}`, "error: a match of race cannot be set to a state, but it can go on from that of another match"},
		{`{"players":2,"answer":"brief"}`, `{"turn":0,"turn_number":0,"over":false,"winner":-1,"scores":[0,0],"living":[1,1],"acts":[true,true]}`},
		{`{"moves":[null]}`, "error: moves has 1 values, expected 2, one for each player: its actions, or null"},
		{`{"turns":[[[1],[2]],7]}`, "error: turns[1] is 7, expected an array"},
		{`{"turns":[[[9],[2]],[[1],"x"]],"report":true,"answer":"brief"}`,
			`{"turn":2,"turn_number":2,"over":false,"winner":1,"scores":[1,2],"living":[1,1],"acts":[true,true],"refused":[` +
				`{"turn":0,"player":0,"action":"go 9","reason":"too far"},` +
				`{"turn":1,"player":1,"action":"","reason":"not a number of fields"}]}`},
	} {
		if got := say(t, sim, row.line); got != row.answer {
			t.Errorf("%s:\n%s\nwant\n%s", row.line, got, row.answer)
		}
	}
}

// TestAnyGameFromAState: a game that can go on from a state goes on as the one that it comes from.
func TestAnyGameFromAState(t *testing.T) {
	sim := newSimulator(&kindRules{kind: games.Hexabomb()}) // its own lines are others
	standing(t, sim, `{"players":2,"map":"tiny"}`)
	before := standing(t, sim, `{"moves":[null,null]}`)
	mid := standing(t, sim, fmt.Sprintf(`{"id":1,"players":2,"map":"tiny","state":%s,"turn":1}`, before.State))
	right := `[[{"id":0,"movement":"move","direction":"x-"}],[{"id":1,"movement":"move","direction":"x+"}]]`
	want, got := standing(t, sim, `{"moves":`+right+`}`), standing(t, sim, `{"id":1,"moves":`+right+`}`)
	if mid.Turn != 1 || got.Turn != 2 || string(got.State) != string(want.State) || string(got.State) == string(mid.State) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestText: every game has a text for its command, those with lines of their own have theirs.
func TestText(t *testing.T) {
	titles := map[string]string{}
	for _, k := range append(games.All(), lightcycles.Kind(), tinygame.Kind()) {
		text := TextOf(k)
		titles[k.Name] = text.Title
		if !strings.Contains(text.Help, "Read lines of JSON") || !strings.Contains(text.Help, `{"fork":F,"id":I}`) ||
			!strings.Contains(text.Example, "simulate "+k.Name) {
			t.Errorf("%s: %+v", k.Name, text)
		}
	}
	if titles["bomberman"] != "2016-Bomberman" || titles[tinygame.Name] != tinygame.Name {
		t.Errorf("titles: %v", titles)
	}
}
