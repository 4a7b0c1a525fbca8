package livepage_test

import (
	"context"
	"testing"
	"time"

	"blastyard"
	"blastyard/arena"
	"blastyard/protocol/netorcai"
	"blastyard/show/live"
	"blastyard/show/livepage"
	"blastyard/show/serve"
)

// TestLobbyOnThePage: while a match waits for a bot, the page says who is missing and where to connect. After that
// the lobby ends.
func TestLobbyOnThePage(t *testing.T) {
	page, err := live.Open(live.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		c := arena.Config{Map: "tiny", Turns: 2, NoTimeout: true, Seats: []arena.Seat{{Bot: "builtin:greedy"}, {}}}
		_, err := blastyard.Play(ctx, c, livepage.New(page, livepage.Options{}))
		ended <- err
	}()
	var lobby serve.Lobby
	for ; !lobby.Waiting; time.Sleep(time.Millisecond) {
		get(t, page.URL+"api/lobby", &lobby)
	}
	if len(lobby.Seats) != 2 || lobby.Seats[0] != (serve.LobbySeat{Name: "greedy", Joined: true}) || lobby.Seats[1].Joined ||
		len(lobby.Addresses) != 1 || len(lobby.Page) != 1 || lobby.Page[0] != page.URL || lobby.QR != nil {
		t.Errorf("%+v", lobby)
	}
	c, err := netorcai.Dial(ctx, lobby.Addresses[0])
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Login(ctx, "ann", netorcai.RolePlayer); err != nil {
		t.Fatal(err)
	}
	for string(text(t, page.URL+"api/lobby")) != "null" {
		if time.Sleep(time.Millisecond); ctx.Err() != nil {
			t.Fatal("the lobby stays though everybody has come")
		}
	}
	cancel()
	<-ended
}
