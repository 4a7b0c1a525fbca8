package main

import (
	"fmt"
	"io"

	"blastyard/explain"
	"blastyard/replay"
	"blastyard/viewer"
	"blastyard/viewer/terminal"
)

// lessonsShown is how many lessons of a player are told unless something else is asked for.
const lessonsShown = 5

// A page gets so many lessons of a player at most, and none of a match of more cells times turns, for which it would have to
// wait.
const (
	pageLessons = 20
	pageWork    = 2_000_000
)

// lessonsOf explains the match of a replay file.
func lessonsOf(path string) ([]explain.Lesson, error) {
	r, err := replay.Open(path)
	if err != nil {
		return nil, err
	}
	return explain.Match(r)
}

// lessonsForPage explains a match on a board of so many cells for a page, as far as that can be done.
func lessonsForPage(r *replay.Replay, cells int) []viewer.Lesson {
	if len(r.Turns)*cells > pageWork {
		return nil
	}
	lessons, _ := explain.Match(r) // the page tells what is wrong with a replay
	return viewerLessons(lessons)
}

// everyone asks for the lessons of all players.
const everyone = -1

// names are the players' names, by id.
func (o *outcome) names() []string {
	names := make([]string, len(o.Scores))
	for k, id := range o.ids {
		if id != nobody && id < len(names) {
			names[id] = o.seats[k].name
		}
	}
	return names
}

// printLessons prints the costliest lessons of a player, or of everyone, by player.
func printLessons(out io.Writer, names []string, lessons []explain.Lesson, player, most int) {
	for p, name := range names {
		if player != everyone && p != player {
			continue
		}
		list := explain.Costliest(lessons, p, most)
		fmt.Fprintf(out, "%s (%s): ", viewer.Mark(p), terminal.Plain(name))
		if len(list) == 0 {
			fmt.Fprintln(out, "nothing to say")
			continue
		}
		fmt.Fprintln(out, "what cost most, in points (estimates)")
		for i := range list {
			l := &list[i]
			fmt.Fprintf(out, "%6d  %s: %s\n", l.Cost, l.When(), terminal.Plain(l.Text))
		}
	}
}

// viewerLessons are the costliest lessons as pages get them.
func viewerLessons(lessons []explain.Lesson) []viewer.Lesson {
	var list []viewer.Lesson
	for _, l := range explain.Costliest(lessons, everyone, pageLessons) {
		list = append(list, viewer.Lesson{Turn: l.Turn, Player: l.Player, Kind: l.Kind.String(), Text: l.Text, Cost: l.Cost})
	}
	return list
}
