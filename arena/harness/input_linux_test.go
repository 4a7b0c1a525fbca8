package harness

import "testing"

// TestInputInSandbox: a bot reads and answers at each level.
func TestInputInSandbox(t *testing.T) {
	eachLevel(t, func(t *testing.T, level SandboxLevel) {
		p, lines := talking(t, "echo", func(t *testing.T, kind string, change ...func(*Command)) *Process {
			return confined(t, kind, level, change...)
		})
		converse(t, p, lines)
	})
}
