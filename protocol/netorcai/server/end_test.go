package server_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
)

// TestNothingIsLostAfterTheServerIsGone: what a client has not read when the server has ended can still be read. The
// server does not wait for the client to close, and what the client still sends does no harm.
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
	r.ends() // no client has closed or read the end
	for _, c := range []*raw{reads, silent} {
		for range 3 { // a reset answers at the second message at the latest
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

// TestWriteTimeout: a client that stops reading in the middle of a message is disconnected after WriteTimeout.
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

// TestNothingIsLostAtTheEnd: even a client that reads late and slowly, and still sends, receives what was sent last.
func TestNothingIsLostAtTheEnd(t *testing.T) {
	cfg := config()
	cfg.Logic, cfg.Fast, cfg.NbTurnsMax, cfg.CloseTimeout = newFixedLogic(2<<20), true, 2, patience
	ended := make(chan bool)
	cfg.Observer = ending{ended: ended}
	r := run(t, cfg)
	c := r.rawLogin(netorcai.RolePlayer)
	slow := r.rawLogin(netorcai.RoleVisualization)
	r.start()
	read[netorcai.GameStarts](r, c.Client)
	read[netorcai.Turn](r, c.Client)
	r.ack(c.Client, 0, "[]")
	<-ended
	if ends := read[netorcai.GameEnds](r, c.Client); len(ends.GameState) < 2<<20-100 {
		t.Errorf("a state of %d bytes", len(ends.GameState))
	}
	if got := r.kicked(c.Client); got != netorcai.GameFinished {
		t.Errorf("kicked with %q", got)
	}
	r.ack(slow.Client, 0, "[]") // it is not read any more
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
		cfg.Logic, cfg.Fast, cfg.NbTurnsMax, cfg.CloseTimeout = &counting{}, true, 1, time.Hour
		r := run(t, cfg)
		r.rawLogin(netorcai.RolePlayer) // neither closes nor reads
		r.raw()
		if aborted {
			r.s.Abort("test")
		} else {
			r.start()
		}
		r.wait()
	}
}

// TestContextCutsTheEndShort: after the end of a game the server waits for slow readers, unless the context ends.
func TestContextCutsTheEndShort(t *testing.T) {
	cfg := config()
	cfg.Logic, cfg.Fast, cfg.NbTurnsMax, cfg.CloseTimeout = newFixedLogic(12<<20), true, 1, time.Hour
	ended := make(chan bool)
	cfg.Observer = ending{ended: ended}
	r := run(t, cfg)
	r.rawLogin(netorcai.RolePlayer)
	r.start()
	<-ended
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
