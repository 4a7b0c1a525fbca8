package overnetorcai

import (
	"context"
	"errors"
	"net"
	"slices"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/arena/internal/listeners"
	"blastyard/game/match"
	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
)

// TestEndedAfterItsLogin: a bot may take its seat and end before the arena has processed either. It keeps its seat: a
// stand-in would be refused, and the match would be broken off.
func TestEndedAfterItsLogin(t *testing.T) {
	for name, report := range map[string]func(*session) error{
		"its end":      func(m *session) error { return m.exited(t.Context(), 0) },
		"the deadline": func(m *session) error { return m.tooLate(t.Context()) },
	} {
		m := newTestMatch(t, arena.Config{Map: "tiny", Seats: seats("fakebot silent", "builtin:idle")})
		if err := m.openPorts(); err != nil {
			t.Fatal(err)
		}
		if err := m.startProgram(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		m.waiting[0] = true
		m.lobby.add(lobbyEvent{seat: 0, in: true, local: true})
		if err := report(m); err != nil || m.waiting[0] || len(m.replaced) > 0 {
			t.Errorf("%s: %v, waiting %v, replaced %v", name, err, m.waiting, m.replaced)
		}
		if err := m.programs[0].process.Stop(m.times.StopGrace); err != nil {
			t.Error(err)
		}
		if err := m.closePorts(); err != nil {
			t.Error(err)
		}
	}
}

// servedMatch returns a match whose server runs until the test ends.
func servedMatch(ctx context.Context, t *testing.T, c arena.Config) *session {
	t.Helper()
	m := newTestMatch(t, c)
	a := &asker{session: m}
	if err := m.openPorts(); err != nil {
		t.Fatal(err)
	}
	if err := m.serve(ctx); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		err := a.Dismiss(ctx, m.run, errors.New("seen enough"))
		if err != nil && !errors.Is(err, server.ErrLogicFailed) && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	return m
}

// TestLoginAtTheLastMoment: a bot may log in after the decision that it is too late but before its stand-in does,
// which is then refused although other seats are free. When the bot has left, the stand-in takes the seat and the
// match begins.
func TestLoginAtTheLastMoment(t *testing.T) {
	t.Run("all others are there", func(t *testing.T) { loginAtTheLastMoment(t, seats("fakebot silent", "builtin:idle")) })
	t.Run("another is missing", func(t *testing.T) { loginAtTheLastMoment(t, seats("fakebot silent", "builtin:idle", "")) })
}

func loginAtTheLastMoment(t *testing.T, seats []arena.Seat) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	m := servedMatch(ctx, t, arena.Config{Map: "tiny", Seats: seats})
	if err := m.seatAll(ctx); err != nil {
		t.Fatal(err)
	}
	c := come(ctx, t, m, 0, "tester")
	if err := m.replace(ctx, 0, match.Timeout, "too late"); err != nil {
		t.Fatal(err)
	}
	if _, done := m.replaced[0]; done || !m.waiting[0] {
		t.Fatalf("replaced %v, waiting %v, while the bot has its seat", m.replaced, m.waiting)
	}
	if len(seats) > 2 {
		defer come(ctx, t, m, listeners.Public, "ann").Close()
	}
	c.Close()
	for left := false; !left; _, left = m.replaced[0] { // its login may be processed before its end
		if err := m.gather(ctx, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.gather(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if got := m.replaced[0]; got.Reason != match.Disconnected {
		t.Errorf("the bot was replaced: %v, %s", got.Reason, got.Note)
	}
	if err := m.startServer(ctx); err != nil {
		t.Error(err)
	}
}

// TestLeftAtTheStart: a player that leaves when all are present, before the match begins, leaves no empty seat. A
// stand-in takes the seat of a program, and the match waits for another guest.
func TestLeftAtTheStart(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var bob *netorcai.Client
	t.Cleanup(func() { bob.Close() }) // after the match, because the server records who leaves
	m := servedMatch(ctx, t, arena.Config{Map: "yard", Turns: 3, Seats: []arena.Seat{{Bot: "fakebot silent"}, {Bot: "builtin:idle"}, {}}})
	if err := m.seatAll(ctx); err != nil {
		t.Fatal(err)
	}
	program, guest := come(ctx, t, m, 0, "tester"), come(ctx, t, m, listeners.Public, "ann")
	if err := m.gather(ctx, nil); err != nil {
		t.Fatal(err)
	}
	program.Close()
	guest.Close()
	for left := 0; left < 2; {
		if err := ctx.Err(); err != nil {
			t.Fatal("nobody hears that they have left")
		}
		time.Sleep(time.Millisecond)
		m.lobby.mu.Lock()
		left = len(m.lobby.queue)
		m.lobby.mu.Unlock()
	}
	if err := m.startServer(ctx); !errors.Is(err, errMissing) {
		t.Fatalf("the match begins without two of its players: %v", err)
	}
	again := make(chan *netorcai.Client)
	go func() { again <- come(ctx, t, m, listeners.Public, "bob") }()
	if err := m.start(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if err := m.begin(); err != nil {
		t.Fatal(err)
	}
	bob = <-again
	var names []string
	for _, p := range m.run.Players {
		names = append(names, p.Name+" "+string(m.run.Result.Seats[p.Seat].Reason))
	}
	if slices.Sort(names); !slices.Equal(names, []string{"bob finished", "idle finished", "tester disconnected"}) {
		t.Errorf("the match begins with %q", names)
	}
}

// TestShyBots: whenever a bot leaves between its login and the first turn, the match has all its players.
func TestShyBots(t *testing.T) {
	c := arena.Config{Map: "tiny", Turns: 3, NoTimeout: true, Seats: seats("fakebot shy", "fakebot shy", "builtin:idle")}
	p := prepared(t, c)
	for seed := range uint64(30) {
		r, err := p.PlayAs(t.Context(), match.Draws{Seed: seed}, []int{0, 1, 2})
		if err != nil {
			t.Fatal(err)
		}
		for k, s := range r.Seats {
			if gone := k < 2; s.Player != k || len(r.Scores) != 3 || gone != (s.Reason != match.Finished) {
				t.Errorf("seat %d is player %d, %s (%s), of the scores %v", k, s.Player, s.Reason, s.Note, r.Scores)
			}
		}
	}
}

// come logs in at the port of a seat.
func come(ctx context.Context, t *testing.T, m *session, seat int, name string) *netorcai.Client {
	l, err := net.Listen("tcp", loopback+":0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	near, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	far, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	go m.ports.Deliver(seat, far)
	c := netorcai.NewClient(near)
	if err := c.Login(ctx, name, netorcai.RolePlayer); err != nil {
		t.Error(err)
	}
	return c
}

// TestTooLateToBegin: a player is not asked for a turn that the match has played without it.
func TestTooLateToBegin(t *testing.T) {
	h := &herePlayer{turn: -1}
	ended := 0
	end := func() { ended++ }
	if !h.begin(0, end) || ended != 0 {
		t.Error("it cannot begin turn 0")
	}
	if h.missed(3); ended != 1 || h.begin(3, end) || !h.begin(4, end) {
		t.Errorf("a decision was ended %d times; it can begin turn 3: %t, turn 4: %t", ended, h.begin(3, end), h.begin(4, end))
	}
}
