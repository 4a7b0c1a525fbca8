package machine

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// totalMemory returns the memory of the machine, or the part that a container may use, in bytes; 0: not known.
func totalMemory() uint64 {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	total := uint64(0)
	for line := range strings.Lines(string(text)) {
		var kilo uint64
		if n, _ := fmt.Sscanf(line, "MemTotal: %d kB", &kilo); n == 1 {
			total = kilo << 10
		}
	}
	limit, _ := os.ReadFile("/sys/fs/cgroup/memory.max") // a number, or the word max
	if n, err := strconv.ParseUint(strings.TrimSpace(string(limit)), 10, 64); err == nil {
		total = min(total, n)
	}
	return total
}
