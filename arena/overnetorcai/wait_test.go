package overnetorcai

import (
	"context"
	"encoding/binary"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/internal/english"
	"blastyard/protocol/netorcai"
)

// awaits is the address at which a match waits for so many bots, if a note says that.
func awaits(n arena.Note, bots int) (address string, is bool) {
	_, rest, is := strings.Cut(n.Text, "waiting for "+english.Count(bots, "bot")+" on ")
	address, _, _ = strings.Cut(rest, ", since ")
	return address, is
}

// TestWaitingTellsWhoComesAndGoes: while a match waits for bots that connect by themselves, notes say who joined, who
// was refused and why, and who left again.
func TestWaitingTellsWhoComesAndGoes(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	addresses, news := make(chan string, 1), make(chan string, 100)
	h := heard{onNote: func(n arena.Note) {
		if address, ok := awaits(n, 2); ok {
			addresses <- address
		}
		news <- n.Text
	}}
	played := make(chan error, 1)
	go func() {
		_, err := play(ctx, arena.Config{Map: "tiny", Seats: []arena.Seat{{}, {}}, Turns: 3, NoTimeout: true}, &h)
		played <- err
	}()
	var address string
	select {
	case address = <-addresses:
	case err := <-played:
		t.Fatalf("nobody is waited for: %v", err)
	}
	// expect waits for a line that contains all parts.
	expect := func(parts ...string) {
		t.Helper()
		var seen []string
		for {
			select {
			case line := <-news:
				seen = append(seen, line)
				missing := ""
				for _, p := range parts {
					if !strings.Contains(line, p) {
						missing = p
					}
				}
				if missing == "" {
					return
				}
			case <-ctx.Done():
				t.Fatalf("no line with %q in %q", parts, seen)
			}
		}
	}
	raw := func(message string) {
		t.Helper()
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := c.Write(append(binary.LittleEndian.AppendUint32(nil, uint32(len(message))), message...)); err != nil {
			t.Fatal(err)
		}
		c.SetReadDeadline(time.Now().Add(time.Minute))
		c.Read(make([]byte, 1)) // the server's answer
	}
	login := func(version, name string) string {
		return fmt.Sprintf(`{"message_type":"LOGIN","nickname":%q,"role":"player","metaprotocol_version":%q}`, name, version)
	}
	raw(login("1.0.0", "old"))
	expect("127.0.0.1:", "not let in: ", "Metaprotocol version mismatch", "'1.0.0'")
	raw(login("2.0.0", "a b"))
	expect("127.0.0.1:", "not let in: ", "Invalid nickname")
	raw("hello")
	expect("127.0.0.1:", "not let in: ")

	c, err := netorcai.Dial(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Login(ctx, "shy", netorcai.RolePlayer); err != nil {
		t.Fatal(err)
	}
	expect("shy joins, from 127.0.0.1:")
	c.Close()
	expect("shy has left again before the start")

	ended := make(chan error, 2)
	for _, name := range []string{"ann", "bob"} {
		go func() {
			_, err := guestPlays(ctx, address, name)
			ended <- err
		}()
	}
	for range 2 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	if err := <-played; err != nil {
		t.Error(err)
	}
}
