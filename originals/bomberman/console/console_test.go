package console

import (
	"bytes"
	"maps"
	"strings"
	"testing"
	"time"

	"blastyard"
	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/overrounds"
	"blastyard/arena/rounds"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/trouble"
)

// byKeyboard plays a match of two players at the keyboard and returns what was printed.
func byKeyboard(t *testing.T, typed string, c Config) (out, errOut string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	c.In, c.Out, c.Err, c.Names = strings.NewReader(typed), &stdout, &stderr, []string{"Ann", "Ann"}
	screen := New(t.Context(), c)
	_, err := blastyard.Play(t.Context(), arena.Config{Game: "bomberman", Seed: 6, IDs: []int{0, 1},
		Seats: []arena.Seat{{Bot: "human", Player: screen.Person()}, {Bot: "human", Player: screen.Person()}}}, screen)
	if err != nil {
		t.Fatal(err)
	}
	screen.PrintResult(6)
	return stdout.String(), stderr.String()
}

// TestMatchAtTheKeyboard: two players of one name; the first is killed by its own bomb.
func TestMatchAtTheKeyboard(t *testing.T) {
	out, errOut := byKeyboard(t, "z\nd\nx\n", Config{Log: true})
	for _, want := range []string{
		"Map Width: 21, Map Height: 21, Current Round: 0, Seed: 6",
		"Starting new game\n",
		"\nCould not process player command: cannot move right: a wall or a bomb is there\n",
		"\nPlayer Ann has been killed\n",
		"round 0\nAdded Command place bomb for Player A: human\nAdded Command right for Player B: human2\n" +
			"Player B: refused: cannot move right: a wall or a bomb is there\n",
		"\nGame has ended\nLeader Board\n0: Player B: Ann\n1: Player A: Ann\n\nGame over in round 3, seed 6\n\n 1. B Ann      ",
		"points  killed in round 2\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q was not printed:\n%s", want, out)
		}
	}
	if errOut != "round 1: no more input: console players do nothing from here on\n" {
		t.Errorf("noted: %q", errOut)
	}
}

// TestPrettyDrawsWhatNobodyIsShown: each player sees the board when it is asked. A round in which nobody is asked is
// drawn only with Pretty.
func TestPrettyDrawsWhatNobodyIsShown(t *testing.T) {
	for pretty, want := range map[bool]map[string]int{
		false: {"0": 2, "1": 2}, true: {"0": 2, "1": 2, "2": 1, "3": 1},
	} {
		out, _ := byKeyboard(t, "z\nd\nx\n", Config{Pretty: pretty})
		drawn := map[string]int{}
		for line := range strings.Lines(out) {
			if _, after, ok := strings.Cut(line, "Current Round: "); ok {
				round, _, _ := strings.Cut(after, ",")
				drawn[round]++
			}
		}
		if !maps.Equal(drawn, want) {
			t.Errorf("pretty %t: drawn %v, want %v", pretty, drawn, want)
		}
	}
}

// ranIn returns a round in which a bot had this outcome.
func ranIn(turn int, m game.Match, o rounds.Outcome) *arena.Turn {
	return &arena.Turn{Number: turn, Match: m, Details: overrounds.Turn{Runs: []overrounds.Run{{Player: 1, Outcome: &o}}}}
}

// TestTroubleIsToldOnce: a repeated problem is reported once, and the result has the words and counts of all results.
func TestTroubleIsToldOnce(t *testing.T) {
	m, err := games.Bomberman().New(game.Setup{Players: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	var out, errOut bytes.Buffer
	c := New(t.Context(), Config{In: strings.NewReader(""), Out: &out, Err: &errOut, Names: []string{"ann", "bob"},
		Dir: "dir", Debug: true})
	c.Begin(&arena.Begin{Match: m, Players: []arena.PlayerInfo{{Seat: 0}, {Seat: 1}}})
	late := rounds.Outcome{Why: "too late: 3 ms", Late: true, Limit: time.Second}
	for i, o := range []rounds.Outcome{
		late, late, {Why: "no processor", Late: true, Host: true}, {}, late,
		{Why: "no move.txt", Errors: []string{"one", "two"}, Printed: harness.OutputStats{Stderr: 3}},
		{Faults: []string{"its state.json was changed"}},
	} {
		c.Turn(ranIn(i+1, m, o))
	}
	want := `round 0: B bob gave no command: too late: 3 ms
round 2: B bob gave no command: no processor
round 4: B bob gave no command: too late: 3 ms
round 5: B bob gave no command: no move.txt; it last printed: one | two
round 5: B bob wrote to its error stream: one | two (see dir/5/B)
standard input is no terminal: the match goes on
round 6: B bob: FAULT: its state.json was changed
`
	if got := strings.ReplaceAll(errOut.String(), `\`, "/"); got != want {
		t.Errorf("noted\n%s\nwant\n%s", got, want)
	}
	c.End(&arena.End{Match: m, Result: &arena.Result{Seats: []arena.SeatResult{{Player: 0, Reason: "finished"},
		{Player: 1, Reason: "timeout", Late: 4, Host: 1, Silent: 1, Crashed: 2, Refused: 1, First: trouble.Firsts{
			Late: trouble.First{Turn: 1, Why: "too late: 3 ms"}, Silent: trouble.First{Turn: 6, Why: "no move.txt"},
			Crashed: trouble.First{Turn: 11, Why: "exit code 1: \x1b[31mno map"}, Refused: trouble.First{Turn: 1, Why: "up: not possible"}}}}}})
	c.PrintResult(1)
	const row = "B bob      0 points  alive; 4 turns late, 1 of them host: the machine gave it no processor (first in round 0: too late: 3 ms); " +
		"1 turn silent (first in round 5: no move.txt); 2 turns crashed (first in round 10: exit code 1: no map); " +
		"1 action refused (first in round 0: up: not possible); given up\n"
	if !strings.Contains(out.String(), row) {
		t.Errorf("printed\n%s\nwant %s", out.String(), row)
	}
}
