package serve

import (
	"net"
	"net/netip"
	"slices"
	"strings"
	"testing"
)

// finder is the pattern in three corners of a QR code.
var finder = []string{"1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"}

func TestQR(t *testing.T) {
	rows := QR("http://192.168.1.5:8080/")
	n := len(rows)
	if n < 21 || n > 37 || n%4 != 1 {
		t.Fatalf("%d rows", n)
	}
	for i, want := range finder {
		if rows[i][:7] != want || rows[i][n-7:] != want || rows[n-7+i][:7] != want {
			t.Errorf("row %d has no finder patterns: %s, %s", i, rows[i], rows[n-7+i])
		}
	}
	for i, row := range rows {
		if len(row) != n || strings.Trim(row, "01") != "" {
			t.Errorf("row %d of %d is %q", i, n, row)
		}
	}
	if slices.Equal(rows, QR("http://192.168.1.5:8081/")) {
		t.Error("another address has the same code")
	}
	if QR(strings.Repeat("x", 8000)) != nil {
		t.Error("a text that fits no code has one")
	}
}

func TestNewLobby(t *testing.T) {
	network := net.TCPAddrFromAddrPort(netip.MustParseAddrPort("192.168.1.5:8080"))
	l := NewLobby([]LobbySeat{{Name: "ann"}}, []string{"192.168.1.5:4242"}, network, nil)
	if !l.Waiting || l.Page[0] != "http://192.168.1.5:8080/" || !slices.Equal(l.QR, QR(l.Page[0])) || len(l.QR) == 0 {
		t.Errorf("%+v", l)
	}
	here := NewLobby(nil, nil, net.TCPAddrFromAddrPort(netip.MustParseAddrPort("127.0.0.1:8080")), nil)
	if here.QR != nil || here.Page[0] != "http://127.0.0.1:8080/" || here.Seats == nil || here.Addresses == nil {
		t.Errorf("on loopback: %+v", here)
	}
}

// TestLobbyIsFollowed: the lobby is sent at once and after each change, until the match does not wait any more.
func TestLobbyIsFollowed(t *testing.T) {
	s := start(t, Config{})
	if _, body := s.get("/api/lobby"); body != "null" {
		t.Errorf("no lobby: %s", body)
	}
	r := s.follow("/api/live")
	if e := r.want("lobby"); e.data != "null" {
		t.Errorf("at first: %s", e.data)
	}
	s.live.SetLobby(&Lobby{Waiting: true, Seats: []LobbySeat{{Name: "<b>", Joined: true}}, Addresses: []string{}, Page: []string{}})
	want := `{"waiting":true,"seats":[{"name":"\u003cb\u003e","joined":true}],"addresses":[],"page":[]}`
	if e := r.want("lobby"); e.data != want {
		t.Errorf("got  %s\nwant %s", e.data, want)
	}
	if _, body := s.get("/api/lobby"); body != want {
		t.Errorf("got  %s\nwant %s", body, want)
	}
	s.live.SetLobby(nil)
	if e := r.want("lobby"); e.data != "null" {
		t.Errorf("at last: %s", e.data)
	}
}
