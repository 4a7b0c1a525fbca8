package harness

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// group is a bot and what it started.
//
// The bot leads a session and a process group, so one kill reaches most of its children. Those that called setsid or
// setpgid are found by reading /proc: they carry the bot's mark in the environment that they were started with, or are
// still in its session, or descend from one that is known. Only a process that left the session, lost its parents and
// was started with an emptied environment escapes; a sandbox with a PID namespace is needed against such ill will.
//
// Should this program die without a chance to clean up, the kernel kills the leader (Pdeathsig). That signal comes when
// the thread that started the bot ends, so Process.run keeps its thread locked until the bot has ended.
type group struct {
	pid   int
	mark  []byte // NAME=value, as it stands in the environment
	birth uint64 // start time of the leader, in ticks since boot
	forks uint64 // how many the system had made before; 0: not known
}

// A process that was killed takes a moment to go: we look again with such pauses, for so long.
// Processes whose environment is empty may be on their way in or out (see marked): they are worth some more looks.
const (
	killPause   = 5 * time.Millisecond
	killLimit   = time.Second
	unsureLooks = 8
)

func (g *group) prepare(cmd *exec.Cmd, mark string) {
	g.mark = []byte(MarkVariable + "=" + mark)
	g.forks, _ = forkCount()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
}

func (g *group) attach(cmd *exec.Cmd) error {
	g.pid = cmd.Process.Pid
	if st, ok := readStat(g.pid); ok {
		g.birth = st.birth
	}
	return nil
}

// awaitExit returns when the leader has ended. It is not reaped then, so its number is still its own.
func (g *group) awaitExit() (reapable bool) {
	for {
		err := unix.Waitid(unix.P_PID, g.pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return err == nil
		}
	}
}

// kill kills the group and all that escaped from it, and returns when nothing of it runs, or after killLimit. It says how
// many processes there were beside the leader, which must not have been reaped.
func (g *group) kill() (others int) {
	looks := 0
	for end := time.Now().Add(killLimit); time.Now().Before(end); {
		strays, unsure := g.killStrays() // first: the death of the leader would cut the tie to its children
		killGroup(g.pid)
		others = max(others, strays)
		if unsure && strays == 0 {
			looks++
		}
		if strays == 0 && (!unsure || looks > unsureLooks) {
			return others
		}
		time.Sleep(killPause)
	}
	return others
}

func (g *group) close() {}

// killStrays kills what belongs to the bot, leader included, and returns how many processes it found, and whether there
// are more that it could not judge.
func (g *group) killStrays() (found int, unsure bool) {
	pids, unsure := g.members()
	for _, pid := range pids {
		// The handle is bound to this very process; looked at again through it, the number cannot be a stranger's.
		p, err := os.FindProcess(pid)
		if err != nil {
			continue
		}
		if st, ok := readStat(pid); ok && st.alive && st.birth >= g.birth {
			found++
			_ = p.Kill()
		}
		_ = p.Release()
	}
	return found, unsure
}

// members lists the living processes of our user that belong to the bot. unsure says that some could not be judged.
func (g *group) members() (pids []int, unsure bool) {
	known := map[int]bool{g.pid: true}
	var all []procStat
	recent := g.recent()
	for _, pid := range processes() {
		if !recent.has(pid) {
			continue
		}
		st, ok := readStat(pid)
		if !ok || !st.alive || st.kernel || st.birth < g.birth || pid == os.Getpid() {
			continue
		}
		all = append(all, st)
		if st.session == g.pid {
			known[pid] = true
			continue
		}
		marked, empty := g.marked(pid)
		if marked {
			known[pid] = true
		}
		unsure = unsure || empty
	}
	for again := true; again; {
		again = false
		for _, st := range all {
			if known[st.parent] && !known[st.pid] {
				known[st.pid], again = true, true
			}
		}
	}
	for _, st := range all {
		if known[st.pid] {
			pids = append(pids, st.pid)
		}
	}
	return pids, unsure
}

// processes lists the numbers of all processes that /proc shows.
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

// marked says whether a process of our user was started with the bot's mark. The environment is also empty for a moment
// while a process starts a program, and when it dies. Others' environments cannot be read, or, where we are root, are
// left alone.
func (g *group) marked(pid int) (marked, empty bool) {
	proc := "/proc/" + strconv.Itoa(pid)
	st, err := os.Stat(proc)
	if err != nil {
		return false, false
	}
	if sys, ok := st.Sys().(*syscall.Stat_t); !ok || int(sys.Uid) != os.Geteuid() {
		return false, false
	}
	env, err := os.ReadFile(proc + "/environ")
	if err != nil {
		return false, errors.Is(err, syscall.ESRCH) // what some kernels say instead of giving nothing
	}
	for v := range bytes.SplitSeq(env, []byte{0}) {
		if bytes.Equal(v, g.mark) {
			return true, false
		}
	}
	return false, len(env) == 0
}

// procStat is what /proc/PID/stat says of a process, as far as it is of use here.
type procStat struct {
	pid, parent, session int
	birth                uint64
	alive                bool // neither zombie nor dead
	kernel               bool // a thread of the kernel
}

func readStat(pid int) (procStat, bool) {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return procStat{}, false
	}
	return parseStat(pid, string(b))
}

// parseStat reads the fields after the name, which stands in parentheses and may contain anything.
func parseStat(pid int, s string) (procStat, bool) {
	f := strings.Fields(s[strings.LastIndexByte(s, ')')+1:])
	if len(f) < 20 {
		return procStat{}, false
	}
	st := procStat{pid: pid, alive: f[0] != "Z" && f[0] != "X"}
	const kernelThread = 0x00200000 // PF_KTHREAD
	var err1, err2, err3 error
	st.parent, err1 = strconv.Atoi(f[1])
	st.session, err2 = strconv.Atoi(f[3])
	st.birth, err3 = strconv.ParseUint(f[19], 10, 64)
	flags, err4 := strconv.ParseUint(f[6], 10, 64)
	st.kernel = flags&kernelThread != 0
	return st, errors.Join(err1, err2, err3, err4) == nil
}
