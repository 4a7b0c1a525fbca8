package explain

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"blastyard/game/match"
	"blastyard/game/viewer"
	"blastyard/internal/english"
	"blastyard/replay"
)

// ledger collects the lessons of a match.
type ledger struct {
	marks      []string // by player: its letters
	turns      int      // of the match, or as far as it is known
	unseen     int      // turns at the start in which nobody is asked
	complete   bool
	gone       []bool // by player
	characters []int  // by player: number of characters
	answered   []bool // by player, in this turn
	late       []bool // by player, in this turn

	entries   []entry
	stretches []stretch // may still continue
	closed    []stretch
	groups    []group
}

// entry is a lesson whose price is not known yet. turns are turns of a character.
type entry struct {
	Lesson
	turns  float64
	points float64 // in addition to turns
}

// stretch is a sequence of turns in which a character did the same.
type stretch struct {
	kind        Kind
	player      int
	who         []string // the names of characters
	first, last int
}

// group collects repeated mistakes of the same kind of a player.
type group struct {
	kind   Kind
	player int
	reason string
	action string // of the first mistake
	turns  []int
	weight float64 // in turns of a character
}

func newLedger(h *replay.Header, turns int, complete bool) *ledger {
	n := len(h.Players)
	marks := make([]string, n)
	for i := range marks {
		marks[i] = viewer.Mark(h.Look(i))
	}
	return &ledger{marks: marks, turns: turns, unseen: h.Unseen, complete: complete, gone: make([]bool, n),
		characters: slices.Repeat([]int{1}, n),
		answered:   make([]bool, n), late: make([]bool, n)}
}

// mark returns the letters of a player.
func (l *ledger) mark(player int) string {
	if player >= 0 && player < len(l.marks) {
		return l.marks[player]
	}
	return viewer.Mark(player)
}

// beginTurn records which players answer in a turn. Players that have left are ignored.
func (l *ledger) beginTurn(t *replay.Turn) {
	clear(l.answered)
	clear(l.late)
	for _, m := range t.Moves {
		l.answered[m.Player] = len(m.Actions) > 0 && t.Turn > l.unseen
	}
	for _, g := range t.Gone {
		if g.Player >= 0 && g.Player < len(l.gone) && !l.gone[g.Player] {
			l.gone[g.Player] = true
			l.fails(t.Turn, &g)
		}
	}
	for _, p := range t.Late {
		if p >= 0 && p < len(l.late) {
			l.late[p] = !l.gone[p]
		}
	}
}

// fails adds a lesson about a player that left the match. Its characters did nothing from then on.
func (l *ledger) fails(turn int, g *replay.Gone) {
	text := l.mark(g.Player) + " " + match.Failure(match.Reason(g.Reason), 0)
	if g.Note != "" {
		text += "; " + g.Note
	}
	l.add(Lesson{Turn: turn, Player: g.Player, Kind: Failure, Text: text},
		float64((l.turns-turn+1)*l.characters[g.Player]), 0)
}

// upset returns the story of a match whose leader by the rules did not win because it failed.
func (l *ledger) upset(winner, ahead int, names *callNames) string {
	won := "nobody won"
	if winner >= 0 {
		won = names.of(winner) + " won"
	}
	var failed []string
	for _, e := range l.entries {
		if e.Kind == Failure && (ahead < 0 || e.Player == ahead) {
			failed = append(failed, fmt.Sprintf("%s failed in turn %d", names.of(e.Player), e.Turn))
		}
	}
	if len(failed) == 0 {
		return won + "."
	}
	place := "though level"
	if ahead >= 0 {
		place = "though ahead"
	}
	return won + ": " + place + ", " + english.And(failed) + "."
}

// endTurn ends the stretches that did not continue.
func (l *ledger) endTurn(t *replay.Turn) {
	kept := l.stretches[:0]
	for _, s := range l.stretches {
		if s.last == t.Turn {
			kept = append(kept, s)
		} else {
			l.close(s)
		}
	}
	l.stretches = kept
}

