package harness

import (
	"errors"
	"slices"
	"syscall"
)

// ErrHost says that something failed for the arena's sake: the machine has no descriptors, processes, memory or disk
// left. No bot is to blame for it, even if one brought it about: the match is void.
var ErrHost = errors.New("the machine failed the match")

// HostFault says whether an error is about what the machine has run out of.
func HostFault(err error) bool {
	return errors.Is(err, ErrHost) || slices.ContainsFunc([]error{
		syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.EAGAIN, syscall.ENOSPC, syscall.EDQUOT, syscall.ENOBUFS,
	}, func(errno error) bool { return errors.Is(err, errno) })
}

// hostKind makes a fault of the machine wrap ErrHost.
func hostKind(err error) error {
	if HostFault(err) && !errors.Is(err, ErrHost) {
		return errors.Join(ErrHost, err)
	}
	return err
}
