package simulate

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/match"
	"blastyard/internal/vectors"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

// answer is an answer of the simulator. A round of a test vector has hashes instead of the long texts.
type answer struct {
	Round         int      `json:"round"`
	Over          bool     `json:"over"`
	LeaderBoard   string   `json:"leaderboard"`
	Failed        []int    `json:"failed"`
	KilledRound   []int    `json:"killed_round"`
	Map           string   `json:"map"`
	State         string   `json:"state"`
	Console       string   `json:"console"`
	StateSHA256   string   `json:"state_sha256"`
	ConsoleSHA256 string   `json:"console_sha256"`
	Rows          []string `json:"rows"`
}

// ask sends a line to a simulator. The answer must be one JSON line with these fields.
func ask(t *testing.T, sim Game, line string) (a answer) {
	t.Helper()
	text, err := sim.line(nil, []byte(line))
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	if err := json.Unmarshal(text, &a); err != nil || strings.ContainsRune(string(text), '\n') {
		t.Fatalf("%s: %v\n%s", line, err, text)
	}
	hash := func(s string) string {
		h := sha256.Sum256([]byte(s))
		return hex.EncodeToString(h[:])
	}
	a.StateSHA256, a.ConsoleSHA256 = hash(a.State), hash(a.Console)
	return a
}

// TestSimulatorPlaysTheOriginalsGames: the simulator gives every round of the test vectors.
func TestSimulatorPlaysTheOriginalsGames(t *testing.T) {
	sim := Bomberman()
	rounds := 0
	for _, g := range vectors.Bomberman(t) {
		for i, r := range g.Rounds {
			want := answer{Round: i, Over: r.Over, LeaderBoard: r.LeaderBoard, Failed: r.Failed, KilledRound: r.KilledRound, Map: r.Map,
				StateSHA256: r.StateSHA256, ConsoleSHA256: r.ConsoleSHA256}
			commands, err := json.Marshal(r.Commands)
			if err != nil {
				t.Fatal(err)
			}
			line := fmt.Sprintf(`{"commands":%s}`, commands)
			if i == 0 {
				line = fmt.Sprintf(`{"players":%d,"seed":%d}`, g.Players, g.Seed)
				want.Failed = make([]int, g.Players)
			}
			got := ask(t, sim, line)
			got.State, got.Console = "", ""
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s, round %d:\n%+v\nwant\n%+v", g.Name, i, got, want)
			}
			rounds++
		}
		sim.end()
	}
	if rounds < 1000 {
		t.Errorf("only %d rounds compared", rounds)
	}
}

// TestMapsOfTheOriginal: the rows of the vectors, from lines and as map generate prints them.
func TestMapsOfTheOriginal(t *testing.T) {
	sim := Bomberman()
	for _, v := range vectors.Maps(t) {
		a := ask(t, sim, fmt.Sprintf(`{"players":%d,"seed":%d,"reveal":true}`, v.Players, v.Seed))
		sim.end()
		if !reflect.DeepEqual(a.Rows, v.Rows) {
			t.Errorf("simulate, %d players, seed %d:\n%s", v.Players, v.Seed, strings.Join(a.Rows, "\n"))
		}
		m, err := bomberman.Generate(bomberman.DefaultSettings(), v.Players, v.Seed)
		if err != nil {
			t.Fatal(err)
		}
		shown := strings.Split(a.Map, "\n")[1:]
		for y := 1; y <= m.Height; y++ {
			if row := string(wire.AppendRow(nil, m, y, true)); row != v.Rows[y-1] {
				t.Errorf("AppendRow, %d players, seed %d, row %d: %q, want %q", v.Players, v.Seed, y, row, v.Rows[y-1])
			}
			if row := string(wire.AppendRow(nil, m, y, false)); row != shown[y-1] {
				t.Errorf("AppendRow, %d players, seed %d, row %d: %q, want %q as in map.txt", v.Players, v.Seed, y, row, shown[y-1])
			}
		}
	}
}

// TestMapOfASecret: the walls hide what they hide in the arena's match with the secret.
func TestMapOfASecret(t *testing.T) {
	sim := Bomberman()
	for _, seed := range []int{7, -3} {
		for players := 2; players <= 6; players += 2 {
			setup := game.Setup{Players: players, Seed: uint64(int64(seed)), Secret: match.Secret{0xb1, 0xa5, 7}}
			m, err := games.Bomberman().New(setup)
			if err != nil {
				t.Fatal(err)
			}
			rows := func(more string) []string {
				defer sim.end()
				return ask(t, sim, fmt.Sprintf(`{"players":%d,"seed":%d,"reveal":true%s}`, players, seed, more)).Rows
			}
			got, public := rows(`,"secret":"`+setup.Secret.String()+`"`), rows("")
			board, differ := m.State().(*bomberman.State).Map(), false
			for y := 1; y <= board.Height; y++ {
				want := string(wire.AppendRow(nil, board, y, true))
				if got[y-1] != want {
					t.Errorf("%d players, seed %d, row %d: %q, want %q", players, seed, y, got[y-1], want)
				}
				differ = differ || got[y-1] != public[y-1]
			}
			if !differ {
				t.Errorf("%d players, seed %d: the secret hides what the seed hides", players, seed)
			}
		}
	}
}

