package store_test

import (
	"encoding/csv"
	"strings"
	"testing"

	"blastyard/tournament"
	"blastyard/tournament/internal/store"

	"github.com/google/go-cmp/cmp"
)

// read parses a CSV file into rows by column.
func read(t *testing.T, text string) (rows []map[string]string) {
	t.Helper()
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, cells := range all[1:] {
		row := map[string]string{}
		for i, name := range all[0] {
			row[name] = cells[i]
		}
		rows = append(rows, row)
	}
	return rows
}

func TestMatchesAsCSV(t *testing.T) {
	s := open(t)
	if err := s.SetEntrants(t.Context(), []string{`=HYPERLINK("http://evil")`, "Bob, the 2nd", "-1"}); err != nil {
		t.Fatal(err)
	}
	r := fullResult()
	r.Silent = []int{0, 2, 0}
	r.Words[1] = "@SUM(A1)\nsecond line"
	apply(t, s, store.Logged{Seq: 1, Record: tournament.Record{Results: []tournament.Result{r}},
		Fixtures: []tournament.Fixture{{Round: 2, Map: "small", Seed: 1<<64 - 1}}})
	var b strings.Builder
	if err := s.WriteCSV(t.Context(), &b, "matches"); err != nil {
		t.Fatal(err)
	}
	rows := read(t, b.String())
	if len(rows) != 3 {
		t.Fatalf("%d rows, want one a player: %q", len(rows), b.String())
	}
	want := map[string]string{
		"match": "f12.3", "try": "0", "round": "2", "map": "small", "seed": "18446744073709551615", "void": "false", "player": "1",
		"entrant": `'=HYPERLINK("http://evil")`, "version": "", "rank": "3", "score": "-4", "reason": "crashed", "late": "5",
		"host": "0", "silent": "2", "crashed": "0", "refused": "0", "turns": "100", "used_ms": "20", "took_ms": "99", "voids": "1", "marked": "true",
		"state": "00ff12", "replay": "0badcafe", "worker": "this machine", "ended": "2023-11-14T22:13:20.123Z",
		"words": "'@SUM(A1)\nsecond line",
	}
	if diff := cmp.Diff(want, rows[1]); diff != "" {
		t.Error("want -, got +\n" + diff)
	}
	if got := rows[2]["entrant"]; got != "Bob, the 2nd" {
		t.Errorf("entrant %q", got)
	}
	if got := rows[0]["entrant"]; got != "'-1" {
		t.Errorf("entrant %q", got)
	}
	if err := s.WriteCSV(t.Context(), &b, "nothing"); err == nil ||
		!strings.Contains(err.Error(), "changes, entrants") {
		t.Errorf("an unknown file: %v", err)
	}
}

func TestEntrantsAndChangesAsCSV(t *testing.T) {
	all := everything(t, filled(t))
	var versions []string
	for _, row := range read(t, all["entrants"]) {
		if row["entrant"] == "Bob" {
			versions = append(versions, row["version"]+" number "+row["number"]+" by "+row["by"]+": "+row["matches"])
		}
	}
	// The results name the version 0f11, which was never entered.
	if diff := cmp.Diff([]string{"b1 number 1 by Bob: 0", "b2 number 2 by Bob: 0", "0f11 number 0 by : 299"},
		versions); diff != "" {
		t.Error("want -, got +\n" + diff)
	}
	changes := read(t, all["changes"])
	if got := changes[2]; got["kind"] != "void" || got["match"] != "1.0" || got["why"] != "the referee said so" ||
		got["position"] != "10" {
		t.Errorf("the third change is %v", got)
	}
	if got := changes[5]; got["kind"] != "close" || got["stage"] != "1" || got["match"] != "" ||
		got["at"] != "1970-01-01T00:00:06.000Z" {
		t.Errorf("the last change is %v", got)
	}
}

func TestStandingsAsCSV(t *testing.T) {
	st := &tournament.Standings{TieBreaks: []string{"points", "wins"}, Entrants: []tournament.Standing{
		{Rank: 1, Name: "+1", Points: 2.5, Strength: -0.25, Matches: 3, Ranks: []int{2, 1},
			Failures:  map[string]int{"crashed": 1},
			TieBreaks: []float64{2.5, 2}},
		{Rank: 2, Name: "Bob", Ranks: []int{0, 1, 4}, Failures: map[string]int{"late": 7}},
	}}
	var b strings.Builder
	if err := store.StandingsCSV(&b, st); err != nil {
		t.Fatal(err)
	}
	rows := read(t, b.String())
	for i, want := range []map[string]string{
		{"rank": "1", "entrant": "'+1", "points": "2.5", "strength": "-0.25", "rank_1": "2", "rank_3": "0",
			"failed: crashed": "1", "failed: late": "0", "tie-break: wins": "2"},
		{"rank": "2", "entrant": "Bob", "rank_3": "4", "failed: crashed": "0", "failed: late": "7",
			"tie-break: points": ""},
	} {
		for column, value := range want {
			if got, has := rows[i][column]; !has || got != value {
				t.Errorf("row %d: %s is %q, want %q", i, column, got, value)
			}
		}
	}
	b.Reset()
	met := tournament.PairCell{Met: 3, Wins: 2, Draws: 1, Better: 0.75}
	pairs := [][]tournament.PairCell{{{}, met}, {{Met: 3, Losses: 2}, {}}}
	table := tournament.NewCrossTable([]string{"@x", "Bob"},
		func(i, j int) tournament.PairCell { return pairs[i][j] })
	if err := store.CrossTableCSV(&b, table); err != nil {
		t.Fatal(err)
	}
	if want := "entrant,other,met,wins,draws,losses,better\n'@x,Bob,3,2,1,0,0.75\nBob,'@x,3,0,0,2,0\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}
