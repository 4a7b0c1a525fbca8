//go:build !linux

package hostlag

import "time"

// readPressure is not known on this system.
func readPressure() (time.Duration, bool) { return 0, false }
