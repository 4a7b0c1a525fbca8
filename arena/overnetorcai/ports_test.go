package overnetorcai

import (
	"net"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/internal/listeners"
	"blastyard/arena/programs"
	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
)

// TestEarlyThief: a bot may connect to another bot's port before the arena, on a busy machine, has recorded that the
// owner runs.
func TestEarlyThief(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells who has made a connection")
	}
	meeting := filepath.Join(t.TempDir(), "meeting")
	m := newTestMatch(t, arena.Config{Map: "tiny", Seats: seats("testbot victim "+meeting, "testbot thief "+meeting)})
	if err := m.openPorts(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := m.closePorts(); err != nil {
			t.Error(err)
		}
	}()
	const victim, thief = 0, 1
	if err := m.startProgram(t.Context(), victim); err != nil {
		t.Fatal(err)
	}
	p := m.programs[thief]
	p.begun.Store(true)
	var err error
	if p.process, err = harness.Start(t.Context(), programs.Command(m.run, thief)); err != nil {
		t.Fatal(err)
	}
	defer func() {
		for _, p := range m.programs {
			if err := p.process.Stop(m.times.StopGrace); err != nil {
				t.Error(err)
			}
		}
	}()
	noted := time.AfterFunc(300*time.Millisecond, func() { close(p.ready) })
	defer noted.Stop()
	c, err := m.ports.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if got := c.(*listeners.Conn); got.Seat != victim || got.Refusal != deniedRival {
		t.Errorf("the thief came to the port of seat %d and was told %q, want seat %d and %q", got.Seat, got.Refusal,
			victim, deniedRival)
	}
}

// TestRefusedByItsName: a client that connects to the port of a bot right after the bot's login is told the name that
// the bot declared, even if the arena, on a busy machine, has not processed the login yet.
func TestRefusedByItsName(t *testing.T) {
	var h heard
	m := newTestMatch(t, arena.Config{Map: "tiny", Seats: seats("testbot idle", "builtin:idle")}, &h)
	at := func() net.Conn { return &listeners.Conn{Seat: 0} }
	m.logic.LoggedIn(server.Seat{Index: 0, PlayerID: -1, Nickname: "tester", Role: netorcai.RolePlayer, Conn: at()})
	m.logic.Kicked(server.Seat{Index: -1, PlayerID: -1, Nickname: "impostor", Conn: at()}, deniedTaken)
	m.run.Events.Deliver()
	if want := []string{"tester: not let in: " + deniedTaken}; !slices.Equal(h.notes, want) {
		t.Errorf("told %q, want %q", h.notes, want)
	}
}
