package serve

import (
	"context"
	"net"
	"strings"
	"testing"
)

func TestListen(t *testing.T) {
	for addr, want := range map[string]struct {
		host  string
		warns bool
	}{
		"": {"127.0.0.1", false}, "127.0.0.1": {"127.0.0.1", false}, "localhost:0": {"127.0.0.1", false}, "0.0.0.0:0": {"127.0.0.1", true},
	} {
		l, warning, err := Listen(addr)
		if err != nil {
			t.Errorf("%q: %v", addr, err)
			continue
		}
		url := URL(l.Addr())
		if !strings.HasPrefix(url, "http://"+want.host+":") || !strings.HasSuffix(url, "/") || (warning != "") != want.warns {
			t.Errorf("%q: %s, warning %q", addr, url, warning)
		}
		l.Close()
	}
	for _, addr := range []string{"127.0.0.1:99999", "no.such.host.invalid:0"} {
		if _, _, err := Listen(addr); err == nil || !strings.Contains(err.Error(), addr) {
			t.Errorf("%q: %v", addr, err)
		}
	}
}

func TestURL(t *testing.T) {
	for _, c := range []struct {
		ip   string
		want string
	}{
		{"127.0.0.1", "http://127.0.0.1:80/"}, {"::1", "http://[::1]:80/"}, {"::", "http://127.0.0.1:80/"}, {"192.0.2.7", "http://192.0.2.7:80/"},
	} {
		if got := URL(&net.TCPAddr{IP: net.ParseIP(c.ip), Port: 80}); got != c.want {
			t.Errorf("%s: %s, want %s", c.ip, got, c.want)
		}
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	server, err := New(Config{Catalog: NewLive(1)})
	if err != nil {
		t.Fatal(err)
	}
	l, _, err := Listen("")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- server.Run(ctx, l) }()
	c := dial(t, l.Addr(), "")
	defer c.Close()
	stop()
	if err := <-done; err != nil {
		t.Errorf("Run: %v", err)
	}
	if err := server.Run(context.Background(), l); err == nil {
		t.Error("Run at a closed listener: no error")
	}
}