// TestSimulatorErrors: each error is one line, and the game stays unchanged.
func TestSimulatorErrors(t *testing.T) {
	sim := Bomberman()
	refuse := func(line, want string) {
		t.Helper()
		if text, err := sim.line([]byte("kept"), []byte(line)); err == nil || err.Error() != want || string(text) != "kept" {
			t.Errorf("%s: %v, want %s; %s", line, err, want, text)
		}
	}
	refuse(`{"commands":[1,1]}`, "no game is being played; start one with players and a seed")
	refuse(`nonsense`, "the line is not a JSON object")
	refuse(`[1]`, "the line is not a JSON object")
	refuse(`{"players":2,"seed":1} x`, "the line is not a JSON object")
	refuse(`{}`, `the line has neither field "players" (to start a game) nor "commands" (to play a round)`)
	refuse(`{"players":1,"seed":1}`, "players is 1, expected an integer from 2 to 12")
	refuse(`{"players":13,"seed":1}`, "players is 13, expected an integer from 2 to 12")
	refuse(`{"players":2.5,"seed":1}`, "players is 2.5, expected an integer from 2 to 12")
	refuse(`{"players":"2","seed":1}`, `players is "2", expected an integer from 2 to 12`)
	refuse(`{"players":null,"seed":1}`, "players is null, expected an integer from 2 to 12")
	refuse(`{"players":2}`, "field seed is missing")
	refuse(`{"players":2,"seed":2147483648}`, "seed is 2147483648, expected an integer from -2147483648 to 2147483647")
	refuse(`{"players":2,"seed":"a`+strings.Repeat("b", 100)+`"}`, `seed is "abbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb..., expected an integer from -2147483648 to 2147483647`)
	refuse(`{"players":2,"seed":1,"secret":7}`, "secret is 7, expected 32 hexadecimal digits that are not all 0")
	refuse(`{"players":2,"seed":1,"secret":"`+strings.Repeat("0", 32)+`"}`,
		`secret is "00000000000000000000000000000000", expected 32 hexadecimal digits that are not all 0`)
	refuse(`{"state":{},"secret":"8f3a61c2d94e07b5a1f06d2c9be37418"}`,
		"the line has both state and secret, expected secret beside players")
	refuse(`{"players":2,"seed":1,"reveal":1}`, "reveal is 1, expected true or false")
	start := ask(t, sim, `{"players":2,"seed":1}`)
	refuse(`{"players":2,"seed":1}`, "a game is being played; end it with an empty line first")
	refuse(`{"commands":[1]}`, "commands has 1 number, expected 2, one for each player")
	refuse(`{"commands":[1,2,3]}`, "commands has 3 numbers, expected 2, one for each player")
	refuse(`{"commands":[]}`, "commands has 0 numbers, expected 2, one for each player")
	refuse(`{"commands":[1,"2"]}`, `commands[1] is "2", expected an integer`)
	refuse(`{"commands":[1.5,2]}`, "commands[0] is 1.5, expected an integer")
	refuse(`{"commands":[null,2]}`, "commands[0] is null, expected an integer")
	refuse(`{"commands":5}`, "commands is 5, expected an array")
	next := ask(t, sim, `{"commands":[5,99]}`)
	again := Bomberman()
	if a := ask(t, again, `{"players":2,"seed":1}`); !reflect.DeepEqual(a, start) {
		t.Errorf("the start is %+v and %+v", start, a)
	}
	// Other numbers do nothing.
	for _, line := range []string{`{"commands":[5,0]}`, `{"commands":[5,-1]}`, `{"commands":[5,7]}`, `{"commands":[5,256]}`, `{"commands":[5,262]}`} {
		again.end()
		ask(t, again, `{"players":2,"seed":1}`)
		if a := ask(t, again, line); !reflect.DeepEqual(a, next) || a.Round != 1 || !strings.Contains(a.Map, "fuse:4") {
			t.Errorf("%s gives another game, or the lines in error changed it: %+v, want %+v", line, next, a)
		}
	}
}
