package harness

import (
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// threadTime is the scheduler's account of a thread: how long it ran, and how long it was ready but did not run.
type threadTime struct{ ran, waited time.Duration }

// hostTime adds up the result of HostTime.
type hostTime struct {
	mu      sync.Mutex
	sum     time.Duration
	total   time.Duration
	threads map[string]threadTime
}

// HostTime returns how long so far the bot was ready to run but other processes had the processor. That is how long
// one of its threads waited, minus what all other threads and processes of the bot ran meanwhile, so that a bot cannot
// excuse itself by keeping the processors busy. It is computed from one call to the next, so call it at the beginning
// and at the end of the time that matters. It is 0 if the system does not tell.
//
// A call reads some files of /proc for each thread and process of the bot, which takes tens of microseconds.
func (p *Process) HostTime() time.Duration {
	p.mu.Lock()
	ended := p.ended
	p.mu.Unlock()
	p.host.mu.Lock()
	defer p.host.mu.Unlock()
	if s, is := p.body.(*supervised); is && !ended {
		p.host.look(s.bot, childrenTime(s.cmd.Process.Pid))
	} else if exit, ok := p.Exit(); ok {
		p.host.sum = max(p.host.sum, exit.Host)
	}
	return p.host.sum
}

// look adds what has happened since the last look at a bot. total is the processor time of all processes of the bot.
func (h *hostTime) look(pid int, total time.Duration) {
	if now := threadTimes(pid); len(now) > 0 { // otherwise it has just ended
		h.add(now, total)
	}
}

// add adds what has happened until now.
func (h *hostTime) add(now map[string]threadTime, total time.Duration) {
	most, passed := time.Duration(0), max(0, total-h.total)
	for name, t := range now {
		before := h.threads[name]
		ran := max(0, t.ran-before.ran)
		most = max(most, t.waited-before.waited-max(0, passed-ran))
	}
	h.sum += most
	h.threads, h.total = now, total
}

// threadTimes returns the threadTime of each thread of a process.
func threadTimes(pid int) map[string]threadTime {
	dir := "/proc/" + strconv.Itoa(pid) + "/task"
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	times := make(map[string]threadTime, len(entries))
	for _, e := range entries {
		if t, ok := readSchedstat(dir + "/" + e.Name() + "/schedstat"); ok {
			times[e.Name()] = t
		}
	}
	return times
}

func readSchedstat(file string) (t threadTime, ok bool) {
	text, err := os.ReadFile(file)
	f := strings.Fields(string(text))
	if err != nil || len(f) < 2 {
		return t, false
	}
	ran, err1 := strconv.ParseInt(f[0], 10, 64)
	waited, err2 := strconv.ParseInt(f[1], 10, 64)
	return threadTime{time.Duration(ran), time.Duration(waited)}, err1 == nil && err2 == nil
}

// hostTimeOfZombie returns HostTime for the whole life of a bot that has ended and is not reaped. used is the
// processor time of the bot and of the children that it waited for. What it has started and abandoned counts as well.
func (s *supervisor) hostTimeOfZombie(used time.Duration) time.Duration {
	t, ok := readSchedstat(schedstatOf(s.bot))
	if !ok {
		return 0
	}
	others := used - s.usedBefore - (t.ran - s.before.ran) + timeOfOrphans(s.bot)
	return max(0, t.waited-s.before.waited-max(0, others))
}

// timeOfOrphans returns the processor time of this process's children except one, including those that have ended.
func timeOfOrphans(except int) (total time.Duration) {
	if st, ok := readStat(os.Getpid()); ok {
		total = st.waited
	}
	for _, child := range childrenOf(os.Getpid()) {
		if child != except {
			total += processTime(child)
		}
	}
	return total
}

func schedstatOf(pid int) string { return "/proc/" + strconv.Itoa(pid) + "/schedstat" }

// beginHostTime forgets what was before the bot's own program started.
func (p *Process) beginHostTime() {
	if s, is := p.body.(*supervised); is && s.spec.Level == SandboxFiles {
		p.host.look(s.bot, childrenTime(s.cmd.Process.Pid))
		p.host.sum = 0
	}
}

// processTime returns the processor time of a process and of its children.
func processTime(pid int) (total time.Duration) {
	var t unix.Timespec
	if unix.ClockGettime(int32(^pid<<3|2), &t) == nil { // as clock_getcpuclockid computes the clock's id
		total = time.Duration(t.Nano())
	}
	return total + childrenTime(pid)
}

// childrenTime returns the processor time of a process's children, including those that have ended.
func childrenTime(pid int) (total time.Duration) {
	if st, ok := readStat(pid); ok {
		total = st.waited
	}
	for _, child := range childrenOf(pid) {
		total += processTime(child)
	}
	return total
}

// childrenOf returns the ids of the children of all threads of a process.
func childrenOf(pid int) (pids []int) {
	dir := "/proc/" + strconv.Itoa(pid) + "/task"
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		text, _ := os.ReadFile(dir + "/" + e.Name() + "/children")
		for f := range strings.FieldsSeq(string(text)) {
			if child, err := strconv.Atoi(f); err == nil {
				pids = append(pids, child)
			}
		}
	}
	return pids
}
