package rounds

import (
	"bytes"
	"fmt"

	"blastyard/arena/harness"
	"blastyard/internal/english"
	"blastyard/rules/bomberman"
)

// Log returns the text of log.txt: the bot's output, each line with its stream, how it ended, its times and limit, and
// the result. counts is the command that was played.
func (o *Outcome) Log(counts bomberman.Command) []byte {
	var b bytes.Buffer
	for _, l := range o.Lines {
		if l.Stream != harness.Note { // dropped output is reported below
			fmt.Fprintf(&b, "[%v] %s\n", l.Stream, l.Text)
		}
	}
	note := func(format string, args ...any) { fmt.Fprintf(&b, "[blastyard] "+format+"\n", args...) }
	if o.Started {
		limit := "no limit"
		if o.Limit > 0 {
			limit = "limit " + Milliseconds(o.Limit)
		}
		if o.Waited > 0 {
			limit += ", " + Milliseconds(o.Waited) + " without a processor do not count"
		}
		if o.Stays {
			note("%s by the clock (%s)", Milliseconds(o.Exit.Wall), limit)
		} else {
			note("%v; %s by the clock (%s), %s of processor time",
				o.Exit, Milliseconds(o.Exit.Wall), limit, Milliseconds(o.Exit.User+o.Exit.System))
		}
		if o.Exit.LeftBehind > 0 {
			note("processes that it left running, which were killed: %d", o.Exit.LeftBehind)
		}
		if refused := o.Exit.Refused.String(); refused != "" {
			note("%s", refused)
		}
		if o.Printed.Dropped > 0 {
			note("its output was cut: %s dropped", english.Count(int(o.Printed.Dropped), "byte"))
		}
	}
	for _, fault := range o.Faults {
		note("FAULT: %s", fault)
	}
	if o.Why != "" {
		note("%s", o.Why)
	}
	note("command: %d, %s", counts, counts)
	return b.Bytes()
}
