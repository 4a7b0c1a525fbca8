package explain

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"blastyard/game"
	"blastyard/game/viewer"
	"blastyard/internal/english"
	"blastyard/internal/plain"
	"blastyard/replay"
)

// Everyone selects the lessons of all players.
const Everyone = -1

// Shown is the default number of lessons for each player.
const Shown = 5

// A page shows at most PageLessons of a player. It shows none for a match of more than PageWork cells times turns,
// which would take too long.
const (
	PageLessons = 20
	PageWork    = 2_000_000
)

// Write writes the costliest lessons of a player, or of Everyone, in the order of the players' letters, at most most
// for each. names and mark give the players' names and letters, by id.
func Write(out io.Writer, names []string, mark func(player int) string, lessons []Lesson, player, most int) {
	list := ByPlayer(names, lessons, player, most)
	slices.SortStableFunc(list, func(a, b PlayerLessons) int { return byMark(mark(a.ID), mark(b.ID)) })
	for _, p := range list {
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

// byMark compares letters of players: A to Z come before AA.
func byMark(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) }

// Write writes a report: the costliest lessons of a player, like the function Write, and where the difference of
// scores comes from; for Everyone also the gains of all bombs, the decisive moments, and why the winner won.
func (r *Report) Write(out io.Writer, names []string, mark func(player int) string, player, most int) {
	Write(out, names, mark, r.Lessons, player, most)
	r.writeAccount(out, names, mark, player)
	if player != Everyone {
		return
	}
	r.writeTallies(out, names, mark)
	if len(r.Moments) > 0 {
		fmt.Fprintln(out, "what decided")
	}
	for _, m := range r.winnersFirst() {
		fmt.Fprintf(out, "%6s  turn %d: %s\n", english.Signed(m.Swing), m.Turn, plain.Line(m.Text))
	}
	if r.Story != "" {
		fmt.Fprintln(out, plain.Line(r.Story))
	}
}

// PlayerLessons are the lessons of a player, the costliest first.
type PlayerLessons struct {
	ID      int      `json:"player_id"`
	Name    string   `json:"name"`
	Lessons []Lesson `json:"lessons"`
}

// ByPlayer returns the costliest lessons of a player, or of Everyone, sorted by player, at most most for each.
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

// ForPage returns a function that adds to the end of a match what its page shows: lessons, moments, the story, the
// account. It adds nothing if that would be too much work for a board of so many cells.
func ForPage(kinds []*game.Kind) func(r *replay.Replay, cells int, end *viewer.End) {
	return func(r *replay.Replay, cells int, end *viewer.End) {
		if len(r.Turns)*cells > PageWork {
			return
		}
		if report, _ := Explain(r, kinds); report != nil { // the page reports errors of a replay
			report.AddTo(end)
		}
	}
}

// AddTo adds to the end of a match what pages show.
func (r *Report) AddTo(end *viewer.End) {
	end.Lessons, end.Story, end.Moments = ForViewer(r.Lessons), r.Story, nil
	for _, m := range r.Moments {
		end.Moments = append(end.Moments, viewer.Moment(m))
	}
	end.Account = nil
	for _, d := range r.Differences {
		if d.Player != r.Differences[0].Player {
			break
		}
		for _, part := range d.Parts {
			end.Account = append(end.Account, struct {
				Player, Over int
				Cause        string
				Points       int
				Text         string
			}{d.Player, d.Over, part.Cause.String(), part.Points, part.Text})
		}
	}
}

// ForViewer converts the costliest lessons for pages.
func ForViewer(lessons []Lesson) []viewer.Lesson {
	var list []viewer.Lesson
	for _, l := range Costliest(lessons, Everyone, PageLessons) {
		list = append(list, viewer.Lesson{Turn: l.Turn, Player: l.Player, Kind: l.Kind.String(), Text: l.Text,
			Cost: l.Cost})
	}
	return list
}
