package harness

import (
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// procStat is the part of /proc/PID/stat of a process that we need.
type procStat struct {
	pid, parent, group, session int

	alive  bool          // not a zombie and not dead
	waited time.Duration // processor time of the children that it waited for
	began  string        // start time in ticks since the system started
}

// tick is the unit of processor time in /proc/PID/stat, on every system that Go runs on.
const tick = 10 * time.Millisecond

func readStat(pid int) (procStat, bool) {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return procStat{}, false
	}
	return parseStat(pid, string(b))
}

// parseStat reads the fields after the name. The name is in parentheses and may contain anything.
func parseStat(pid int, s string) (procStat, bool) {
	f := strings.Fields(s[strings.LastIndexByte(s, ')')+1:])
	if len(f) < 20 {
		return procStat{}, false
	}
	st := procStat{pid: pid, alive: f[0] != "Z" && f[0] != "X", began: f[19]}
	var err1, err2, err3 error
	st.parent, err1 = strconv.Atoi(f[1])
	st.group, err2 = strconv.Atoi(f[2])
	st.session, err3 = strconv.Atoi(f[3])
	user, err4 := strconv.ParseInt(f[13], 10, 64)
	system, err5 := strconv.ParseInt(f[14], 10, 64)
	st.waited = time.Duration(user+system) * tick
	return st, errors.Join(err1, err2, err3, err4, err5) == nil
}

// processes returns the ids of all processes in /proc.
func processes() (pids []int) {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// allProcesses returns the processes in /proc. whole is false if one ended during the look, so that its child may be
// missing.
func allProcesses() (all []procStat, whole bool) {
	whole = true
	for _, pid := range processes() {
		if st, ok := readStat(pid); ok {
			all = append(all, st)
		} else if _, err := os.Lstat("/proc/" + strconv.Itoa(pid)); err != nil {
			whole = false
		}
	}
	return all, whole
}

// descendants returns the living descendants of a process, parents before their children.
func descendants(of int) []procStat {
	all, _ := allProcesses()
	return slices.DeleteFunc(descendantsAmong(all, of), func(st procStat) bool { return !st.alive })
}

// descendantsAmong returns the descendants of a process, including those that have ended, parents before their
// children.
func descendantsAmong(all []procStat, of int) (found []procStat) {
	children := map[int][]procStat{}
	for _, st := range all {
		children[st.parent] = append(children[st.parent], st)
	}
	for next := []int{of}; len(next) > 0; next = next[1:] {
		for _, st := range children[next[0]] {
			next = append(next, st.pid)
			found = append(found, st)
		}
	}
	return found
}

// Members returns the ids of the bot's living processes: all descendants of its supervisor.
func (p *Process) Members() (ids []int) {
	if _, over := p.Exit(); over { // its supervisor may have started another
		return nil
	}
	if s, is := p.body.(*supervised); is {
		for _, st := range descendants(s.cmd.Process.Pid) {
			ids = append(ids, st.pid)
		}
	}
	return ids
}
