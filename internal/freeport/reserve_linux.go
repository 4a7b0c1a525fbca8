package freeport

import "golang.org/x/sys/unix"

// reserve binds a socket. Listeners share its port, for both sides allow that (Go sets SO_REUSEADDR for each listener)
// and the socket does not listen. Whoever asks for any port, or connects, gets one to which nothing is bound.
func reserve() (port int, release func(), err error) {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return 0, nil, err
	}
	release = func() { _ = unix.Close(fd) }
	if err = unix.Bind(fd, &unix.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err == nil {
		err = unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_REUSEADDR, 1)
	}
	var name unix.Sockaddr
	if err == nil {
		name, err = unix.Getsockname(fd)
	}
	if err != nil {
		release()
		return 0, nil, err
	}
	return name.(*unix.SockaddrInet4).Port, release, nil
}
