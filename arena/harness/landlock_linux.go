package harness

import (
	"fmt"

	landlock "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// Landlock is used through the system calls of go-landlock. Its RestrictPaths would confine all threads of the
// process, but the supervisor must keep its rights.

// landlockABI returns the version of Landlock that the kernel supports, or 0.
func landlockABI() int {
	v, err := landlock.LandlockGetABIVersion()
	if err != nil {
		return 0
	}
	return v
}

// leastLandlock is the first version that can restrict a bot's network.
const leastLandlock = 4

// scopesSignals reports whether the kernel can keep a bot from sending signals to processes that it has not started.
func scopesSignals() bool { return landlockABI() >= landlockOfScopes }

const landlockOfScopes = 6 // Linux 6.12

// Rights on files and folders.
const (
	readRights = landlock.AccessFSExecute | landlock.AccessFSReadFile | landlock.AccessFSReadDir
	fileRights = landlock.AccessFSExecute | landlock.AccessFSReadFile | landlock.AccessFSWriteFile |
		landlock.AccessFSTruncate |
		landlock.AccessFSIoctlDev
	allRights = landlock.AccessFSIoctlDev<<1 - 1
)

// What every bot may read or use in addition to systemFolders. In /proc a bot sees only its own entry and what is not
// about processes.
var (
	systemFiles = []string{
		"/sys/devices/system/cpu", "/sys/kernel/mm/transparent_hugepage", "/proc/cpuinfo", "/proc/meminfo",
		"/proc/stat", "/proc/loadavg", "/proc/version", "/proc/filesystems", "/proc/uptime", "/proc/cgroups",
		"/proc/sys/kernel", "/proc/sys/vm",
		"/proc/sys/fs",
	}
	systemDevices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}
)

// restrictFiles restricts this thread to the files that the bot may open. In a namespace it is a second protection.
func (s *botSpec) restrictFiles() error {
	abi := landlockABI()
	if abi == 0 && s.Level >= SandboxNamespaces {
		return nil
	}
	rules, err := s.ruleset(abi)
	if err != nil {
		return err
	}
	defer unix.Close(rules)
	return landlock.LandlockRestrictSelf(rules, 0)
}

// ruleset returns a ruleset of a version of Landlock with what the bot may open, without its own entry in /proc.
func (s *botSpec) ruleset(abi int) (rules int, err error) {
	attr := s.handled(abi)
	if rules, err = landlock.LandlockCreateRuleset(&attr, 0); err != nil {
		return -1, fmt.Errorf("ruleset: %w", err)
	}
	if err = s.addRules(rules, &attr); err != nil {
		unix.Close(rules)
		return -1, err
	}
	return rules, nil
}

func (s *botSpec) addRules(rules int, attr *landlock.RulesetAttr) error {
	allow := allower{rules, attr.HandledAccessFS, nil}
	if s.Level >= SandboxNamespaces {
		allow.paths(readRights, "/")
		allow.paths(allRights, privateFolder, "/dev")
		if s.Work {
			allow.paths(allRights, s.Dir)
		}
	} else {
		for _, folder := range systemFolders {
			if folder == "/etc" {
				shown, _ := etcEntries()
				for _, e := range shown {
					allow.paths(readRights, "/etc/"+e.name)
				}
			} else if folder != "/opt" || !s.inOpt() {
				allow.paths(readRights, folder)
			}
		}
		allow.paths(readRights, systemFiles...)
		allow.paths(allRights, systemDevices...)
		allow.paths(allRights, s.Scratch)
	}
	// A named pipe is a file, which programs open by its name in /proc. Other pipes are none, which is an error here.
	_ = allow.below(unix.Stdout, landlock.AccessFSWriteFile)
	for _, t := range s.Trees {
		if rights := uint64(readRights); t.Writable || t.Copied {
			allow.paths(allRights, t.At)
		} else {
			allow.paths(rights, t.At)
		}
	}
	if allow.err == nil && attr.HandledAccessNet != 0 && s.Port != 0 {
		port := landlock.NetPortAttr{AllowedAccess: landlock.AccessNetConnectTCP, Port: uint64(s.Port)}
		allow.err = landlock.LandlockAddNetPortRule(rules, &port, 0)
	}
	return allow.err
}

// handled is what a version of Landlock can forbid.
func (s *botSpec) handled(abi int) landlock.RulesetAttr {
	attr := landlock.RulesetAttr{HandledAccessFS: allRights}
	if abi < 5 {
		attr.HandledAccessFS &^= landlock.AccessFSIoctlDev
	}
	if abi < 3 {
		attr.HandledAccessFS &^= landlock.AccessFSTruncate
	}
	if abi < 2 {
		attr.HandledAccessFS &^= landlock.AccessFSRefer
	}
	if abi >= leastLandlock && s.Level < SandboxNamespaces {
		attr.HandledAccessNet = landlock.AccessNetBindTCP | landlock.AccessNetConnectTCP
	}
	if abi >= landlockOfScopes {
		attr.Scoped = landlock.ScopeAbstractUnixSocket | landlock.ScopeSignal
	}
	return attr
}

// allower adds rules until one fails.
type allower struct {
	rules   int
	handled uint64
	err     error
}

// paths gives rights on everything below some paths. Paths that do not exist are skipped.
func (a *allower) paths(rights uint64, paths ...string) {
	for _, path := range paths {
		if a.err != nil {
			return
		}
		fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
		if err != nil {
			continue
		}
		if err = a.below(fd, rights); err != nil {
			a.err = fmt.Errorf("%s: %w", path, err)
		}
		unix.Close(fd)
	}
}

// below gives rights on an open file, or on everything below an open folder.
func (a *allower) below(fd int, rights uint64) error {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	rights &= a.handled
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= fileRights
	}
	rule := landlock.PathBeneathAttr{AllowedAccess: rights, ParentFd: fd}
	return landlock.LandlockAddPathBeneathRule(a.rules, &rule, 0)
}
