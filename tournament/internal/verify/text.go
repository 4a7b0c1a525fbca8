package verify

import (
	"fmt"
	"io"

	"blastyard/internal/english"
	"blastyard/internal/plain"
)

// maxShown is the maximum number of faults in a text.
const maxShown = 20

// WriteText writes the report for people.
func (r *Report) WriteText(w io.Writer) {
	fmt.Fprintf(w, "%s: ", english.Count(r.Matches, "match"))
	fmt.Fprintf(w, "%s played again, %s of built-in bots played again without one", english.Count(r.Replays, "replay"),
		english.Count(r.Replayed, "match"))
	if r.Unkept > 0 {
		fmt.Fprintf(w, "; of %s the replay is not kept any more", english.Count(r.Unkept, "match"))
	}
	if r.Unchecked > 0 {
		fmt.Fprintf(w, "; %s with programs without a replay", english.Count(r.Unchecked, "match"))
	}
	fmt.Fprintln(w)
	for _, f := range r.Faults[:min(len(r.Faults), maxShown)] {
		fmt.Fprintf(w, "FAULT  %s\n", plain.Line(f.String()))
	}
	if more := len(r.Faults) - maxShown; more > 0 {
		fmt.Fprintf(w, "and %s more\n", english.Count(more, "fault"))
	}
	if r.OK() {
		fmt.Fprintf(w, "all is as the log has it; fingerprint %s\n", r.Fingerprint)
	}
}
