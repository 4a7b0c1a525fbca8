package lab

import (
	"encoding/json"
	"fmt"

	"blastyard/arena"
	"blastyard/show/internal/lessons"
)

// Learning contains what a page needs for the lessons.
type Learning struct {
	Files   map[string]string `json:"files"` // the folder of a bot, except bot.js
	Frame   [2]string         `json:"frame"` // what surrounds the code of a lesson in bot.js
	Lessons []Lesson          `json:"lessons"`
}

// Lesson is the page's view of a lesson.
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

// Learn returns the lessons for the first hour, with the JavaScript starter.
func Learn() (l Learning, err error) {
	if l.Files, err = Starter(lessons.Game, "javascript", "mybot"); err != nil {
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

// teach fills the order with the match of its lesson, except for the student's seat and the turn time.
func (o *order) teach() (err error) {
	if o.lesson, err = lessons.Find(o.Lesson); err != nil {
		return fmt.Errorf("order: %w", err)
	}
	asked := o.Config
	switch {
	case o.From != nil:
		return &arena.ConfigError{Field: "from", Value: fmt.Sprint(*o.From),
			Expected: "none: a lesson has its own start"}
	case len(asked.Seats) != 1:
		return &arena.ConfigError{Field: "seats", Value: fmt.Sprintf("%d seats", len(asked.Seats)),
			Expected: "one, for the student: a lesson has its own rivals"}
	}
	o.Config = o.lesson.Config()
	o.Config.Seats[0] = asked.Seats[0]
	o.Config.TurnTime, o.Config.NoTimeout, o.Config.Pause = asked.TurnTime, asked.NoTimeout, asked.Pause
	return nil
}

// MarshalJSON encodes the result of the match, and the verdict if it is a lesson.
func (p *Played) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		*arena.Result
		Lesson *lessons.Verdict `json:"lesson,omitempty"`
	}{p.Result, p.Lesson})
}
