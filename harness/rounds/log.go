package rounds

import (
	"bytes"
	"fmt"

	"blastyard/bomberman"
	"blastyard/bomberman/wire"
)

// Log is the text of log.txt: what the bot printed, how it ended, its times and limit, and what came of it. counts is the
// command that counts in the end.
func (o *Outcome) Log(counts bomberman.Command) []byte {
	var b bytes.Buffer
	b.Write(o.Output)
	if n := len(o.Output); n > 0 && o.Output[n-1] != '\n' {
		b.WriteByte('\n')
	}
	note := func(format string, args ...any) { fmt.Fprintf(&b, "[blastyard] "+format+"\n", args...) }
	if o.Started {
		limit := "no limit"
		if o.Limit > 0 {
			limit = "limit " + Milliseconds(o.Limit)
		}
		note("%v; %s by the clock (%s), %s of processor time", o.Exit, Milliseconds(o.Exit.Wall), limit, Milliseconds(o.Exit.User+o.Exit.System))
		if o.Exit.LeftBehind > 0 {
			note("%d of its processes were still running and were killed", o.Exit.LeftBehind)
		}
		if o.Printed.Dropped > 0 {
			note("%d octets of its output were dropped", o.Printed.Dropped)
		}
	}
	if o.Why != "" {
		note("%s", o.Why)
	}
	note("command: %d, %s", counts, wire.CommandName(counts))
	return b.Bytes()
}
