package listeners

import (
	"encoding/binary"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"testing"

	"golang.org/x/sys/unix"
)

// TestHeldBy: the connecting process is found, over IPv4 and over the IPv6 form of an IPv4 address.
func TestHeldBy(t *testing.T) {
	other := exec.Command("sleep", "60")
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = other.Process.Kill()
		_ = other.Wait()
	}()
	e := newGroup(t, Config{})
	at := openSeat(t, e, 0)
	for name, connect := range map[string]func(){"IPv4": func() { dial(t, at) }, "IPv6": func() { dial6(t, at.Port) }} {
		connect()
		in := accept(t, e).TCPConn
		for _, test := range []struct {
			pids []int
			want Held
		}{
			{[]int{os.Getpid()}, HeldByThem},
			{[]int{other.Process.Pid, os.Getpid()}, HeldByThem},
			{[]int{other.Process.Pid}, HeldByOthers},
			{[]int{1 << 30}, HeldByOthers}, // no such process
			{nil, HeldByOthers},
		} {
			if got := HeldBy(in, test.pids); got != test.want {
				t.Errorf("%s: HeldBy(%v) is %v, want %v", name, test.pids, got, test.want)
			}
		}
	}
}

// dial6 connects to a port of this machine with an IPv6 socket and an IPv4 address, as Java does.
func dial6(t *testing.T, port int) {
	t.Helper()
	fd, err := unix.Socket(unix.AF_INET6, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Skipf("this system has no IPv6: %v", err)
	}
	t.Cleanup(func() { _ = unix.Close(fd) })
	to := &unix.SockaddrInet6{Port: port}
	copy(to.Addr[:], net.ParseIP("127.0.0.1").To16())
	if err := unix.Connect(fd, to); err != nil {
		t.Fatal(err)
	}
}

func TestParseAddr(t *testing.T) {
	words := []string{"0100007F:1092", "0000000000000000FFFF00000100007F:1092"}
	if binary.NativeEndian.Uint16([]byte{0, 1}) == 1 {
		words = []string{"7F000001:1092", "00000000000000000000FFFF7F000001:1092"}
	}
	for _, w := range words {
		if got, want := parseAddr(w), netip.MustParseAddrPort("127.0.0.1:4242"); got != want {
			t.Errorf("%s is read as %v, want %v", w, got, want)
		}
	}
	for _, bad := range []string{"", "local_address", "0100007F", "0100007:1", "0100007F00:1", "0100007F:12345"} {
		if got := parseAddr(bad); got.IsValid() {
			t.Errorf("%q is read as %v", bad, got)
		}
	}
}
