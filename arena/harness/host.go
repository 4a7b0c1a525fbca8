package harness

import (
	"errors"
	"fmt"
	"slices"
	"syscall"
)

// ErrHost means that the machine failed: it is out of descriptors, processes, memory or disk space. No bot is to
// blame, even if one caused it, so the match does not count.
var ErrHost = errors.New("the machine failed the match")

// HostFault reports whether an error means that the machine has run out of something.
func HostFault(err error) bool {
	return errors.Is(err, ErrHost) || slices.ContainsFunc([]error{
		syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.EAGAIN, syscall.ENOSPC, syscall.EDQUOT, syscall.ENOBUFS,
	}, func(errno error) bool { return errors.Is(err, errno) })
}

// noTempFolder returns the error for a temporary folder that cannot be created.
func noTempFolder(err error) error {
	return fmt.Errorf("no temporary folder can be made (TMPDIR says where, on Windows TEMP): %w", err)
}

// hostKind returns err and wraps ErrHost in addition if the machine failed.
func hostKind(err error) error {
	if HostFault(err) && !errors.Is(err, ErrHost) {
		return errors.Join(ErrHost, err)
	}
	return err
}
