package harness

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// killPatience is how long a supervisor may take to kill its bot before the arena does, and kills it, too. On a machine
// that is busy it takes seconds to get a processor; what is killed does not depend on it.
const killPatience = 10 * time.Second

// kill tells the supervisor to kill everything. If the supervisor does not, the arena does.
func (s *supervised) kill() {
	_ = s.control.CloseWrite()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.killing == nil && !s.settled {
		_ = s.cmd.Process.Signal(syscall.SIGCONT) // its bot may have stopped it
		s.killing = time.AfterFunc(s.patience, s.force)
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
// SandboxNamespaces, and in a control group, all ends at once.
func (s *supervised) force() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.settled {
		return
	}
	if s.spec.Level < SandboxNamespaces && !s.cgroup.kill() {
		s.killDescendants()
	}
	_ = s.cmd.Process.Kill()
}

// killSession kills what is left of a bot whose supervisor was killed and not reaped: the processes of its session. A
// process that has left the session survives. In a sandbox no process can leave it.
func (s *supervised) killSession() (killed int) {
	leader := s.cmd.Process.Pid
	return killUntilNone(0, func(all []procStat) (found []procStat) {
		for _, st := range all {
			if st.session == leader && st.pid != leader {
				found = append(found, st)
			}
		}
		return found
	})
}

// killDescendants kills all that the bot has started, while the supervisor is there.
func (s *supervised) killDescendants() {
	supervisor := s.cmd.Process.Pid
	killUntilNone(supervisor, func(all []procStat) []procStat { return descendantsAmong(all, supervisor) })
}

const (
	killPause = 5 * time.Millisecond // between two looks at what is left
	// killLooks is how often it looks whether what it has killed is dead. The system may not be able to end a process.
	killLooks = int(killTime / killPause)
	noneLooks = 3 // so often it must find none, and miss none
)

// killUntilNone kills the processes that find finds among all, and their groups except for keep, until none of
// them lives, and returns how many there were at a time. There is no limit for those that it has not killed
// before: only they can start others. One that is seen for the first time when it has ended already may have
// started one that this look did not see.
func killUntilNone(keep int, find func(all []procStat) []procStat) (most int) {
	killed, ended := map[int]string{}, map[int]string{} // by id: when it began
	for none, looks := 0, 0; none < noneLooks && looks < killLooks; looks++ {
		n, began := 0, time.Now()
		all, whole := allProcesses()
		found := find(all)
		groups := killGroups(found, keep, began)
		for _, st := range found {
			if !st.alive {
				whole = whole && ended[st.pid] == st.began
				ended[st.pid] = st.began
				continue
			}
			if !st.kill() && !groups[st.group] { // it has ended meanwhile
				whole = false
				continue
			}
			if n++; killed[st.pid] != st.began {
				killed[st.pid], looks = st.began, 0
			}
		}
		if n > 0 {
			none = 0
			time.Sleep(killPause)
		} else if whole {
			none++
		}
		most = max(most, n)
	}
	return most
}

// killGroups kills the groups of processes that were found at a look, except for keep, and tells which. A group
// is killed at once: what one of its members starts meanwhile is killed with it, and so is a chain of processes
// that start another and end faster than anybody can look. Only processes of the bot are in a session of it,
// and so in its groups. If the look began more than groupTime ago, it kills none: the id of a group that has
// ended could be that of another one by now.
func killGroups(found []procStat, keep int, began time.Time) (killed map[int]bool) {
	killed = map[int]bool{}
	for _, st := range found {
		if g := st.group; g > 1 && g != keep && g != unix.Getpgrp() && !killed[g] && time.Since(began) < groupTime {
			killed[g] = unix.Kill(-g, unix.SIGKILL) == nil
		}
	}
	return killed
}

// groupTime is how long the id of a group that has ended is not used again: the system gives each process the next
// number, and comes round after tens of thousands.
const groupTime = time.Second

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
