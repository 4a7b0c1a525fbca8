package lines

import (
	"strings"
	"testing"

	"blastyard/arena"
	"blastyard/internal/inaction"
)

// TestInactive: of a program that answers each turn and never acts there is one line, also when quiet; of a built-in
// bot, of a program that has acted, and of later matches of a series there is none.
func TestInactive(t *testing.T) {
	for _, c := range []struct {
		name, answer string
		program      bool
		first        string // answer
		series       int
		want         string
	}{
		{"hexabomb", "[]", true, "[]", 0, `turn 20: ann: 20 answers, all with no action: it never acts; expected actions such as {"id":0,`},
		{"Bomberman", "0", true, "0", 1, "turn 20: ann: 20 answers, all with the command 0: it never acts; expected a command from 1 to 6"},
		{"built in", "[]", false, "[]", 0, ""},
		{"acted", "[]", true, `[{"id":0,"movement":"bomb"}]`, 0, ""},
		{"second match", "[]", true, "[]", 2, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out strings.Builder
			l := &Lines{notes: &Notes{Out: &out}, counts: make([]seatLines, 1), quiet: true, series: c.series}
			l.Begin(&arena.Begin{Players: []arena.PlayerInfo{{Name: "ann", Program: c.program}}})
			for i := range 3 * inaction.Patience {
				answer := c.answer
				if i == 0 {
					answer = c.first
				}
				l.Turn(&arena.Turn{Number: i + 1, Moves: []arena.Move{{Actions: []byte(answer)}}})
			}
			if text := out.String(); !strings.HasPrefix(text, c.want) || strings.Count(text, "\n") != min(1, len(c.want)) {
				t.Errorf("the lines are %q, expected %q", text, c.want)
			}
		})
	}
}
