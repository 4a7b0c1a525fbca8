package harness

import (
	"cmp"
	"errors"
	"net"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// supervisor starts a bot, in its sandbox if it has one, and stays its parent. Every process that the bot starts and
// abandons becomes a child of the supervisor (a child subreaper, or the first process of its namespace). So none is
// lost: when the bot ends, when it has to be killed, or when the arena dies, the supervisor kills all that is left and
// ends.
//
// It starts one bot. If the arena starts the same bot again in the same sandbox, as in each round of Bomberman, the
// process of the supervisor stays (see warden), and has a supervisor for each start.
type supervisor struct {
	spec          botSpec
	warden        *warden
	control       *net.UnixConn
	bot           int
	began         time.Time
	startReported chan struct{} // closed when the report that the bot runs was sent; it must be the first report
	over          chan struct{} // closed when nothing of the bot runs any more

	listener atomic.Pointer[listener] // nil if refused system calls are not told

	before     threadTime // of the bot's process, before it executed the bot
	usedBefore time.Duration
	earlier    earlier // what bots of this process had used before

	mu     sync.Mutex
	reaped bool   // the bot was reaped, and its id may be reused
	why    string // why we killed the bot
}

// failure is a step of the supervisor that failed.
type failure struct {
	what string // empty if starting the program failed
	err  error
}

func (f failure) Error() string { return f.what + ": " + f.err.Error() }
func (f failure) Unwrap() error { return f.err }

func failed(what string, err error) error {
	if err == nil {
		return nil
	}
	return failure{what, err}
}

// failureReport turns a failure into a report for another process.
func failureReport(err error) report {
	r := report{Kind: reportFailed, Text: err.Error()}
	if f, ok := errors.AsType[failure](err); ok {
		r.What, r.Text = f.what, f.err.Error()
	}
	_ = errors.As(err, &r.Errno)
	return r
}

// launch starts the bot. It runs on a thread of its own, which is not the process's first, and gives up its rights
// there: the bot inherits what holds for the thread, and the rest of the supervisor keeps its rights. The thread
// must live as long as the bot, which the kernel kills when it ends. It ends with this function, which does not unlock
// it.
func (s *supervisor) launch(started chan<- error) {
	runtime.LockOSThread()
	if unix.Gettid() == unix.Getpid() {
		go s.launch(started)
	} else {
		started <- s.launchHere()
	}
	<-s.over
}

// raiseLimits gives a bot in a sandbox back its soft limits.
func (s *supervisor) raiseLimits() {
	if s.spec.Level <= SandboxNone {
		return
	}
	raised := make(chan struct{})
	go func() { // on another thread: the filter of system calls holds for this one
		raiseSoftLimits()
		close(raised)
	}()
	<-raised
}

func (s *supervisor) launchHere() error {
	if err := s.spec.bind(); err != nil {
		return failed("binding the bot to its processors", err)
	}
	if err := s.prepare(); err != nil {
		return err
	}
	if s.spec.Probe {
		return nil
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return failed("opening "+os.DevNull, err)
	}
	defer null.Close()
	stdin := null.Fd()
	if s.spec.HasInput {
		stdin = 0
	}
	process, err := s.startBot(stdin)
	if err != nil {
		return err
	}
	s.raiseLimits()
	s.warden.runs(s)
	if s.spec.HasInput { // the arena sees when the bot closes them
		_ = unix.Dup3(int(null.Fd()), 0, 0)
		_ = unix.Dup3(int(null.Fd()), 1, 0)
	}
	s.tellStarted(process)
	if process >= 0 {
		unix.Close(process)
	}
	return nil
}

// startBot starts the bot's process. It returns a descriptor of it, or -1.
func (s *supervisor) startBot(stdin uintptr) (process int, err error) {
	process = -1
	if s.spec.Level == SandboxFiles {
		rules, err := s.spec.ruleset(landlockABI())
		if err != nil {
			return -1, failed("Landlock", err)
		}
		defer unix.Close(rules)
		if s.bot, process, err = s.spec.forkRestricted(rules, stdin); err != nil {
			return -1, err
		}
		s.began = time.Now()
		s.before, _ = readSchedstat(schedstatOf(s.bot))
		s.usedBefore = processTime(s.bot)
		return process, nil
	}
	attr := &syscall.ProcAttr{
		Dir: s.spec.Dir, Env: s.spec.Env, Files: []uintptr{stdin, 1, 2},
		Sys: &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL, PidFD: &process},
	}
	if s.spec.User != keepUser {
		id := uint32(s.spec.User)
		attr.Sys.Credential = &syscall.Credential{Uid: id, Gid: id}
	}
	s.began = time.Now()
	s.bot, err = syscall.ForkExec(s.spec.Path, s.spec.Args, attr)
	return process, failed("", err)
}

// tellStarted tells the arena that the bot runs. A bot may have connected by then. If the arena is gone, the bot is
// killed; await kills what it has started.
func (s *supervisor) tellStarted(process int) {
	defer close(s.startReported)
	started := report{Kind: reportStarted, Pid: s.bot, RanBefore: s.before.ran, WaitedBefore: s.before.waited,
		UsedBefore: s.usedBefore, Earlier: s.earlier.counted}
	if err := started.send(s.control, process); err != nil {
		s.killBot("")
	}
}

