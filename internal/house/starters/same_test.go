package starters

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"blastyard"
	"blastyard/arena"
	"blastyard/arena/entrant"
	"blastyard/arena/entrant/build"
	"blastyard/arena/record"
	"blastyard/bots"
	"blastyard/internal/stage"
	"blastyard/replay"
)

// sameMatches are matches in which a starter sits on the seat without a bot: with bombs, deaths and choices by lot, on a
// small board, and in sudden death.
var sameMatches = []arena.Config{
	{Map: "duel", Seed: 3, Turns: 150, Seats: []arena.Seat{{}, {Bot: "builtin:greedy"}}},
	{Map: "tiny", Seed: 4, Turns: 120, Seats: []arena.Seat{{Bot: "builtin:hunter"}, {}}},
	{Map: "arena4", Seed: 5, Turns: 80, Seats: []arena.Seat{{}, {Bot: "builtin:hunter"}, {Bot: "builtin:greedy"}}},
	{Map: "maze4", Seed: 6, Turns: 80, Seats: []arena.Seat{{Bot: "builtin:ghost", Special: true}, {}, {Bot: "builtin:greedy"}}},
}

// TestStartersPlayTheSame: in each turn every starter gives the actions that the one in Python gives, so that none is
// better or worse for its language. As long as they do, the states are the same, too.
func TestStartersPlayTheSame(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("starters are built with commands of Unix")
	}
	t.Setenv("PYTHONDONTWRITEBYTECODE", "1")
	python, err := bots.Find(bots.Hexabomb, "python")
	if err != nil {
		t.Fatal(err)
	}
	var model [][]string
	dir := buildStarter(t, python)
	for _, c := range sameMatches {
		model = append(model, playedBy(t, c, dir))
	}
	all := fmt.Sprint(model)
	for _, movement := range []string{"move", "bomb", "revive"} {
		if n := strings.Count(all, `"`+movement+`"`); n < 10 {
			t.Errorf("the starter in Python did %s %d times, expected at least 10: the matches show too little", movement, n)
		}
	}
	for _, s := range slices.Concat(bots.Starters(), bots.StdioStarters()) {
		if s.Game != bots.Hexabomb || s == python {
			continue
		}
		name := s.Language
		if s.Stdio() {
			name += " over stdio"
		}
		t.Run(name, func(t *testing.T) {
			if s.Language != "go" && s.Language != "python" {
				stage.Only(t, "builds a starter with the tools of its language, some from a registry")
			}
			dir := buildStarter(t, s)
			for k, c := range sameMatches {
				checkSame(t, c, playedBy(t, c, dir), model[k])
			}
		})
	}
}

// buildStarter makes a new bot of a starter, builds it and returns its folder.
func buildStarter(t *testing.T, s bots.Starter) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "new")
	if _, err := s.Create(dir, "new"); err != nil {
		t.Fatal(err)
	}
	e, err := entrant.Parse(dir, entrant.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := build.Run(t.Context(), &e, "new", &out); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	return dir
}

// playedBy plays a match with the bot of a folder and returns what it did in each turn, as JSON with sorted names.
func playedBy(t *testing.T, c arena.Config, dir string) (turns []string) {
	t.Helper()
	c.Game, c.NoTimeout, c.Seats = bots.Hexabomb, true, slices.Clone(c.Seats)
	player := slices.IndexFunc(c.Seats, func(s arena.Seat) bool { return s.Bot == "" })
	c.Seats[player].Bot = dir
	recorder := record.New(record.Options{Path: filepath.Join(t.TempDir(), "match.blast")})
	result, err := blastyard.Play(t.Context(), c, recorder)
	if err != nil || recorder.Err() != nil {
		t.Fatal(err, recorder.Err())
	}
	if s := result.Seats[player]; s.Unwell() && s.Refused == 0 || s.Late > 0 {
		t.Fatalf("%s: the starter's result: %s %s: %+v", c.Map, s.Reason, s.Note, s.Troubles())
	}
	r, err := replay.Open(recorder.Path())
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range r.Turns {
		turns = append(turns, actionsOf(t, turn, player))
	}
	return turns
}

func actionsOf(t *testing.T, turn replay.Turn, player int) string {
	t.Helper()
	for _, move := range turn.Moves {
		if move.Player != player {
			continue
		}
		var actions any
		if err := json.Unmarshal(move.Actions, &actions); err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(actions)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	return ""
}

// checkSame fails the test at the first turn in which a starter did something else than the model.
func checkSame(t *testing.T, match arena.Config, got, want []string) {
	t.Helper()
	for k := range want {
		if k >= len(got) || got[k] != want[k] {
			t.Errorf("%s, turn %d: the actions are %s, those of Python %s", match.Map, k+1, slices.Concat(got, []string{"missing"})[k], want[k])
			return
		}
	}
}
