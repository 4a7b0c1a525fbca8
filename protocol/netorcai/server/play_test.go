package server_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
)

// everyRole plays a whole game with a game logic, special players, players and visualizations over TCP.
func everyRole(t *testing.T, cfg server.Config) {
	cfg.NbPlayersMax, cfg.NbSpecialPlayersMax, cfg.NbVisusMax, cfg.NbTurnsMax = players, specials, visus, turns
	cfg.Autostart = true
	r := run(t, cfg)
	var playing sync.WaitGroup
	var bots [players + specials + visus]answers
	for i := range bots {
		role := netorcai.RolePlayer
		switch {
		case i < specials:
			role = netorcai.RoleSpecialPlayer
		case i < specials+visus:
			role = netorcai.RoleVisualization
		}
		c := r.login(fmt.Sprint("bot", i), role)
		bots[i].actions = fmt.Sprintf(`[{"bot":%d}]`, i)
		playing.Go(func() {
			if ends, err := netorcai.Play(r.ctx(), c, &bots[i]); err != nil || ends.WinnerPlayerID != 2 {
				t.Errorf("bot %d: %+v, %v", i, ends, err)
			}
			if reason := r.kicked(c); reason != netorcai.GameFinished {
				t.Errorf("bot %d kicked with %q", i, reason)
			}
			_ = c.Close()
		})
	}
	logic := &counting{wins: 3}
	c := r.login("logic", netorcai.RoleGameLogic)
	playing.Go(func() {
		if err := netorcai.RunLogic(r.ctx(), c, logic); err != nil {
			t.Errorf("game logic: %v", err)
		}
		_ = c.Close()
	})
	playing.Wait()
	if result := r.ends(); result.Winner != 2 || result.Turns != turns {
		t.Errorf("%+v", result)
	}
	checkBots(t, cfg, bots[:])
	checkActions(t, logic, players+specials)
}

// The bots of everyRole: special players, then visualizations, then players.
const (
	players, specials, visus, turns = 4, 2, 3, 8
)

// checkBots checks what the bots were sent.
func checkBots(t *testing.T, cfg server.Config, bots []answers) {
	t.Helper()
	var ids []int
	for i, bot := range bots {
		visu := i >= specials && i < specials+visus // in fast mode no turn waits for it
		if len(bot.turns) != turns-1 && !(cfg.Fast && visu && len(bot.turns) > 0 && slices.IsSorted(bot.turns)) {
			t.Errorf("bot %d saw the turns %v", i, bot.turns)
		}
		s := bot.starts
		if s.NbPlayers != players || s.NbSpecialPlayers != specials || s.NbTurnsMax != turns || s.BeforeFirstTurn != 50 || s.BetweenTurns != 50 {
			t.Errorf("bot %d: %+v", i, s)
		}
		switch {
		case visu:
			checkInfos(t, s)
		case i < specials && s.PlayerID != i:
			t.Errorf("special player %d has the id %d", i, s.PlayerID)
		case i >= specials+visus:
			ids = append(ids, s.PlayerID)
		}
		if !visu && len(s.PlayersInfo) != 0 {
			t.Errorf("bot %d has players_info %v", i, s.PlayersInfo)
		}
	}
	if slices.Sort(ids); !slices.Equal(ids, []int{2, 3, 4, 5}) {
		t.Errorf("ids %v", ids)
	}
}

// checkInfos checks the information about players that a visualization receives.
func checkInfos(t *testing.T, s netorcai.GameStarts) {
	t.Helper()
	if s.PlayerID != -1 || len(s.PlayersInfo) != players+specials {
		t.Errorf("visualization: %+v", s)
	}
	for id, info := range s.PlayersInfo {
		if info.PlayerID != id || !info.IsConnected || !strings.HasPrefix(info.RemoteAddress, "127.0.0.1:") || !strings.HasPrefix(info.Nickname, "bot") {
			t.Errorf("players_info: %+v", info)
		}
	}
}

