package stdio_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"blastyard/docs/schematest"
	"blastyard/internal/stage"
	"blastyard/internal/vectors"
	"blastyard/protocol/stdio"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

// fits returns why a line does not conform to a schema.
func fits(t *testing.T, s schematest.Schema, line string) error {
	t.Helper()
	if strings.Contains(line, "\n") {
		t.Errorf("more than a line: %.200q", line)
	}
	return s.Fits(t, line)
}

func start(game, key string, players int, state []byte) string {
	b := stdio.Begin{Game: game, Player: 1, Key: key, Name: `"odd" é`, Players: players, Turns: 100, TurnTime: time.Second,
		FirstTime: 10 * time.Second, State: state}
	return string(b.Append(nil))
}

// TestHexabombLines: each state of the recorded games conforms to the schemas, as bots receive it.
func TestHexabombLines(t *testing.T) {
	stage.Plain(t, "checks large texts against schemas")
	in := schematest.Compile(t, "stdio-hexabomb-in")
	seen := 0
	for _, g := range vectors.Hexabomb(t) {
		lines := []string{start("hexabomb", "", g.Players+g.SpecialPlayers, g.InitialState)}
		for n, turn := range g.Turns {
			lines = append(lines, string(stdio.AppendTurn(nil, n, turn.State, nil)))
			if n == len(g.Turns)-1 {
				lines = append(lines, string(stdio.AppendEnd(nil, turn.Winner, turn.State)))
			}
		}
		for _, line := range lines {
			seen++
			if err := fits(t, in, line); err != nil {
				t.Fatalf("%s: %v\n%.500s", g.Name, err, line)
			}
		}
	}
	if seen < 1000 {
		t.Errorf("only %d lines were looked at", seen)
	}
}

// TestBombermanLines: each state of the recorded games conforms to the schemas, as bots receive it.
func TestBombermanLines(t *testing.T) {
	stage.Plain(t, "checks large texts against schemas")
	in := schematest.Compile(t, "stdio-bomberman-in")
	seen := 0
	for _, g := range vectors.Bomberman(t) {
		m, err := bomberman.Generate(bomberman.DefaultSettings(), g.Players, g.Seed)
		if err != nil {
			t.Fatal(err)
		}
		s := bomberman.NewState(m)
		text := wire.Text{}
		for k := range g.Players {
			text.Names = append(text.Names, fmt.Sprintf("Player %d", k+1))
		}
		for n, r := range g.Rounds {
			if n > 0 {
				commands := make([]bomberman.Command, g.Players)
				for k, c := range r.Commands {
					commands[k] = bomberman.Command(c)
				}
				s.Step(commands, make([]bool, g.Players))
			}
			if n%20 != 0 && n < len(g.Rounds)-3 { // a state is big, and the next one is similar
				continue
			}
			seen++
			state := text.AppendState(nil, s)
			lines := []string{string(stdio.AppendTurn(nil, n, state, nil))}
			if n == 0 {
				lines = append(lines, start("bomberman", "B", g.Players, state), string(stdio.AppendEnd(nil, -1, state)))
			}
			for _, line := range lines {
				if err := fits(t, in, line); err != nil {
					t.Fatalf("%s, round %d: %v\n%.500s", g.Name, n, err, line)
				}
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d states were looked at", seen)
	}
}

// TestAnswers: valid answers conform to the schema, and invalid ones do not.
func TestAnswers(t *testing.T) {
	for name, lines := range map[string]map[string]bool{
		"stdio-hexabomb-out": {
			`[]`: true, `[{"id":3,"movement":"move","direction":"x+"},{"id":4,"movement":"revive"}]`: true,
			`[{"id":3,"movement":"bomb","bomb_range":3,"bomb_delay":2}]`: true,
			`{}`: false, `[{"id":3,"movement":"move"}]`: false, `[{"id":3,"movement":"fly","direction":"x+"}]`: false,
			`[{"id":3,"movement":"move","direction":"up"}]`: false, `[{"movement":"revive"}]`: false,
		},
		"stdio-bomberman-out": {
			`{"command":5}`: true, `{"command":0,"why":"it is near"}`: true,
			`{"command":7}`: false, `{"command":"5"}`: false, `{}`: false, `5`: false,
		},
		"stdio-hexabomb-in": {
			`{"type":"turn","turn":0}`: false, `{"type":"stop"}`: false, `{"type":"end","winner":-2,"state":{}}`: false,
		},
		"stdio-bomberman-in": {`{"type":"turn","turn":0,"state":{}}`: false},
	} {
		s := schematest.Compile(t, name)
		for line, want := range lines {
			if err := fits(t, s, line); (err == nil) != want {
				t.Errorf("%s: %s: %v, expected %t", name, line, err, want)
			}
		}
	}
}
