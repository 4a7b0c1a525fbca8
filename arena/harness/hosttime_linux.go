package harness

import (
	"cmp"
	"errors"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// threadTime is the scheduler's account of a thread: how long it ran, and how long it was ready but did not run.
type threadTime struct{ ran, waited time.Duration }

// hostTime adds up the results of HostTime and Spent.
type hostTime struct {
	mu      sync.Mutex
	sum     time.Duration // HostTime
	ran     time.Duration
	total   time.Duration
	at      time.Time // of the last look
	cores   int       // on how many processors the bot may run; 0: on all
	threads map[string]threadTime
	unknown map[string]time.Duration // by thread that is ready: how long it may have waited without being counted
}

// HostTime returns how long so far the bot was ready to run but other processes had the processor. That is how long
// one of its threads waited, minus what all other threads and processes of the bot ran meanwhile, so that a bot cannot
// excuse itself by keeping the processors busy. It is computed from one call to the next, so call it at the beginning
// and at the end of the time that matters. It is 0 if the system does not tell.
//
// A call reads some files of /proc for each thread and process of the bot, which takes tens of microseconds.
func (p *Process) HostTime() time.Duration { return p.Spent(false).Waited }

// Spent returns what the bot has used so far. It is computed from one call to the next, as HostTime, which is its
// Waited. The kernel counts the time that a thread waits for a processor only when it gets one. With waits, the time of
// threads that wait at this moment is included, which takes longer, and Waited may be less in the next call. It is an
// upper bound: a thread may have slept and be ready only now. Do not ask for it when the bot has just answered, for
// then the kernel has counted its waiting.
func (p *Process) Spent(waits bool) Spent {
	p.mu.Lock()
	ended := p.ended
	p.mu.Unlock()
	h := &p.host
	h.mu.Lock()
	defer h.mu.Unlock()
	var pending time.Duration
	if s, is := p.body.(*supervised); is && !ended {
		pending = h.look(s.cmd.Process.Pid, time.Now(), waits)
	} else if exit, ok := p.Exit(); ok {
		h.sum = max(h.sum, exit.Host)
	}
	return Spent{Ran: h.ran, Waited: h.sum + pending}
}

// look adds what has happened since the last look at the bot of a supervisor. With waits it returns how long a thread
// has been waiting for a processor, at most.
func (h *hostTime) look(supervisor int, at time.Time, waits bool) (pending time.Duration) {
	now := map[string]threadTime{}
	total := threadTimes(supervisor, now)
	if len(now) == 0 { // it has just ended
		return 0
	}
	if waits && !h.at.IsZero() {
		h.unknown = h.idle(now, at.Sub(h.at), max(0, total-h.total))
	} else {
		h.unknown = nil
	}
	h.add(now, total)
	h.at = at
	for name, d := range h.unknown {
		if d > 0 && isReady(name) {
			pending = max(pending, d)
		} else {
			delete(h.unknown, name) // it sleeps
		}
	}
	return pending
}

// add adds what has happened until now. total is the processor time of all processes of the bot.
func (h *hostTime) add(now map[string]threadTime, total time.Duration) {
	most, longest, passed := time.Duration(0), time.Duration(0), max(0, total-h.total)
	for name, t := range now {
		before := h.threads[name]
		ran := max(0, t.ran-before.ran)
		most = max(most, t.waited-before.waited-max(0, passed-ran))
		longest = max(longest, ran)
	}
	h.sum += most
	h.ran += max(longest, passed/time.Duration(cmp.Or(h.cores, runtime.NumCPU())))
	h.threads, h.total = now, total
}

// idle returns for each thread how long it has neither run nor counted as waiting, while no other thread of the bot
// ran either. If the thread is ready, it has waited for so long, or has slept before. since is the time since the last
// look, passed the bot's processor time. What the kernel counts now it may have waited before the last look.
func (h *hostTime) idle(now map[string]threadTime, since, passed time.Duration) map[string]time.Duration {
	unknown := make(map[string]time.Duration, len(now))
	for name, t := range now {
		before := h.threads[name]
		ran, waited := max(0, t.ran-before.ran), max(0, t.waited-before.waited)
		d := since - max(ran, passed)
		if left := d + h.unknown[name] - waited; ran == 0 || left < d { // since it ran it cannot have waited longer
			d = left
		}
		unknown[name] = max(0, d)
	}
	return unknown
}

// maxThreads is how many threads of a bot are looked at, so that a bot with very many cannot delay the arena.
const maxThreads = 128

// threadTimes adds the threadTime of each thread of a process's descendants to a map, by the thread's folder. It
// returns the processor time of the descendants, including those that have ended.
func threadTimes(pid int, to map[string]threadTime) (total time.Duration) {
	if st, ok := readStat(pid); ok {
		total = st.waited
	}
	for _, child := range childrenOf(pid) {
		clock, sum := clockOf(child), time.Duration(0) // the clock has threads that have ended, the sum is newer
		dir := "/proc/" + strconv.Itoa(child) + "/task"
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if len(to) >= maxThreads {
				break
			}
			name := dir + "/" + e.Name()
			if t, ok := readSchedstat(name + "/schedstat"); ok {
				to[name] = t
				sum += t.ran
			}
		}
		total += max(clock, sum) + threadTimes(child, to)
	}
	return total
}

