package server_test

import (
	"net"
	"slices"
	"sync"
	"testing"

	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
)

// doorkeeper records which clients are admitted and which are not.
type doorkeeper struct {
	server.NopObserver
	mu     sync.Mutex
	in     []server.Seat
	kicked []server.Seat
}

func (d *doorkeeper) LoggedIn(s server.Seat) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.in = append(d.in, s)
}

func (d *doorkeeper) Kicked(s server.Seat, _ string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s.Index < 0 {
		d.kicked = append(d.kicked, s)
	}
}

// TestAdmit: Config.Admit refuses clients although there is room, and no other client is affected.
func TestAdmit(t *testing.T) {
	d := &doorkeeper{}
	cfg := config()
	cfg.Observer = d
	var asked []string
	cfg.Admit = func(s server.Seat) string {
		asked = append(asked, s.Nickname)
		if s.Nickname == "mallory" {
			return "LOGIN denied: not you"
		}
		return ""
	}
	r := run(t, cfg)
	r.login("ann", netorcai.RolePlayer)
	bad := r.raw()
	bad.say(`{"message_type":"LOGIN","nickname":"mallory","role":"player","metaprotocol_version":"2.0.0"}`)
	if got := r.kicked(bad.Client); got != "LOGIN denied: not you" {
		t.Errorf("kicked with %q", got)
	}
	r.login("bob", netorcai.RolePlayer)
	r.cancel()
	r.wait()
	if want := []string{"ann", "mallory", "bob"}; !slices.Equal(asked, want) {
		t.Errorf("asked about %q, want %q", asked, want)
	}
	for _, s := range slices.Concat(d.in, d.kicked) {
		if _, ok := s.Conn.(*net.TCPConn); !ok {
			t.Errorf("%s has the connection %T, want that of the listener", s.Nickname, s.Conn)
		}
	}
	if len(d.in) != 2 || len(d.kicked) != 1 || d.kicked[0].Nickname != "mallory" || d.kicked[0].Role != netorcai.RolePlayer {
		t.Errorf("let in %v, kicked %v", d.in, d.kicked)
	}
}
