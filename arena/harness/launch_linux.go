package harness

import (
	"os"
	"os/exec"
)

// launch starts the supervisor.
func (s *supervised) launch(stdout, stderr *os.File) (err error) {
	if s.spec.RunAs != nil {
		s.slot = s.spec.RunAs.slotOf()
	} else if s.slot, err = takeSlot(s.spec.Level); err != nil {
		return err
	}
	for _, p := range programFolders(s.spec.Path) {
		if !inSystem(p) {
			s.spec.Readable = append(s.spec.Readable, p)
		}
	}
	if err = s.furnish(); err != nil {
		return err
	}
	trees, err := s.slot.openTrees(s.spec.Trees, s.spec.Level)
	defer closeAll(trees)
	if err != nil {
		return err
	}
	s.spec.User = s.slot.user
	if s.spec.Level > SandboxNone && !s.spec.Probe {
		s.cgroup = ownDelegated().newCgroup(s.spec.Sandbox)
	}
	s.spec.Again = s.mayStay()
	spec, err := specAsFile(s.spec)
	if err != nil {
		return err
	}
	defer spec.Close()
	filter, err := s.spec.filterAsFile()
	if err != nil {
		return err
	}
	if s.spec.Again {
		if k := s.spec.RunAs.takeKept(s.spec.bounds()); k != nil {
			if s.restart(k, stdout, stderr, spec, filter, trees) {
				return nil
			}
			k.end()
		}
	}
	return s.startFirst(stdout, stderr, append([]*os.File{spec, filter}, trees...))
}

// startFirst starts a supervisor.
func (s *supervised) startFirst(stdout, stderr *os.File, files []*os.File) (err error) {
	var theirs *os.File
	if s.control, theirs, err = controlPair(); err != nil {
		return err
	}
	defer theirs.Close()
	files = append([]*os.File{theirs}, files...)
	err = s.startSupervisor(stdout, stderr, files)
	if err != nil && s.cgroup != nil && !HostFault(err) { // the system cannot start processes in control groups
		s.cgroup.remove()
		s.cgroup = nil
		err = s.startSupervisor(stdout, stderr, files)
	}
	return err
}

func (s *supervised) startSupervisor(stdout, stderr *os.File, files []*os.File) error {
	s.cmd = &exec.Cmd{
		Path: itself, Args: []string{supervisorName}, Env: supervisorEnv(), Dir: "/", Stdout: stdout, Stderr: stderr,
		ExtraFiles: files, SysProcAttr: s.slot.attributes(s.spec.Level),
	}
	if s.stdin != nil {
		s.cmd.Stdin = s.stdin
	}
	s.cgroup.hold(s.cmd.SysProcAttr)
	return s.cmd.Start()
}

// supervisorEnv keeps only the variables for the Go runtime, because the bot could read the others there.
func supervisorEnv() []string {
	env := []string{"GOMAXPROCS=1", "GOGC=off"}
	for _, name := range []string{"GORACE", "GOCOVERDIR"} {
		if value, set := os.LookupEnv(name); set {
			env = append(env, name+"="+value)
		}
	}
	return env
}
