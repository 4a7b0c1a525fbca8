//go:build !linux

package cores

// allowed returns none: this system cannot bind programs to processors so that they cannot leave them.
func allowed() []int { return nil }

// claim is not called on this system.
func claim(int) func() { return nil }
