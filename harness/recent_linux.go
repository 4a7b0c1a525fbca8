package harness

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"sync"
)

// numbers is a range of process numbers, in the order in which the kernel deals them: up to the highest number, then
// again from the lowest.
type numbers struct {
	first, last int
	all         bool
}

func (n numbers) has(pid int) bool {
	switch {
	case n.all:
		return true
	case n.first <= n.last:
		return pid >= n.first && pid <= n.last
	default:
		return pid >= n.first || pid <= n.last
	}
}

// wrapMargin is how many forks there may be that we have not counted.
const wrapMargin = 2000

// recent is the numbers of all processes that began after the leader. To look at these only spares reading about every
// process of the system. It is sound while fewer processes (or threads) were made than there are numbers.
func (g *group) recent() numbers {
	forks, ok := forkCount()
	if !ok || g.forks == 0 || forks < g.forks || int64(forks-g.forks)+wrapMargin >= int64(highestNumber()) {
		return numbers{all: true}
	}
	// The last field is the number that was dealt last.
	load, err := os.ReadFile("/proc/loadavg")
	fields := strings.Fields(string(load))
	if err != nil || len(fields) == 0 {
		return numbers{all: true}
	}
	last, err := strconv.Atoi(fields[len(fields)-1])
	if err != nil || last <= 0 {
		return numbers{all: true}
	}
	return numbers{first: g.pid, last: last}
}

// forkCount is how many processes and threads the system has made since it was started.
func forkCount() (uint64, bool) {
	stat, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, false
	}
	_, rest, ok := bytes.Cut(stat, []byte("\nprocesses "))
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	n, err := strconv.ParseUint(string(line), 10, 64)
	return n, ok && err == nil
}

// highestNumber is the highest number that a process can have, 0 if that cannot be known.
var highestNumber = sync.OnceValue(func() int {
	text, err := os.ReadFile("/proc/sys/kernel/pid_max")
	if err != nil {
		return 0
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return 0
	}
	return n
})
