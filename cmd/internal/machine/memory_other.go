//go:build !linux && !darwin && !windows

package machine

// totalMemory is 0: not known.
func totalMemory() uint64 { return 0 }
