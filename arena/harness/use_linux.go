package harness

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// The supervisor watches what the kernel does not limit for all processes of a bot together. It kills a bot that uses
// too much.

const (
	useLook = 100 * time.Millisecond

	// maxDescriptors is how many open files, pipes and sockets all processes of a bot may have together.
	maxDescriptors = 4096
	// maxSockets is how many sockets a bot may have in its network namespace. No limit counts the data in them.
	maxSockets = 256
	// processRoom is how many processes and threads more than at its start a user may have while bots run as that
	// user. It leaves room for other bots until one that has started too many is killed.
	processRoom = 4096
)

// watchUse kills the bot when it uses more than allowed.
func (s *supervisor) watchUse() {
	runtime.LockOSThread() // create no thread later: the bot may have used up all that are allowed
	look := time.NewTicker(useLook)
	defer look.Stop()
	for {
		select {
		case <-s.over:
			return
		case <-look.C:
		}
		if why := s.usesTooMuch(); why != "" {
			s.killBot(why)
			return
		}
	}
}

// usesTooMuch says what the bot uses too much of.
func (s *supervisor) usesTooMuch() (why string) {
	namespaces := s.spec.Level >= SandboxNamespaces
	if namespaces && socketsInUse() > maxSockets {
		return fmt.Sprintf("it has more than %d sockets", maxSockets)
	}
	pids := s.members()
	var all use
	for _, pid := range pids {
		u := useOf(pid)
		all = use{all.memory + u.memory, all.threads + u.threads, all.descriptors + u.descriptors}
	}
	switch {
	case !namespaces && all.threads > s.spec.Processes: // in namespaces the kernel counts them
		return fmt.Sprintf("it has more than %d processes and threads", s.spec.Processes)
	case all.descriptors > maxDescriptors:
		return fmt.Sprintf("its processes have more than %d open files", maxDescriptors)
	// This sum counts shared memory once for each process that shares it.
	case all.memory > s.spec.Memory && (len(pids) == 1 || exactMemory(pids) > s.spec.Memory):
		return fmt.Sprintf("its processes use more than %d MiB of memory", s.spec.Memory>>20)
	}
	return ""
}

// members returns the ids of the bot's processes.
func (s *supervisor) members() (pids []int) {
	if s.spec.Level < SandboxNamespaces {
		for next := childrenOf(os.Getpid()); len(next) > 0; next = next[1:] {
			pids = append(pids, next[0])
			next = append(next, childrenOf(next[0])...)
		}
		return pids
	}
	for _, pid := range processes() {
		if pid != os.Getpid() {
			pids = append(pids, pid)
		}
	}
	return pids
}

// use is what a process uses.
type use struct {
	memory      int64 // bytes, with the tables that the kernel needs for them
	threads     int
	descriptors int
}

func useOf(pid int) (u use) {
	status := fieldsOf(pid, "status", "VmRSS:", "VmSwap:", "VmPTE:", "Threads:")
	u.memory, u.threads = (status[0]+status[1]+status[2])<<10, int(status[3])
	if st, err := os.Stat("/proc/" + strconv.Itoa(pid) + "/fd"); err == nil {
		u.descriptors = int(st.Size()) // 0 before Linux 6.2
	}
	return u
}

// exactMemory returns how many bytes some processes use, with what they share counted once.
func exactMemory(pids []int) (bytes int64) {
	for _, pid := range pids {
		shares := fieldsOf(pid, "smaps_rollup", "Pss:", "SwapPss:")
		bytes += (shares[0] + shares[1] + fieldsOf(pid, "status", "VmPTE:")[0]) << 10
	}
	return bytes
}

// fieldsOf returns the numbers after the given words at the start of lines in a process's /proc file, or 0.
func fieldsOf(pid int, file string, words ...string) []int64 {
	text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/" + file) // it may have ended
	numbers := make([]int64, len(words))
	for line := range strings.Lines(string(text)) {
		for i, word := range words {
			if rest, found := strings.CutPrefix(line, word); found {
				number, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
				numbers[i], _ = strconv.ParseInt(number, 10, 64)
			}
		}
	}
	return numbers
}

// socketsInUse returns the number of sockets in this network namespace.
func socketsInUse() (n int) {
	text, _ := os.ReadFile("/proc/self/net/sockstat")
	_, _ = fmt.Sscanf(string(text), "sockets: used %d", &n)
	return n
}
