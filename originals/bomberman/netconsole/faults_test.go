package netconsole

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"blastyard/rules/bomberman"
)

func TestSilentConnectionIsClosed(t *testing.T) {
	st := newStage(t, Config{RegisterTime: 50 * time.Millisecond})
	p := st.dial()
	p.conn.Write([]byte{'5', 0, '|'}) // a message that never ends
	p.closed()
	st.logged("has not registered: it was silent for too long")
}

func TestGarbageAtTheDoor(t *testing.T) {
	for _, c := range []struct{ name, sent, logged string }{
		{"a browser", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", `has not registered: bad message: it begins with`},
		{"another message", string(utf16le("3|w<")), `its type is 3, expected 5, a player's registration`},
		{"a long name", string(utf16le("5|" + strings.Repeat("long", 100))), `is longer than 256 characters, "longlonglonglonglong"…`},
	} {
		st := newStage(t, Config{})
		p := st.dial()
		p.conn.Write([]byte(c.sent))
		p.closed()
		st.logged(c.logged)
	}
}

func TestRefusedNames(t *testing.T) {
	st := newStage(t, Config{})
	st.join("Ann")
	p := st.dial()
	for _, c := range []struct{ name, want string }{
		{"Ann", `the name "Ann" is taken, and its player is connected`},
		{" Ann\r\n", `the name "Ann" is taken, and its player is connected`},
		{" ", "the name has 0 characters, expected 1 to 64"},
		{strings.Repeat("ä", 65), "the name has 65 characters, expected 1 to 64"},
		{"a\x1b[2Jb", `the name "a\x1b[2Jb" has unprintable characters`},
		{"a\nb", `the name "a\nb" has unprintable characters`},
	} {
		p.send(Message{RegisterPlayer, c.name})
		if got := p.receive(CommandFailed); got != c.want {
			t.Errorf("%q: %q, want %q", c.name, got, c.want)
		}
	}
	p.send(Message{RegisterPlayer, "Bob"})
	p.receive(RegistrationPort)
}

func TestNumbersOfPlayers(t *testing.T) {
	st := newStage(t, Config{})
	first := st.join("Player 1")
	if err := st.Start(); err == nil || err.Error() != "1 player connected, expected 2 to 12" {
		t.Errorf("starting with one player: %v", err)
	}
	for i := 2; i <= 12; i++ {
		st.join(fmt.Sprintf("Player %d", i))
	}
	p := st.dial()
	p.send(Message{RegisterPlayer, "Player 13"})
	if got := p.receive(CommandFailed); got != "there are 12 players, no more can play" {
		t.Errorf("the 13th is told %q", got)
	}
	first.conn.Close() // before the start its place is free for others
	st.logged("player 1, Player 1, has left")
	if p = st.join("Player 13"); t.Failed() {
		return
	}
	st.start()
	if key := p.receive(PlayerRegistered); key != "A" {
		t.Errorf("in the first place is player %s", key)
	}
	if err := st.Start(); err == nil || err.Error() != "the game has begun" {
		t.Errorf("starting again: %v", err)
	}
	p = st.dial()
	p.send(Message{RegisterPlayer, "late"})
	if got := p.receive(CommandFailed); got != `the game has begun, without "late"` {
		t.Errorf("the one who is late is told %q", got)
	}
}

// TestStrangerAtAPlayersPort: only a registered player is admitted, and only once.
func TestStrangerAtAPlayersPort(t *testing.T) {
	st := newStage(t, Config{RegisterTime: soon})
	before := time.Now()
	port := st.register("Ann")
	st.call(func() {
		s := st.seats[0]
		if s.expected.Before(before.Add(soon)) || s.expected.After(time.Now().Add(soon)) {
			t.Errorf("Ann is expected until %v, registered after %v", s.expected, before)
		}
		s.expected = before // her time has passed
	})
	late := dial(t, port)
	if got, want := late.receive(CommandFailed), fmt.Sprintf("port %d is for who has just registered", port); got != want {
		t.Errorf("too late: %q, want %q", got, want)
	}
	late.closed()
	if again := st.register("Bob"); again != port {
		t.Errorf("the free place has port %d, want %d", again, port)
	}
	st.join("Bob")
	stranger := dial(t, port)
	if got, want := stranger.receive(CommandFailed), fmt.Sprintf("port %d is Bob's, who is connected", port); got != want {
		t.Errorf("a stranger: %q, want %q", got, want)
	}
	stranger.closed()
}

// TestRegisteredAndGone: a player who registers and does not connect in time loses its seat, and the log says so.
func TestRegisteredAndGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lines []string
		h := &Host{cfg: Config{Log: func(line string) { lines = append(lines, line) }}.withDefaults(), inbox: make(chan func()),
			done: make(chan struct{})}
		go func() {
			for f := range h.inbox {
				f()
			}
		}()
		s := &seat{host: h, number: 1, name: "Ann", port: 20001, expected: time.Now().Add(h.cfg.RegisterTime)}
		s.awaited(s.expected)
		time.Sleep(time.Minute)
		want := []string{"waiting for player 1, Ann, to connect to port 20001: after 10s its seat is free again",
			"player 1, Ann, has registered and not connected to port 20001 within 10s: its seat is free"}
		h.call(func() {
			if !slices.Equal(lines, want) || s.name != "" {
				t.Errorf("%q; the seat is %q's", lines, s.name)
			}
		})
		close(h.inbox)
	})
}

