//go:build unix

package train

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// openMemory maps memory that the parent created: an inherited file of at least size bytes.
func openMemory(m *memoryName, size int) ([]byte, error) {
	if m.FD == nil || m.Name != "" {
		return nil, fmt.Errorf(`memory: expected {"memory":{"fd":N}} on this system`)
	}
	fd := *m.FD
	if fd < 3 {
		return nil, fmt.Errorf("memory: fd is %d, expected 3 or more", fd)
	}
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil {
		return nil, fmt.Errorf("memory: fd %d: %w", fd, err)
	}
	if stat.Size < int64(size) {
		return nil, fmt.Errorf("memory: fd %d has %d bytes, expected at least %d", fd, stat.Size, size)
	}
	mem, err := unix.Mmap(fd, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("memory: mapping fd %d: %w", fd, err)
	}
	return mem, nil
}

func closeMemory(mem []byte) { _ = unix.Munmap(mem) }
