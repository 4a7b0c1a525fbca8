package server_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"blastyard/netorcai"
	"blastyard/netorcai/server"
)

// Each test here has misbehaving clients over TCP beside good ones, and looks whether the good ones play on as if nothing
// were.

// goodGame plays a timer game of two good players and a good viewer while spoil is at work, and checks that nobody of
// them was held up. spoil is given logged-in misbehaving clients: three players and a viewer. It returns how long the
// server needed to end after the game's end.
func goodGame(t *testing.T, state int, spoil func(r *running, bad []*raw)) (ending time.Duration) {
	t.Helper()
	const turns = 20
	cfg := config()
	cfg.Logic = newFixedLogic(state)
	cfg.NbPlayersMax, cfg.NbVisusMax, cfg.NbTurnsMax = 5, 2, turns
	cfg.CloseTimeout = time.Second
	r := run(t, cfg)
	var bad []*raw
	for range 3 {
		bad = append(bad, r.rawLogin(netorcai.RolePlayer))
	}
	bad = append(bad, r.rawLogin(netorcai.RoleVisualization))
	var playing sync.WaitGroup
	for i := range 3 {
		role := netorcai.RolePlayer
		if i == 2 {
			role = netorcai.RoleVisualization
		}
		c := r.rawLogin(role)
		playing.Go(func() {
			// On a busy machine a big state may take longer than a turn: then a client rightly gets fewer.
			if seen := light(c.nc, 260); seen < turns/2 {
				t.Errorf("a good client saw %d turns of %d", seen, turns-1)
			}
			_ = c.Close()
		})
	}
	began := time.Now()
	r.start()
	spoil(r, bad)
	playing.Wait()
	if took, usual := time.Since(began), turns*server.MinDelay; took > usual+4*time.Second {
		t.Errorf("the game took %v, usually %v", took, usual)
	}
	began = time.Now()
	r.ends()
	return time.Since(began)
}

