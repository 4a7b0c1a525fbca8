//go:build windows || (unix && !linux)

package harness

import (
	"os"
	"time"
)

func exitOf(ps *os.ProcessState, wall time.Duration, stopped bool) Exit {
	e := Exit{Code: -1, Stopped: stopped, Wall: wall}
	if ps == nil {
		e.Signal = "an unknown cause"
		return e
	}
	e.Code = ps.ExitCode()
	e.Signal = signalName(ps)
	e.User, e.System = ps.UserTime(), ps.SystemTime()
	e.MaxRSS = maxRSS(ps)
	return e
}
