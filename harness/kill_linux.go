package harness

import (
	"os"
	"time"
)

// kill tells the supervisor to kill everything. If the supervisor does not, the arena does.
func (s *supervised) kill() {
	_ = s.control.CloseWrite()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.killing == nil && !s.settled {
		s.killing = time.AfterFunc(killPatience, s.force)
	}
}

// settle ends the time in which force may still come.
func (s *supervised) settle() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settled = true
	if s.killing != nil {
		s.killing.Stop()
	}
}

// force kills everything, and the supervisor last: as long as it lives, all that the bot has started stays below it. At
// SandboxNamespaces all ends with it.
func (s *supervised) force() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.settled {
		return
	}
	if s.spec.Level < SandboxNamespaces {
		s.killDescendants()
	}
	_ = s.cmd.Process.Kill()
}

// killSession kills what is left of a bot whose supervisor was killed and not reaped: the processes of its session. A
// process that has left the session survives.
func (s *supervised) killSession() (killed int) {
	leader := s.cmd.Process.Pid
	return killUntilNone(func() (found []procStat) {
		for _, pid := range processes() {
			if st, ok := readStat(pid); ok && st.alive && st.session == leader && pid != leader {
				found = append(found, st)
			}
		}
		return found
	})
}

// killDescendants kills all that the bot has started, while the supervisor is there.
func (s *supervised) killDescendants() {
	killUntilNone(func() []procStat { return descendants(s.cmd.Process.Pid) })
}

// killUntilNone kills the processes that are found, until there are none, and returns how many there were at a time.
// One whose parent ends in this moment may not be found, so it looks twice.
func killUntilNone(find func() []procStat) (killed int) {
	none := 0
	for range 200 {
		n := 0
		for _, st := range find() {
			if st.kill() {
				n++
			}
		}
		if killed = max(killed, n); n > 0 {
			none = 0
		} else if none++; none == 2 {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	return killed
}

// kill kills the process, unless another one has its id by now.
func (st procStat) kill() bool {
	p, err := os.FindProcess(st.pid)
	if err != nil {
		return false
	}
	defer p.Release() //nolint:errcheck // it cannot fail
	// The handle refers to exactly one process. If that id still belongs to the one that was found, it is the same.
	again, ok := readStat(st.pid)
	return ok && again.began == st.began && p.Kill() == nil
}
