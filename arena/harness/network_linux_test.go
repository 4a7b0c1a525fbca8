package harness

import (
	"net"
	"testing"
	"time"
)

// TestConnectionBeforeStart: if a bot connects before the arena knows that it runs, as on a loaded machine, the arena
// still receives the start first and then the connection.
func TestConnectionBeforeStart(t *testing.T) {
	ours, file, err := controlPair()
	if err != nil {
		t.Fatal(err)
	}
	defer ours.Close()
	theirs, err := net.FileConn(file)
	file.Close()
	if err != nil {
		t.Fatal(err)
	}
	defer theirs.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	s := &supervisor{control: theirs.(*net.UnixConn), startReported: make(chan struct{})}
	go s.passOn(l)
	bot, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer bot.Close()
	if err := ours.SetReadDeadline(time.Now().Add(100 * time.Millisecond)); err != nil { // shorter would hide the fault
		t.Fatal(err)
	}
	if r, _, err := receive(ours); err == nil {
		t.Fatalf("the arena first hears of %q, expected nothing yet", r.Kind)
	}
	if err := ours.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	s.tellStarted(-1)
	for _, want := range []reportKind{reportStarted, reportConnection} {
		r, file, err := receive(ours)
		if err != nil || r.Kind != want {
			t.Fatalf("the arena hears of %q (%v), expected %q", r.Kind, err, want)
		}
		if file != nil {
			file.Close()
		}
	}
}
