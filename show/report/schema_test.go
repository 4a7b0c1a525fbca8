package report

import (
	"encoding/json"
	"strings"
	"testing"

	"blastyard"
	"blastyard/arena"
	"blastyard/arena/resultfile"
	"blastyard/docs/schematest"
	"blastyard/game/trouble"
)

// TestResultsFitTheirSchemas: the output of play for matches and series conforms to its schemas, in both games. With
// a missing or an additional key it does not.
func TestResultsFitTheirSchemas(t *testing.T) {
	oneMatch, series, file := schematest.Compile(t, "results-match"), schematest.Compile(t, "results-series"), schematest.Compile(t, "results-file")
	for name, c := range map[string]arena.Config{
		"hexabomb": {Map: "tiny", Turns: 10, Seats: []arena.Seat{{Bot: "builtin:hunter"}, {Bot: "builtin:greedy"}}},
		"sudden death": {Map: "maze4", Turns: 30, Seats: []arena.Seat{{Bot: "builtin:ghost", Special: true}, {Bot: "builtin:hunter"},
			{Bot: "builtin:hunter"}}},
		"bomberman": {Game: "bomberman", Seats: []arena.Seat{{Bot: "builtin:hunter"}, {Bot: "builtin:random"}}},
		"crash":     {Map: "tiny", Turns: 10, Seats: []arena.Seat{{Bot: "builtin:idle", Absent: "it is broken"}, {Bot: "builtin:greedy"}}},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := blastyard.Arena().Prepare(c)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			var out strings.Builder
			end := &Last{}
			r, err := p.Play(t.Context(), end)
			if err != nil {
				t.Fatal(err)
			}
			for _, what := range []trouble.Word{trouble.Late, trouble.Silent, trouble.Crashed, trouble.Refused} {
				r.Seats[0].Trouble(what, 2, 1, "why")
			}
			m := Match{Prepared: p, Result: r, End: end, Repeat: "blastyard play"}
			if err := m.WriteJSON(&out); err != nil {
				t.Fatal(err)
			}
			check(t, oneMatch, out.String(), "winner_player_id")
			check(t, file, line(t, resultfile.Of(0, r, "a.blast")), "bots")

			out.Reset()
			k := resultfile.NewKeeper(nil, nil, func(int) string { return "" })
			sum, err := p.PlaySeries(t.Context(), k.Keep(arena.Series{Matches: 3}))
			if err != nil {
				t.Fatal(err)
			}
			s := Series{Prepared: p, Summary: sum, Planned: 3, Matches: k.Matches(), Results: "a"}
			if err := s.WriteJSON(&out); err != nil {
				t.Fatal(err)
			}
			check(t, series, out.String(), "matches")
		})
	}
	h := resultfile.Header{Version: resultfile.Version, Software: "blastyard", Game: "hexabomb", Order: "seeded", Matches: 3,
		Bots: []resultfile.Bot{{Bot: "builtin:idle", Name: "idle"}}}
	check(t, file, line(t, h), "repeat")
}

func line(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// check checks that a line conforms, and that it does not without one of its keys or with an unknown one.
func check(t *testing.T, s schematest.Schema, text, key string) {
	t.Helper()
	if err := s.Fits(t, text); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
	if !strings.Contains(text, `"`+key+`":`) {
		t.Fatalf("%s is not in %s", key, text)
	}
	if s.Fits(t, strings.Replace(text, `"`+key+`":`, `"nosuch":`, 1)) == nil {
		t.Errorf("it fits without %s, too", key)
	}
}
