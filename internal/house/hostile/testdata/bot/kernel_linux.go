package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"blastyard/internal/house/hostile/testdata/scenes"
)

// kernelAttacks ask the kernel for what only the organiser, or no one, should have. None of them changes anything:
// what would, is asked in a way that fails for another reason, or sets what is set already.
var kernelAttacks = []attempt{
	{name: "be-root", try: beRoot},
	{name: "capabilities", try: capabilities},
	{name: "new-privileges", try: newPrivileges},
	{name: "host-name", try: hostName},
	{name: "mount", try: func(s *scenes.Scene) (string, error) {
		return unlessDenied(unix.Mount("none", s.Own, "nosuchfilesystem", 0, ""))
	}},
	{name: "new-user-namespace", try: newUserNamespace},
	{name: "unshare-mount", try: func(*scenes.Scene) (string, error) {
		return "new mount namespace",
			unix.Unshare(unix.CLONE_NEWNS)
	},
		alone: true},
	{name: "enter-namespace", try: enterNamespace, alone: true},
	{name: "change-root", try: func(*scenes.Scene) (string, error) { return "changed", unix.Chroot("/") }},
	{name: "make-device", try: makeDevice},
	{name: "kernel-log", try: kernelLog},
	{name: "kernel-settings", try: kernelSettings},
	{name: "keys", try: keys},
	{name: "bpf", try: bpf},
	{name: "performance-events", try: performanceEvents},
	{name: "user-faults", try: userFaults},
	{name: "kernel-module", try: func(*scenes.Scene) (string, error) {
		_, _, e := unix.Syscall(unix.SYS_INIT_MODULE, 0, 0, word(new(byte)))
		return unlessDenied(code(e))
	}},
}

// unlessDenied makes of an attempt that fails in any case one that fails only where the kernel does not allow it at
// all.
func unlessDenied(err error) (string, error) {
	if errors.Is(err, unix.EPERM) || errors.Is(err, unix.EACCES) || errors.Is(err, unix.ENOSYS) {
		return "", err
	}
	return fmt.Sprintf("would be allowed: %v", err), nil
}

// beRoot asks whether this process is the system's user 0.
func beRoot(*scenes.Scene) (string, error) {
	uid := os.Getuid()
	var inside, outside, count int
	if text, err := os.ReadFile("/proc/self/uid_map"); err == nil { // otherwise the number is not in use
		if _, err := fmt.Sscan(string(text), &inside, &outside, &count); err != nil {
			return "", err
		}
	}
	if uid += outside - inside; uid != 0 {
		return "", fmt.Errorf("user %d: %w", uid, errMissed)
	}
	return "root", nil
}

func capabilities(*scenes.Scene) (string, error) {
	text, err := os.ReadFile("/proc/thread-self/status")
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		switch name {
		case "CapInh", "CapPrm", "CapEff", "CapAmb":
			if strings.Trim(value, "0 \t") != "" {
				return name + strings.TrimSpace(value), nil
			}
		}
	}
	return "", errMissed
}

// newPrivileges asks whether programs that run as their owner would do so for the bot.
func newPrivileges(*scenes.Scene) (string, error) {
	set, err := unix.PrctlRetInt(unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)
	if err != nil {
		return "", err
	}
	if set != 0 {
		return "", errMissed
	}
	return "allowed", nil
}

// hostName sets the name that the host has.
func hostName(*scenes.Scene) (string, error) {
	name, err := os.Hostname()
	if err != nil {
		return "", err
	}
	return "set", unix.Sethostname([]byte(name))
}

// newUserNamespace starts a program that is root in a namespace of its own.
func newUserNamespace(*scenes.Scene) (string, error) {
	c := exec.Command("/bin/true")
	c.SysProcAttr = &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWUSER}
	return "made one", c.Run()
}

// enterNamespace enters the namespace in which this process is.
func enterNamespace(*scenes.Scene) (string, error) {
	fd, err := unix.Open("/proc/self/ns/net", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	return "entered", unix.Setns(fd, unix.CLONE_NEWNET)
}

// makeDevice makes a device like /dev/null.
func makeDevice(s *scenes.Scene) (string, error) {
	return anywhere(s, func(folder string) error {
		name := filepath.Join(folder, "device")
		if err := unix.Mknod(name, unix.S_IFCHR|0o666, int(unix.Mkdev(1, 3))); err != nil {
			return err
		}
		return os.Remove(name)
	})
}

func kernelLog(*scenes.Scene) (string, error) {
	const readAll = 3
	n, err := unix.Klogctl(readAll, make([]byte, 1000))
	return fmt.Sprintf("read %d bytes", n), err
}

// kernelSettings opens a setting for writing, and writes nothing.
func kernelSettings(*scenes.Scene) (string, error) {
	f, err := os.OpenFile("/proc/sys/kernel/core_pattern", os.O_WRONLY, 0)
	if err != nil {
		return "", err
	}
	return "opened", f.Close()
}

// keys puts a key into a keyring of this thread only.
func keys(*scenes.Scene) (string, error) {
	_, err := unix.AddKey("user", "hostile", []byte("x"), unix.KEY_SPEC_THREAD_KEYRING)
	return "added a key", err
}

// bpf makes the smallest map.
func bpf(*scenes.Scene) (string, error) {
	attr := struct{ kind, key, value, entries, flags uint32 }{2, 4, 4, 1, 0} // an array
	fd, _, e := unix.Syscall(unix.SYS_BPF, 0, word(&attr), 20)
	if e != 0 {
		return "", e
	}
	return "made a map", unix.Close(int(fd))
}

// performanceEvents counts what this process itself does, outside of the kernel.
func performanceEvents(*scenes.Scene) (string, error) {
	attr := unix.PerfEventAttr{Type: unix.PERF_TYPE_SOFTWARE, Config: unix.PERF_COUNT_SW_TASK_CLOCK,
		Bits: unix.PerfBitDisabled | unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv}
	attr.Size = uint32(unix.PERF_ATTR_SIZE_VER5)
	fd, err := unix.PerfEventOpen(&attr, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err != nil {
		return "", err
	}
	return "opened", unix.Close(fd)
}

func userFaults(*scenes.Scene) (string, error) {
	const userModeOnly = 1
	fd, _, e := unix.Syscall(unix.SYS_USERFAULTFD, userModeOnly|unix.O_CLOEXEC, 0, 0)
	if e != 0 {
		return "", e
	}
	return "opened", unix.Close(int(fd))
}
