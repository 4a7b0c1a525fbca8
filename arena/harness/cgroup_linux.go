package harness

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Control groups limit what all processes of a bot use together. The limit is exact and includes memory that no
// process has mapped. They are used if this program is alone in a version 2 group that was delegated to it, as after
// systemd-run --user --scope -p Delegate=yes. Otherwise bots run without them.

const (
	cgroupRoot     = "/sys/fs/cgroup"
	ownProcesses   = 32   // of the supervisor, which is in the bot's group
	arenaWeight    = 1000 // share of the processor if all want it; a bot has 100
	cgroupRemovals = 100  // attempts to remove a group whose processes are about to end
)

// delegated is a group in which we may create others.
type delegated struct{ folder string }

// ownDelegated is the group of this process, prepared once, or nil if there is none.
var ownDelegated = sync.OnceValue(func() *delegated {
	text, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil
	}
	d, err := findDelegated(cgroupRoot, string(text), os.Getpid())
	if err != nil || d.prepare(os.Getpid()) != nil {
		return nil
	}
	return d
})

// findDelegated looks for a group that holds only this process and has the controllers we need. membership has the
// format of /proc/self/cgroup.
func findDelegated(root, membership string, pid int) (*delegated, error) {
	path, found := "", false
	for line := range strings.Lines(membership) {
		if p, ok := strings.CutPrefix(strings.TrimSpace(line), "0::"); ok {
			path, found = p, true
		}
	}
	if !found || path == "/" {
		return nil, errors.New("control groups: this process is in no group of version 2 but the first")
	}
	d := &delegated{filepath.Join(root, path)}
	controllers, err := os.ReadFile(filepath.Join(d.folder, "cgroup.controllers"))
	if err != nil {
		return nil, fmt.Errorf("control groups: %w", err)
	}
	for _, need := range []string{"memory", "pids"} {
		if !slices.Contains(strings.Fields(string(controllers)), need) {
			return nil, fmt.Errorf("control groups: the controllers of %s are %q, expected %s among them",
				d.folder, controllers, need)
		}
	}
	members, err := os.ReadFile(filepath.Join(d.folder, "cgroup.procs"))
	if err != nil {
		return nil, fmt.Errorf("control groups: %w", err)
	}
	if got := strings.TrimSpace(string(members)); got != strconv.Itoa(pid) {
		return nil, fmt.Errorf("control groups: %s holds other processes, too", d.folder)
	}
	return d, nil
}

// prepare moves this process into a subgroup, because a group with subgroups cannot hold processes, and enables the
// controllers for subgroups.
func (d *delegated) prepare(pid int) error {
	arena := filepath.Join(d.folder, "arena")
	if err := os.Mkdir(arena, 0o755); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	if err := setting(arena, "cgroup.procs", strconv.Itoa(pid)); err != nil {
		_ = os.Remove(arena)
		return err
	}
	if err := setting(d.folder, "cgroup.subtree_control", "+memory +pids"); err != nil {
		_ = setting(d.folder, "cgroup.procs", strconv.Itoa(pid))
		_ = os.Remove(arena)
		return err
	}
	if setting(d.folder, "cgroup.subtree_control", "+cpu") == nil {
		_ = setting(arena, "cpu.weight", strconv.Itoa(arenaWeight))
	}
	return nil
}

// setting writes a setting of a group.
func setting(group, name, value string) error {
	return os.WriteFile(filepath.Join(group, name), []byte(value), 0o644)
}

// cgroup is the group of one bot.
type cgroup struct {
	path   string
	folder *os.File
}

// newCgroup creates a group with the limits of a bot. It returns nil if d is nil or the system does not allow it.
func (d *delegated) newCgroup(s Sandbox) *cgroup {
	if d == nil {
		return nil
	}
	path, err := os.MkdirTemp(d.folder, "bot-")
	if err != nil {
		return nil
	}
	g := &cgroup{path: path}
	err = errors.Join(setting(path, "memory.max", strconv.FormatInt(s.Memory, 10)),
		setting(path, "pids.max", strconv.Itoa(s.Processes+ownProcesses)))
	_ = setting(path, "memory.swap.max", "0")  // missing on a system without swap
	_ = setting(path, "memory.oom.group", "1") // kill the whole bot, not one of its processes
	if err == nil {
		g.folder, err = os.Open(path)
	}
	if err != nil {
		g.remove()
		return nil
	}
	return g
}

// hold makes a process start in the group.
func (g *cgroup) hold(a *syscall.SysProcAttr) {
	if g != nil {
		a.UseCgroupFD, a.CgroupFD = true, int(g.folder.Fd())
	}
}

// kill kills everything in the group, the supervisor too, and reports whether it could.
func (g *cgroup) kill() bool { return g != nil && setting(g.path, "cgroup.kill", "1") == nil }

// remove kills what is left in the group and removes it.
func (g *cgroup) remove() {
	if g == nil || g.path == "" {
		return
	}
	if g.folder != nil {
		g.folder.Close()
	}
	g.kill()
	for range cgroupRemovals {
		if err := os.Remove(g.path); !errors.Is(err, syscall.EBUSY) {
			break
		}
		time.Sleep(time.Millisecond)
	}
	g.path = ""
}
