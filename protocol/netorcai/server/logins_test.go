package server_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
)

func TestConnectionsThatDoNotLogIn(t *testing.T) {
	cfg := config()
	cfg.LoginTimeout = time.Second
	r := run(t, cfg)
	var all []*raw
	for _, said := range []string{"", "\x40", "\x40\x00\x00\x00", "\x40\x00\x00\x00{"} {
		c := r.raw()
		_, _ = c.nc.Write([]byte(said))
		all = append(all, c)
	}
	for _, c := range all {
		if got := r.kicked(c.Client); !strings.HasPrefix(got, "Invalid first message: No LOGIN received within") {
			t.Errorf("kicked with %q", got)
		}
		if _, err := c.nc.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
			t.Errorf("after the KICK: %v", err)
		}
	}
	slow := r.raw() // it sends a byte now and then
	go func() {
		_, _ = slow.nc.Write(header(1000))
		for {
			if _, err := slow.nc.Write([]byte(" ")); err != nil {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
	}()
	// The kick comes within the test's patience, while the bytes would last longer.
	if got := r.kicked(slow.Client); !strings.HasPrefix(got, "Invalid first message: No LOGIN received within") {
		t.Errorf("kicked with %q", got)
	}
	_ = slow.Close()
	c := r.loginInTime(netorcai.RoleVisualization) // it has no deadline afterwards
	late := r.raw()
	if got := r.kicked(late.Client); !strings.HasPrefix(got, "Invalid first message: No LOGIN received within") {
		t.Errorf("kicked with %q", got)
	}
	r.s.Abort("over")
	if got := r.kicked(c); got != "netorcai abort" {
		t.Errorf("kicked with %q", got)
	}
}

// loginInTime logs in. On a busy machine it needs several attempts.
func (r *running) loginInTime(role netorcai.Role) *netorcai.Client {
	r.t.Helper()
	for {
		c := r.dial()
		err := c.Login(r.ctx(), "good", role)
		if err == nil {
			return c
		}
		if r.ctx().Err() != nil || !strings.Contains(err.Error(), "No LOGIN received within") {
			r.t.Fatal(err)
		}
	}
}

// TestTooManyConnections: connections that send nothing keep no client out: the oldest of them is closed.
func TestTooManyConnections(t *testing.T) {
	cfg := config()
	cfg.MaxPending = 10
	r := run(t, cfg)
	silent := make([]*raw, 12)
	for i := range silent {
		silent[i] = r.raw()
	}
	for range 3 {
		r.login("good", netorcai.RolePlayer)
	}
	for _, c := range silent[:2] {
		if got := r.kicked(c.Client); got != "Invalid first message: Too many connections that have not logged in" {
			t.Errorf("kicked with %q", got)
		}
	}
}

// TestOrderOfLogins: clients are admitted in the order of their connections, even if the server learns of all at
// once.
func TestOrderOfLogins(t *testing.T) {
	const clients = 30
	cfg := config()
	cfg.NbPlayersMax = clients
	d := &doorkeeper{}
	cfg.Observer = d
	s, err := server.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var all []*netorcai.Client
	for i := range clients {
		nc, err := net.Dial("tcp", ln.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer nc.Close()
		frame, err := netorcai.AppendFrame(nil, netorcai.Login{Nickname: fmt.Sprint("p", i), Role: netorcai.RolePlayer, Version: netorcai.Version})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := nc.Write(frame); err != nil {
			t.Fatal(err)
		}
		all = append(all, netorcai.NewClient(nc))
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	done := make(chan bool)
	go func() {
		defer close(done)
		_, _ = s.Serve(ctx, ln)
	}()
	for i, c := range all {
		if m, err := c.Read(ctx); err != nil {
			t.Fatalf("client %d: %#v, %v", i, m, err)
		}
	}
	s.Abort("enough")
	<-done
	for i, seat := range d.in {
		if want := fmt.Sprint("p", i); seat.Nickname != want {
			t.Fatalf("client %d to be let in was %s", i, seat.Nickname)
		}
	}
}
