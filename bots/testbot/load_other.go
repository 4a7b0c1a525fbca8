//go:build !linux

package testbot

import "time"

// timers returns a function that waits for timers that are as short as Go makes them.
func timers() func() {
	return func() {
		for range 1000 {
			time.Sleep(20 * time.Microsecond)
		}
	}
}
