package harness

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// privateFolder is HOME and TMPDIR of a bot in namespaces. It is in memory.
const privateFolder = "/tmp"

// privateNames are all paths of the private folder in namespaces: the others are links to privateFolder.
var privateNames = []string{privateFolder, "/dev/shm", "/var/tmp"}

// inOpt reports whether the bot's folder is in /opt, where folders of other bots may be, too.
func (s *botSpec) inOpt() bool {
	return slices.ContainsFunc(s.Trees, func(t tree) bool { return within("/opt", t.At) }) || within("/opt", s.Dir)
}

// oldRoot is where the system's files are while the bot's root is built.
const oldRoot = "/old"

// rootStep is a step of building the bot's root.
type rootStep struct {
	what string
	do   func() error
}

// buildCommon gives this mount namespace a root with what is the same for each start of a bot.
func (s *botSpec) buildCommon() error {
	unix.Umask(0o022)
	return takeSteps([]rootStep{
		{"leaving the system's root", enterEmptyRoot},
		{"showing the system's folders", s.bindSystem},
		{"making /dev", makeDevices},
		{"making /proc", makeProc},
		{"making the private folder", makePrivateNames},
	})
}

// buildOwn adds what the bot may see in this start, and hides all else.
func (s *botSpec) buildOwn() error {
	return takeSteps([]rootStep{
		{"making the private folder", s.makePrivate},
		{"making the working folder", s.makeWork},
		{"showing the bot's folders", s.bindTrees},
		{"closing the root", s.closeRoot},
	})
}

func takeSteps(steps []rootStep) error {
	for _, step := range steps {
		if err := step.do(); err != nil {
			return failed(step.what, err)
		}
	}
	return nil
}

// enterEmptyRoot makes an empty folder in memory the root and moves the old root to oldRoot.
func enterEmptyRoot() error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("private mounts: %w", err)
	}
	const base = "/proc" // any folder that exists on every system
	err := unix.Mount("root", base, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "size=4m,nr_inodes=8k,mode=755")
	if err != nil {
		return fmt.Errorf("tmpfs: %w", err)
	}
	if err = os.Mkdir(base+oldRoot, 0o700); err != nil {
		return err
	}
	if err = unix.PivotRoot(base, base+oldRoot); err != nil {
		return fmt.Errorf("pivot_root: %w", err)
	}
	return os.Chdir("/")
}

// bind mounts from of the old root, with everything mounted below it, at the path to.
func bind(from, to string, attributes uint64) error {
	fd, err := unix.OpenTree(unix.AT_FDCWD, oldRoot+from,
		unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE|unix.AT_SYMLINK_NOFOLLOW)
	if err != nil {
		return fmt.Errorf("open_tree %s: %w", from, err)
	}
	defer unix.Close(fd)
	return attach(fd, to, attributes)
}

// attach attaches a detached mount at a path, which it creates.
func attach(fd int, to string, attributes uint64) error {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	var err error
	if st.Mode&unix.S_IFMT == unix.S_IFDIR {
		err = os.MkdirAll(to, 0o755)
	} else if err = os.MkdirAll(filepath.Dir(to), 0o755); err == nil {
		err = touch(to)
	}
	if err != nil {
		return err
	}
	attr := unix.MountAttr{Attr_set: attributes}
	if err = unix.MountSetattr(fd, "", unix.AT_EMPTY_PATH|unix.AT_RECURSIVE, &attr); err != nil {
		return fmt.Errorf("mount_setattr %s: %w", to, err)
	}
	if err = unix.MoveMount(fd, "", unix.AT_FDCWD, to, unix.MOVE_MOUNT_F_EMPTY_PATH); err != nil {
		return fmt.Errorf("move_mount %s: %w", to, err)
	}
	return nil
}

// touch creates a file if it does not exist.
func touch(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}

const readOnly = unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV

// bindSystem mounts the system's folders read-only, and the parts of /etc that every user may read.
func (s *botSpec) bindSystem() error {
	for _, folder := range systemFolders {
		st, err := os.Lstat(oldRoot + folder)
		if err != nil || folder == "/opt" && s.inOpt() {
			continue
		}
		if st.Mode()&fs.ModeSymlink != 0 { // /bin is usr/bin on most systems
			to, err := os.Readlink(oldRoot + folder)
			if err == nil {
				err = os.Symlink(to, folder)
			}
			if err != nil {
				return err
			}
			continue
		}
		if err := bind(folder, folder, readOnly); err != nil {
			return err
		}
	}
	return hideSecrets()
}

// makeDevices makes a /dev with the devices that programs expect.
func makeDevices() error {
	for _, device := range systemDevices {
		if _, err := os.Lstat(oldRoot + device); err != nil {
			continue
		}
		if err := bind(device, device, unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NOEXEC); err != nil {
			return err
		}
	}
	var errs []error
	for name, to := range map[string]string{
		"fd": "/proc/self/fd", "stdin": "/proc/self/fd/0", "stdout": "/proc/self/fd/1", "stderr": "/proc/self/fd/2",
		"shm": privateFolder, // so that shared memory counts there
	} {
		errs = append(errs, os.Symlink(to, "/dev/"+name))
	}
	return errors.Join(errs...)
}