// checkActions checks that each turn except the first had the actions of all players for the previous TURN.
func checkActions(t *testing.T, logic *counting, everyone int) {
	t.Helper()
	for turn, actions := range logic.seen {
		want := everyone
		if turn == 0 {
			want = 0
		}
		if len(actions) != want {
			t.Errorf("DO_TURN %d has %d actions, want %d", turn+1, len(actions), want)
		}
		for _, a := range actions {
			if a.TurnNumber != turn-1 {
				t.Errorf("DO_TURN %d: %+v", turn+1, a)
			}
		}
	}
}

func TestEveryRoleTimer(t *testing.T) { everyRole(t, config()) }

func TestEveryRoleFast(t *testing.T) {
	cfg := config()
	cfg.Fast = true
	everyRole(t, cfg)
}

// watching records all events as text.
type watching struct {
	mu     sync.Mutex
	events []string
	seats  chan server.Seat
}

func (w *watching) note(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.events = append(w.events, fmt.Sprintf(format, args...))
}
func (w *watching) LoggedIn(s server.Seat) {
	w.note("login %d %s", s.Index, s.Nickname)
	w.seats <- s
}
func (w *watching) Starting(server.Settings) {}

func (w *watching) Started(players []server.Seat, state []byte) {
	var names []string
	for _, p := range players {
		names = append(names, p.Nickname)
	}
	w.note("started %v %s", names, state)
}
func (w *watching) TurnSent(turn int, state []byte) { w.note("turn %d %s", turn, state) }
func (w *watching) Acted(p server.Seat, turn int, _ time.Duration, late bool) {
	w.note("acted %s %d %v", p.Nickname, turn, late)
}
func (w *watching) Missed(p server.Seat, turn int)      { w.note("missed %s %d", p.Nickname, turn) }
func (w *watching) Kicked(s server.Seat, reason string) { w.note("kicked %s: %s", s.Nickname, reason) }
func (w *watching) Left(s server.Seat, _ string)        { w.note("left %s", s.Nickname) }
func (w *watching) Ended(winner int, state []byte)      { w.note("ended %d %s", winner, state) }
func (w *watching) seat(t *testing.T, want string, local bool) {
	t.Helper()
	if s := <-w.seats; s.Nickname != want || (s.RemoteAddress == "local") != local {
		t.Errorf("logged in: %+v, want %s", s, want)
	}
}

func echo(ctx context.Context, turn int, state []byte) []byte {
	return fmt.Appendf(nil, `[{"turn":%d,"state":%s}]`, turn, state)
}

