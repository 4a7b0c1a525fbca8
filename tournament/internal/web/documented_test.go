package web

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"blastyard/tournament"
)

var fieldForm = regexp.MustCompile("`([a-z_]+)`")

// documented returns the fields that a section of docs/competitions-api.md names in its tables.
func documented(t *testing.T, text, section string) map[string]bool {
	t.Helper()
	_, rest, found := strings.Cut(text, "\n## "+section+"\n")
	if !found {
		t.Fatalf("there is no section %q", section)
	}
	rest, _, _ = strings.Cut(rest, "\n## ")
	fields, inFields := map[string]bool{}, false
	for line := range strings.SplitSeq(rest, "\n") {
		switch {
		case strings.HasPrefix(line, "| field"):
			inFields = true
		case !strings.HasPrefix(line, "|"):
			inFields = false
		case inFields:
			first, said, _ := strings.Cut(strings.TrimPrefix(line, "|"), "|")
			names := fieldForm.FindAllStringSubmatch(first, -1)
			if isList := strings.Contains(first, ","); !isList { // items of a list are described beside it
				names = append(names, fieldForm.FindAllStringSubmatch(said, -1)...)
			}
			for _, m := range names {
				fields[m[1]] = true
			}
		}
	}
	return fields
}

// fieldsOf returns all fields of a JSON text at any depth, except those of a map by reason.
func fieldsOf(t *testing.T, text string) map[string]bool {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%.100s: %v", text, err)
	}
	fields := map[string]bool{}
	var look func(v any)
	look = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, x := range v {
				look(x)
			}
		case map[string]any:
			for name, x := range v {
				fields[name] = true
				if _, byReason := x.(map[string]any); byReason && name == "failures" {
					continue
				}
				look(x)
			}
		}
	}
	look(v)
	return fields
}

// values are words of the manual that look like fields but are values.
var values = []string{"crashed", "late", "silent", "finished", "timeout", "disconnected", "interrupted", "ladder", "swiss", "knockout",
	"gauntlet", "sprt", "stronger", "undecided", "withdrawn", "disqualified", "withdraw", "disqualify", "void", "pause", "resume", "announce", "reveal", "extend", "close", "leave"}

// TestDocumented: docs/competitions-api.md names exactly the fields that are served.
func TestDocumented(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/competitions-api.md")
	if err != nil {
		t.Fatal(err)
	}
	r := withEverything(t)
	documentedFields(t, r, string(doc))
	for _, name := range []string{"standings", "cross-table", "entrants", "schedule", "matches", "ratings"} {
		if !strings.Contains(string(doc), name+".csv`") {
			t.Errorf("%s.csv is not documented", name)
		}
		r.want("/csv/"+name+".csv", 200)
	}
	metrics := r.want("/metrics", 200)
	for _, m := range regexp.MustCompile("`(blastyard_[a-z_]+)`").FindAllStringSubmatch(string(doc), -1) {
		if !strings.Contains(metrics, "\n"+m[1]) && !strings.HasPrefix(metrics, m[1]) {
			t.Errorf("the metric %s is documented and not served", m[1])
		}
	}
}

// withEverything is an event in which each field of the API has a value.
func withEverything(t *testing.T) *rig {
	t.Helper()
	src := newFake(4, 40)
	everything := fakeMatch(src.snap.Names, 3)
	everything.ID, everything.Try, everything.Void, everything.Why = tournament.ID{Block: 500}, 1, true, "why"
	everything.Late, everything.Host, everything.Refused, everything.Versions = []int{1, 0}, []int{1, 0}, []int{2, 0}, []string{"ab", ""}
	everything.Silent, everything.Crashed = []int{0, 3}, []int{4, 0}
	everything.Marked, everything.Voids = true, 2
	src.matches = append(src.matches, everything)
	src.set(func(s *Snapshot) {
		stage := s.Stages[0]
		stage.Rounds = []tournament.Round{{Name: "Round 1", Byes: []string{"x"}, Pairings: []tournament.Pairing{{Name: "a", Matches: []tournament.ID{{}},
			Places: []tournament.Place{{Name: "x", From: "y"}}}}}}
		standings := *stage.Standings
		standings.Test = "undecided"
		standings.Entrants = slices.Clone(standings.Entrants)
		standings.Entrants[3].Status, standings.Entrants[3].Why = tournament.Withdrawn, "gone"
		stage.Standings = &standings
		s.Notice = Notice{"hello", fakeTime}
		s.Orders = []Order{{fakeTime, tournament.RollBack, "anna", "why", "x", 2, &tournament.ID{}, fakeTime}}
		s.Stages = []Stage{stage}
		s.Phase = Phase{Name: "playing", Next: "ends", At: fakeTime}
	})
	return start(t, src, func(o *Options) {
		o.About.Opens, o.About.Starts, o.About.Freeze, o.About.Zone = fakeTime, fakeTime, fakeTime, "Europe/Berlin"
		o.About.Closes, o.About.Ends, o.About.Public = fakeTime, fakeTime, fakeTime.Add(-time.Hour)
	})
}

// documentedFields compares the fields that are served with those of the manual.
func documentedFields(t *testing.T, r *rig, doc string) {
	t.Helper()
	for section, addresses := range map[string][]string{
		"The event": {"/api/event"}, "Standings": {"/api/standings"}, "The cross table": {"/api/cross-table"}, "Rounds": {"/api/rounds"},
		"Progress": {"/api/progress"}, "What the organiser did": {"/api/orders"}, "The schedule": {"/api/schedule"}, "Matches": {"/api/matches?voids=1", "/api/matches/500.0"}, "An entrant": {"/api/entrants/1"},
	} {
		served := map[string]bool{}
		for _, address := range addresses {
			maps.Copy(served, fieldsOf(t, r.want(address, 200)))
		}
		told := documented(t, doc, section)
		for _, field := range slices.Sorted(maps.Keys(served)) {
			if !told[field] {
				t.Errorf("%s: the field %q is served and not documented", section, field)
			}
		}
		for _, field := range slices.Sorted(maps.Keys(told)) {
			if !served[field] && !slices.Contains(values, field) {
				t.Errorf("%s: the field %q is documented and not served", section, field)
			}
		}
	}
}
