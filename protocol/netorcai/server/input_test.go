package server

import (
	"errors"
	"testing"
)

// TestUnreadBudget: the client that holds most is kicked, whether it is the one that needs more or another.
func TestUnreadBudget(t *testing.T) {
	const kib = 1 << 10
	near, far := wires(t), wires(t)
	u := unread{limit: 1000 * kib, held: map[*conn]int{}}
	for _, c := range []struct {
		who  *conn
		size int
		err  error
	}{
		{near, 64 * kib, nil}, // not counted
		{near, 400 * kib, nil},
		{far, 600 * kib, nil},
		{near, 500 * kib, nil}, // far is kicked
		{far, 0, errUnread},
		{near, 1000 * kib, nil},
		{near, 1001 * kib, errUnread},
	} {
		if err := u.hold(c.who, c.size); !errors.Is(err, c.err) {
			t.Fatalf("%d bytes: %v, want %v", c.size, err, c.err)
		}
	}
	if u.total != 0 || len(u.held) != 0 || !near.evicted.Load() || !far.evicted.Load() {
		t.Errorf("%d bytes held by %d clients", u.total, len(u.held))
	}
}

// wires returns a connection without a server.
func wires(t *testing.T) *conn {
	t.Helper()
	nc, other := pipe(t)
	t.Cleanup(func() { _ = nc.Close(); _ = other.Close() })
	return &conn{nc: nc, remote: "1.2.3.4:5"}
}
