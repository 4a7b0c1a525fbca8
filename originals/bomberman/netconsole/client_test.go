package netconsole

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"blastyard/rules/bomberman"
)

// foreignHost is a host for one player. The test determines every byte of it.
type foreignHost struct {
	t             *testing.T
	registrations net.Listener
}

func newForeignHost(t *testing.T) *foreignHost {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	return &foreignHost{t, ln}
}

// accept waits for the next connection to a port.
func (f *foreignHost) accept(ln net.Listener) *peer {
	conn, err := ln.Accept()
	if err != nil {
		f.t.Error(err)
		return nil
	}
	f.t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(soon))
	return &peer{f.t, conn, NewDecoder(conn, 1000)}
}

// TestForeignHost: a host that opens the player's port late, splits messages anywhere, sends several at once, leaves
// the rest of its buffers between them, and asks again without need.
func TestForeignHost(t *testing.T) {
	f := newForeignHost(t)
	sent := make(chan string, 1)
	go func() {
		defer close(sent)
		door := f.accept(f.registrations)
		name, err := door.d.Next()
		if err != nil || name != (Message{RegisterPlayer, "Ann|1"}) {
			t.Errorf("the registration is %v, %v", name, err)
		}
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Error(err)
			return
		}
		defer ln.Close()
		door.send(Message{RegistrationPort, " " + strconv.Itoa(ln.Addr().(*net.TCPAddr).Port) + "\r\n\x00"})
		p := f.accept(ln)
		all := encode(t, Message{PlayerRegistered, "A"}, Message{GameMap, "map one"})
		all = append(all, utf16le("\x00\x00\x00\ufeff9|what?<no message at all<")...)
		all = append(all, encode(t, Message{CommandFailed, "a|b"}, Message{GameMap, "map two"})...)
		for len(all) > 0 { // 7 octets are never whole characters
			n := min(7, len(all))
			if _, err := p.conn.Write(all[:n]); err != nil {
				t.Error(err)
			}
			all = all[n:]
			time.Sleep(time.Millisecond)
		}
		first, err := p.d.Next()
		if err != nil {
			t.Error(err)
		}
		p.send(Message{Killed, "boom"}, Message{GameMap, "map three"}, Message{GameComplete, "over"})
		rest, _ := io.ReadAll(p.conn)
		sent <- first.String() + " " + strconv.Itoa(len(rest))
	}()
	c, err := Join(t.Context(), f.registrations.Addr().String(), "Ann|1")
	if err != nil {
		t.Fatal(err)
	}
	in, typist := io.Pipe()
	var out bytes.Buffer
	shown := &telling{to: &out, what: "map two\n? ", told: make(chan struct{})}
	go func() {
		<-shown.told // both maps are there
		io.WriteString(typist, "d\n")
	}()
	if err := c.Play(t.Context(), in, shown, "? "); err != nil {
		t.Error(err)
	}
	typist.Close()
	// Nothing is typed at the first prompt; Enter ends the line of the second.
	want := "The game begins. You are player A\nmap one\n? \nFailed: a|b\nmap two\n? You are dead.\nboom\nmap three\nover\n"
	if out.String() != want {
		t.Errorf("shown was\n%s\nwant\n%s", out.String(), want)
	}
	if got := <-sent; got != "3|d 0" {
		t.Errorf("sent was %q, want one d", got)
	}
}

// A telling writer reports when its output ends with a text.
type telling struct {
	to   *bytes.Buffer
	what string
	told chan struct{}
	once sync.Once
}

func (w *telling) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	if strings.HasSuffix(w.to.String(), w.what) {
		w.once.Do(func() { close(w.told) })
	}
	return n, err
}

