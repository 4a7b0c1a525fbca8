//go:build !linux

package harness

// BecomeBot does nothing on this system. See the version for Linux.
func BecomeBot() {}

// Reachable returns the highest level that this system supports, and why it does not support a higher one.
func Reachable() (SandboxLevel, string) {
	return SandboxNone, "bots can be kept apart on Linux only"
}

func scopesSignals() bool { return true }
