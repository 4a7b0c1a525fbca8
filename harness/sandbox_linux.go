package harness

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// sandboxProgram is this program, also when its file is gone.
const sandboxProgram = "/proc/self/exe"

// confinedExit is the exit code of a child that could not become the bot.
const confinedExit = 126

// A program that imports this package becomes a bot in a sandbox when it is started for that: limits and Landlock must be
// set by the process that they hold for, before the bot runs.
func init() {
	text, set := os.LookupEnv(sandboxVariable)
	if !set {
		return
	}
	fmt.Fprintln(os.Stderr, "blastyard: cannot start the bot in its sandbox:", confine(text))
	os.Exit(confinedExit)
}

// confine does not return where it succeeds.
func confine(text string) error {
	var spec sandboxSpec
	if err := json.Unmarshal([]byte(text), &spec); err != nil {
		return err
	}
	runtime.LockOSThread() // what follows holds for this thread, and for what it executes
	if err := spec.limit(); err != nil {
		return err
	}
	if spec.Level >= SandboxFiles {
		if err := spec.landlock(); err != nil {
			return fmt.Errorf("landlock: %w", err)
		}
	}
	env := os.Environ()
	kept := env[:0]
	for _, e := range env {
		if !strings.HasPrefix(e, sandboxVariable+"=") {
			kept = append(kept, e)
		}
	}
	return fmt.Errorf("%s: %w", spec.Path, syscall.Exec(spec.Path, os.Args, kept))
}

func (s *Sandbox) limit() error {
	or := func(n, def int64) uint64 {
		if n == 0 {
			n = def
		}
		return uint64(n)
	}
	limits := []struct {
		what  int
		value uint64
	}{
		{unix.RLIMIT_DATA, or(s.Memory, DefaultMemory)}, {unix.RLIMIT_FSIZE, or(s.FileSize, DefaultFileSize)},
		{unix.RLIMIT_NPROC, or(int64(s.Processes), DefaultProcesses)}, {unix.RLIMIT_CORE, 0},
		{unix.RLIMIT_CPU, or(int64(s.CPUSeconds), -1)}, // all bits: none
	}
	for _, l := range limits {
		var now unix.Rlimit
		if err := unix.Getrlimit(l.what, &now); err != nil {
			return fmt.Errorf("limit %d: %w", l.what, err)
		}
		v := min(l.value, now.Max)
		if err := unix.Setrlimit(l.what, &unix.Rlimit{Cur: v, Max: v}); err != nil {
			return fmt.Errorf("limit %d of %d: %w", l.what, v, err)
		}
	}
	return nil
}

// landlockABI is the version of Landlock that the kernel offers, 0 for none.
func landlockABI() int {
	v, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(v)
}

func sandboxLevel() SandboxLevel {
	switch abi := landlockABI(); {
	case abi >= 4:
		return SandboxNetwork
	case abi >= 1:
		return SandboxFiles
	default:
		return SandboxLimits
	}
}

// Rights on files and folders.
const (
	fileRights  = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_READ_FILE
	readRights  = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	firstRights = unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1 // of ABI 1
	maxRuleset  = 24                                      // octets of the ruleset's head up to ABI 6
	portRule    = 2
)

// The system's folders that every program may read, and the devices that it may use.
var (
	systemFolders = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt", "/proc", "/sys/devices/system/cpu", "/sys/fs/cgroup", "/nix", "/run/systemd/resolve"}
	systemDevices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"}
)

// landlock confines this thread.
func (s *Sandbox) landlock() error {
	abi := landlockABI()
	attr := unix.LandlockRulesetAttr{Handled_access_fs: firstRights}
	onFiles := uint64(fileRights)
	if abi >= 2 {
		attr.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if abi >= 3 {
		attr.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
		onFiles |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if abi >= 4 && s.Level >= SandboxNetwork {
		attr.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if abi >= 6 {
		attr.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	r, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), maxRuleset, 0)
	if errno != 0 {
		return fmt.Errorf("ruleset: %w", errno)
	}
	rules := int(r)
	defer unix.Close(rules)
	allow := func(rights uint64, paths ...string) error {
		for _, p := range paths {
			if err := allowPath(rules, p, rights, onFiles); err != nil {
				return err
			}
		}
		return nil
	}
	err := errors.Join(allow(readRights, systemFolders...), allow(attr.Handled_access_fs, systemDevices...),
		allow(readRights, s.Readable...), allow(attr.Handled_access_fs, s.Writable...))
	if err == nil && attr.Handled_access_net != 0 && s.Port != 0 {
		port := struct{ access, port uint64 }{unix.LANDLOCK_ACCESS_NET_CONNECT_TCP, uint64(s.Port)}
		if _, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, r, portRule, uintptr(unsafe.Pointer(&port)), 0, 0, 0); errno != 0 {
			err = fmt.Errorf("port %d: %w", s.Port, errno)
		}
	}
	if err != nil {
		return err
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no new privileges: %w", err)
	}
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, r, 0, 0); errno != 0 {
		return fmt.Errorf("restricting: %w", errno)
	}
	return nil
}

// allowPath gives rights on what is below a path, if there is such.
func allowPath(rules int, path string, rights, onFiles uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil //nolint:nilerr // what is not there cannot be used
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= onFiles
	}
	rule := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(fd)}
	if _, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(rules), unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&rule)), 0, 0, 0); errno != 0 {
		return fmt.Errorf("%s: %w", path, errno)
	}
	return nil
}
