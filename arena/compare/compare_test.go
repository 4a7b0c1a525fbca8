package compare_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"blastyard/arena"
	"blastyard/arena/compare"
	"blastyard/arena/harness"
	"blastyard/arena/internal/arenatest"
	"blastyard/docs/schematest"
	"blastyard/game/match"
	"blastyard/game/sprt"
)

func TestMain(m *testing.M) {
	harness.BecomeBot()
	os.Exit(m.Run())
}

func config(newBot, oldBot string, field ...string) compare.Config {
	c := compare.Config{Arena: arenatest.Arena(), New: arena.Seat{Bot: newBot, Name: "v2"}, Old: arena.Seat{Bot: oldBot, Name: "v1"},
		Match:    arena.Config{Map: "tiny", Turns: 20, Seed: 3},
		Question: sprt.Question{Least: 0.2, Error: 0.05, Most: 40}, Jobs: 2}
	for _, bot := range field {
		c.Field = append(c.Field, arena.Seat{Bot: bot})
	}
	return c
}

// TestFindings: what is better is found, whichever of the two is the new one, alone and in a field, in both games.
func TestFindings(t *testing.T) {
	schema := schematest.Compile(t, "compare")
	for _, c := range []struct {
		name     string
		newBot   string
		oldBot   string
		field    []string
		game     string
		want     sprt.Finding
		sentence string
	}{
		{"better", "builtin:greedy", "builtin:idle", nil, "", sprt.Better, "v2 is better than v1, with an error of at most 5 %: 100 % of the points to 0 %"},
		{"worse", "builtin:idle", "builtin:greedy", nil, "", sprt.Worse, "v2 is worse than v1, with"},
		{"alike", "builtin:greedy", "builtin:greedy", nil, "", sprt.Alike, "No difference between v2 and v1 of 20 % of the points or more, with an error of at most 5 %: 50 % of the points to 50 %"},
		{"better in a field", "builtin:greedy", "builtin:idle", []string{"builtin:random"}, "", sprt.Better, "v2 is better than v1"},
		{"worse in a field", "builtin:idle", "builtin:greedy", []string{"builtin:random"}, "", sprt.Worse, " with random."},
		{"Bomberman", "builtin:hunter", "builtin:idle", nil, "bomberman", sprt.Better, "v2 is better than v1"},
	} {
		x := config(c.newBot, c.oldBot, c.field...)
		if c.game != "" {
			x.Match = arena.Config{Game: c.game, Seed: 3}
		}
		r, err := compare.Play(t.Context(), x)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if r.Finding != c.want || !strings.Contains(r.Sentence, c.sentence) || r.Pairs < 5 || r.Pairs > 40 {
			t.Errorf("%s: %q after %d pairs: %s", c.name, r.Finding, r.Pairs, r.Sentence)
		}
		if alike := c.want == sprt.Alike; alike != (r.Same == r.Pairs) || alike != (r.Hint != "") {
			t.Errorf("%s: %d of %d pairs are the same: %s", c.name, r.Same, r.Pairs, r.Hint)
		}
		if r.Elo != nil && (r.Elo.Low >= r.Elo.Estimate || r.Elo.High <= r.Elo.Estimate || c.field != nil) {
			t.Errorf("%s: strength %+v", c.name, r.Elo)
		}
		if c.want == sprt.Alike && r.Elo != nil {
			t.Errorf("%s: strength %+v, although all pairs are the same", c.name, r.Elo)
		}
		x.Jobs = 1
		again, err := compare.Play(t.Context(), x)
		if err != nil || !reflect.DeepEqual(r, again) {
			t.Errorf("%s: with one match at a time it is another result: %+v, %v", c.name, again, err)
		}
		text, err := json.Marshal(r)
		if err == nil {
			err = schema.Fits(t, string(text))
		}
		if err != nil || !strings.Contains(string(text), `"finding":"`+string(c.want)+`"`) {
			t.Errorf("%s: as JSON %s, %v", c.name, text, err)
		}
		if schema.Fits(t, strings.Replace(string(text), `"pairs"`, `"pears"`, 1)) == nil {
			t.Errorf("%s: a key that is not known fits the schema", c.name)
		}
	}
}

// sitting is what a test sees of one match.
type sitting struct {
	seed  uint64
	seats map[string]int // id of each player, by name
}

type seen struct {
	arena.NopSink
	to *sitting
}

func (s seen) Begin(b *arena.Begin) {
	s.to.seats = map[string]int{}
	for id := range b.Players {
		s.to.seats[b.Players[id].Name] = id
	}
}

func (s seen) End(e *arena.End) { s.to.seed = e.Result.Seed }

