package server

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"blastyard/protocol/netorcai"
)

func TestFastWaitsForEveryone(t *testing.T) {
	tb := newTestGame(t, Config{Fast: true})
	a, _ := tb.sit(netorcai.RolePlayer)
	b, bPaper := tb.sit(netorcai.RolePlayer)
	c, _ := tb.sit(netorcai.RoleSpecialPlayer)
	tb.sit(netorcai.RoleVisualization) // never answers and delays nothing
	tb.begin()
	tb.work()
	if tb.turn(); tb.g.asked {
		t.Fatal("asked before anyone has answered")
	}
	tb.ack(a, 0, "[]")
	tb.ack(b, 0, "[]")
	tb.pass(time.Hour)
	if tb.g.asked {
		t.Fatal("asked before the last has answered")
	}
	tb.ack(c, 0, "[]")
	if !tb.g.asked {
		t.Fatal("not asked when all have answered")
	}
	bPaper.stuck = true // the network has not taken TURN 1, so the game waits for it
	tb.turn()
	tb.ack(a, 1, "[]")
	tb.g.failed(c, "gone", true)
	if tb.g.asked {
		t.Fatal("asked while a TURN is waiting")
	}
	bPaper.stuck = false
	tb.g.drained(b)
	tb.work()
	if tb.g.asked {
		t.Fatal("asked before b has answered")
	}
	tb.ack(b, 1, "[]")
	if !tb.g.asked {
		t.Fatal("not asked")
	}
	tb.turn()
	tb.g.failed(a, "gone", true)
	tb.g.failed(b, "gone", true)
	tb.work()
	if !tb.g.asked {
		t.Fatal("not asked when all have left")
	}
}

func TestTurnTime(t *testing.T) {
	var missed []string
	tb := newTestGame(t, Config{Fast: true, TurnTime: time.Second, Observer: missing{missed: &missed}})
	a, _ := tb.sit(netorcai.RolePlayer)
	b, bPaper := tb.sit(netorcai.RolePlayer)
	tb.begin()
	bPaper.take()
	tb.work()
	tb.turn()
	tb.logic.take()
	tb.ack(a, 0, `["a"]`)
	tb.pass(999 * time.Millisecond)
	tb.wants("game logic", tb.logic.take())
	tb.pass(time.Millisecond)
	tb.wants("game logic", tb.logic.take(), `{"message_type":"DO_TURN","player_actions":[{"player_id":0,"turn_number":0,"actions":["a"]}]}`)
	tb.turn()
	tb.wants("b", bPaper.take(), turnText(0))
	tb.ack(b, 0, `["late"]`)
	tb.wants("b", bPaper.take(), turnText(1))
	tb.ack(a, 1, `[]`)
	tb.ack(b, 1, `["now"]`)
	tb.wants("game logic", tb.logic.take(), `{"message_type":"DO_TURN","player_actions":[{"player_id":0,"turn_number":1,"actions":[]},{"player_id":1,"turn_number":1,"actions":["now"]}]}`)
	if got := strings.Join(missed, ", "); got != "acted 0 turn 0 after 0s late false, missed 1 turn 0, acted 1 turn 0 after 1s late true, acted 0 turn 1 after 0s late false, acted 1 turn 1 after 0s late false" {
		t.Error(got)
	}
}

type missing struct {
	NopObserver
	missed *[]string
}

func (m missing) Missed(p Seat, turn int) {
	*m.missed = append(*m.missed, fmt.Sprintf("missed %d turn %d", p.PlayerID, turn))
}

func (m missing) Acted(p Seat, turn int, elapsed time.Duration, late bool) {
	*m.missed = append(*m.missed, fmt.Sprintf("acted %d turn %d after %v late %v", p.PlayerID, turn, elapsed, late))
}

func TestLateVisuJoins(t *testing.T) {
	tb := newTestGame(t, Config{})
	tb.sit(netorcai.RolePlayer)
	tb.begin()
	tb.pass(time.Second)
	tb.turn()
	link := &paper{}
	tb.g.login(link, nil, netorcai.Login{Nickname: "v", Role: netorcai.RoleVisualization}, "there")
	frames := link.take()
	if len(frames) != 2 || !strings.HasPrefix(frames[1], `{"message_type":"GAME_STARTS","player_id":-1,`) || !strings.Contains(frames[1], `"initial_game_state":{"s":1},`) {
		t.Errorf("late visu got %v", frames)
	}
	tb.pass(2 * time.Second)
	tb.turn()
	if frames := link.take(); len(frames) != 1 || !strings.Contains(frames[0], `"turn_number":1`) {
		t.Errorf("late visu got %v", frames)
	}
}

