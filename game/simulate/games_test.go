package simulate

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestGamesByID: games have ids, and can be forked and dropped. An error is reported and changes nothing.
func TestGamesByID(t *testing.T) {
	const duel = `"map":{"cells":[{"q":0,"r":0},{"q":1,"r":0},{"q":2,"r":0}],"initial_positions":{"0":[{"q":0,"r":0}]}},"nb_players":1`
	const right = `[{"player_id":0,"actions":[{"id":0,"movement":"move","direction":"x+"}]}]`
	sim := newHexabomb(t)
	for _, row := range []struct{ line, answer string }{
		{`{` + duel + `,"answer":"brief"}`, `{"winner_player_id":0,"turns_played":0,"score":{"0":0},"cell_count":{"0":1},"living":{"0":1}}`},
		{`{` + duel + `,"id":7,"answer":"brief"}`, `{"id":7,"winner_player_id":0,"turns_played":0,"score":{"0":0},"cell_count":{"0":1},"living":{"0":1}}`},
		{`{` + duel + `,"id":7}`, "error: a game with the id 7 is being played; drop it first"},
		{`{` + duel + `,"id":-1}`, "error: id is -1, expected an integer from 0 to 9007199254740991"},
		{`{` + duel + `,"id":"a"}`, `error: id is "a", expected an integer from 0 to 9007199254740991`},
		{`{` + duel + `,"id":8,"answer":"texts"}`, `error: answer is "texts", expected "state" or "brief"`},
		{`{` + duel + `,"id":8,"seed":1.5}`, "error: seed is 1.5, expected an integer from 0 to 18446744073709551615"},
		{`{` + duel + `,"id":8,"turn_number":1}`, "error: turn_number stands without a game_state, expected both"},
		{`{"id":8,"player_actions":[]}`, "error: no game has the id 8"},
		{`{"fork":8,"id":9}`, "error: no game has the id 8"},
		{`{"fork":7}`, "error: field id is missing, which the copy is to have"},
		{`{"fork":7,"id":7}`, "error: a game with the id 7 is being played; drop it first"},
		{`{"fork":null,"id":9}`, "error: fork is null, expected an integer from 0 to 9007199254740991"},
		{`{"fork":7,"id":8,` + duel + `}`, "error: fork stands beside the start of a game, expected it alone or with turns"},
		{`{"fork":7,"id":8,"player_actions":[7]}`, "error: player_actions[0] is not an object"},
		{`{"fork":7,"id":8,"seed":-1}`, "error: seed is -1, expected an integer from 0 to 18446744073709551615"},
		{`{"fork":7,"id":8}`, `{"id":8}`},
		{`{"fork":8,"id":9,"answer":"brief","player_actions":` + right + `}`, `{"id":9,"winner_player_id":0,"turns_played":1,"score":{"0":2},"cell_count":{"0":2},"living":{"0":1}}`},
		{`{"id":8,"answer":"brief","turns":[` + right + `,` + right + `]}`, `{"id":8,"winner_player_id":0,"turns_played":2,"score":{"0":5},"cell_count":{"0":3},"living":{"0":1}}`},
		{`{"id":8,"answer":"brief","turns":[` + right + `,[{"player_id":1,"actions":[]}]]}`, "error: turns[1][0].player_id is missing or not one of 0..0"},
		{`{"id":8,"answer":"brief","turns":[` + right + `,7]}`, "error: turns[1] is not an array"},
		{`{"id":8,"turns":7}`, "error: turns is 7, expected an array of arrays like player_actions"},
		{`{"id":8,"turns":[],"player_actions":[]}`, "error: the line has both player_actions and turns, expected one of them"},
		{`{"id":8,"turns":[],"seed":1}`, "error: seed stands beside turns, expected it where a game is started or forked"},
		{`{"id":8,"turns":[],"report":1}`, "error: report is 1, expected true or false"},
		{`{"id":8,"turns":[],"all":null}`, "error: all is null, expected true or false"},
		{`{"id":8,"answer":"brief","turns":[]}`, `{"id":8,"winner_player_id":0,"turns_played":2,"score":{"0":5},"cell_count":{"0":3},"living":{"0":1}}`},
		{`{"id":7,"answer":"brief","turns":[]}`, `{"id":7,"winner_player_id":0,"turns_played":0,"score":{"0":0},"cell_count":{"0":1},"living":{"0":1}}`},
		{`{"id":8,"answer":"brief","report":true,"turns":[` + right + `,[{"player_id":0,"actions":[7,{"id":5,"movement":"revive"}]}]]}`,
			`{"id":8,"winner_player_id":0,"turns_played":4,"score":{"0":11},"cell_count":{"0":3},"living":{"0":1},"refused":[` +
				`{"turn":0,"player_id":0,"action":{"direction":"x+","id":0,"movement":"move"},"reason":"there is no cell in that direction"},` +
				`{"turn":1,"player_id":0,"index":0,"reason":"not an object"},` +
				`{"turn":1,"player_id":0,"action":{"id":5,"movement":"revive"},"reason":"there is no such character"}]}`},
		{`{"drop":[7,7]}`, "error: drop has the id 7 twice"},
		{`{"drop":[7,5]}`, "error: no game has the id 5"},
		{`{"drop":[7,"x"]}`, `error: drop[1] is "x", expected an integer from 0 to 9007199254740991`},
		{`{"drop":7,"turns":[]}`, "error: drop stands beside other things to do, expected it alone"},
		{`{"drop":7}`, `{"games":3}`},
		{`{"drop":[8,9]}`, `{"games":1}`},
		{`{"drop":0}`, `{"games":0}`},
		{`{"drop":0}`, "error: no game is being played; start one with a map"},
		{`{"game_state":{},"nb_special_players":0}`, "error: hexabomb/wire: state: field bombs is missing"},
		{`{"game_state":7}`, "error: hexabomb/wire: state: the JSON value is a number, expected an object"},
	} {
		if got := say(t, sim, row.line); got != row.answer {
			t.Errorf("%s:\n%s\nwant\n%s", row.line, got, row.answer)
		}
	}
}