func TestClientsThatNeverRead(t *testing.T) {
	// GAME_STARTS and a TURN are more than the buffers on the way hold: a server that waits for a write would stand still.
	state := 4 << 20
	if raceDetector {
		state = 1 << 20
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	ending := goodGame(t, state, func(_ *running, bad []*raw) {
		for _, c := range bad {
			_ = c.nc.(*net.TCPConn).SetReadBuffer(4 << 10)
		}
	})
	if ending < 800*time.Millisecond && !raceDetector {
		t.Errorf("all was sent %v after the end: the states are too small for this test", ending)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 64<<20 {
		t.Errorf("the heap has grown by %d MB", grown>>20)
	}
}

func TestClientsThatNeverReadButAnswer(t *testing.T) {
	goodGame(t, 1<<20, func(r *running, bad []*raw) {
		for _, c := range bad {
			go func() {
				for turn := range 20 { // a wrong number kicks it, which is as good
					content := fmt.Sprintf(`{"message_type":"TURN_ACK","turn_number":%d,"actions":[]}`, turn)
					_, _ = c.nc.Write(append(header(len(content)), content...))
					time.Sleep(server.MinDelay)
				}
			}()
		}
	})
}

func TestClientsThatReadSlowly(t *testing.T) {
	goodGame(t, 1<<20, func(r *running, bad []*raw) {
		for _, c := range bad {
			go func() {
				buf := make([]byte, 100)
				for {
					if _, err := c.nc.Read(buf); err != nil {
						return
					}
					time.Sleep(5 * time.Millisecond)
				}
			}()
		}
	})
}

func TestClientsThatStallInAFrame(t *testing.T) {
	goodGame(t, 1000, func(_ *running, bad []*raw) {
		for i, c := range bad {
			frame := append(header(500), `{"message_type":"TURN_ACK",`...)
			_, _ = c.nc.Write(frame[:[]int{1, 3, 4, 20}[i]])
		}
	})
}

func TestClientsThatSendGarbage(t *testing.T) {
	goodGame(t, 1000, func(_ *running, bad []*raw) {
		for i, c := range bad {
			garbage := bytes.Repeat([]byte{byte(i + 1), 0, 0, 0, 0xff, '{'}, 10_000)
			go func() { _, _ = c.nc.Write(garbage) }()
		}
	})
}

func TestClientsThatAnnounce16MiB(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	goodGame(t, 1000, func(_ *running, bad []*raw) {
		for _, c := range bad {
			_, _ = c.nc.Write(header(netorcai.MaxSize))
		}
		runtime.ReadMemStats(&after)
	})
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 16<<20 {
		t.Errorf("the heap has grown by %d MB", grown>>20)
	}
}

func TestClientsThatSend16MiB(t *testing.T) {
	for name, filler := range map[string]string{"blanks": " ", "characters of two bytes": "é", "objects": `",{"b":1.0,"a":[2]},"`} {
		t.Run(name, func(t *testing.T) { testBigMessages(t, filler) })
	}
}

func testBigMessages(t *testing.T, filler string) {
	content := `{"message_type":"TURN_ACK","turn_number":0,"actions":["`
	content += strings.Repeat(filler, (netorcai.MaxSize-len(content)-3)/len(filler)) + `"]}`
	frame := append(header(len(content)), content...)
	goodGame(t, 1000, func(r *running, bad []*raw) {
		if raceDetector {
			bad = bad[3:]
		}
		for _, c := range bad {
			go func() {
				for { // wait for the first turn
					m, err := c.Read(r.ctx())
					if _, ok := m.(netorcai.Turn); ok {
						break
					}
					if err != nil {
						return
					}
				}
				_, _ = c.nc.Write(frame)
			}()
		}
	})
}

func TestBigMessageFromOneWhoMayNotSpeak(t *testing.T) {
	r := run(t, config())
	c := r.rawLogin(netorcai.RolePlayer)
	_, _ = c.nc.Write(header(1 << 20))
	if got := r.kicked(c.Client); got != "Received a TURN_ACK but the client state is not THINKING" {
		t.Errorf("kicked with %q", got)
	}
}

func TestClientsThatFlood(t *testing.T) {
	flood := func(content string) []byte {
		return bytes.Repeat(append(header(len(content)), content...), 5000)
	}
	floods := [][]byte{
		flood(`{"message_type":"TURN_ACK","turn_number":0,"actions":[]}`),
		flood(`{"message_type":"TURN_ACK","turn_number":-1,"actions":[]}`),
		flood(``),
		bytes.Repeat([]byte("flood"), 100_000),
	}
	goodGame(t, 1000, func(_ *running, bad []*raw) {
		for i, c := range bad {
			go func() {
				for range 20 {
					if _, err := c.nc.Write(floods[i]); err != nil {
						return
					}
				}
			}()
		}
	})
}

func TestConnectionsThatDoNotLogIn(t *testing.T) {
	cfg := config()
	cfg.LoginTimeout = 200 * time.Millisecond
	r := run(t, cfg)
	for _, said := range []string{"", "\x40", "\x40\x00\x00\x00", "\x40\x00\x00\x00{"} {
		c := r.raw()
		_, _ = c.nc.Write([]byte(said))
		if got := r.kicked(c.Client); !strings.HasPrefix(got, "Invalid first message: No LOGIN received within") {
			t.Errorf("kicked with %q", got)
		}
		if _, err := c.nc.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
			t.Errorf("after the KICK: %v", err)
		}
	}
	slow := r.raw() // an octet now and then is no excuse
	began := time.Now()
	go func() {
		_, _ = slow.nc.Write(header(1000))
		for {
			if _, err := slow.nc.Write([]byte(" ")); err != nil {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
	}()
	r.kicked(slow.Client)
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("kicked after %v", took)
	}
	_ = slow.Close()
	r.login("good", netorcai.RolePlayer) // a login made in time has no deadline afterwards
	c := r.login("visu", netorcai.RoleVisualization)
	time.Sleep(2 * cfg.LoginTimeout)
	r.s.Abort("over")
	if got := r.kicked(c); got != "netorcai abort" {
		t.Errorf("kicked with %q", got)
	}
}

// Connections that say nothing keep nobody out: the oldest of them goes.
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

// Clients are let in in the order in which they came, even if the server gets to hear of all of them at once.
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

// What a client has not read when the server is gone, it can still read: the server does not wait for it to close, and
// what it goes on sending does not take it away.
func TestNothingIsLostAfterTheServerIsGone(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems do not tell what a client's machine has")
	}
	cfg := config()
	cfg.Logic, cfg.Fast, cfg.NbTurnsMax, cfg.CloseTimeout = newFixedLogic(10_000), true, 2, time.Hour
	r := run(t, cfg)
	reads, silent := r.rawLogin(netorcai.RolePlayer), r.rawLogin(netorcai.RoleVisualization)
	r.start()
	read[netorcai.GameStarts](r, reads.Client)
	read[netorcai.Turn](r, reads.Client)
	r.ack(reads.Client, 0, "[]")
	r.ends() // nobody has closed or read the end
	for _, c := range []*raw{reads, silent} {
		for range 3 { // what is answered by a reset, at the latest the second time
			_ = c.SendTurnAck(r.ctx(), 0, nil)
		}
		for {
			m, err := c.Read(r.ctx())
			if errors.Is(err, netorcai.ErrKicked) {
				break
			}
			if err != nil {
				t.Fatalf("%#v, %v before the KICK", m, err)
			}
		}
	}
}

// A client that stops reading in the middle of what it is sent is given up after WriteTimeout.
func TestWriteTimeout(t *testing.T) {
	cfg := config()
	cfg.Logic, cfg.WriteTimeout = newFixedLogic(12<<20), 200*time.Millisecond
	cfg.Fast, cfg.CloseTimeout = true, time.Second
	left := make(chan string, 1)
	cfg.Observer = leaving{left: left}
	r := run(t, cfg)
	r.rawLogin(netorcai.RolePlayer)
	r.start()
	select {
	case reason := <-left:
		if !strings.HasPrefix(reason, "Cannot read TURN_ACK. Remote endpoint closed? Write error: ") {
			t.Errorf("left with %q", reason)
		}
	case <-time.After(patience):
		t.Fatal("still there")
	}
}

// What was sent last is read even by a client that reads it late and slowly, and goes on sending meanwhile.
func TestNothingIsLostAtTheEnd(t *testing.T) {
	cfg := config()
	cfg.Logic, cfg.Fast, cfg.NbTurnsMax = newFixedLogic(2<<20), true, 2
	r := run(t, cfg)
	c := r.rawLogin(netorcai.RolePlayer)
	slow := r.rawLogin(netorcai.RoleVisualization)
	r.start()
	read[netorcai.GameStarts](r, c.Client)
	read[netorcai.Turn](r, c.Client)
	r.ack(c.Client, 0, "[]")
	time.Sleep(500 * time.Millisecond)
	if ends := read[netorcai.GameEnds](r, c.Client); len(ends.GameState) < 2<<20-100 {
		t.Errorf("a state of %d octets", len(ends.GameState))
	}
	if got := r.kicked(c.Client); got != netorcai.GameFinished {
		t.Errorf("kicked with %q", got)
	}
	r.ack(slow.Client, 0, "[]") // nobody reads it any more
	read[netorcai.GameStarts](r, slow.Client)
	read[netorcai.Turn](r, slow.Client)
	read[netorcai.GameEnds](r, slow.Client)
	if got := r.kicked(slow.Client); got != netorcai.GameFinished {
		t.Errorf("kicked with %q", got)
	}
	_ = c.Close()
	_ = slow.Close()
	r.ends()
}

func TestServerEndsSoon(t *testing.T) {
	for _, aborted := range []bool{false, true} {
		cfg := config()
		cfg.Logic, cfg.Fast, cfg.NbTurnsMax = &counting{}, true, 1
		r := run(t, cfg)
		r.rawLogin(netorcai.RolePlayer) // does not close, does not read
		r.raw()
		began := time.Now()
		if aborted {
			r.s.Abort("test")
		} else {
			r.start()
		}
		if r.wait(); time.Since(began) > 3*time.Second {
			t.Errorf("aborted %v: the server needed %v to end", aborted, time.Since(began))
		}
	}
}

// A game that has ended waits for slow readers; the end of the context cuts that short.
func TestContextCutsTheEndShort(t *testing.T) {
	cfg := config()
	cfg.Logic, cfg.Fast, cfg.NbTurnsMax, cfg.CloseTimeout = newFixedLogic(12<<20), true, 1, time.Hour
	ended := make(chan bool)
	cfg.Observer = ending{ended: ended}
	r := run(t, cfg)
	r.rawLogin(netorcai.RolePlayer)
	r.start()
	<-ended
	time.Sleep(50 * time.Millisecond)
	r.cancel()
	if r.wait(); r.err != nil {
		t.Errorf("Serve: %v", r.err)
	}
}

type ending struct {
	server.NopObserver
	ended chan bool
}

func (e ending) Ended(int, []byte) { close(e.ended) }