// makeProc mounts a /proc that contains only the processes of this namespace, without the kernel's settings.
func makeProc() error {
	if err := os.MkdirAll("/proc", 0o755); err != nil {
		return err
	}
	if err := unix.Mount("proc", "/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, ""); err != nil {
		return fmt.Errorf("mount: %w", err)
	}
	if err := limitCounters(); err != nil {
		return err
	}
	fd, err := unix.OpenTree(unix.AT_FDCWD, "/proc/sys", unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC)
	if err != nil {
		return fmt.Errorf("open_tree /proc/sys: %w", err)
	}
	defer unix.Close(fd)
	if err := attach(fd, "/proc/sys", readOnly|unix.MOUNT_ATTR_NOEXEC); err != nil {
		return err
	}
	if err := hideMachine(); err != nil {
		return err
	}
	return bind("/sys/devices/system/cpu", "/sys/devices/system/cpu", readOnly|unix.MOUNT_ATTR_NOEXEC)
}

// counters are settings of the bot's namespaces. They limit what the kernel counts for each user over all processes,
// and memory that no other limit counts.
var counters = map[string]string{
	"user/max_inotify_instances": "8",
	"user/max_inotify_watches":   "4096",
	"net/ipv4/tcp_rmem":          "4096 131072 1048576", // bytes that a socket keeps until they are read
	"net/ipv4/tcp_wmem":          "4096 65536 1048576",
}

func limitCounters() error {
	for name, value := range counters {
		f, err := os.OpenFile("/proc/sys/"+name, os.O_WRONLY, 0)
		if errors.Is(err, fs.ErrNotExist) {
			continue // the kernel was built without it
		}
		if err != nil {
			return err
		}
		_, err = f.WriteString(value)
		if err = errors.Join(err, f.Close()); err != nil {
			return err
		}
	}
	return nil
}

// makePrivateNames makes the path of the private folder, and the links to it.
func makePrivateNames() error {
	for _, folder := range []string{privateFolder, "/var"} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
	}
	return os.Symlink(privateFolder, "/var/tmp")
}

// makePrivate makes the bot's private folder in memory, unless the caller has one, which is among the trees.
func (s *botSpec) makePrivate() error {
	if s.Private != "" {
		return nil
	}
	size := fmt.Sprintf("size=%d,nr_inodes=%d,mode=1777", s.ScratchSize, s.ScratchFiles)
	if err := unix.Mount("private", privateFolder, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, size); err != nil {
		return fmt.Errorf("mount: %w", err)
	}
	return nil
}

// bindTrees mounts the folders of the bot, outer ones first, and creates the path to its working folder.
func (s *botSpec) bindTrees() error {
	trees := slices.Clone(s.Trees)
	slices.SortStableFunc(trees, func(a, b tree) int { return len(a.At) - len(b.At) })
	copies := map[string]string{} // where the copy of a path is
	for _, t := range trees {
		err := s.bindTree(t, copies[t.Path])
		if err != nil {
			return err
		}
		if t.Copied && copies[t.Path] == "" {
			copies[t.Path] = t.At
		}
	}
	if err := os.MkdirAll(s.Dir, 0o755); err != nil && !strings.HasPrefix(s.Dir, "/proc/") {
		return err
	}
	return nil
}

// bindTree mounts a folder of the bot, or the copy of it that is there already.
func (s *botSpec) bindTree(t tree, there string) (err error) {
	if t.File != 0 {
		defer unix.Close(t.File)
	}
	attributes := uint64(readOnly)
	if t.Writable {
		attributes &^= unix.MOUNT_ATTR_RDONLY
	}
	switch {
	case t.Copied && there != "":
		if err = os.MkdirAll(t.At, 0o755); err == nil {
			err = unix.Mount(there, t.At, "", unix.MS_BIND, "")
		}
		return err
	case t.File != 0:
		err = attach(t.File, t.At, attributes)
	default:
		err = bind(t.Path, t.At, attributes)
	}
	if err == nil && t.Copied {
		err = s.copyTree(t.At)
	}
	return err
}

// closeRoot unmounts the old root and makes the new one read-only.
func (s *botSpec) closeRoot() error {
	if err := unix.Unmount(oldRoot, unix.MNT_DETACH); err != nil {
		return fmt.Errorf("letting go of the old root: %w", err)
	}
	if !s.Again { // otherwise that would unmount it for the supervisor as well
		if err := os.Remove(oldRoot); err != nil {
			return err
		}
	}
	attr := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}
	return unix.MountSetattr(unix.AT_FDCWD, "/", 0, &attr)
}
