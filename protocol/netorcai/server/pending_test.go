package server

import (
	"net"
	"testing"
)

func pipe(t *testing.T) (a, b net.Conn) {
	t.Helper()
	return net.Pipe()
}

// TestDisplace: one connection too many removes the oldest connection of the address that has most.
func TestDisplace(t *testing.T) {
	var l silent
	byName := map[string]*conn{}
	for _, remote := range []string{"10.0.0.1:1", "10.0.0.2:1", "10.0.0.2:2", "[2001:db8::1]:1", "[2001:db8::2]:1", "[2001:db8::3]:1", "[2001:db8:0:1::]:1"} {
		c := &conn{remote: remote, from: remoteOf(remote)}
		byName[remote] = c
		l.add(c)
	}
	for _, want := range []string{"[2001:db8::1]:1", "10.0.0.2:1", "[2001:db8::2]:1"} {
		if c := l.displace(); c == nil || c.remote != want {
			t.Fatalf("displaced %+v, want %s", c, want)
		}
	}
	for range 4 {
		if l.displace() == nil {
			t.Fatal("no client left too early")
		}
	}
	if c := l.displace(); c != nil || len(l.at) != 0 {
		t.Errorf("displaced %s, want none", c.remote)
	}
}
