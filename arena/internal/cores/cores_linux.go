package cores

import (
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"
)

// allowed returns the processors that this process may use: a control group, taskset or a container may have taken the
// others away. It returns none if the process may use only a part of the time of its processors, or is to use fewer of
// them (GOMAXPROCS): then it is not known which are its own.
func allowed() (cores []int) {
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) != nil {
		return nil
	}
	for core := 0; len(cores) < set.Count(); core++ {
		if set.IsSet(core) {
			cores = append(cores, core)
		}
	}
	if runtime.GOMAXPROCS(0) < len(cores) {
		return nil
	}
	return cores
}

// claim takes a processor for this process, so that no other arena of the machine takes it, and returns what releases
// it. It returns nil if somebody has it. The claim is a name of a socket, which the system frees when the process ends.
func claim(core int) (release func()) {
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	if unix.Bind(fd, &unix.SockaddrUnix{Name: Claims + strconv.Itoa(core)}) != nil {
		unix.Close(fd)
		return nil
	}
	return func() { unix.Close(fd) }
}
