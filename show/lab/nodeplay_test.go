//go:build !js

package lab_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/arena"
	"blastyard/internal/stage"
	"blastyard/show/lab"
)

// TestModulePrograms: programs of the page play in node, whatever they send.
func TestModulePrograms(t *testing.T) {
	folder := t.TempDir()
	type want struct {
		reason, note string
		late         int
	}
	programs := map[string]want{
		"quiet": {reason: "finished"}, "garbage": {reason: "finished"}, "prints": {reason: "finished"},
		"gone":    {reason: "crashed", note: "TypeError: no (bot.js:3)"},
		"illegal": {reason: "illegal message", note: `"no list"`},
		"huge":    {reason: "illegal message", note: "more than 65536 bytes"},
		"missing": {reason: "finished", late: 1},
	}
	var names []string
	var questions []question
	for name := range programs {
		limit := "1m"
		if name == "missing" {
			limit = "200ms"
		}
		names = append(names, name)
		questions = append(questions, question{Match: `{"config":` + fmt.Sprintf(paged, limit) + `}`,
			Bots: map[string]string{"0": name}, To: filepath.Join(folder, name), Listen: true})
	}
	quiet := -1
	for i, a := range ask(t, questions) {
		var r arena.Result
		if a.Error != "" || json.Unmarshal([]byte(a.JSON), &r) != nil {
			t.Errorf("%s: %s %s", names[i], a.Error, a.JSON)
			continue
		}
		s, w := r.Seats[0], programs[names[i]]
		if string(s.Reason) != w.reason || !strings.Contains(s.Note, w.note) || s.Late < w.late || r.Turns != 20 {
			t.Errorf("%s: %+v", names[i], s)
		}
		file, err := os.ReadFile(questions[i].To)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := lab.Verify(file); err != nil || !v.AsRecorded {
			t.Errorf("%s: %+v, %v", names[i], v, err)
		}
		if len(a.Said) != 23 || !strings.HasPrefix(a.Said[0], `{"header":{`) || !strings.HasPrefix(a.Said[1], `{"frame":{"turn":0,`) || !strings.HasPrefix(a.Said[22], `{"end":{`) {
			t.Errorf("%s: it says %d lines", names[i], len(a.Said))
		}
		if names[i] == "quiet" {
			quiet = i
		}
	}
	file, err := os.ReadFile(questions[quiet].To)
	if err != nil {
		t.Fatal(err)
	}
	native := play(t, questions[quiet].Match, lab.Options{Ports: map[int]lab.Port{0: onTurns(answers("[]"))}})
	if timeless(t, read(t, file)) != timeless(t, read(t, native.Replay)) {
		t.Error("the module plays another match")
	}
}

// TestModuleMatches: in node a match is continued from a turn, played by hand, and stopped. Pages show the same as
// this program.
func TestModuleMatches(t *testing.T) {
	recordedFile := filepath.Join("..", "..", "replay", "testdata", "golden", "hexabomb-classical.blast")
	folder, stop := t.TempDir(), 7
	questions := []question{
		{Match: `{"from":30,"config":{"seats":[{"bot":"page"},{},{"bot":"builtin:hunter"},{}]}}`, Replay: recordedFile,
			Bots: map[string]string{"0": "quiet"}, To: filepath.Join(folder, "fork")},
		{Match: `{"config":{"map":"tiny","turns":20,"seats":[{"bot":"human:ann"},{"bot":"builtin:hunter"}]}}`, Person: &until{5}},
		{Match: `{"config":` + fmt.Sprintf(paged, "1m") + `}`, Bots: map[string]string{"0": "quiet"}, Stop: &stop},
		{Match: `{"keep":false,"config":` + small + `}`, Times: 1000},
		{Film: recordedFile}, {Lessons: recordedFile}, {Offer: recordedFile}, {Kinds: true},
	}
	starters := [][]string{
		{"hexabomb", "javascript", "mybot"}, {"bomberman", "javascript", "mybot"}, {"hexabomb", "python", "mybot"}, {"bomberman", "python", "mybot"},
	}
	for _, s := range starters {
		questions = append(questions, question{Starter: s})
	}
	got := ask(t, questions)
	var results [3]arena.Result
	for i := range results {
		if got[i].Error != "" || json.Unmarshal([]byte(got[i].JSON), &results[i]) != nil {
			t.Fatalf("%s: %+v", questions[i].Match, got[i])
		}
	}
	if results[0].Turns != 60 || results[1].Seats[0].Note != "gave up" || string(results[2].Seats[0].Reason) != "interrupted" || results[2].Turns > 10 {
		t.Errorf("%+v", results)
	}
	if got[3].Kept || got[3].Memory > 64<<20 {
		t.Errorf("after 1,000 matches: %+v", got[3])
	}
	file := recorded(t, "hexabomb-classical")
	film, err := lab.Film(file)
	if got[4].JSON != string(film) || err != nil {
		t.Errorf("another film, %v", err)
	}
	lessons, err := lab.Lessons(file)
	if got[5].JSON != string(lessons) || err != nil {
		t.Errorf("other lessons, %v", err)
	}
	offer, err := lab.Offer(file)
	same(t, "offer", got[6], offer, err)
	kinds, err := lab.Kinds()
	same(t, "kinds", got[7], kinds, err)
	for i, s := range starters {
		files, err := lab.Starter(s[0], s[1], s[2])
		same(t, "starter", got[8+i], map[string]any{"files": files}, err)
	}
}

// TestModuleLoop: a program that never answers loses its turns and then its seat. Its first answer may take ten
// seconds.
func TestModuleLoop(t *testing.T) {
	stage.Only(t, "it waits for ten seconds")
	a := ask(t, []question{{Match: `{"config":` + fmt.Sprintf(paged, "10ms") + `}`, Bots: map[string]string{"0": "never"}}})
	if !strings.Contains(a[0].JSON, "no answer from turn 2 on") {
		t.Errorf("%+v", a[0])
	}
}
