package harness

import (
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

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
