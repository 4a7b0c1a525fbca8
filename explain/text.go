package explain

import (
	"fmt"
	"io"

	"blastyard/game"
	"blastyard/internal/plain"
	"blastyard/replay"
	"blastyard/viewer"
)

// Everyone asks for the lessons of all players.
const Everyone = -1

// Shown is how many lessons of a player are told unless something else is asked for.
const Shown = 5

// A page gets PageLessons of a player at most, and none of a match of more than PageWork cells times turns, for which
// it would have to wait.
const (
	PageLessons = 20
	PageWork    = 2_000_000
)

// Write writes the costliest lessons of a player, or of Everyone, by player: most of them each. names and mark give the
// players' names and letters, by id.
func Write(out io.Writer, names []string, mark func(player int) string, lessons []Lesson, player, most int) {
	for _, p := range ByPlayer(names, lessons, player, most) {
		fmt.Fprintf(out, "%s (%s): ", mark(p.ID), plain.Text(p.Name))
		if len(p.Lessons) == 0 {
			fmt.Fprintln(out, "nothing to say")
			continue
		}
		fmt.Fprintln(out, "what cost most, in points (estimates)")
		for i := range p.Lessons {
			l := &p.Lessons[i]
			fmt.Fprintf(out, "%6d  %s: %s\n", l.Cost, l.When(), plain.Text(l.Text))
		}
	}
}

// PlayerLessons are the lessons of a player, the costliest first.
type PlayerLessons struct {
	ID      int      `json:"player_id"`
	Name    string   `json:"name"`
	Lessons []Lesson `json:"lessons"`
}

// ByPlayer is the costliest lessons of a player, or of Everyone, by player: most of them each.
func ByPlayer(names []string, lessons []Lesson, player, most int) []PlayerLessons {
	list := []PlayerLessons{}
	for p, name := range names {
		if player == Everyone || p == player {
			list = append(list,
				PlayerLessons{ID: p, Name: name, Lessons: append([]Lesson{}, Costliest(lessons, p, most)...)})
		}
	}
	return list
}

// ForPage returns what explains a match on a board of so many cells for a page, as far as that can be done.
func ForPage(kinds []*game.Kind) func(r *replay.Replay, cells int) []viewer.Lesson {
	return func(r *replay.Replay, cells int) []viewer.Lesson {
		if len(r.Turns)*cells > PageWork {
			return nil
		}
		lessons, _ := Match(r, kinds) // the page tells what is wrong with a replay
		return ForViewer(lessons)
	}
}

// ForViewer is the costliest lessons as pages get them.
func ForViewer(lessons []Lesson) []viewer.Lesson {
	var list []viewer.Lesson
	for _, l := range Costliest(lessons, Everyone, PageLessons) {
		list = append(list, viewer.Lesson{Turn: l.Turn, Player: l.Player, Kind: l.Kind.String(), Text: l.Text,
			Cost: l.Cost})
	}
	return list
}
