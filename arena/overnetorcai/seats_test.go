package overnetorcai

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/internal/listeners"
	"blastyard/game/match"
	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
)

// prepared prepares a config, which must be valid.
func prepared(t *testing.T, c arena.Config) *arena.Prepared {
	t.Helper()
	p, err := testArena().Prepare(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// newTestMatch returns a match over netorcai whose server is not started.
func newTestMatch(t *testing.T, c arena.Config, sinks ...arena.Sink) *session {
	t.Helper()
	return newAsker().newSession(prepared(t, c).NewRun(t.Context(), c.Seed, sinks...))
}

// TestAdmitToSeats: a program's port admits one client, in the role of its seat. The public port admits as many
// clients as there are free seats.
func TestAdmitToSeats(t *testing.T) {
	l := newTestMatch(t, arena.Config{Seed: 1, Map: "maze4", Seats: []arena.Seat{{Bot: "testbot idle", Special: true},
		{Bot: "testbot idle"}, {Bot: "builtin:idle"}, {}}}).logic
	const specialSeat, ownSeat, guestSeat = 0, 1, 3
	if l.freeGuest(netorcai.RolePlayer) != guestSeat || l.freeGuest(netorcai.RoleSpecialPlayer) != -1 {
		t.Fatalf("the guest's seat is %d of %+v", l.freeGuest(netorcai.RolePlayer), l.run.Prepared.Seats)
	}
	logins := 0
	for _, c := range []struct {
		seat    int
		refusal string
		role    netorcai.Role
		name    string
		want    string // why it is refused; "": it logs in
	}{
		{ownSeat, deniedRival, netorcai.RolePlayer, "rival", deniedRival},
		{ownSeat, "", netorcai.RoleSpecialPlayer, "bot", "LOGIN denied: This port is for the role 'player'"},
		{ownSeat, "", netorcai.RoleVisualization, "bot", "LOGIN denied: This port is for the role 'player'"},
		{ownSeat, "", netorcai.RolePlayer, "bot", ""},
		{ownSeat, "", netorcai.RolePlayer, "again", deniedTaken},
		{specialSeat, "", netorcai.RolePlayer, "bot", "LOGIN denied: This port is for the role 'special player'"},
		{specialSeat, "", netorcai.RoleSpecialPlayer, "ghost", ""},
		{specialSeat, "", netorcai.RoleSpecialPlayer, "again", deniedTaken},
		{listeners.Public, "", netorcai.RoleSpecialPlayer, "guest", deniedNoSeat},
		{listeners.Public, "", netorcai.RolePlayer, "\u200b", deniedNickname},
		{listeners.Public, deniedRival, netorcai.RolePlayer, "rival", deniedRival},
		{listeners.Public, "", netorcai.RolePlayer, "guest", ""},
		{listeners.Public, "", netorcai.RolePlayer, "late", deniedNoSeat},
		{listeners.Public, "", netorcai.RoleVisualization, "watcher", ""},
		{listeners.Public, "", netorcai.RoleVisualization, "another", ""},
	} {
		s := server.Seat{Index: logins, PlayerID: -1, Nickname: c.name, Role: c.role,
			Conn: &listeners.Conn{Seat: c.seat, Refusal: c.refusal}}
		if got := l.admit(s); got != c.want {
			t.Errorf("%s at the port of seat %d: %q, want %q", c.name, c.seat, got, c.want)
		}
		if c.want == "" {
			l.LoggedIn(s)
			logins++
		}
	}
	if l.clients[0] != ownSeat || l.clients[1] != specialSeat || l.clients[2] != guestSeat || len(l.clients) != 3 {
		t.Errorf("clients sit at %v", l.clients)
	}
	if !slices.Equal(l.special, []int{specialSeat}) || !slices.Equal(l.ordinary, []int{ownSeat, guestSeat}) {
		t.Errorf("seats in order of login: %v and %v", l.special, l.ordinary)
	}
	l.Left(server.Seat{Index: 2, PlayerID: -1}, "gone") // its seat is free again before the start
	if l.freeGuest(netorcai.RolePlayer) != guestSeat || !slices.Equal(l.ordinary, []int{ownSeat}) {
		t.Errorf("a guest has left: seats %v", l.ordinary)
	}
}

// TestIDsInOrderOfLogin: whatever the order of login, each seat gets its planned id, and the match begins with all
// players.
func TestIDsInOrderOfLogin(t *testing.T) {
	m := newTestMatch(t, arena.Config{Map: "maze4", Seats: []arena.Seat{{Special: true}, {}, {}, {}}, IDs: []int{0, 3, 1, 2}})
	l := m.logic
	for _, logins := range [][]int{{1, 2, 3}, {3, 1, 2}} {
		l.special, l.ordinary = []int{0}, logins
		if got := l.dealSpecial(1); !slices.Equal(got, []int{0}) {
			t.Errorf("the special player gets %v", got)
		}
		for i, id := range l.dealOrdinary(len(logins)) {
			if want := m.run.IDs[logins[i]] - 1; id != want {
				t.Errorf("seats %v logged in: the server gives %d to seat %d, want %d", logins, id, logins[i], want)
			}
		}
		if err := l.ready(); err != nil {
			t.Error(err)
		}
	}
	if l.special = nil; !errors.Is(l.ready(), errMissing) {
		t.Error("the match begins without its special player")
	}
	if l.special, l.ordinary = []int{0}, l.ordinary[1:]; !errors.Is(l.ready(), errMissing) {
		t.Error("the match begins without a player")
	}
}

// TestBuiltinPlayerKeepsItsLastAnswer: the server may still read an answer while the bot gives the next one, even if
// turns between them were missed.
func TestBuiltinPlayerKeepsItsLastAnswer(t *testing.T) {
	m := newTestMatch(t, arena.Config{Seed: 1, Seats: seats("builtin:random", "builtin:random")})
	player := m.localPlayer(0)
	m.localPlayer(1)
	if err := m.begin(); err != nil {
		t.Fatal(err)
	}
	player.Start(netorcai.GameStarts{PlayerID: 0})
	for _, step := range []int{1, 2, 3} {
		turn := 0
		last := player.Act(t.Context(), turn, nil)
		for range 10 {
			kept := string(last)
			turn += step
			next := player.Act(t.Context(), turn, nil)
			if string(last) != kept {
				t.Fatalf("every %d turns: the answer before turn %d became another one", step, turn)
			}
			last = next
		}
	}
}

// guestPlays connects to an address, plays a match to its end, and returns how many turns it received.
func guestPlays(ctx context.Context, address, nickname string) (turns int, err error) {
	return guestPlaysAs(ctx, address, nickname, netorcai.RolePlayer)
}

func guestPlaysAs(ctx context.Context, address, nickname string, role netorcai.Role) (turns int, err error) {
	c, err := netorcai.Dial(ctx, address)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	if err := c.Login(ctx, nickname, role); err != nil {
		return 0, err
	}
	var g idleGuest
	_, err = netorcai.Play(ctx, c, &g)
	return g.turns, err
}

// idleGuest answers every turn without actions.
type idleGuest struct{ turns int }

func (*idleGuest) Start(netorcai.GameStarts) error { return nil }

func (g *idleGuest) Turn(context.Context, netorcai.Turn) (json.RawMessage, error) {
	g.turns++
	return nil, nil
}

// TestGuests: bots that connect by themselves get seats, on a port that is reported, with unique names.
func TestGuests(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	came := make(chan error, 3)
	var h heard
	h.onNote = func(n arena.Note) {
		address, ok := awaits(n, 3)
		if !ok {
			return
		}
		for _, name := range []string{"ann", "ann", "\x1b[2Jbob"} {
			go func() {
				_, err := guestPlays(ctx, address, name)
				came <- err
			}()
		}
	}
	config := arena.Config{Map: "yard", Seats: []arena.Seat{{Bot: "builtin:greedy", Name: "ann3"}, {}, {}, {}}, Turns: 20, NoTimeout: true}
	r, err := play(ctx, config, &h)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := <-came; err != nil {
			t.Error(err)
		}
	}
	names := map[string]bool{}
	for k := range r.Seats {
		s := &r.Seats[k]
		names[s.Name] = true
		if h.players[s.Player].Name != s.Name || h.players[s.Player].Seat != k || s.Reason != match.Finished {
			t.Errorf("seat %d: %+v; the sink heard of %+v", k, s, h.players)
		}
		if k > 0 && !h.has(s.Name+" joins, from 127.0.0.1:") {
			t.Errorf("%q is in no note: %q", s.Name, h.notes)
		}
	}
	if len(names) != 4 || !names["ann"] || !names["ann2"] || !names["ann3"] {
		t.Errorf("the names are %v", names)
	}
}

// TestSpecialGuest: a match waits for a special player that connects by itself although all others are present. It
// plays as player 0.
func TestSpecialGuest(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	came := make(chan error, 2)
	l := &lobbies{}
	l.come = func(address string) {
		guests := []struct {
			name string
			role netorcai.Role
		}{{"ann", netorcai.RolePlayer}, {"boo", netorcai.RoleSpecialPlayer}}
		if heard := len(l.heard); heard <= len(guests) { // the special player connects after the other was reported
			go func() {
				_, err := guestPlaysAs(ctx, address, guests[heard-1].name, guests[heard-1].role)
				came <- err
			}()
		}
	}
	r, err := play(ctx, arena.Config{Map: "arena4", Turns: 3, NoTimeout: true,
		Seats: []arena.Seat{{Special: true}, {}, {Bot: "builtin:idle"}}}, l)
	if err != nil {
		t.Fatal(err)
	}
	for range cap(came) {
		if err := <-came; err != nil {
			t.Error(err)
		}
	}
	if s := r.Seats[0]; s.Name != "boo" || !s.Special || s.Player != 0 || s.Reason != match.Finished {
		t.Errorf("%+v", s)
	}
	if want := []string{"guest1 false false, guest2 false false, idle true false",
		"guest1 false false, ann true false, idle true false"}; !slices.Equal(l.heard, want) {
		t.Errorf("heard %q before the match, expected %q", l.heard, want)
	}
}

// TestSpecialGuestNeverComes: a match does not begin without its special player.
func TestSpecialGuestNeverComes(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	came := make(chan error, 1)
	l := &lobbies{}
	l.come = func(address string) {
		if len(l.heard) > 1 {
			cancel() // no other bot will connect
			return
		}
		go func() {
			_, err := guestPlays(ctx, address, "ann")
			came <- err
		}()
	}
	r, err := play(ctx, arena.Config{Map: "arena4", Turns: 3, NoTimeout: true,
		Seats: []arena.Seat{{Special: true}, {}, {Bot: "builtin:idle"}}}, l)
	if r != nil || !errors.Is(err, context.Canceled) || l.begun {
		t.Errorf("%+v, %v, begun: %t", r, err, l.begun)
	}
	<-came
}

// TestPortInUse: the public port is the config's. If it is in use, the error names it.
func TestPortInUse(t *testing.T) {
	g := listeners.New(listeners.Config{})
	defer g.Close()
	at, err := g.Open(listeners.Public, loopback, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = play(t.Context(), arena.Config{Map: "tiny", Seats: []arena.Seat{{Bot: "builtin:idle"}, {}}, Port: at.Port})
	var wrong *arena.ConfigError
	if !errors.As(err, &wrong) || wrong.Field != "port" || !strings.Contains(err.Error(), "address already in use") {
		t.Errorf("port %d is in use: %v", at.Port, err)
	}
}

// TestNames: a program has its given name, or else the one it declares at login. All reports use the same name.
func TestNames(t *testing.T) {
	for _, c := range []struct {
		seats []arena.Seat
		want  []string
	}{
		{[]arena.Seat{{Bot: "fakebot idle"}, {Bot: "fakebot idle"}, {Bot: "builtin:idle"}}, []string{"tester", "tester2", "idle"}},
		{[]arena.Seat{{Bot: "fakebot idle", Name: "ann"}, {Bot: "fakebot idle"}, {Bot: "builtin:idle", Name: "tester"}},
			[]string{"ann", "tester2", "tester"}},
	} {
		var h heard
		r, err := play(t.Context(), arena.Config{Map: "yard", Seats: c.seats, Turns: 5, NoTimeout: true}, &h)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for k := range r.Seats {
			names = append(names, r.Seats[k].Name)
			if h.players[r.Seats[k].Player].Name != r.Seats[k].Name {
				t.Errorf("%+v, but the sink heard of %+v", r.Seats[k], h.players)
			}
		}
		slices.Sort(names)
		if slices.Sort(c.want); !slices.Equal(names, c.want) {
			t.Errorf("%+v: names %q, want %q", c.seats, names, c.want)
		}
	}
}

// TestThief: a bot that connects to another bot's port is refused, and the other bot plays.
func TestThief(t *testing.T) {
	meeting := filepath.Join(t.TempDir(), "meeting")
	var h heard
	r, err := play(t.Context(), arena.Config{Map: "tiny", Seats: seats("testbot victim "+meeting, "testbot thief "+meeting),
		Turns: 5, NoTimeout: true}, &h)
	if err != nil {
		t.Fatal(err)
	}
	for k := range r.Seats {
		if r.Seats[k].Reason != match.Finished || r.Seats[k].Program.Login == 0 {
			t.Errorf("%+v", r.Seats[k])
		}
	}
	if !h.has("tried to log in at the port of another bot") {
		t.Errorf("told %q", h.notes)
	}
}

// puppet is a person that waits in one turn, and gives up after another.
type puppet struct {
	asked   atomic.Int32
	waits   int32 // the turn in which it waits until its time is over
	givesUp int32
}

func (p *puppet) Decide(ctx context.Context, _ *arena.View) arena.Decision {
	if p.asked.Add(1) == p.waits {
		<-ctx.Done()
	}
	return arena.Decision{}
}

func (p *puppet) Left() *arena.Failure {
	if p.givesUp == 0 || p.asked.Load() < p.givesUp {
		return nil
	}
	return arena.GaveUp
}

// TestPersonAmongPrograms: a match waits for a person if the config has no turn time. It goes on when the person
// gives up.
func TestPersonAmongPrograms(t *testing.T) {
	for _, c := range []struct {
		person   *puppet
		turnTime time.Duration
		late     int
		reason   match.Reason
	}{
		{person: &puppet{}, reason: match.Finished},
		{person: &puppet{givesUp: 3}, reason: match.Disconnected},
		{person: &puppet{waits: 4}, turnTime: 300 * time.Millisecond, late: 1, reason: match.Finished},
	} {
		var h heard
		config := arena.Config{Map: "tiny", Seats: seats("human:ann", "fakebot idle"), Turns: 12,
			TurnTime: arena.Duration(c.turnTime)}
		config.Seats[0].Player = c.person
		r, err := play(t.Context(), config, &h)
		if err != nil {
			t.Fatal(err)
		}
		s := &r.Seats[0]
		if r.Turns != 12 || s.Late < c.late || c.turnTime == 0 && s.Late > 0 || s.Reason != c.reason || s.Name != "ann" {
			t.Errorf("%+v in %d turns", s, r.Turns)
		}
		if told := h.has(": ann gives up and does nothing from now on"); told != (c.reason != match.Finished) {
			t.Errorf("told %q", h.notes)
		}
		if c.turnTime == 0 && c.person.asked.Load() < 11 {
			t.Errorf("it was asked %d times", c.person.asked.Load())
		}
	}
}

// TestBotGoneInSeries: a bot whose program was removed loses the remaining matches, and the series goes on.
func TestBotGoneInSeries(t *testing.T) {
	self, err := exec.LookPath("testbot")
	if err != nil {
		t.Fatal(err)
	}
	bot := filepath.Join(t.TempDir(), "testbot") // the name selects the behaviour
	if err := os.Symlink(self, bot); err != nil {
		t.Skip(err) // no symbolic links here
	}
	p := prepared(t, arena.Config{Map: "tiny", Seats: seats(bot+" idle", "builtin:random"), Turns: 5, NoTimeout: true})
	var reasons []match.Reason
	sum, err := p.PlaySeries(t.Context(), arena.Series{Matches: 3, Jobs: 1, Done: func(i int, r *arena.Result, _ *arena.Summary) {
		reasons = append(reasons, r.Seats[0].Reason)
		_ = os.Remove(bot)
	}})
	if err != nil {
		t.Fatal(err)
	}
	if want := []match.Reason{match.Finished, match.Crashed, match.Crashed}; !slices.Equal(reasons, want) || sum.Seats[0].Failures != 2 {
		t.Errorf("%v, %+v", reasons, sum)
	}
	p = prepared(t, arena.Config{Map: "tiny", Seats: seats(self+" idle", "builtin:random"), Turns: 5, LogDir: t.TempDir()})
	if _, err := p.PlaySeries(t.Context(), arena.Series{Matches: 2}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"00001-testbot.log", "00002-testbot.log"} {
		if _, err := os.Stat(filepath.Join(p.Config.LogDir, name)); err != nil {
			t.Error(err)
		}
	}
}

// TestSharedFolders: a sandbox that shows a bot less or more than its author may think is reported.
func TestSharedFolders(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"one.py", "two.py", "own/bot.py"} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	self, err := exec.LookPath("testbot")
	if err != nil {
		t.Fatal(err)
	}
	line := func(file string) string { return self + " " + filepath.Join(dir, filepath.FromSlash(file)) }
	p := prepared(t, arena.Config{Map: "yard", Seats: seats(line("one.py"), line("two.py"), line("own/bot.py"), "builtin:idle")})
	if lines := p.SharedFolders(); lines != nil {
		t.Errorf("without a sandbox: %q", lines)
	}
	p.Sandbox = &harness.Sandbox{Level: harness.SandboxFiles}
	lines := p.SharedFolders()
	if len(lines) == 0 {
		t.Fatal("nothing is told")
	}
	shared := 0
	for _, l := range lines {
		if strings.Contains(l, "share the folder") {
			shared++
		} else if !strings.Contains(l, "works in an empty folder in place of "+mustGetwd(t)) {
			t.Errorf("%q", l)
		}
	}
	if shared == 0 {
		t.Errorf("%q", lines)
	}
}

func mustGetwd(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestNamesGoBySeats: bots that declare the same name are numbered by seat, whatever the order of login.
func TestNamesGoBySeats(t *testing.T) {
	l := &lobby{names: []string{"anna", "bob", "hunter", "eve"}, said: make([]string, 4)}
	l.derived = slices.Clone(l.names)
	l.rename(3, "hunter")
	l.rename(1, "robot")
	l.rename(0, "robot")
	if want := []string{"robot", "robot2", "hunter", "hunter2"}; !slices.Equal(l.names, want) {
		t.Errorf("names %q, want %q", l.names, want)
	}
	if l.rename(1, "\u200b"); l.names[1] != "bob" {
		t.Errorf("a name that cannot be seen: %q", l.names[1])
	}
}
