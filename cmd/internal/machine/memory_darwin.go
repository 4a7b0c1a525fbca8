package machine

import "golang.org/x/sys/unix"

// totalMemory returns the memory of the machine in bytes; 0: not known.
func totalMemory() uint64 {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return n
}
