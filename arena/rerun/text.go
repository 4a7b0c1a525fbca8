package rerun

import (
	"fmt"
	"io"
	"strings"
	"time"

	"blastyard/game/viewer"
	"blastyard/internal/english"
	"blastyard/internal/plain"
)

// title names the seat that the bot took, and its recorded player.
func (x *Rerun) title() string {
	was := x.Replay.Header.Players[x.Player]
	title := fmt.Sprintf("%s %s: %s", viewer.Mark(x.Replay.Header.Look(x.Player)), plain.Text(was.Name),
		plain.Text(x.Bot))
	if was.Bot != "" {
		title += ", recorded: " + plain.Text(was.Bot)
	}
	return title
}

// Write prints the turns that differ, and a summary.
func (r *Report) Write(out io.Writer) {
	fmt.Fprintln(out, r.title)
	for i := range r.Turns {
		r.Turns[i].write(out, r.Limit)
	}
	if r.Left != "" {
		fmt.Fprintln(out, r.Left)
	}
	switch played := r.Played(); {
	case played == 0:
		fmt.Fprintln(out, "it played none of the turns")
		return
	case r.Differ == 0:
		fmt.Fprintf(out, "%s, all as recorded\n", english.Count(played, "turn"))
	default:
		fmt.Fprintf(out, "%s played, %s not as recorded\n", english.Count(played, "turn"),
			english.Count(r.Differ, "turn"))
	}
	fmt.Fprintf(out, "time a turn: %s; recorded: %s\n", &r.Now, &r.Then)
}

// First returns the first turn whose actions are not the recorded ones, or 0.
func (r *Report) First() int {
	for i := range r.Turns {
		if r.Turns[i].Now != "" {
			return r.Turns[i].Number
		}
	}
	return 0
}

func (t *Turn) write(out io.Writer, limit time.Duration) {
	var lines []string
	if t.Over {
		lines = append(lines, fmt.Sprintf("over the limit of %v", limit))
	}
	if t.Now != "" {
		lines = append(lines, "now:      "+t.Now, "recorded: "+t.Then)
	}
	for _, l := range t.Prints {
		lines = append(lines, "prints:   "+l)
	}
	for _, l := range t.Printed {
		lines = append(lines, "printed:  "+l)
	}
	if len(lines) == 0 {
		return
	}
	var times []string
	if t.Took > 0 {
		times = append(times, " took "+shortTime(t.Took))
	}
	if t.Recorded > 0 {
		times = append(times, " recorded "+shortTime(t.Recorded))
	}
	fmt.Fprintf(out, "turn %d:%s\n", t.Number, strings.Join(times, ","))
	for _, l := range lines {
		fmt.Fprintf(out, "  %s\n", l)
	}
}

func (t *Times) String() string {
	if t.Longest == 0 {
		return "not measured"
	}
	return fmt.Sprintf("median %s, longest %s (turn %d)", shortTime(t.median()), shortTime(t.Longest), t.Turn)
}

// shortTime formats a time for people.
func shortTime(d time.Duration) string {
	for unit := time.Second; unit > 100*time.Nanosecond; unit /= 10 {
		if d >= unit {
			return d.Round(unit / 100).String()
		}
	}
	return d.String()
}
