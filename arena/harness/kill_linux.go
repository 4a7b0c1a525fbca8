package harness

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// killPatience is how long a supervisor may take to kill its bot. After that the arena kills both. The time is long
// because a supervisor on a busy machine may wait seconds for a processor.
const killPatience = 10 * time.Second

// kill tells the supervisor to kill everything, and kills everything itself after killPatience.
func (s *supervised) kill() {
	_ = s.control.CloseWrite()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.killing == nil && !s.settled {
		_ = s.cmd.Process.Signal(syscall.SIGCONT) // the bot may have stopped the supervisor
		s.killing = time.AfterFunc(s.patience, s.force)
	}
}

// settle makes sure that force kills nothing after the supervisor is reaped.
func (s *supervised) settle() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settled = true
	if s.killing != nil {
		s.killing.Stop()
	}
}

// force kills everything, the supervisor last, because all processes of the bot are its descendants while it lives.
// At SandboxNamespaces and in a control group everything ends at once.
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
	killPause = 5 * time.Millisecond // between two looks
	// killLooks limits how often force looks at what is left. The system may be unable to end a process.
	killLooks = int(killTime / killPause)
	noneLooks = 3 // this many looks must find no process, and miss none
)

// killUntilNone kills the processes that find selects, and their groups except for keep, until none of them is alive.
// It returns the most processes that one look found. Looks that find new processes are not limited, because only
// processes that were not killed yet can start others. A process that has ended when it is first seen may have
// started one that this look missed.
func killUntilNone(keep int, find func(all []procStat) []procStat) (most int) {
	killed, ended := map[int]string{}, map[int]string{} // by id: start time
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
			if !st.kill() && !groups[st.group] { // it has ended in the meantime
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

// killGroups kills the groups of the processes that a look found, except for keep, and returns those groups. A group
// is killed atomically: what a member starts at the same time is killed too, and so is a chain of processes that
// start another and end faster than a look. Only processes of the bot are in its session, and therefore in its
// groups. If the look began more than groupTime ago, killGroups kills nothing, because the id of an ended group may
// have been reused.
func killGroups(found []procStat, keep int, began time.Time) (killed map[int]bool) {
	killed = map[int]bool{}
	for _, st := range found {
		if g := st.group; g > 1 && g != keep && g != unix.Getpgrp() && !killed[g] && time.Since(began) < groupTime {
			killed[g] = unix.Kill(-g, unix.SIGKILL) == nil
		}
	}
	return killed
}

// groupTime is how long the system certainly does not reuse the id of a group. It numbers processes consecutively and
// starts over after tens of thousands.
const groupTime = time.Second

// kill kills the process, unless another process has its id by now.
func (st procStat) kill() bool {
	p, err := os.FindProcess(st.pid)
	if err != nil {
		return false
	}
	defer p.Release() //nolint:errcheck // it cannot fail
	// The handle refers to exactly one process. If the id still belongs to the process that was found, both are the
	// same.
	again, ok := readStat(st.pid)
	return ok && again.began == st.began && p.Kill() == nil
}
