package hostile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// slowest is the lowest priority of a process. A bystander that has it already, or nearly, shows nothing.
const slowest = 19

// facts are what is seen from outside of an attack that came through, before the bystander is ended. An attack that is
// not listed leaves no trace.
func (s *stage) facts() map[string]bool {
	facts := map[string]bool{
		"remove-rival": !exists(s.Rival, "removable.txt"),
		"remove-arena": !exists(s.Arena, "removable.txt"),
		"rename-rival": exists(s.Rival, "renamed.txt"),
		"chmod-rival":  s.stat("mode.txt").Mode().Perm() == 0o600,
		"touch-rival":  s.stat("time.txt").ModTime().Unix() == 1_000_000_000,
		"shared-tmp":   removed("/tmp/" + filepath.Base(s.Root) + "-left"),
	}
	for name, dir := range map[string]string{"rival": s.Rival, "arena": s.Arena, "home": s.Home, "own": s.Own} {
		text, _ := os.ReadFile(filepath.Join(dir, "victim.txt"))
		facts["write-"+name] = strings.HasPrefix(string(text), "write-"+name)
		if name != "own" {
			facts["create-"+name] = exists(dir, "created")
		}
	}
	for _, name := range []string{"tcp", "tcp6", "mptcp", "fast-open", "udp-send", "unix-path",
		"unix-datagram", "unix-abstract",
		"pair-datagram", "terminal", "agent"} {
		facts[name] = s.heard.heard(name)
	}
	s.factsOfBystander(facts)
	s.factsOfLeftovers(facts)
	return facts
}

// factsOfBystander looks at the state of the bystander, then ends it.
func (s *stage) factsOfBystander(facts map[string]bool) {
	stat := s.proc("stat")
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:]) // from field 3 on
	nice, class := fields[19-3], fields[41-3]
	if first, second := fmt.Sprint(s.Nice+1), fmt.Sprint(s.Nice+2); s.Nice+2 <= slowest {
		facts["renice"] = nice == first || nice == second // the next attack may have overwritten it
		facts["renice-user"] = nice == second
	}
	facts["scheduling-class"] = class == "5"
	facts["bystander-oom"] = strings.TrimSpace(s.proc("oom_score_adj")) == "321"
	facts["limits"] = strings.Contains(s.proc("limits"), " 4321 ")
	var cpus unix.CPUSet
	check(s.t, unix.SchedGetaffinity(s.Bystander, &cpus))
	var own unix.CPUSet
	check(s.t, unix.SchedGetaffinity(0, &own))
	if own.Count() > 1 {
		facts["affinity"] = cpus.Count() == 1
	}
	s.finish()
	facts["signal-bystander"] = strings.Contains(s.bystander.String(), "user defined signal 1")
	facts["signal-by-pidfd"] = strings.Contains(s.bystander.String(), "user defined signal 2")
}

// factsOfLeftovers looks for what is left after the match, and removes it.
func (s *stage) factsOfLeftovers(facts map[string]bool) {
	facts["leave-segment"] = false
	if id, err := unix.SysvShmGet(s.Segment, 0, 0); err == nil {
		facts["leave-segment"] = true
		_, err := unix.SysvShmCtl(id, unix.IPC_RMID, nil)
		check(s.t, err)
	}
	name, err := unix.BytePtrFromString(s.Queue)
	check(s.t, err)
	facts["leave-queue"] = unlinkQueue(name)
	for _, name := range []string{"survive-child", "survive-session", "survive-daemon", "survive-user"} {
		facts[name] = false
	}
	for pid, words := range s.processes() {
		if len(words) > 2 && words[1] == "survivor" {
			facts[words[2]] = true
		} else {
			s.t.Errorf("process %d is left: %q", pid, words)
		}
		_ = unix.Kill(pid, unix.SIGKILL)
	}
}

// processes are all whose command line names the scene, but the bystander.
func (s *stage) processes() map[int][]string {
	found := map[int][]string{}
	folders, err := os.ReadDir("/proc")
	check(s.t, err)
	for _, f := range folders {
		var pid int
		if n, _ := fmt.Sscan(f.Name(), &pid); n != 1 || pid == s.Bystander {
			continue
		}
		line, _ := os.ReadFile("/proc/" + f.Name() + "/cmdline")
		if strings.Contains(string(line), s.Root+"/") {
			found[pid] = strings.Split(strings.TrimSuffix(string(line), "\x00"), "\x00")
		}
	}
	return found
}

// proc is a file of the bystander's in /proc.
func (s *stage) proc(name string) string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", s.Bystander, name))
	check(s.t, err)
	return string(text)
}

func (s *stage) stat(name string) os.FileInfo {
	st, err := os.Stat(filepath.Join(s.Rival, name))
	check(s.t, err)
	return st
}

func exists(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return err == nil
}

// removed reports whether a file was there, and removes it.
func removed(name string) bool { return os.Remove(name) == nil }
