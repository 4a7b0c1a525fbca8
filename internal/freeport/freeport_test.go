package freeport

import (
	"fmt"
	"net"
	"testing"
)

// TestReserve: a program can listen on a reserved port, at each address and again after it has ended; nobody else gets
// it.
func TestReserve(t *testing.T) {
	port := Reserve(t)
	for _, at := range []string{"127.0.0.1", "", "127.0.0.1"} {
		l, err := net.Listen("tcp", fmt.Sprintf("%s:%d", at, port))
		if err != nil {
			t.Fatal(err)
		}
		near, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil {
			t.Fatal(err)
		}
		far, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		far.Close() // first, so that this side remembers the connection
		near.Close()
		l.Close()
	}
	if other := Reserve(t); other == port {
		t.Errorf("port %d is reserved twice", port)
	}
}