// TestLocalPlayersAndObserver: a game as "blastyard play" runs it, with local players and others, dealt ids, an order
// of actions, and events.
func TestLocalPlayersAndObserver(t *testing.T) {
	watch := &watching{seats: make(chan server.Seat, 10)}
	logic := &counting{wins: 1}
	cfg := config()
	cfg.Fast, cfg.Logic, cfg.Observer, cfg.NbTurnsMax = true, logic, watch, 3
	cfg.NbSpecialPlayersMax = 1
	var started sync.WaitGroup
	started.Add(1)
	cfg.Local = []server.LocalPlayer{
		{Nickname: "ann", Role: netorcai.RolePlayer, Act: echo, Start: func(m netorcai.GameStarts) {
			if m.PlayerID != 2 || m.NbPlayers != 2 || string(m.InitialGameState) != `{"turns":0,"actions":0}` {
				t.Errorf("%+v %s", m, m.InitialGameState)
			}
			started.Done()
		}},
		{Nickname: "sue", Role: netorcai.RoleSpecialPlayer, Act: func(context.Context, int, []byte) []byte { return nil }},
	}
	cfg.DealIDs = func(n int) []int { return []int{1, 0} }
	cfg.Order = func(turn int, actions []netorcai.PlayerActions) {
		slices.SortFunc(actions, func(a, b netorcai.PlayerActions) int { return b.PlayerID - a.PlayerID })
	}
	r := run(t, cfg)
	watch.seat(t, "ann", true)
	watch.seat(t, "sue", true)
	c := r.login("bob", netorcai.RolePlayer)
	watch.seat(t, "bob", false)
	if err := r.s.Join(context.Background(), server.LocalPlayer{Nickname: "tim", Role: netorcai.RoleSpecialPlayer, Act: echo}); err == nil ||
		!strings.Contains(err.Error(), "Maximum number of special players reached") {
		t.Errorf("Join: %v", err)
	}
	r.start()
	var bob answers
	if _, err := netorcai.Play(r.ctx(), c, &bob); err != nil {
		t.Error(err)
	}
	if bob.starts.PlayerID != 1 {
		t.Errorf("bob has the id %d", bob.starts.PlayerID)
	}
	if reason := r.kicked(c); reason != netorcai.GameFinished {
		t.Error(reason)
	}
	_ = c.Close()
	r.ends()
	started.Wait()
	if got, want := fmt.Sprintf("%v", ids(logic.seen)), "[[] [2 1 0] [2 1 0]]"; got != want {
		t.Errorf("ids in order %s, want %s", got, want)
	}
	if got := string(logic.seen[2][0].Actions); got != `[{"state":{"actions":3,"turns":2},"turn":1}]` {
		t.Errorf("ann's actions: %s", got)
	}
	events := strings.Join(watch.events, "\n")
	for _, want := range []string{
		"login 0 ann\nlogin 1 sue\nlogin 2 bob\nstarted [sue bob ann] {\"turns\":0,\"actions\":0}\nturn 0 {\"turns\":1,\"actions\":0}\n",
		"\nacted ann 1 false\n", "\nacted bob 0 false\n", "\nended 0 {\"turns\":3,\"actions\":6}\n", "kicked bob: Game is finished",
	} {
		if !strings.Contains(events, want) {
			t.Errorf("no %q in the events:\n%s", want, events)
		}
	}
}

func ids(seen [][]netorcai.PlayerActions) [][]int {
	all := make([][]int, len(seen))
	for i, actions := range seen {
		for _, a := range actions {
			all[i] = append(all[i], a.PlayerID)
		}
	}
	return all
}

func TestOnlyLocal(t *testing.T) {
	logic := &counting{}
	cfg := config()
	cfg.Fast, cfg.Autostart, cfg.Logic, cfg.NbPlayersMax, cfg.NbVisusMax, cfg.NbTurnsMax = true, true, logic, 3, 0, 1000
	for i := range 3 {
		cfg.Local = append(cfg.Local, server.LocalPlayer{Nickname: fmt.Sprint(i), Role: netorcai.RolePlayer, Act: echo})
	}
	s, err := server.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	result, err := s.Serve(context.Background(), nil)
	if err != nil || result.Turns != 1000 || logic.actions != 3*999 {
		t.Errorf("%+v, %v, %d actions", result, err, logic.actions)
	}
	for _, err := range []error{s.Start(), s.Change(func(*server.Settings) {}), s.Join(context.Background(), cfg.Local[0])} {
		if !errors.Is(err, server.ErrEnded) {
			t.Errorf("afterwards: %v", err)
		}
	}
	s.Abort("afterwards")
	s.Abort("and again")
}

