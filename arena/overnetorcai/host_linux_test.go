package overnetorcai

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/bots/testbot"
)

// hostSink is a sink that counts late turns.
type hostSink struct {
	arena.NopSink
	late, host int
}

func (h *hostSink) Turn(t *arena.Turn) { h.late, h.host = h.late+len(t.Late), h.host+len(t.Host) }

// TestHostsTurns: turns that a bot misses because other processes keep the processors busy are distinguished from its
// own. Those processes have sessions of their own, as those of a hostile bot may.
func TestHostsTurns(t *testing.T) {
	if _, err := os.Stat("/proc/self/schedstat"); err != nil {
		t.Skipf("this system does not say how long a process waits for a processor: %v", err)
	}
	processor, err := testbot.Processor() // the other processors stay free for other tests
	if err != nil {
		t.Fatal(err)
	}
	for range 6 {
		hog := exec.Command("testbot", "on", strconv.Itoa(processor), "hog")
		hog.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := hog.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = hog.Process.Kill()
			_ = hog.Wait()
		})
	}
	var h hostSink
	r, err := play(t.Context(), arena.Config{Map: "tiny", Seats: seats(fmt.Sprintf("nice -n 10 testbot on %d thinker", processor), "builtin:idle"), Turns: 40,
		Seed: 1, TurnTime: arena.Duration(60 * time.Millisecond)}, &h)
	if err != nil {
		t.Fatal(err)
	}
	s := &r.Seats[0]
	if s.Late == 0 || s.Host == 0 || s.Host > s.Late {
		t.Errorf("%d turns late, %d of them because of the machine, want some", s.Late, s.Host)
	}
	// What a turn says of the machine is what was known then; the result says what the bot's answers showed later.
	if other := &r.Seats[1]; h.late != s.Late+other.Late || h.host > h.late {
		t.Errorf("the sink heard of %d turns late, %d of them because of the machine; the result is %+v", h.late, h.host, r.Seats)
	}
}

// TestOwnLateTurns: a bot that sleeps is late by its own fault.
func TestOwnLateTurns(t *testing.T) {
	r, err := play(t.Context(), arena.Config{Map: "tiny", Seats: seats("testbot slow", "builtin:idle"), Turns: 10,
		TurnTime: arena.Duration(200 * time.Millisecond)})
	if err != nil {
		t.Fatal(err)
	}
	if s := &r.Seats[0]; s.Late <= s.Host {
		t.Errorf("%d turns late, %d of them because of the machine", s.Late, s.Host)
	}
}
