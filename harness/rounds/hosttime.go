package rounds

import (
	"time"

	"blastyard/harness"
)

// hostTime is how long a bot was ready to run but had no processor because of others, where the harness can tell.
func hostTime(p *harness.Process) time.Duration {
	if t, ok := any(p).(interface{ HostTime() time.Duration }); ok {
		return t.HostTime()
	}
	return 0
}