// isReady reports whether a thread runs or is ready to run.
func isReady(folder string) bool {
	text, err := os.ReadFile(folder + "/stat")
	name := strings.LastIndexByte(string(text), ')')
	return err == nil && name > 0 && strings.HasPrefix(string(text[name:]), ") R")
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

// hostTimeOfZombie returns HostTime for the whole life of a bot that has ended, and was just reaped. t is its account
// from before it was reaped. used is the processor time of the bot and of the children that it waited for. What it has
// started and abandoned counts as well.
func (s *supervisor) hostTimeOfZombie(t threadTime, used time.Duration) time.Duration {
	var all unix.Rusage // of the bot, and of what it has abandoned and has ended
	if err := unix.Getrusage(unix.RUSAGE_CHILDREN, &all); err != nil {
		return 0
	}
	others := max(used, durationOf(all.Utime)+durationOf(all.Stime)-s.earlier.used)
	others -= s.usedBefore + t.ran - s.before.ran
	if hasChildren() {
		for _, child := range childrenOf(os.Getpid()) {
			others += processTime(child)
		}
	}
	return max(0, t.waited-s.before.waited-max(0, others))
}

// hasChildren reports whether this process has children, without a look at /proc: each entry of a thread there that
// somebody has looked at makes the kernel's work longer when this process ends.
func hasChildren() bool {
	err := unix.Waitid(unix.P_ALL, 0, nil, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil)
	return !errors.Is(err, unix.ECHILD)
}

func schedstatOf(pid int) string { return "/proc/" + strconv.Itoa(pid) + "/schedstat" }

// bindHostTime says on how many processors the bot can run; 0: on all.
func (p *Process) bindHostTime(cores int) { p.host.cores = cores }

// beginHostTime forgets what was before the bot's own program started.
func (p *Process) beginHostTime() {
	s, is := p.body.(*supervised)
	if !is || s.spec.Level != SandboxFiles && s.earlier == 0 {
		return
	}
	if s.spec.Level == SandboxFiles {
		thread := "/proc/" + strconv.Itoa(s.bot) + "/task/" + strconv.Itoa(s.bot)
		p.host.threads = map[string]threadTime{thread: s.before}
	}
	p.host.total, p.host.at = s.earlier+s.usedBefore, time.Now()
}

// processTime returns the processor time of a process and of its children.
func processTime(pid int) time.Duration { return clockOf(pid) + childrenTime(pid) }

// clockOf returns the processor time of a process.
func clockOf(pid int) time.Duration {
	var t unix.Timespec
	_ = unix.ClockGettime(int32(^pid<<3|2), &t) // as clock_getcpuclockid computes the clock's id
	return time.Duration(t.Nano())
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