func TestStartErrors(t *testing.T) {
	tb := newTestGame(t, Config{})
	if err := tb.g.start(); !errors.Is(err, ErrNoLogic) {
		t.Error(err)
	}
	tb.begin()
	if err := tb.g.start(); !errors.Is(err, ErrStarted) {
		t.Error(err)
	}
	tb = newTestGame(t, Config{DealIDs: func(int) []int { return []int{1, 1} }})
	tb.sit(netorcai.RolePlayer)
	tb.sit(netorcai.RolePlayer)
	tb.sit(netorcai.RoleGameLogic)
	if err := tb.g.start(); err == nil || !strings.Contains(err.Error(), "DealIDs(2) is [1 1], expected a permutation of 0 to 1") {
		t.Error(err)
	}
}

// TestSpecialPlayersGetTheirIDs: special players get the ids that the config deals, or those in the order of their
// logins.
func TestSpecialPlayersGetTheirIDs(t *testing.T) {
	for _, c := range []struct {
		deal func(int) []int
		want []int
		err  string
	}{
		{nil, []int{0, 1, 2}, ""},
		{func(int) []int { return []int{2, 0, 1} }, []int{2, 0, 1}, ""},
		{func(int) []int { return []int{0, 1} }, nil, "DealSpecialIDs(3) is [0 1], expected a permutation of 0 to 2"},
	} {
		tb := newTestGame(t, Config{DealSpecialIDs: c.deal})
		var peers []*peer
		for range 3 {
			p, _ := tb.sit(netorcai.RoleSpecialPlayer)
			peers = append(peers, p)
		}
		ordinary, _ := tb.sit(netorcai.RolePlayer)
		tb.sit(netorcai.RoleGameLogic)
		err := tb.g.start()
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%v, want %s", err, c.err)
			}
			continue
		}
		for i, p := range peers {
			if err != nil || p.seat.PlayerID != c.want[i] || ordinary.seat.PlayerID != 3 {
				t.Errorf("login %d has the id %d, want %v; the ordinary player has %d; %v", i, p.seat.PlayerID, c.want,
					ordinary.seat.PlayerID, err)
			}
		}
	}
}

func TestAutostartAtExactlyTheNumbers(t *testing.T) {
	roles := []netorcai.Role{netorcai.RolePlayer, netorcai.RolePlayer, netorcai.RoleSpecialPlayer, netorcai.RoleVisualization, netorcai.RoleGameLogic}
	for first := range roles {
		tb := newTestGame(t, Config{Autostart: true, Settings: Settings{NbTurnsMax: 9, NbPlayersMax: 2, NbSpecialPlayersMax: 1, NbVisusMax: 1}})
		for i := range roles {
			if tb.g.phase != lobby {
				t.Fatalf("started with %d clients", i)
			}
			tb.sit(roles[(first+i)%len(roles)])
		}
		if tb.g.phase != initing {
			t.Error("not started")
		}
	}
}

// TestBudgetOfActions: if a turn has too many actions, the player with most of them is kicked, and the others' count.
func TestBudgetOfActions(t *testing.T) {
	tb := newTestGame(t, Config{Fast: true, Settings: Settings{NbTurnsMax: 9, NbPlayersMax: 3}, MaxActions: 30})
	a, _ := tb.sit(netorcai.RolePlayer)
	b, bPaper := tb.sit(netorcai.RolePlayer)
	c, _ := tb.sit(netorcai.RolePlayer)
	tb.begin()
	tb.work()
	tb.turn()
	tb.logic.take()
	tb.ack(a, 0, `["0123456"]`)
	tb.ack(b, 0, `["0123456789"]`)
	if !b.connected {
		t.Fatal("kicked within the budget")
	}
	tb.ack(c, 0, `["01234"]`)
	if b.connected || !a.connected || !c.connected {
		t.Fatalf("connected: %v %v %v, want all but the one with most", a.connected, b.connected, c.connected)
	}
	if last := bPaper.frames[len(bPaper.frames)-1]; !strings.Contains(last, "The actions of all players together are too big") {
		t.Error(last)
	}
	tb.wants("game logic", tb.logic.take(), `{"message_type":"DO_TURN","player_actions":[{"player_id":0,"turn_number":0,"actions":["0123456"]},{"player_id":2,"turn_number":0,"actions":["01234"]}]}`)
}

