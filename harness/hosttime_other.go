//go:build !linux

package harness

import "time"

// hostTime is not known on this system.
type hostTime struct{}

func (p *Process) beginHostTime() {}

// HostTime returns how long so far the bot was ready to run but other processes had the processor. It is 0 on this
// system, which does not tell.
func (p *Process) HostTime() time.Duration { return 0 }
