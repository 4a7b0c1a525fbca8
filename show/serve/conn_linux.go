package serve

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// tcpState returns the window that the peer advertises, and the number of bytes that it has not acknowledged.
func tcpState(c syscall.RawConn) (window, queued int, ok bool) {
	err := c.Control(func(fd uintptr) {
		info, err := unix.GetsockoptTCPInfo(int(fd), unix.IPPROTO_TCP, unix.TCP_INFO)
		if err != nil || info.Snd_wnd == 0 && info.Unacked == 0 { // Linux before 5.4 has no window here
			return
		}
		queued, err = unix.IoctlGetInt(int(fd), unix.SIOCOUTQ)
		window, ok = int(info.Snd_wnd), err == nil
	})
	return window, queued, ok && err == nil
}