// TestNoAutostartByChange: only a login starts a game automatically. A changed setting does not, even if it is now
// satisfied.
func TestNoAutostartByChange(t *testing.T) {
	tb := newTestGame(t, Config{Autostart: true, Settings: Settings{NbTurnsMax: 9, NbPlayersMax: 3}, Fast: true})
	tb.sit(netorcai.RolePlayer)
	tb.sit(netorcai.RoleGameLogic)
	if err := tb.g.change(func(s *Settings) { s.NbPlayersMax = 1 }); err != nil || tb.g.phase != lobby {
		t.Errorf("%v, phase %d", err, tb.g.phase)
	}
	if err := tb.g.change(func(s *Settings) { s.NbPlayersMax = 1025 }); err == nil || tb.g.cfg.NbPlayersMax != 1 {
		t.Errorf("%v, %d players", err, tb.g.cfg.NbPlayersMax)
	}
	if err := tb.g.change(func(s *Settings) { s.NbPlayersMax = 2 }); err != nil {
		t.Fatal(err)
	}
	if tb.sit(netorcai.RolePlayer); tb.g.phase != initing {
		t.Errorf("phase %d after the login that was missing", tb.g.phase)
	}
}

// TestSettingsAreThoseOfTheStart: a change after the start changes what is shown, not the game.
func TestSettingsAreThoseOfTheStart(t *testing.T) {
	tb := newTestGame(t, Config{})
	a, _ := tb.sit(netorcai.RolePlayer)
	_, late := tb.sit(netorcai.RoleVisualization)
	if err := tb.g.change(func(s *Settings) { s.NbTurnsMax, s.DelayFirstTurn = 3, 2*time.Second }); err != nil {
		t.Fatal(err)
	}
	tb.begin()
	tb.wants("game logic", tb.logic.take(), `{"message_type":"DO_INIT","nb_players":1,"nb_special_players":0,"nb_turns_max":3}`)
	change := func(s *Settings) {
		*s = Settings{NbTurnsMax: 50, NbPlayersMax: 1, NbVisusMax: 1, DelayFirstTurn: 9 * time.Second, DelayTurns: 9 * time.Second}
	}
	if err := tb.g.change(change); err != nil || tb.g.shown.NbTurnsMax != 50 || tb.g.shown.DelayTurns != 9*time.Second {
		t.Errorf("%v, shown %+v", err, tb.g.shown)
	}
	tb.pass(2 * time.Second)
	tb.turn()
	tb.pass(2 * time.Second)
	tb.turn()
	tb.pass(2 * time.Second)
	if tb.g.turns != 2 || !tb.g.asked {
		t.Fatalf("%d turns at the old delays, asked %v", tb.g.turns, tb.g.asked)
	}
	if tb.turn(); tb.g.phase != over || tb.g.turns != 3 {
		t.Errorf("phase %d after %d turns of 3", tb.g.phase, tb.g.turns)
	}
	_, _ = a, late
}

func TestLogicThatAnswersTooEarly(t *testing.T) {
	tb := newTestGame(t, Config{})
	tb.begin()
	tb.logic.take()
	early := []byte(`{"message_type":"DO_TURN_ACK","winner_player_id":-1,"game_state":{"all_clients":{}}}`)
	if tb.g.logicSays(tb.g.logic, early) {
		t.Fatal("the early answer is not kept")
	}
	tb.pass(time.Second)
	if tb.g.turns != 1 || tb.g.asked {
		t.Errorf("%d turns", tb.g.turns)
	}
}

func TestLogicThatDoesNotRead(t *testing.T) {
	tb := newTestGame(t, Config{Fast: true})
	tb.begin()
	tb.logic.take()
	tb.logic.stuck = true
	for range 10 {
		tb.work()
		tb.turn()
	}
	if frames := tb.logic.take(); len(frames) > 1 {
		t.Errorf("%d messages for a game logic that takes none", len(frames))
	}
	tb.logic.stuck = false
	tb.g.drained(tb.g.logic)
	tb.work()
	if !tb.g.asked {
		t.Error("the game stands still")
	}
}

func TestTooManyActions(t *testing.T) {
	tb := newTestGame(t, Config{})
	a, aPaper := tb.sit(netorcai.RolePlayer)
	b, bPaper := tb.sit(netorcai.RolePlayer)
	c, cPaper := tb.sit(netorcai.RolePlayer)
	tb.begin()
	tb.pass(time.Second)
	tb.turn()
	tb.logic.take()
	big := func(n int) string { return "[" + strings.Repeat(" ", n) + "]" }
	tb.ack(a, 0, big(9<<20))
	tb.ack(b, 0, big(6<<20))
	tb.ack(c, 0, big(2<<20))
	if !aPaper.closed || bPaper.closed || cPaper.closed {
		t.Errorf("closed: %v %v %v", aPaper.closed, bPaper.closed, cPaper.closed)
	}
	tb.pass(2 * time.Second)
	if sent := tb.logic.take(); len(sent) != 1 || len(sent[0]) < 8<<20 {
		t.Error("DO_TURN is not as expected")
	}
}
