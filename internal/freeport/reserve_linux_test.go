package freeport

import (
	"errors"
	"net"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// TestNobodyGetsIt: where the system has a single port to choose from, and that one is reserved, there is none for who
// asks for any, and none for a connection.
func TestNobodyGetsIt(t *testing.T) {
	port := Reserve(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, listen := range []bool{true, false} {
		fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer unix.Close(fd)
		const localPortRange = 51 // IP_LOCAL_PORT_RANGE
		if err := unix.SetsockoptInt(fd, unix.IPPROTO_IP, localPortRange, port<<16|port); err != nil {
			t.Skipf("Linux before 6.3 cannot restrict the choice: %v", err)
		}
		if err := unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_REUSEADDR, 1); err != nil {
			t.Fatal(err)
		}
		var want syscall.Errno
		if listen {
			want, err = unix.EADDRINUSE, unix.Bind(fd, &unix.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}})
		} else {
			to := &unix.SockaddrInet4{Port: l.Addr().(*net.TCPAddr).Port, Addr: [4]byte{127, 0, 0, 1}}
			want, err = unix.EADDRNOTAVAIL, unix.Connect(fd, to)
		}
		if !errors.Is(err, want) {
			t.Errorf("listen %v: %v, want %v", listen, err, want)
		}
	}
}
