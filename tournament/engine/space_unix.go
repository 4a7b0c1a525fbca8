//go:build unix

package engine

import (
	"errors"

	"golang.org/x/sys/unix"
)

// freeSpace returns how many bytes this user can still write to the disk of a folder.
func freeSpace(folder string) (int64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		return 0, err
	}
	return int64(s.Bavail) * int64(s.Bsize), nil //nolint:unconvert // the types differ by system
}

// isFull reports whether an error says that the disk, or this user's part of it, is full.
func isFull(err error) bool {
	return errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT) || errors.Is(err, unix.EFBIG)
}
