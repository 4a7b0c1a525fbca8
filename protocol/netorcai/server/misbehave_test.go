package server_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"blastyard/internal/stage"
	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
)

// In each test here, clients misbehave over TCP beside well-behaved ones, which must not be affected.

// goodGame plays a timed game of two good players and a good viewer while spoil runs, and checks that none of them
// was delayed. spoil gets misbehaving clients that have logged in: three players and a viewer. They are returned.
func goodGame(t *testing.T, state int, spoil func(r *running, bad []*raw)) (bad []*raw) {
	t.Helper()
	const turns = 20
	cfg := config()
	cfg.Logic = newFixedLogic(state)
	cfg.NbPlayersMax, cfg.NbVisusMax, cfg.NbTurnsMax = 5, 2, turns
	cfg.CloseTimeout = time.Second
	cfg.WriteTimeout = time.Hour // who waits for a write waits too long
	if state >= 1<<20 {
		cfg.DelayTurns = 2 * server.MinDelay
	}
	r := run(t, cfg)
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
			// On a busy machine a big state may take longer than a turn. A client may then receive fewer turns.
			if seen := light(c.nc, 260); seen < turns/2 {
				t.Errorf("a good client saw %d turns of %d", seen, turns-1)
			}
			_ = c.Close()
		})
	}
	defer time.AfterFunc(patience, r.cancel).Stop()
	r.start()
	spoil(r, bad)
	playing.Wait()
	r.ends()
	return bad
}

func TestClientsThatNeverRead(t *testing.T) {
	// GAME_STARTS and a TURN are larger than the buffers of the connection, so a server that waits for a write would
	// hang.
	state := 4 << 20
	if stage.Raced {
		state = 1 << 20
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	bad := goodGame(t, state, func(_ *running, bad []*raw) {
		for _, c := range bad {
			_ = c.nc.(*net.TCPConn).SetReadBuffer(4 << 10)
		}
	})
	for _, c := range bad {
		_ = c.nc.(*net.TCPConn).SetReadBuffer(8 << 20) // what is on its way comes soon
		for {
			m, err := c.Read(c.r.ctx())
			if _, all := m.(netorcai.GameEnds); all && !stage.Raced {
				t.Error("all was sent: the states are too small for this test")
			}
			if err != nil {
				break
			}
		}
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
		if stage.Raced {
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

// TestClientsThatHoldUnreadInput: clients that send only parts of big messages use up the limit of unread input. The
// one that holds most is kicked, and a complete big message of another client is accepted.
func TestClientsThatHoldUnreadInput(t *testing.T) {
	cfg := config()
	cfg.Logic, cfg.Fast, cfg.MaxUnread = &counting{}, true, 6<<20
	cfg.NbPlayersMax, cfg.NbTurnsMax = 4, 2
	r := run(t, cfg)
	var all []*raw
	for range cfg.NbPlayersMax {
		all = append(all, r.rawLogin(netorcai.RolePlayer))
	}
	r.start()
	for _, c := range all {
		read[netorcai.GameStarts](r, c.Client)
		read[netorcai.Turn](r, c.Client)
	}
	holding, good := all[:3], all[3]
	part := append(header(16<<20-1), bytes.Repeat([]byte(" "), 3<<20)...)
	for _, c := range holding { // each needs a buffer of 4 MiB
		if _, err := c.nc.Write(part); err != nil {
			t.Fatal(err)
		}
	}
	big := `[` + strings.Repeat(`1,`, 1<<18) + `1]`
	r.ack(good.Client, 0, big)
	kicks := make(chan string, len(holding))
	for _, c := range holding {
		go func() {
			_ = c.nc.SetReadDeadline(time.Now().Add(patience))
			for {
				_, err := c.Read(context.Background())
				var kick *netorcai.KickError
				if errors.As(err, &kick) || err != nil {
					kicks <- fmt.Sprint(err)
					return
				}
			}
		}()
	}
	for range 2 {
		if got := <-kicks; got != "netorcai: kicked: Cannot read TURN_ACK. Too much unread input of all clients together" {
			t.Errorf("held input: %s", got)
		}
	}
	for _, c := range holding { // the third one leaves, and the game goes on
		_ = c.nc.Close()
	}
	<-kicks
	if ends := read[netorcai.GameEnds](r, good.Client); string(ends.GameState) != `{"turns":2,"actions":1}` {
		t.Errorf("%s", ends.GameState)
	}
	_ = good.nc.Close()
	r.ends()
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