// TestDropAndReturn: a disconnected player does nothing, and returns by its name to its port and the current map.
func TestDropAndReturn(t *testing.T) {
	st := newStage(t, Config{Seed: 5, AutoStart: 2})
	a := st.join("Ann")
	port := st.register("Bob")
	b := dial(t, port)
	b.until(GameMap, "Round: 0")
	b.conn.Close()
	st.logged("round 0: Bob has dropped: the other side has closed it")
	a.send(Message{Command, "n"}, Message{Command, "n"})
	a.until(GameMap, "Round: 2")
	if again := st.register("Bob"); again != port {
		t.Errorf("on return the port is %d, want %d", again, port)
	}
	b = dial(t, port)
	if key := b.receive(PlayerRegistered); key != "B" {
		t.Errorf("on return Bob is player %s", key)
	}
	if text := b.receive(GameMap); !strings.Contains(text, "Current Round: 2,") || !strings.Contains(text, "Player Name: Bob") {
		t.Errorf("on return the map is\n%s", text)
	}
	// The round waits for Bob again.
	a.send(Message{Command, "n"})
	b.send(Message{Command, "z"})
	b.receive(GameMap)
	a.until(GameMap, "Bombs: {x:20,y:20,fuse:4,radius:1}")
	st.stop()
	if text := b.until(GameComplete, ""); text != "The host has ended the game" {
		t.Errorf("at the end Bob is told %q", text)
	}
}

// TestDeadReturn: a dead player who returns is told so and watches.
func TestDeadReturn(t *testing.T) {
	st := newStage(t, Config{Seed: 5, AutoStart: 3})
	a, b := st.join("Ann"), st.join("Bob")
	c := st.join("Cleo")
	for range 6 {
		a.send(Message{Command, "n"})
		b.send(Message{Command, "n"})
	}
	c.send(Message{Command, "z"}, Message{Command, "n"}, Message{Command, "n"}, Message{Command, "n"}, Message{Command, "n"})
	c.until(Killed, "Cleo was killed in round 4")
	c.conn.Close()
	st.logged("Cleo has dropped")
	c = st.join("Cleo")
	c.receive(PlayerRegistered)
	c.receive(Killed)
	c.receive(GameMap)
	c.send(Message{Command, "w"}) // has no effect
	a.send(Message{Command, "n"})
	b.send(Message{Command, "n"})
	c.receive(GameMap)
}

// TestEveryoneDrops: the game waits for a player to return, and finally continues without players.
func TestEveryoneDrops(t *testing.T) {
	st := newStage(t, Config{AutoStart: 2, ReturnTime: time.Hour})
	a, b := st.join("Ann"), st.join("Bob")
	a.until(GameMap, "Round: 0")
	b.conn.Close()
	st.logged("Bob has dropped")
	a.conn.Close()
	st.logged("the game waits 1h0m0s for one of them to come back")
	a = st.join("Ann")
	a.until(GameMap, "Round: 1")
	a.send(Message{Command, "n"})
	a.until(GameMap, "Round: 2")
	st.call(func() { st.cfg.ReturnTime = time.Millisecond })
	a.conn.Close()
	if r := st.finished(); r.Final.Round() != 442 {
		t.Errorf("the game ends after %d rounds, want all 442", r.Final.Round())
	}
	st.logged("nobody has come back")
}

