package harness

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// confine takes from this thread, and so from the bot that it starts, all that the bot must not have. The resource
// limits hold for the whole supervisor. It returns the descriptor at which refused system calls are told, or -1.
func (s *botSpec) confine() (told int, err error) {
	if err := s.limit(); err != nil {
		return -1, failed("setting limits", err)
	}
	if err := dropBounds(); err != nil {
		return -1, failed("dropping capabilities", err)
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return -1, failed("refusing new privileges", err)
	}
	if s.Level >= SandboxNamespaces || s.Level == SandboxFiles && s.Probe { // at files the bot's process does it itself
		if err := s.restrictFiles(); err != nil {
			return -1, failed("Landlock", err)
		}
	}
	if s.User == keepUser { // otherwise they are dropped when the bot's process changes its user
		if err := dropCapabilities(); err != nil {
			return -1, failed("dropping capabilities", err)
		}
	}
	// The bot must not read the memory of this process. The bot's process is dumpable again once the bot runs.
	_ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
	told, err = s.filterSystemCalls()
	return told, failed("filter of system calls", err)
}

// softLimits are limits whose hard limit is left as it is, so that the supervisor can go beyond the bot's. The filter
// of system calls does not let the bot change them.
//
// The kernel compares the limit of a process with what all processes of the user have: with their number, and with
// the descriptors that are on their way through Unix sockets. A process with a higher limit than the bots' always gets
// some.
var softLimits = []int{unix.RLIMIT_NPROC, unix.RLIMIT_NOFILE}

// raiseSoftLimits lets the supervisor use more than the bot that it has started.
func raiseSoftLimits() {
	for _, what := range softLimits {
		var now unix.Rlimit
		if unix.Getrlimit(what, &now) == nil {
			_ = unix.Setrlimit(what, &unix.Rlimit{Cur: now.Max, Max: now.Max})
		}
	}
}

// limit sets the resource limits.
func (s *botSpec) limit() error {
	processes := int64(s.Processes)
	if s.Level < SandboxNamespaces && s.User == keepUser { // other processes of the user count as well
		processes = int64(threadsOfUser()) + processRoom
	}
	limits := []struct {
		what  int
		value uint64
	}{
		{unix.RLIMIT_DATA, uint64(s.Memory)}, {unix.RLIMIT_FSIZE, uint64(s.FileSize)},
		{unix.RLIMIT_NPROC, uint64(processes)}, {unix.RLIMIT_NOFILE, uint64(s.OpenFiles)}, {unix.RLIMIT_CORE, 0},
		{unix.RLIMIT_MSGQUEUE, 0}, {unix.RLIMIT_MEMLOCK, 64 << 10}, {unix.RLIMIT_SIGPENDING, 1024},
		{unix.RLIMIT_NICE, 0}, {unix.RLIMIT_RTPRIO, 0},
	}
	if s.CPUSeconds > 0 {
		limits = append(limits, struct {
			what  int
			value uint64
		}{unix.RLIMIT_CPU, uint64(s.CPUSeconds)})
	}
	for _, l := range limits {
		var now unix.Rlimit
		if err := unix.Getrlimit(l.what, &now); err != nil {
			return fmt.Errorf("limit %d: %w", l.what, err)
		}
		v := min(l.value, now.Max)
		hard := v
		if slices.Contains(softLimits, l.what) {
			hard = now.Max
		}
		if err := unix.Setrlimit(l.what, &unix.Rlimit{Cur: v, Max: hard}); err != nil {
			return fmt.Errorf("limit %d of %d: %w", l.what, v, err)
		}
	}
	return nil
}

// threadsOfUser returns how many threads this user has on the whole system, or a few thousand more. It counts them only
// where the system has many: that takes milliseconds.
func threadsOfUser() (n int) {
	if all, ok := threadsOfSystem(); ok && all <= processRoom {
		return all
	}
	for _, pid := range processes() {
		var st unix.Stat_t // a folder has two links, and one more for each folder in it
		if unix.Stat("/proc/"+strconv.Itoa(pid)+"/task", &st) == nil && int(st.Uid) == os.Getuid() {
			n += int(st.Nlink) - 2
		}
	}
	return n
}

// threadsOfSystem returns how many threads the system has, which /proc/loadavg tells as in "0.20 0.18 0.12 1/80 11206".
func threadsOfSystem() (n int, ok bool) {
	text, _ := os.ReadFile("/proc/loadavg")
	fields := strings.Fields(string(text))
	if len(fields) < 4 {
		return 0, false
	}
	_, all, _ := strings.Cut(fields[3], "/")
	n, err := strconv.Atoi(all)
	return n, err == nil && n > 0
}

// dropBounds makes sure that no program that the bot starts gets a capability.
func dropBounds() error {
	for c := uintptr(0); c <= 63; c++ {
		err := unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0)
		switch {
		case err == unix.EINVAL, // the kernel has no more capabilities
			err == unix.EPERM: // not allowed; but the bot cannot gain any, because new privileges are refused
			return nil
		case err != nil:
			return err
		}
	}
	return nil
}

// dropCapabilities drops the capabilities of this thread.
func dropCapabilities() error {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	if err := unix.Capset(&header, &none[0]); err != nil {
		return err
	}
	return unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
}
