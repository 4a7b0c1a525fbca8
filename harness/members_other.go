//go:build !linux

package harness

// Members returns nil: only Linux tells.
func (p *Process) Members() []int { return nil }
