package listeners

import (
	"time"

	"golang.org/x/sys/unix"
)

// Traffic returns what the system knows now. Its times are exact to some milliseconds: to two ticks of the kernel.
func (c *Conn) Traffic() (t Traffic, ok bool) {
	raw, err := c.SyscallConn()
	if err != nil {
		return t, false
	}
	_ = raw.Control(func(fd uintptr) {
		for range 3 { // this process may have been held up between the two, which would tell wrong times
			now := time.Now()
			t, ok = trafficOf(fd, now)
			if time.Since(now) < time.Millisecond {
				return
			}
		}
	})
	return t, ok
}

func trafficOf(fd uintptr, now time.Time) (t Traffic, ok bool) {
	info, err := unix.GetsockoptTCPInfo(int(fd), unix.IPPROTO_TCP, unix.TCP_INFO)
	if err != nil || info.Bytes_received == 0 { // before Linux 4.1 it does not count them
		return t, false
	}
	ago := func(milliseconds uint32) time.Time { return now.Add(-time.Duration(milliseconds) * time.Millisecond) }
	return Traffic{Received: info.Bytes_received, Came: ago(info.Last_data_recv), Sent: ago(info.Last_data_sent)}, true
}