// prepare builds the sandbox and confines this thread.
func (s *supervisor) prepare() error {
	if s.spec.Level < SandboxNamespaces {
		if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
			return failed("adopting the bot's children", err)
		}
	} else if err := s.prepareNamespaces(); err != nil {
		return err
	}
	if s.spec.Level == SandboxNone {
		return nil
	}
	told, err := s.spec.confine()
	if err == nil {
		s.listener.Store(newListener(told, s.spec.place()))
	}
	return err
}

// askBot asks the bot to end.
func (s *supervisor) askBot() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.reaped {
		_ = unix.Kill(-s.bot, unix.SIGTERM)
	}
}

// killBot kills the bot itself. Its descendants are killed when it has ended.
func (s *supervisor) killBot(why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reaped {
		return
	}
	s.why = cmp.Or(s.why, why)
	_ = unix.Kill(s.bot, unix.SIGKILL)
}

// await waits for the bot's end, reports it, and kills what is left.
func (s *supervisor) await() {
	exit := s.reapBot()
	_ = exit.send(s.control, -1) // the arena may be gone
	left := s.sweep(descendants)
	close(s.over)
	if s.spec.Scratch != "" && s.spec.Private == "" {
		removeAll(s.spec.Scratch)
	}
	s.warden.clear(s)
	_ = report{Kind: reportGone, Left: left, Refused: s.listener.Load().refusals()}.send(s.control, -1)
}

// reapBot reaps until the bot has ended.
func (s *supervisor) reapBot() report {
	for {
		var info unix.Siginfo
		var used unix.Rusage
		err := unix.Waitid(unix.P_ALL, 0, &info, unix.WEXITED|unix.WNOWAIT, &used)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		pid := pidOfSiginfo(&info)
		if err != nil || pid <= 0 {
			return report{Kind: reportExit, Status: int(unix.SIGKILL)} // impossible: the bot is our child
		}
		wall := time.Since(s.began)
		var account threadTime
		counted := false
		if pid == s.bot {
			account, counted = readSchedstat(schedstatOf(s.bot))
		}
		s.mu.Lock()
		var status unix.WaitStatus
		_, err = unix.Wait4(pid, &status, 0, &used)
		s.reaped = s.reaped || pid == s.bot
		why := s.why
		s.mu.Unlock()
		if err == nil && pid == s.bot {
			host := time.Duration(0)
			if counted {
				host = s.hostTimeOfZombie(account, durationOf(used.Utime)+durationOf(used.Stime))
			}
			return report{
				Kind: reportExit, Status: int(status), Wall: wall,
				User: durationOf(used.Utime), System: durationOf(used.Stime),
				MaxRSS: maxRSSBytes(int64(used.Maxrss)), //nolint:unconvert // 32 bits wide on some systems
				Why:    why, HostRan: host, Refused: s.listener.Load().refusals(),
			}
		}
	}
}

// pidOfSiginfo returns the field si_pid, which golang.org/x/sys does not name. It follows three numbers and is
// aligned like a pointer.
func pidOfSiginfo(info *unix.Siginfo) int {
	const pointer = unsafe.Sizeof(uintptr(0))
	return int(*(*int32)(unsafe.Add(unsafe.Pointer(info), (12+pointer-1)/pointer*pointer)))
}

func durationOf(t unix.Timeval) time.Duration { return time.Duration(t.Nano()) }

// sweep kills and reaps all remaining processes, and returns how many there were. find returns the living descendants
// of a process, parents before their children. Because find reads all of /proc, sweep calls it once for all
// processes, not once for each.
func (s *supervisor) sweep(find func(of int) []procStat) (left int) {
	for !reapDead() {
		began := time.Now()
		found := find(os.Getpid())
		left = max(left, len(found))
		killed := s.killAll(found, began)
		for _, st := range killed { // when its parent was reaped, a process becomes our child
			_, _ = reap(st.pid, 0)
		}
		if len(killed) == 0 { // the remaining processes have just started or are about to end
			time.Sleep(time.Millisecond)
		}
	}
	return left
}

// reapDead reaps the children that are dead and reports whether there are no others.
func reapDead() (none bool) {
	for {
		switch pid, err := reap(-1, unix.WNOHANG); {
		case err != nil:
			return true
		case pid == 0:
			return false
		}
	}
}

// reap is wait4 without a result. The error says that there is no such child.
func reap(pid, options int) (reaped int, err error) {
	for {
		reaped, err = unix.Wait4(pid, nil, options, nil)
		if !errors.Is(err, unix.EINTR) {
			return reaped, err
		}
	}
}

// killAll kills the processes, and their groups, of a look that began at began. It returns those that will end.
func (s *supervisor) killAll(found []procStat, began time.Time) (killed []procStat) {
	if s.spec.Level >= SandboxNamespaces {
		_ = unix.Kill(-1, unix.SIGKILL) // kills everything else in the namespace at once
		return found
	}
	groups := killGroups(found, os.Getpid(), began)
	for _, st := range found {
		if st.kill() || groups[st.group] {
			killed = append(killed, st)
		}
	}
	return killed
}