// TestPlay: two players with lines of text play the game that the rules give.
func TestPlay(t *testing.T) {
	s := script{[]byte("dnwzsn"), []byte("nnnznn")}
	st := newStage(t, Config{Seed: 5, AutoStart: 2})
	var outs [2]bytes.Buffer
	errs := make(chan error)
	for k, in := range []string{"d\nW\nw\r\nz\nz" + strings.Repeat("z", 10000) + "\n\nn", "n\n<\n s\nz\n"} {
		c, err := Join(t.Context(), st.Addr().String(), []string{"Ann", "Bob"}[k])
		if err != nil {
			t.Fatal(err)
		}
		go func() { errs <- c.Play(t.Context(), strings.NewReader(in), &outs[k], "") }()
		st.logged([]string{"Ann, has come", "Bob, has come"}[k])
	}
	for range outs {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	result := st.finished()
	// After their lines both do nothing, and Bob stays on his bomb.
	for k := range s {
		s[k] = append(s[k], strings.Repeat("n", 500)...)
	}
	s[0][3], s[0][4] = 'z', 'n'
	messages, final := playDirectly(t, []string{"Ann", "Bob"}, 5, s)
	if result.Final.Round() != final.Round() {
		t.Errorf("%d rounds, want %d", result.Final.Round(), final.Round())
	}
	for k := range messages {
		last := messages[k][len(messages[k])-1].Text
		if !strings.HasSuffix(outs[k].String(), last) || strings.Count(outs[k].String(), "Map Width") != final.Round()+1 {
			t.Errorf("player %d was shown\n%s\nwant at the end\n%s", k, outs[k].String(), last)
		}
	}
}

// TestTheEndOfTheHostIsShown: a dead player sees the end of the host too, and so does one at the prompt.
func TestTheEndOfTheHostIsShown(t *testing.T) {
	f := newForeignHost(t)
	port := f.registrations.Addr().(*net.TCPAddr).Port
	go func() {
		f.accept(f.registrations).send(Message{RegistrationPort, strconv.Itoa(port)})
		p := f.accept(f.registrations)
		p.send(Message{PlayerRegistered, "A"}, Message{Killed, ""}, Message{GameMap, "map"})
		p.conn.Close()
	}()
	c, err := Join(t.Context(), f.registrations.Addr().String(), "Ann")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := c.Play(t.Context(), strings.NewReader(""), &out, "? "); !errors.Is(err, ErrLost) {
		t.Error(err)
	}
	if want := "The game begins. You are player A\nYou are dead.\nmap\nThe host has gone. The game ends here.\n"; out.String() != want {
		t.Errorf("shown was\n%s\nwant\n%s", out.String(), want)
	}
}

func TestHostLeaves(t *testing.T) {
	f := newForeignHost(t)
	port := f.registrations.Addr().(*net.TCPAddr).Port
	go func() {
		f.accept(f.registrations).send(Message{RegistrationPort, strconv.Itoa(port)})
		f.accept(f.registrations).conn.Close()
	}()
	c, err := Join(t.Context(), f.registrations.Addr().String(), "Ann")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Play(t.Context(), strings.NewReader(""), io.Discard, ""); !errors.Is(err, ErrLost) {
		t.Errorf("the host has left: %v", err)
	}
}

func TestPlayEndsWithItsContext(t *testing.T) {
	st := newStage(t, Config{})
	c, err := Join(t.Context(), st.Addr().String(), "Ann")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := c.Play(ctx, strings.NewReader(""), io.Discard, ""); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestWhatCannotJoin(t *testing.T) {
	f := newForeignHost(t)
	address := f.registrations.Addr().String()
	for _, c := range []struct {
		answer []Message
		want   string
	}{
		{[]Message{{CommandFailed, "no room"}}, "the host refuses: no room"},
		{[]Message{{RegistrationPort, "70000"}}, `the host gives port "70000", expected 1 to 65535`},
		{[]Message{{GameMap, "?"}, {RegistrationPort, "twenty"}}, `the host gives port "twenty", expected 1 to 65535`},
		{nil, "registering: netconsole: the connection to the host is lost: the other side has closed it"},
	} {
		go func() {
			p := f.accept(f.registrations)
			p.d.Next()
			p.send(c.answer...)
			p.conn.Close()
		}()
		if _, err := Join(t.Context(), address, "Ann"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
	if _, err := Join(t.Context(), address, "a<b"); !errors.Is(err, ErrEndMark) {
		t.Errorf("a name with the end mark: %v", err)
	}
	f.registrations.Close()
	if _, err := Join(t.Context(), address, "Ann"); err == nil || !strings.Contains(err.Error(), address) {
		t.Errorf("no host: %v", err)
	}
}

// TestSilentHost: a registration without an answer ends with its context.
func TestSilentHost(t *testing.T) {
	f := newForeignHost(t)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := Join(ctx, f.registrations.Addr().String(), "Ann"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestPrintable(t *testing.T) {
	if got, want := printable("a\tb\r\nc\x1b[2Jd\u202e\r\n"), "a\tb\nc\ufffd[2Jd\ufffd"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if DefaultPort != 19010 || DefaultPlayerPort != 20000 || bomberman.MaxPlayers != 12 {
		t.Error("the original's ports and number of players have changed")
	}
}