func (l *ledger) add(lesson Lesson, turns, points float64) {
	lesson.Last = cmp.Or(lesson.Last, lesson.Turn)
	l.entries = append(l.entries, entry{lesson, turns, points})
}

// again records that a character does the same in a turn as in the previous one, or starts to.
func (l *ledger) again(kind Kind, player int, who string, turn int) {
	for i := range l.stretches {
		if s := &l.stretches[i]; s.kind == kind && s.player == player && s.who[0] == who {
			s.last = turn
			return
		}
	}
	l.stretches = append(l.stretches, stretch{kind, player, []string{who}, turn, turn})
}

// close ends a stretch. Characters with the same lesson share one.
func (l *ledger) close(s stretch) {
	for i := range l.closed {
		if c := &l.closed[i]; c.kind == s.kind && c.player == s.player && c.first == s.first && c.last == s.last {
			c.who = append(c.who, s.who...)
			return
		}
	}
	l.closed = append(l.closed, s)
}

// count adds to a group. weight is in turns of a character.
func (l *ledger) count(kind Kind, player int, reason, action string, turn int, weight float64) {
	for i := range l.groups {
		if g := &l.groups[i]; g.kind == kind && g.player == player && g.reason == reason {
			g.turns = append(g.turns, turn)
			g.weight += weight
			return
		}
	}
	l.groups = append(l.groups, group{kind, player, reason, action, []int{turn}, weight})
}

// settle returns the lessons, at the price of a character's turn.
func (l *ledger) settle(price float64) []Lesson {
	for _, s := range l.stretches {
		l.close(s)
	}
	for _, s := range l.closed {
		turns := float64(len(s.who) * (s.last - s.first + 1))
		l.add(Lesson{Turn: s.first, Last: s.last, Player: s.player, Kind: s.kind, Text: s.text()}, turns, 0)
	}
	for _, g := range l.groups {
		l.add(Lesson{Turn: g.turns[0], Last: g.turns[len(g.turns)-1], Player: g.player, Kind: g.kind,
			Text: g.text(l.mark(g.player))}, g.weight, 0)
	}
	lessons := make([]Lesson, len(l.entries))
	for i, e := range l.entries {
		lessons[i] = e.Lesson
		lessons[i].Cost = int(math.Round(max(0, e.turns*price+e.points)))
	}
	slices.SortStableFunc(lessons, func(a, b Lesson) int {
		return cmp.Or(a.Turn-b.Turn, a.Player-b.Player, cmp.Compare(a.Kind, b.Kind))
	})
	return lessons
}

func (s *stretch) text() string {
	names, turns := english.And(s.who), countTurns(s.last-s.first+1)
	if s.kind == Revival {
		return fmt.Sprintf("%s could have been revived, but lay dead for %s", names, turns)
	}
	return fmt.Sprintf("%s stood still for %s, free to move", names, turns)
}

func (g *group) text(mark string) string {
	times := len(g.turns)
	turns := slices.Compact(slices.Clone(g.turns))
	if g.kind == Late {
		return fmt.Sprintf("%s was late in %s%s", mark, countTurns(len(turns)), listOf(turns))
	}
	if times == 1 && g.action != "" {
		return fmt.Sprintf("%s asked for %q, refused: %s", mark, g.action, g.reason)
	}
	if times == 1 {
		return fmt.Sprintf("an action of %s was refused: %s", mark, g.reason)
	}
	return fmt.Sprintf("%d actions of %s were refused: %s%s", times, mark, g.reason, listOf(turns))
}

// listOf formats the first turns of a list. A single one needs no list.
func listOf(turns []int) string {
	const most = 8
	if len(turns) < 2 {
		return ""
	}
	var words []string
	for _, t := range turns[:min(most, len(turns))] {
		words = append(words, fmt.Sprint(t))
	}
	if len(turns) > most {
		words = append(words, "…")
	}
	return " (turns " + strings.Join(words, ", ") + ")"
}

func countTurns(n int) string {
	if n == 1 {
		return "1 turn"
	}
	return fmt.Sprintf("%d turns", n)
}
