//go:build !linux

package hostlag

import "time"

// readPressure is not known on this system.
func readPressure() (time.Duration, bool) { return 0, false }

// takenReader returns a function that knows nothing on this system.
func takenReader() func() (time.Duration, bool) {
	return func() (time.Duration, bool) { return 0, false }
}
