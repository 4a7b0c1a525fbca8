package main

import (
	"io"
	"testing"

	"blastyard/harness"
	"blastyard/internal/listeners"
	"blastyard/netorcai"
	"blastyard/netorcai/server"
)

// TestAdmitToSeats: a port lets one client in, in the role of its seat; the public one as many as there are free seats.
func TestAdmitToSeats(t *testing.T) {
	p := testPlan(t, playOptions{seed: 1, mapName: "maze4", special: "testbot idle",
		bots: []string{"testbot idle", "builtin:idle"}, wait: 1})
	out := &screen{plan: p, out: io.Discard, err: io.Discard}
	r := newReferee(p.game.(*hexabombContest), p, 0, make([]*harness.Process, len(p.seats)), out)
	if !p.seats[3].guest() || r.freeGuest() != 3 {
		t.Fatalf("the guest's seat is %d of %+v", r.freeGuest(), p.seats)
	}
	const specialSeat, ownSeat = 0, 1
	logins := 0
	for _, c := range []struct {
		seat    int
		refusal string
		role    netorcai.Role
		name    string
		want    string // why it is not let in; "": it is, and logs in
	}{
		{ownSeat, deniedRival, netorcai.RolePlayer, "rival", deniedRival},
		{ownSeat, "", netorcai.RoleSpecialPlayer, "bot", "LOGIN denied: This port is for the role 'player'"},
		{ownSeat, "", netorcai.RoleVisualization, "bot", "LOGIN denied: This port is for the role 'player'"},
		{ownSeat, "", netorcai.RolePlayer, "bot", ""},
		{ownSeat, "", netorcai.RolePlayer, "again", deniedTaken},
		{specialSeat, "", netorcai.RolePlayer, "bot", "LOGIN denied: This port is for the role 'special player'"},
		{specialSeat, "", netorcai.RoleSpecialPlayer, "ghost", ""},
		{specialSeat, "", netorcai.RoleSpecialPlayer, "again", deniedTaken},
		{listeners.Public, "", netorcai.RoleSpecialPlayer, "guest", deniedNoSeat},
		{listeners.Public, "", netorcai.RolePlayer, "\u200b", deniedNickname},
		{listeners.Public, deniedRival, netorcai.RolePlayer, "rival", deniedRival},
		{listeners.Public, "", netorcai.RolePlayer, "guest", ""},
		{listeners.Public, "", netorcai.RolePlayer, "late", deniedNoSeat},
		{listeners.Public, "", netorcai.RoleVisualization, "watcher", ""},
		{listeners.Public, "", netorcai.RoleVisualization, "another", ""},
	} {
		s := server.Seat{Index: logins, PlayerID: -1, Nickname: c.name, Role: c.role,
			Conn: &listeners.Conn{Seat: c.seat, Refusal: c.refusal}}
		if got := r.admit(s); got != c.want {
			t.Errorf("%s at the port of seat %d: %q, want %q", c.name, c.seat, got, c.want)
		}
		if c.want == "" {
			r.LoggedIn(s)
			logins++
		}
	}
	if r.clients[0] != ownSeat || r.clients[1] != specialSeat || r.clients[2] != 3 || len(r.clients) != 3 {
		t.Errorf("clients sit at %v", r.clients)
	}
	r.Left(server.Seat{Index: 2, PlayerID: -1}, "gone") // before the start: the seat is free again
	if r.freeGuest() != 3 {
		t.Error("the seat of a guest that has left is not free")
	}
}
