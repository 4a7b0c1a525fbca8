//go:build !linux && !darwin && !windows

package doctor

// totalMemory is 0: not known.
func totalMemory() uint64 { return 0 }
