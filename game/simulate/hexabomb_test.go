package simulate

import (
	"strings"
	"testing"

	"blastyard/rules/hexabomb"
)

// TestHexabomb: the answers to valid and invalid lines of two games. An invalid line changes nothing.
func TestHexabomb(t *testing.T) {
	const setup = `{"map":{"cells":[{"q":0,"r":0},{"q":1,"r":0}],"initial_positions":{"0":[{"q":0,"r":0}]}},"nb_players":1,"nb_special_players":0}`
	game := newHexabomb(t)
	for _, row := range []struct{ line, answer string }{
		{`{"player_actions":[]}`, "no game is being played; start one with a map"},
		{`[]`, "the line is not a JSON object"},
		{setup + "x", "the line is not a JSON object"},
		{`{}`, `neither field "map"`},
		{`{"map":"atlantis","nb_players":1}`, `there is no map "atlantis"`},
		{`{"map":"tiny","nb_players":"1"}`, `nb_players is "1", expected a whole number`},
		{`{"map":"tiny","nb_players":2,"nb_special_players":1e30}`, "nb_special_players is 1e30, expected a whole number"},
		{`{"map":"tiny"}`, "field nb_players is missing"},
		{setup, `{"game_state":{"bombs":[],"cell_count":{"0":1},`},
		{setup, "a game is being played; end it with an empty line first"},
		{`{"player_actions":[7]}`, "player_actions[0] is not an object"},
		{`{"player_actions":[{"player_id":1,"actions":[]}]}`, "player_actions[0].player_id is missing or not one of 0..0"},
		{`{"player_actions":[{"player_id":0}]}`, "player_actions[0].actions is missing or not an array"},
		{`{"player_actions":[{"player_id":0,"actions":[{"id":0,"movement":"move","direction":"x+"}]}]}`,
			`{"winner_player_id":0,"game_state":{"bombs":[],"cell_count":{"0":2},`},
		{`{"player_actions":[]}`, `"score":{"0":4}`},
		{"", ""},
		{`{"player_actions":[]}`, "no game is being played"},
		{`{"map":"tiny","nb_players":2}`, `{"game_state":{"bombs":[],"cell_count":{"0":1,"1":1},`},
	} {
		if row.line == "" {
			game.end()
			continue
		}
		text, err := game.line([]byte("kept"), []byte(row.line))
		answer := strings.TrimPrefix(string(text), "kept")
		if err != nil {
			if answer != "" {
				t.Errorf("%s: %q and %v", row.line, answer, err)
			}
			answer = err.Error()
		}
		if !strings.Contains(answer, row.answer) || err == nil != strings.HasPrefix(answer, "{") {
			t.Errorf("%s: %s, want %s", row.line, answer, row.answer)
		}
	}
}

// newHexabomb returns a Game that plays hexabomb by the usual rules.
func newHexabomb(t *testing.T) Game {
	t.Helper()
	g, err := Hexabomb(hexabomb.V11.String())
	if err != nil {
		t.Fatal(err)
	}
	return g
}
