package lab

import (
	"encoding/json"
	"fmt"

	"blastyard/arena"
	"blastyard/bots"
	"blastyard/show/internal/lessons"
)

// Learning is what a page needs to teach.
type Learning struct {
	Files   map[string]string `json:"files"` // the folder of a bot, but for bot.js
	Frame   [2]string         `json:"frame"` // what stands before and after the code of a lesson in bot.js
	Lessons []Lesson          `json:"lessons"`
}

// Lesson is what a page shows of one.
type Lesson struct {
	Number   int    `json:"number"`
	Title    string `json:"title"`
	Text     string `json:"text"`
	Board    string `json:"board"`
	Task     string `json:"task"`
	Hint     string `json:"hint"`
	Start    string `json:"start"`
	Solution string `json:"solution"`
}

// Learn are the lessons for the first hour, with the starter in JavaScript.
func Learn() (l Learning, err error) {
	if l.Files, err = Starter(bots.Hexabomb, "javascript", "mybot"); err != nil {
		return l, err
	}
	if l.Frame[0], l.Frame[1], err = lessons.Frame(l.Files["bot.js"]); err != nil {
		return l, err
	}
	delete(l.Files, "bot.js")
	for _, x := range lessons.All() {
		l.Lessons = append(l.Lessons, Lesson{x.Number, x.Title, x.Text, x.Board, x.Task, x.Hint, x.Start, x.Solution})
	}
	return l, nil
}

// teach makes the order that of its lesson: all but the student's seat, and the time for a turn, comes from there.
func (o *order) teach() (err error) {
	if o.lesson, err = lessons.Find(o.Lesson); err != nil {
		return fmt.Errorf("order: %w", err)
	}
	given := o.Config
	switch {
	case o.From != nil:
		return &arena.ConfigError{Field: "from", Value: fmt.Sprint(*o.From),
			Expected: "none: a lesson has its own start"}
	case len(given.Seats) != 1:
		return &arena.ConfigError{Field: "seats", Value: fmt.Sprintf("%d seats", len(given.Seats)),
			Expected: "one, for the student: a lesson has its own rivals"}
	}
	o.Config = o.lesson.Config()
	o.Config.Seats[0] = given.Seats[0]
	o.Config.TurnTime, o.Config.NoTimeout, o.Config.Pause = given.TurnTime, given.NoTimeout, given.Pause
	return nil
}

// MarshalJSON is the result of the match, with the verdict of its lesson where it has one.
func (p *Played) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		*arena.Result
		Lesson *lessons.Verdict `json:"lesson,omitempty"`
	}{p.Result, p.Lesson})
}
