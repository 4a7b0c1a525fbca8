//go:build unix

package harness

import (
	"errors"
	"os"
	"syscall"
	"testing"
)

// TestNoDescriptors: if descriptors run out at any step of a start, the error says that the machine failed.
func TestNoDescriptors(t *testing.T) {
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &before); err != nil {
		t.Fatal(err)
	}
	var held []*os.File
	release := func() {
		for _, f := range held {
			f.Close()
		}
		held = nil
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &before); err != nil {
			t.Error(err)
		}
	}
	defer release()
	few := before
	few.Cur = 40
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &few); err != nil {
		t.Fatal(err)
	}
	var full error
	for full == nil {
		var f *os.File
		if f, full = os.Open(os.DevNull); full == nil {
			held = append(held, f)
		}
	}
	p, err := Start(t.Context(), Command{Words: []string{os.Args[0], "-test.run=^$"}})
	release()
	if p != nil {
		_ = p.Stop(0)
	}
	if !errors.Is(err, ErrHost) || !errors.Is(err, syscall.EMFILE) {
		t.Errorf("a start without descriptors gives %v, want %v", err, ErrHost)
	}
}
