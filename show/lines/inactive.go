package lines

import (
	"blastyard/arena"
	"blastyard/internal/inaction"
)

// inactive says of a program once that it answers and never acts; in a series, in the first match.
func (l *Lines) inactive(t *arena.Turn) {
	for _, m := range t.Moves {
		p := &l.players[m.Player]
		if l.series > 1 || !p.Program || !l.acts[m.Player].See(m.Actions) {
			continue
		}
		commands := len(m.Actions) > 0 && m.Actions[0] == '0'
		l.print("turn %d: %s: %s", t.Number, p.Name, inaction.Text(inaction.Patience, commands))
	}
}