func TestEndBeforeTheStart(t *testing.T) {
	st := newStage(t, Config{})
	a := st.join("Ann")
	st.stop()
	<-st.ended
	if !errors.Is(st.err, context.Canceled) {
		t.Errorf("the host ends with %v", st.err)
	}
	if text := a.receive(GameComplete); text != "The host has ended the game" {
		t.Errorf("Ann is told %q", text)
	}
	if err := st.Start(); err == nil || err.Error() != "the host has ended" {
		t.Errorf("starting then: %v", err)
	}
}

func TestPortsOfPlayers(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	port := taken.Addr().(*net.TCPAddr).Port
	st := newStage(t, Config{PlayerPort: min(port-1, 65535-bomberman.MaxPlayers)})
	first := st.register("Ann")
	second := st.register("Bob")
	if first == port || first == 0 || second == first {
		t.Errorf("the ports are %d and %d; %d is taken", first, second, port)
	}
	if port-1 <= 65535-bomberman.MaxPlayers {
		st.logged("player 1 gets another port: ")
	}
	address := st.Addr().String()
	if _, err := Listen(t.Context(), Config{Address: address, Settings: bomberman.DefaultSettings()}); err == nil || !strings.Contains(err.Error(), address) {
		t.Errorf("listening on a taken port: %v", err)
	}
}

func TestBadConfig(t *testing.T) {
	for _, c := range []struct {
		change func(*Config)
		want   string
	}{
		{func(c *Config) { c.PlayerPort = 65524 }, "PlayerPort is 65524, expected 0 to 65523"},
		{func(c *Config) { c.AutoStart = 1 }, "AutoStart is 1, expected 0 or 2 to 12"},
		{func(c *Config) { c.AutoStart = 13 }, "AutoStart is 13, expected 0 or 2 to 12"},
		{func(c *Config) { c.TurnTime = -1 }, "TurnTime is -1ns, expected 0s or more"},
		{func(c *Config) { c.Settings.BombBag = 0 }, "BombBag is 0, expected 1 to 100"},
	} {
		cfg := Config{Address: "127.0.0.1:0", Settings: bomberman.DefaultSettings()}
		c.change(&cfg)
		if _, err := Listen(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}

// hasty is a connection whose write deadline has always passed.
type hasty struct{ net.Conn }

func (c hasty) SetWriteDeadline(time.Time) error { return c.Conn.SetWriteDeadline(time.Now()) }

// TestNeverReading: a client that reads nothing is disconnected, and delays nobody.
func TestNeverReading(t *testing.T) {
	st := newStage(t, Config{AutoStart: 3})
	a, b := st.join("Ann"), st.join("Bob")
	st.register("Stone")
	ours, theirs := net.Pipe() // takes nothing, unlike a socket
	defer theirs.Close()
	var stone *seat
	st.call(func() { stone = st.seats[2] })
	st.running.Go(func() { stone.serve(hasty{ours}) })
	st.logged("Stone has dropped")
	for range 10 {
		a.send(Message{Command, "n"})
		b.send(Message{Command, "n"})
	}
	a.until(GameMap, "Round: 10")
}

// TestFullQueue: a player who is far behind misses maps. If a message that must not be lost does not fit, it is
// disconnected.
func TestFullQueue(t *testing.T) {
	ours, theirs := net.Pipe()
	defer theirs.Close()
	h := &Host{cfg: Config{}.withDefaults()}
	s := &seat{host: h, name: "Stone", link: &link{conn: ours, out: make(chan outgoing, maxQueue)}}
	for range 2 * maxQueue {
		s.send(prepare(Message{GameMap, "map"}))
	}
	for range maxQueue - maxMaps {
		s.send(prepare(Message{Killed, ""}))
	}
	if s.link == nil || len(s.link.out) != maxQueue {
		t.Fatal("dropped for missing maps, or maps took the room of other messages")
	}
	s.send(prepare(Message{Killed, ""}))
	if s.link != nil {
		t.Error("not dropped for missing another message")
	}
	if _, err := ours.Write([]byte("x")); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("the connection is not closed: %v", err)
	}
}
