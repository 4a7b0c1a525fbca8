package overnetorcai

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/arena/internal/listeners"
	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
)

// lobbies is a sink that records who is present before a match. On each call it lets the next guest connect.
type lobbies struct {
	arena.NopSink
	heard []string
	come  func(address string)
	begun bool
}

func (l *lobbies) Begin(*arena.Begin) { l.begun = true }

func (l *lobbies) Lobby(x *arena.Lobby) {
	var seats []string
	for _, s := range x.Seats {
		seats = append(seats, fmt.Sprintf("%s %t %t", s.Name, s.Joined, s.Person))
	}
	l.heard = append(l.heard, strings.Join(seats, ", "))
	if l.begun {
		l.heard = append(l.heard, "after the beginning")
	}
	l.come(x.Addr.String())
}

// opener is a person that arrives after the first guest.
type opener struct {
	*puppet
	here func() bool
}

func (o opener) Joined() bool { return o.here() }

// TestLobby: while a match waits for guests, sinks are told who is present: bots as they log in, and persons that
// report their arrival.
func TestLobby(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	came := make(chan error, 2)
	guests := []string{"ann", "bob"}
	l := &lobbies{}
	l.come = func(address string) {
		if len(guests) > 0 {
			name := guests[0]
			guests = guests[1:]
			go func() {
				_, err := guestPlays(ctx, address, name)
				came <- err
			}()
		}
	}
	cid := opener{&puppet{}, func() bool { return len(guests) == 0 }}
	c := arena.Config{Map: "yard", Turns: 3, NoTimeout: true,
		Seats: []arena.Seat{{Bot: "builtin:greedy"}, {}, {}, {Bot: "human:cid", Player: cid}}}
	if _, err := play(ctx, c, l); err != nil {
		t.Fatal(err)
	}
	for range cap(came) {
		if err := <-came; err != nil {
			t.Error(err)
		}
	}
	first := "greedy true false, guest1 false false, guest2 false false, cid false true"
	if l.heard[0] != first {
		t.Errorf("at first: %s, expected %s", l.heard[0], first)
	}
	// The second guest and the person arrive only after the first guest was reported.
	if second := l.heard[1]; second != "greedy true false, ann true false, guest2 false false, cid false true" &&
		second != "greedy true false, guest1 false false, ann true false, cid false true" {
		t.Errorf("then: %s", second)
	}
	for _, x := range l.heard {
		if x == "after the beginning" {
			t.Errorf("the sink heard of the lobby when the match had begun: %q", l.heard)
		}
	}
}

// TestLobbyAsHeard: a bot's declared name is reported together with its login, not before. So a missing bot never has
// a name that only a connected bot can have declared.
func TestLobbyAsHeard(t *testing.T) {
	l := &lobbies{come: func(string) {}}
	m := newTestMatch(t, arena.Config{Map: "tiny", Seats: []arena.Seat{{}, {Bot: "builtin:idle"}}}, l)
	if err := m.openPorts(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := m.closePorts(); err != nil {
			t.Error(err)
		}
	}()
	m.waiting[0] = true
	m.tellLobby()
	m.logic.LoggedIn(server.Seat{Index: 0, PlayerID: -1, Nickname: "ann", Role: netorcai.RolePlayer,
		Conn: &listeners.Conn{Seat: listeners.Public}})
	m.tellLobby()
	if err := m.hear(t.Context()); err != nil {
		t.Fatal(err)
	}
	m.tellLobby()
	want := []string{"guest1 false false, idle true false", "ann true false, idle true false"}
	if !slices.Equal(l.heard, want) {
		t.Errorf("heard %q, want %q", l.heard, want)
	}
}

// TestNoLobby: a match that waits for nobody from outside reports no lobby.
func TestNoLobby(t *testing.T) {
	l := &lobbies{come: func(string) {}}
	c := arena.Config{Map: "tiny", Turns: 3, NoTimeout: true, Seats: []arena.Seat{{Bot: "human:ann", Player: &puppet{}}, {Bot: "fakebot idle"}}}
	if _, err := play(t.Context(), c, l); err != nil {
		t.Fatal(err)
	}
	if len(l.heard) > 0 || !l.begun {
		t.Errorf("heard %q, begun %t", l.heard, l.begun)
	}
}
