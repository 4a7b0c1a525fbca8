package harness

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"testing"
)

func TestHostFault(t *testing.T) {
	for _, err := range []error{syscall.EMFILE, syscall.ENOSPC, fmt.Errorf("fork: %w", syscall.EAGAIN),
		&os.PathError{Op: "open", Path: "x", Err: syscall.ENFILE}, fmt.Errorf("so: %w", ErrHost)} {
		if !HostFault(err) || !errors.Is(hostKind(err), ErrHost) || !errors.Is(hostKind(err), err) {
			t.Errorf("%v is no fault of the machine", err)
		}
	}
	for _, err := range []error{nil, fs.ErrNotExist, fs.ErrPermission, syscall.ENOEXEC, ErrNotFound} {
		if HostFault(err) || errors.Is(hostKind(err), ErrHost) {
			t.Errorf("%v is a fault of the machine", err)
		}
	}
}

// TestCheck: Check finds errors without starting the bot.
func TestCheck(t *testing.T) {
	if err := (Command{Words: []string{"./nosuch"}}).Check(); !errors.Is(err, ErrNotFound) {
		t.Errorf("error %v, want %v", err, ErrNotFound)
	}
	if err := (Command{Words: []string{os.Args[0]}}).Check(); err != nil {
		t.Error(err)
	}
}
