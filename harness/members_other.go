//go:build !linux

package harness

// Members is known on Linux only.
func (p *Process) Members() []int { return nil }
