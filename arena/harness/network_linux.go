package harness

import (
	"fmt"
	"net"
	"strconv"

	"golang.org/x/sys/unix"
)

// maxConnections is how many connections a bot may make in its life. A netorcai bot needs one.
const maxConnections = 64

// openNetwork starts the loopback interface of the namespace and listens on the bot's port.
func (s *supervisor) openNetwork() error {
	if err := loopbackUp(); err != nil {
		return failed("starting the loopback", err)
	}
	if !s.spec.Listen {
		return nil
	}
	for _, host := range []string{"127.0.0.1", "::1"} {
		l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(s.spec.Port)))
		if err != nil && host == "::1" {
			return nil // a system without IPv6
		}
		if err != nil {
			return failed("listening for the bot", err)
		}
		go s.passOn(l)
	}
	return nil
}

func loopbackUp() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	request, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	if err = unix.IoctlIfreq(fd, unix.SIOCGIFFLAGS, request); err != nil {
		return fmt.Errorf("flags of lo: %w", err)
	}
	request.SetUint16(request.Uint16() | unix.IFF_UP)
	return unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, request)
}

// passOn passes each connection of the bot to the arena. It passes the socket itself out of the namespace, so nothing
// is copied.
func (s *supervisor) passOn(l net.Listener) {
	defer l.Close()
	for range maxConnections {
		c, err := l.Accept()
		if err != nil {
			return
		}
		if tcp, ok := c.(*net.TCPConn); ok {
			<-s.startReported
			if f, err := tcp.File(); err == nil {
				_ = report{Kind: reportConnection}.send(s.control, int(f.Fd()))
				f.Close()
			}
		}
		c.Close()
	}
}
