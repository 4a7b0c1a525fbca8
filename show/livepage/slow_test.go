package livepage_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"blastyard"
	"blastyard/arena"
	"blastyard/show/live"
	"blastyard/show/livepage"
)

// slowRate is the speed of a slow reader in bytes per second.
const slowRate = 25_000

// paced reads from a connection at slowRate, and counts bytes.
type paced struct {
	net.Conn
	read int
}

func (p *paced) Read(b []byte) (int, error) {
	b = b[:min(len(b), slowRate/20)]
	time.Sleep(time.Duration(len(b)) * time.Second / slowRate)
	n, err := p.Conn.Read(b)
	p.read += n
	return n, err
}

// TestSlowReaderIsNotFarBehind: a reader that takes 25 kB/s from a match on 415 cells is never further behind than
// one second. So what is in transit at the end of the match, and the last frame and the end, fit into one second.
func TestSlowReaderIsNotFarBehind(t *testing.T) {
	page, err := live.Open(live.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	begun, ended := make(chan string, 1), make(chan error, 1)
	c := arena.Config{Map: "arena4", Players: 4, Turns: 250, Seed: 3, Pause: arena.Duration(20 * time.Millisecond)}
	sink := livepage.New(page, livepage.Options{Begun: func(m *live.Match) { begun <- m.ID() }})
	go func() {
		_, err := blastyard.Play(ctx, c, sink)
		ended <- err
	}()
	id := <-begun
	conn, err := net.Dial("tcp", page.Addr.String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	slow := &paced{Conn: conn}
	fmt.Fprintf(conn, "GET /api/matches/%s/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", id)
	answer, err := http.ReadResponse(bufio.NewReaderSize(slow, 512), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	events := bufio.NewReaderSize(answer.Body, 512)
	turns, atEnd := 0, 0
	for {
		line, err := events.ReadString('\n')
		if err != nil {
			t.Fatalf("after %d turns: %v", turns, err)
		}
		if atEnd == 0 {
			select {
			case err := <-ended:
				if err != nil {
					t.Fatal(err)
				}
				atEnd = slow.read
			default:
			}
		}
		switch strings.TrimSpace(line) {
		case "event: turn":
			turns++
			continue
		case "event: end":
		default:
			continue
		}
		break
	}
	if behind := slow.read - atEnd; atEnd > 0 && behind > slowRate {
		t.Errorf("when the match had ended, %d bytes came before the end, expected %d at most", behind, slowRate)
	}
	if turns == 250 {
		t.Error("no turn was skipped: the reader was not slow")
	}
	t.Logf("%d of 250 turns seen, %d bytes behind at the end", turns, slow.read-atEnd)
}