// TestPairs: both matches of a pair have one seed and the seats exchanged; in a field, one seed and the same seats.
func TestPairs(t *testing.T) {
	for _, field := range [][]string{nil, {"builtin:random", "builtin:idle"}} {
		c := config("builtin:greedy", "builtin:random", field...)
		if field != nil {
			c.Match.Map = "arena3"
		}
		c.Jobs, c.Question.Most = 1, 6
		var list []*sitting
		c.Sinks = func(int, *arena.Prepared) []arena.Sink {
			m := &sitting{}
			list = append(list, m)
			return []arena.Sink{seen{to: m}}
		}
		if _, err := compare.Play(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		seeds, sat := map[uint64]bool{}, map[int]bool{}
		for i := 0; i+1 < len(list) && i < 8; i += 2 {
			a, b := list[i], list[i+1]
			if a.seed != b.seed || seeds[a.seed] {
				t.Errorf("pair %d: seeds %d and %d, of other pairs: %v", i/2, a.seed, b.seed, seeds)
			}
			seeds[a.seed] = true
			switch {
			case field == nil && (a.seats["v2"] != b.seats["v1"] || a.seats["v1"] != b.seats["v2"]):
				t.Errorf("pair %d: seats %v and %v", i/2, a.seats, b.seats)
			case field != nil && (a.seats["v2"] != b.seats["v1"] || a.seats["random"] != b.seats["random"]):
				t.Errorf("pair %d in a field: seats %v and %v", i/2, a.seats, b.seats)
			}
			sat[a.seats["v2"]] = true
		}
		if len(seeds) < 3 || field != nil && len(sat) != 3 {
			t.Errorf("%d pairs were seen, the new version in seats %v", len(seeds), sat)
		}
	}
}

// TestInterrupted: a comparison that is broken off says what is known.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := config("builtin:greedy", "builtin:idle")
	c.Paired = func(r *compare.Report) {
		if r.Pairs == 2 {
			cancel()
		}
	}
	r, err := compare.Play(ctx, c)
	if !errors.Is(err, context.Canceled) || r == nil || r.Finding != sprt.Open || r.Pairs < 2 ||
		!strings.HasPrefix(r.Sentence, "Not decided whether v2 is better than v1: 100 % of the points to 0 %") {
		t.Errorf("%+v, %v", r, err)
	}
}

// quitter is a player that leaves each match at once.
type quitter struct{}

func (quitter) Decide(context.Context, *arena.View) arena.Decision { return arena.Decision{} }

func (quitter) Left() *arena.Failure {
	return &arena.Failure{Reason: match.Crashed, What: "exit code 3", Last: "out of ideas"}
}

// TestFailures: a version that fails is told, with the first time.
func TestFailures(t *testing.T) {
	c := config("", "builtin:idle")
	c.New.Player, c.Jobs = quitter{}, 1
	r, err := compare.Play(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Join(r.New.Troubles(), "\n")
	if r.Finding != sprt.Worse || r.New.Failures != r.New.Matches || r.Old.Failures != 0 ||
		!strings.Contains(lines, "v2 did not play ") || !strings.Contains(lines, "out of ideas") {
		t.Errorf("%q, %+v\n%s", r.Finding, r.New, lines)
	}
}

// TestNothingToTell: where both versions lose or win each match with the field, the points tell nothing, and a line says
// so and what to do. A version that gets some points is told nothing.
func TestNothingToTell(t *testing.T) {
	for _, c := range []struct{ newBot, oldBot, field, hint string }{
		{"idle", "idle", "greedy", "Neither version gets a point against greedy: an easier bot would show more, or v2 and v1 " +
			"against each other."},
		{"greedy", "hunter", "idle", "Both versions win every match against idle: a stronger bot would show more, or v2 and v1 " +
			"against each other."},
		{"greedy", "idle", "random", ""},
	} {
		r, err := compare.Play(t.Context(), config("builtin:"+c.newBot, "builtin:"+c.oldBot, "builtin:"+c.field))
		if err != nil {
			t.Fatal(err)
		}
		if hint := r.Hint; hint != c.hint {
			t.Errorf("%s and %s against %s: %q, expected %q\n%s", c.newBot, c.oldBot, c.field, hint, c.hint, r.Sentence)
		}
	}
}

func TestRefused(t *testing.T) {
	c := config("builtin:nosuch", "builtin:idle")
	var wrong *arena.ConfigError
	if r, err := compare.Play(t.Context(), c); r != nil || !errors.As(err, &wrong) {
		t.Errorf("%+v, %v", r, err)
	}
	c = config("builtin:idle", "builtin:nosuch", "builtin:idle")
	if r, err := compare.Play(t.Context(), c); r != nil || !errors.As(err, &wrong) {
		t.Errorf("in a field: %+v, %v", r, err)
	}
}