// TestGamesAreBounded: one game too many is an error, and dropping a game makes room.
func TestGamesAreBounded(t *testing.T) {
	sim := newHexabomb(t)
	say(t, sim, `{"map":{"cells":[{"q":0,"r":0}],"initial_positions":{"0":[{"q":0,"r":0}]}},"nb_players":1}`)
	for id := 1; id < maxGames; id++ {
		if got := say(t, sim, fmt.Sprintf(`{"fork":0,"id":%d}`, id)); got != fmt.Sprintf(`{"id":%d}`, id) {
			t.Fatal(got)
		}
	}
	const one = `{"fork":0,"id":1000000}`
	if got := say(t, sim, one); got != "error: 10000 games are being played, as many as there can be; drop one first" {
		t.Error(got)
	}
	say(t, sim, `{"drop":5}`)
	if got := say(t, sim, one); got != `{"id":1000000}` {
		t.Error(got)
	}
}

// TestBombermanReports: refused commands are reported with round and player.
func TestBombermanReports(t *testing.T) {
	sim := Bomberman()
	say(t, sim, `{"players":2,"seed":1}`)
	got := say(t, sim, `{"report":true,"answer":"brief","rounds":[[1,0],[6,5],[0,5]]}`)
	want := `{"round":3,"over":false,"leaderboard":"AB","failed":[0,1],"killed_round":[0,0],"points":[0,0],"alive":[true,true],"refused":[` +
		`{"turn":0,"player":"A","command":1,"reason":"cannot move up: a wall or a bomb is there"},` +
		`{"turn":1,"player":"A","command":6,"reason":"cannot trigger: none of your bombs is on the map"},` +
		`{"turn":2,"player":"B","command":5,"reason":"cannot place a bomb: the bag is empty, all 1 are on the map"}]}`
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for line, want := range map[string]string{
		`{"rounds":7}`:                        "error: rounds is 7, expected an array of arrays like commands",
		`{"rounds":[[0,0],[0]]}`:              "error: rounds[1] has 1 number, expected 2, one for each player",
		`{"rounds":[[0,0],["x",0]]}`:          `error: rounds[1][0] is "x", expected an integer`,
		`{"rounds":[],"commands":[0,0]}`:      "error: the line has both commands and rounds, expected one of them",
		`{"rounds":[],"answer":"everything"}`: `error: answer is "everything", expected "texts" or "state" or "brief"`,
	} {
		if got := say(t, sim, line); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
	if got := say(t, sim, `{"rounds":[],"answer":"brief"}`); !strings.HasPrefix(got, `{"round":3,`) {
		t.Errorf("bad lines have changed the game: %s", got)
	}
}

// FuzzLines: every line is answered with one line of JSON, and an invalid one changes no game.
func FuzzLines(f *testing.F) {
	for _, line := range []string{
		`{"map":"tiny","nb_players":2}`, `{"player_actions":[{"player_id":0,"actions":[{"id":0,"movement":"move","direction":"x+"}]}]}`,
		`{"fork":0,"id":1,"seed":5}`, `{"id":1,"turns":[[],[{"player_id":1,"actions":[7]}]],"report":true,"all":true}`, `{"drop":[0,1]}`,
		`{"players":2,"seed":1,"answer":"state"}`, `{"rounds":[[1,2],[5,6]],"report":true}`, `{"commands":[5,5],"answer":"brief"}`,
		`{"game_state":{"bombs":[],"cell_count":{"0":1},"cells":[{"color":1,"q":0,"r":0}],"characters":[{"alive":true,"bomb_count":1,"color":1,"id":0,"q":0,"r":0,"revive_delay":-1}],"explosions":{},"score":{"0":0}},"turn_number":3,"seed":1}`,
	} {
		f.Add("{\"map\":\"tiny\",\"nb_players\":2}\n{\"players\":2,\"seed\":1}\n" + line)
	}
	f.Fuzz(func(t *testing.T, lines string) {
		for _, sim := range []Game{newHexabomb(t), Bomberman()} {
			for _, line := range strings.Split(lines, "\n") {
				before := stands(t, sim)
				answer, err := sim.line([]byte("kept"), []byte(line))
				text, kept := strings.CutPrefix(string(answer), "kept")
				if !kept || err == nil && !json.Valid([]byte(text)) || err != nil && text != "" {
					t.Fatalf("%s: %s, %v", line, answer, err)
				}
				if after := stands(t, sim); err != nil && after != before {
					t.Fatalf("%s: %v, and the game went on: %s", line, err, after)
				}
			}
		}
	})
}

// stands describes the games 0 and 1.
func stands(t *testing.T, sim Game) string {
	return say(t, sim, `{"turns":[],"rounds":[]}`) + say(t, sim, `{"id":1,"turns":[],"rounds":[]}`)
}
