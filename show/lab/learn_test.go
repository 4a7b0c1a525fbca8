package lab_test

import (
	"encoding/json"
	"strings"
	"testing"

	"blastyard/arena"
	"blastyard/game/match"
	"blastyard/show/internal/lessons"
	"blastyard/show/lab"
)

// TestLearn: the page gets the texts of the lessons and the whole folder of a bot.
func TestLearn(t *testing.T) {
	l, err := lab.Learn()
	if err != nil || len(l.Lessons) != len(lessons.All()) || l.Files["board.js"] == "" || l.Files["netorcai.js"] == "" || l.Files["bot.js"] != "" {
		t.Fatalf("%d lessons, %v, files %v", len(l.Lessons), err, len(l.Files))
	}
	if !strings.Contains(l.Frame[0], `require("./board.js")`) || !strings.Contains(l.Frame[1], "module.exports = { chooseActions };\n") {
		t.Errorf("frame %q", l.Frame)
	}
	text, err := json.Marshal(l)
	if err != nil || !strings.Contains(string(text), `"lessons":[{"number":1,"title":"Move","text":"The board is made of cells with six sides. `) {
		t.Errorf("%.300s, %v", text, err)
	}
	for i, x := range lessons.All() {
		if got := l.Lessons[i]; got != (lab.Lesson{Number: i + 1, Title: x.Title, Text: x.Text, Board: x.Board, Task: x.Task, Hint: x.Hint, Start: x.Start, Solution: x.Solution}) {
			t.Errorf("lesson %d: %+v", i+1, got)
		}
	}
}

// TestLessonIsPlayed: an order can name a lesson by its number, and the result contains the verdict.
func TestLessonIsPlayed(t *testing.T) {
	m, err := lab.Begin([]byte(`{"lesson":6,"config":{"seats":[{"bot":"me=builtin:random"}]}}`), lab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	played, err := m.Wait()
	if err != nil || played.Lesson == nil || played.Lesson.Lesson != 6 || played.Lesson.Text == "" || played.Result.Turns != 16 {
		t.Fatalf("%+v, %v", played, err)
	}
	r := read(t, played.Replay)
	if len(r.Header.Players) != 2 || r.Header.Players[0].Name != "me" || r.Header.Map.Name != "lesson 6" || len(r.Turns[3].Drawings) != 1 {
		t.Errorf("%+v", r.Header)
	}
	if v, err := lab.Verify(played.Replay); err != nil || !v.AsRecorded {
		t.Errorf("%+v, %v", v, err)
	}
	text, err := json.Marshal(played)
	var said struct {
		match.Result
		Seats  []arena.SeatResult `json:"seats"`
		Lesson lessons.Verdict    `json:"lesson"`
	}
	if err != nil || json.Unmarshal(text, &said) != nil || said.Lesson != *played.Lesson || said.Turns != 16 || len(said.Seats) != 2 {
		t.Errorf("%s, %v", text, err)
	}
	plain, err := lab.Play([]byte(`{"turns":3}`))
	if err != nil {
		t.Fatal(err)
	}
	of, _ := json.Marshal(plain.Result)
	if text, err := json.Marshal(plain); err != nil || string(text) != string(of) {
		t.Errorf("without a lesson %s, want %s", text, of)
	}
}

func TestLessonIsRefused(t *testing.T) {
	for order, want := range map[string]string{
		`{"lesson":9,"config":{"seats":[{"bot":"builtin:idle"}]}}`:                          "order: lesson is 9, expected 1 to 8",
		`{"lesson":-1,"config":{}}`:                                                         "order: lesson is -1, expected 1 to 8",
		`{"lesson":2,"config":{}}`:                                                          "seats is 0 seats, expected one, for the student: a lesson has its own rivals",
		`{"lesson":2,"config":{"seats":[{"bot":"builtin:idle"},{"bot":"builtin:hunter"}]}}`: "seats is 2 seats, expected one, for the student: a lesson has its own rivals",
		`{"lesson":2,"from":3,"config":{"seats":[{"bot":"builtin:idle"}]}}`:                 "from is 3, expected none: a lesson has its own start",
		`{"lesson":2,"config":{"seats":[{"bot":"page"}]}}`:                                  `seats[0].bot is "page", expected a port for the program`,
		`{"lesson":2,"config":{"seats":[{"bot":"node bot.js"}]}}`:                           `seats[0].bot is "node bot.js", expected a built-in bot, `,
	} {
		if m, err := lab.Begin([]byte(order), lab.Options{}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, %v, want %s", order, m, err, want)
		}
	}
}
