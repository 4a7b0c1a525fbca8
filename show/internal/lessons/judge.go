package lessons

import (
	"cmp"
	"fmt"
	"slices"

	"blastyard/arena"
	"blastyard/game"
	"blastyard/game/viewer"
	"blastyard/internal/english"
	"blastyard/protocol/drawing"
	"blastyard/rules/hexabomb"
)

// Verdict says whether the task of a lesson is solved.
type Verdict struct {
	Lesson int    `json:"lesson"`
	Done   bool   `json:"done"`
	Text   string `json:"text"` // what was reached, or what is missing
}

// history is a match: a moment for the start and for each turn.
type history []moment

// moment is the match after a turn.
type moment struct {
	*hexabomb.State
	turn    int
	refused []game.Refusal // for the student
}

// Judge is a sink that judges a match of a lesson.
type Judge struct {
	arena.NopSink
	lesson *Lesson
	seen   history
	acted  bool   // the student's player has sent actions
	late   int    // turns that the student missed
	left   string // what to say if the student left
	broken bool   // the match did not reach its end
}

// Judge returns a judge for one match of the lesson.
func (l *Lesson) Judge() *Judge { return &Judge{lesson: l} }

// Begin implements arena.Sink.
func (j *Judge) Begin(b *arena.Begin) {
	j.see(0, b.Match, nil)
}

// Turn implements arena.Sink.
func (j *Judge) Turn(t *arena.Turn) {
	j.see(t.Number, t.Match, t.Refused)
	for _, m := range t.Moves {
		j.acted = j.acted || m.Player == student && len(m.Actions) > len("[]")
	}
	if slices.Contains(t.Late, student) {
		j.late++
	}
	for _, l := range t.Left {
		if l.Player == student {
			j.left = fmt.Sprintf("Your bot stopped in turn %d: %s.", t.Number, cmp.Or(l.Note, string(l.Reason)))
		}
	}
}

// End implements arena.Sink.
func (j *Judge) End(e *arena.End) { j.broken = e.Err != nil }

func (j *Judge) see(turn int, m game.Match, refused []game.Refusal) {
	now := moment{State: stateOf(m).Clone(), turn: turn}
	for _, r := range refused {
		if r.Player == student {
			now.refused = append(now.refused, r)
		}
	}
	j.seen = append(j.seen, now)
}

// Verdict returns the verdict after the end of the match.
func (j *Judge) Verdict() Verdict {
	v := Verdict{Lesson: j.lesson.Number}
	if j.broken || len(j.seen) == 0 {
		v.Text = "The match was stopped before its end."
		return v
	}
	v.Text, v.Done = j.lesson.check(j.seen)
	if why := j.why(); !v.Done && why != "" {
		v.Text += " " + why
	}
	return v
}

// why returns the most likely reason, other than the bot's plan, for an unsolved task.
func (j *Judge) why() string {
	switch {
	case j.left != "":
		return j.left
	case j.late > 0:
		return fmt.Sprintf("Your bot was late in %s.", english.Count(j.late, "turn"))
	case !j.acted:
		return "Your bot has not asked for any action."
	}
	for _, now := range j.seen {
		if len(now.refused) > 0 {
			r := now.refused[0]
			if r.Action == "" {
				return fmt.Sprintf("In turn %d an action could not be read: %s.", now.turn, r.Reason)
			}
			return fmt.Sprintf("In turn %d an action was refused (%s): %s.", now.turn, r.Action, r.Reason)
		}
	}
	return ""
}

// goalLayer is the layer of the drawings that mark cells.
const goalLayer = "goal"

// marking is a sink that shows the marked cells to another sink as if the student's bot had drawn them before the
// first turn and in each turn.
type marking struct {
	arena.Sink
	drawn []drawing.Drawing
}

// Begin implements arena.Sink.
func (m marking) Begin(b *arena.Begin) {
	f := b.Frame()
	for _, d := range m.drawn {
		if is := viewer.Drawing(d); !slices.Contains(f.Drawings, is) { // the sinks of a match share its picture
			f.Drawings = append(f.Drawings, is)
		}
	}
	m.Sink.Begin(b)
}

// Turn implements arena.Sink.
func (m marking) Turn(t *arena.Turn) {
	marked := *t
	marked.Drawings = slices.Concat(t.Drawings, m.drawn)
	m.Sink.Turn(&marked)
}

// Mark returns a sink that shows the marked cells of the task as drawings of the student's bot.
func (l *Lesson) Mark(s arena.Sink) arena.Sink {
	if len(l.Marks) == 0 {
		return s
	}
	var c drawing.Collector
	for _, at := range l.Marks {
		c.Add(student, fmt.Sprintf(`@draw {"circle":[%d,%d],"color":"white","layer":%q}`, at.Q, at.R, goalLayer))
	}
	return marking{Sink: s, drawn: c.Take()}
}
