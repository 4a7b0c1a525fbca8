package harness

import (
	"net"
	"os"
	"os/exec"
	"syscall"
)

// kept is a supervisor whose bot has ended, and that waits to start it again.
type kept struct {
	cmd     *exec.Cmd
	control *net.UnixConn
	bounds  bounds
}

// bounds is what a supervisor has set for itself in its first start, and cannot change any more.
type bounds struct {
	level                        SandboxLevel
	user                         int
	memory, fileSize             int64
	processes, openFiles, optBot int
}

func (s *botSpec) bounds() bounds {
	b := bounds{s.Level, s.User, s.Memory, s.FileSize, s.Processes, s.OpenFiles, 0}
	if s.inOpt() {
		b.optBot = 1
	}
	return b
}

// mayStay reports whether the supervisor may start the bot again. A control group, a limit of processor time and a
// listener at the bot's port are for one start.
func (s *supervised) mayStay() bool {
	return s.spec.RunAs != nil && s.cgroup == nil && s.spec.CPUSeconds == 0 && !s.spec.Listen && !s.spec.Probe
}

// end ends the supervisor, of whose bot nothing runs any more.
func (k *kept) end() {
	if k == nil {
		return
	}
	_ = k.cmd.Process.Kill()
	k.control.Close()
	_ = k.cmd.Wait()
}

// restart starts the bot with the supervisor of its last start, and reports whether it could.
func (s *supervised) restart(k *kept, stdout, stderr *os.File, spec, filter *os.File, trees []*os.File) bool {
	null, err := os.Open(os.DevNull)
	if err != nil {
		return false
	}
	defer null.Close()
	stdin := s.stdin
	if stdin == nil {
		stdin = null
	}
	files := append([]*os.File{orderSpec: spec, orderFilter: filter, orderStdout: stdout, orderStderr: stderr,
		orderStdin: stdin}, trees...)
	if len(files) > mostOrdered {
		return false
	}
	o := make(order, len(files))
	for i, f := range files {
		o[i] = int(f.Fd())
	}
	_ = k.cmd.Process.Signal(syscall.SIGCONT) // a rival may have stopped it
	if o.send(k.control) != nil {
		return false
	}
	s.cmd, s.control = k.cmd, k.control
	return true
}

// keep keeps the supervisor for the bot's next start, and reports whether it did. The bot has ended.
func (s *supervised) keep() bool {
	if !s.waits || !s.spec.RunAs.keep(&kept{s.cmd, s.control, s.spec.bounds()}) {
		return false
	}
	s.control = nil
	return true
}

// keep keeps a supervisor. It returns false if there is one already, or the user was freed.
func (u *User) keep(k *kept) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.freed || u.kept != nil {
		return false
	}
	u.kept = k
	return true
}

// takeKept returns a supervisor that can start a bot with these bounds, or nil. The caller must end it if it does not.
func (u *User) takeKept(b bounds) *kept {
	u.mu.Lock()
	defer u.mu.Unlock()
	k := u.kept
	if k == nil || k.bounds != b {
		return nil
	}
	u.kept = nil
	return k
}
