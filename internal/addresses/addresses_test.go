package addresses

import (
	"net"
	"net/netip"
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	var own []netip.Addr
	for _, x := range []string{"127.0.0.1", "::1", "192.168.1.5", "10.0.0.7", "fe80::1", "fd00::5", "169.254.3.4", "::ffff:10.0.0.7"} {
		own = append(own, netip.MustParseAddr(x))
	}
	for at, want := range map[string]string{
		"127.0.0.1:4242":       "127.0.0.1:4242",
		"192.168.1.5:4242":     "192.168.1.5:4242",
		"[::1]:8080":           "[::1]:8080",
		"0.0.0.0:4242":         "10.0.0.7:4242 192.168.1.5:4242 127.0.0.1:4242",
		"[::]:4242":            "10.0.0.7:4242 192.168.1.5:4242 [fd00::5]:4242 127.0.0.1:4242",
		"[::ffff:10.0.0.7]:80": "10.0.0.7:80",
	} {
		a := net.TCPAddrFromAddrPort(netip.MustParseAddrPort(at))
		if got := strings.Join(of(a, own), " "); got != want {
			t.Errorf("%s: %s, expected %s", at, got, want)
		}
	}
	all := Of(&net.TCPAddr{IP: net.IPv4zero, Port: 7})
	if len(all) == 0 || all[len(all)-1] != "127.0.0.1:7" {
		t.Errorf("this machine: %v", all)
	}
}
