//go:build !linux

package harness

// BecomeBot does nothing on this system; see Linux.
func BecomeBot() {}

// Reachable is the highest level that this system can reach, and why it is not a higher one.
func Reachable() (SandboxLevel, string) {
	return SandboxNone, "bots can be kept apart on Linux only"
}