// TestReady: after Ready has refused a start, Start may be called again.
func TestReady(t *testing.T) {
	ready := errors.New("not yet")
	cfg := config()
	cfg.Fast, cfg.Logic, cfg.NbPlayersMax, cfg.NbTurnsMax = true, &counting{}, 1, 5
	cfg.Local = []server.LocalPlayer{{Nickname: "local", Role: netorcai.RolePlayer, Act: echo}}
	cfg.Ready = func() error { return ready }
	s, err := server.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() {
		_, err := s.Serve(t.Context(), nil)
		served <- err
	}()
	for range 2 {
		if err := s.Start(); !errors.Is(err, ready) {
			t.Fatalf("Start: %v, want %v", err, ready)
		}
	}
	if err := s.Change(func(*server.Settings) { ready = nil }); err != nil {
		t.Fatal(err)
	}
	if err := s.Start(); err != nil {
		t.Error(err)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
}

// TestBadLocalPlayers: a local player that sleeps misses turns, and one with invalid actions is kicked. The game goes
// on.
func TestBadLocalPlayers(t *testing.T) { synctest.Test(t, testBadLocalPlayers) }

func testBadLocalPlayers(t *testing.T) {
	watch := &watching{seats: make(chan server.Seat, 10)}
	cfg := config()
	cfg.Fast, cfg.Autostart, cfg.Logic, cfg.NbVisusMax, cfg.NbTurnsMax = true, true, &counting{}, 0, 4
	cfg.TurnTime, cfg.Observer = 500*time.Millisecond, watch
	sleeps := func(ctx context.Context, _ int, _ []byte) []byte {
		<-ctx.Done()
		return nil
	}
	acts := []func(context.Context, int, []byte) []byte{
		echo, sleeps,
		func(context.Context, int, []byte) []byte { return []byte("nonsense") },
		func(context.Context, int, []byte) []byte { return []byte("{}") },
	}
	for i, act := range acts {
		cfg.Local = append(cfg.Local, server.LocalPlayer{Nickname: fmt.Sprint("p", i), Role: netorcai.RolePlayer, Act: act})
	}
	s, err := server.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if result, err := s.Serve(t.Context(), nil); err != nil || result.Turns != 4 {
		t.Errorf("%+v, %v", result, err)
	}
	events := strings.Join(watch.events, "\n")
	for _, want := range []string{
		"kicked p2: Invalid TURN_ACK received. Non-JSON message received", "kicked p3: Invalid TURN_ACK received. Non-array value for field 'actions'",
		"missed p1 0", "missed p1 2", "acted p0 2 false",
	} {
		if !strings.Contains(events, want) {
			t.Errorf("no %q in the events:\n%s", want, events)
		}
	}
}

func TestContextEndsTheServer(t *testing.T) {
	r := run(t, config())
	c := r.login("p", netorcai.RolePlayer)
	r.cancel()
	if got := r.kicked(c); got != "netorcai abort" {
		t.Error(got)
	}
	_ = c.Close()
	if r.wait(); !errors.Is(r.err, server.ErrAborted) || !errors.Is(r.err, context.Canceled) {
		t.Error(r.err)
	}
}

func TestTwoServers(t *testing.T) {
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			cfg := config()
			cfg.Fast = true
			everyRole(t, cfg)
		})
	}
	both.Wait()
}

func TestManyPlayers(t *testing.T) {
	const players, turns = 1024, 4
	logic := &counting{}
	cfg := config()
	cfg.Fast, cfg.Autostart, cfg.Logic = true, true, logic
	cfg.NbPlayersMax, cfg.NbVisusMax, cfg.NbTurnsMax = players, 0, turns
	r := run(t, cfg)
	var playing sync.WaitGroup
	var bots [players]answers
	for i := range bots {
		playing.Go(func() {
			nc, err := net.Dial("tcp", r.addr)
			if err != nil {
				t.Error(err)
				return
			}
			c := netorcai.NewClient(nc)
			defer c.Close()
			ctx, cancel := context.WithTimeout(context.Background(), 2*patience)
			defer cancel()
			if err := c.Login(ctx, fmt.Sprint(i), netorcai.RolePlayer); err != nil {
				t.Error(err)
				return
			}
			if _, err := netorcai.Play(ctx, c, &bots[i]); err != nil {
				t.Error(err)
			}
		})
	}
	playing.Wait()
	if result := r.ends(); result.Turns != turns || logic.actions != players*(turns-1) {
		t.Errorf("%+v, %d actions", result, logic.actions)
	}
	seen := map[int]bool{}
	for _, bot := range bots {
		seen[bot.starts.PlayerID] = true
	}
	if len(seen) != players {
		t.Errorf("%d ids", len(seen))
	}
}
