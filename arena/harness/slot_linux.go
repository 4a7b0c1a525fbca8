package harness

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// slot is the user that a bot runs as. If this program runs as root, each running bot gets its own unprivileged user
// id, which owns nothing on the system. Otherwise a bot runs as the user of this program.
type slot struct {
	number int // index in slots, or -1
	user   int // user id, or keepUser
}

const (
	// firstUser is the first user id for bots, far above those that systems assign.
	firstUser    = 2_000_000_000
	maxSlots     = 256
	overflowUser = 65534
)

var slots struct {
	sync.Mutex
	taken [maxSlots]bool
	maps  map[[3]int]*os.File // user namespaces by owner of a folder, its group, and user of a bot
}

// takeSlot takes a user for a bot. Only root can give a bot its own user.
func takeSlot(level SandboxLevel) (*slot, error) {
	if level == SandboxNone || os.Geteuid() != 0 {
		return &slot{-1, keepUser}, nil
	}
	slots.Lock()
	defer slots.Unlock()
	for n := range slots.taken {
		if !slots.taken[n] {
			user := firstUser + os.Getpid()%(1<<15)*maxSlots + n
			if !mapped(user) {
				user = overflowUser // this program is in a container that has few users
			}
			if !mapped(user) {
				user = keepUser
			}
			slots.taken[n] = true
			return &slot{n, user}, nil
		}
	}
	return nil, fmt.Errorf("%w: %d bots run already", ErrHost, maxSlots)
}

func (s *slot) free() {
	if s != nil && s.number >= 0 {
		slots.Lock()
		slots.taken[s.number] = false
		slots.Unlock()
		s.number = -1
	}
}

// mapped reports whether a user exists in our user namespace.
func mapped(user int) bool {
	text, err := os.ReadFile("/proc/self/uid_map")
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) == 3 {
			first, err1 := strconv.Atoi(f[0])
			count, err2 := strconv.Atoi(f[2])
			if err1 == nil && err2 == nil && user >= first && user-first < count {
				return true
			}
		}
	}
	return false
}

// attributes returns how to start a supervisor. At SandboxNamespaces it is the first process of its own namespaces, in
// which it has all capabilities.
func (s *slot) attributes(level SandboxLevel) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setsid: true}
	if level < SandboxNamespaces {
		return a
	}
	a.Cloneflags = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWIPC |
		unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP
	user, group := os.Geteuid(), os.Getegid()
	a.UidMappings = []syscall.SysProcIDMap{{ContainerID: user, HostID: user, Size: 1}}
	a.GidMappings = []syscall.SysProcIDMap{{ContainerID: group, HostID: group, Size: 1}}
	if s.user == keepUser {
		a.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_NET_ADMIN, unix.CAP_SETPCAP, unix.CAP_SYS_PTRACE,
			unix.CAP_SYS_RESOURCE}
		return a
	}
	bot := syscall.SysProcIDMap{ContainerID: s.user, HostID: s.user, Size: 1}
	a.UidMappings, a.GidMappings = append(a.UidMappings, bot), append(a.GidMappings, bot)
	a.GidMappingsEnableSetgroups = true
	return a
}

// openTrees is for a bot with its own user. It opens the bot's folders as mounts in which everything that belongs to
// the owner of the folder appears to belong to the bot. If the file system does not support that, the bot has the
// rights of others.
func (s *slot) openTrees(trees []tree, level SandboxLevel) (files []*os.File, err error) {
	if s.user == keepUser || level < SandboxNamespaces {
		return nil, nil
	}
	for i := range trees {
		f, err := s.openTree(trees[i].Path)
		if err != nil {
			return files, fmt.Errorf("opening %s for the bot: %w", trees[i].Path, err)
		}
		trees[i].File = firstTree + len(files)
		files = append(files, f)
	}
	return files, nil
}

func (s *slot) openTree(path string) (*os.File, error) {
	fd, err := unix.OpenTree(unix.AT_FDCWD, path,
		unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_SYMLINK_NOFOLLOW|unix.AT_RECURSIVE)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(fd), path)
	var st unix.Stat_t
	if err = unix.Fstat(fd, &st); err != nil {
		f.Close()
		return nil, err
	}
	users, err := s.mapOf(int(st.Uid), int(st.Gid))
	if err != nil {
		f.Close()
		return nil, err
	}
	attr := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_IDMAP, Userns_fd: uint64(users.Fd())}
	err = unix.MountSetattr(fd, "", unix.AT_EMPTY_PATH, &attr)
	if err != nil && !errors.Is(err, unix.EINVAL) && !errors.Is(err, unix.EPERM) {
		f.Close()
		return nil, err
	}
	return f, nil
}

// mapOf returns a user namespace that maps the owner of a folder to the bot.
func (s *slot) mapOf(owner, group int) (*os.File, error) {
	slots.Lock()
	defer slots.Unlock()
	key := [3]int{owner, group, s.user}
	if f := slots.maps[key]; f != nil {
		return f, nil
	}
	f, err := newUserNamespace(idMap(owner, s.user), idMap(group, s.user))
	if err != nil {
		return nil, fmt.Errorf("user namespace: %w", err)
	}
	if slots.maps == nil {
		slots.maps = map[[3]int]*os.File{}
	}
	slots.maps[key] = f
	return f, nil
}

// idMap maps owner to the bot and root to root.
func idMap(owner, bot int) []syscall.SysProcIDMap {
	m := []syscall.SysProcIDMap{{ContainerID: owner, HostID: bot, Size: 1}}
	if owner != 0 {
		m = append(m, syscall.SysProcIDMap{ContainerID: 0, HostID: 0, Size: 1})
	}
	return m
}

// newUserNamespace creates a user namespace. It needs a process for that, which is stopped before it does anything.
func newUserNamespace(users, groups []syscall.SysProcIDMap) (*os.File, error) {
	type result struct {
		f   *os.File
		err error
	}
	made := make(chan result)
	go func() { // ptrace needs one thread for all calls, which is used for nothing else
		runtime.LockOSThread()
		f, err := namespaceOfTraced(users, groups)
		made <- result{f, err}
	}()
	r := <-made
	return r.f, r.err
}

func namespaceOfTraced(users, groups []syscall.SysProcIDMap) (*os.File, error) {
	p, err := os.StartProcess(itself, []string{supervisorName}, &os.ProcAttr{
		Dir: "/", Env: []string{}, Files: []*os.File{nil, nil, nil},
		Sys: &syscall.SysProcAttr{
			Cloneflags: unix.CLONE_NEWUSER, UidMappings: users, GidMappings: groups, Ptrace: true,
			GidMappingsEnableSetgroups: true,
		},
	})
	if err != nil {
		return nil, err
	}
	defer func() {
		_ = p.Kill()
		_, _ = p.Wait()
	}()
	var status unix.WaitStatus
	if _, err := unix.Wait4(p.Pid, &status, 0, nil); err != nil || !status.Stopped() {
		return nil, fmt.Errorf("the process that was to hold it: %v, %w", status, err)
	}
	return os.Open("/proc/" + strconv.Itoa(p.Pid) + "/ns/user")
}
