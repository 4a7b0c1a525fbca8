//go:build unix

package listeners

import (
	"net"
	"os"
	"syscall"
)

// queue accepts the connections that wait at a port, up to a limit, without waiting for more.
func queue(l net.Listener) (list []net.Conn) {
	tcp, ok := l.(*net.TCPListener)
	if !ok {
		return nil
	}
	raw, err := tcp.SyscallConn()
	if err != nil {
		return nil
	}
	_ = raw.Control(func(listener uintptr) { // fails if the port is closed; then no connection waits
		for len(list) < 2*maxOpen {
			c, err := acceptNow(int(listener))
			if err != nil {
				return
			}
			list = append(list, c)
		}
	})
	return list
}

// acceptNow accepts a connection from a non-blocking socket. Programs that start at the same time do not inherit it.
func acceptNow(listener int) (net.Conn, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	fd, _, err := syscall.Accept(listener)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(fd), "connection")
	defer f.Close()
	return net.FileConn(f)
}
