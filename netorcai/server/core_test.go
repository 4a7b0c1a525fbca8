package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"blastyard/netorcai"
)

// The orchestrator without sockets: its links write down what they are sent.

type paper struct {
	frames []string // contents, without the line feed
	stuck  bool     // busy
	speak  bool
	closed bool
}

func (p *paper) send(frame []byte) bool {
	p.frames = append(p.frames, strings.TrimSuffix(string(frame[netorcai.HeaderSize:]), "\n"))
	return p.stuck
}
func (p *paper) busy() bool       { return p.stuck }
func (p *paper) allow(speak bool) { p.speak = speak }
func (p *paper) resume()          {}
func (p *paper) close()           { p.closed = true }

// take returns what was sent since the last take.
func (p *paper) take() []string {
	frames := p.frames
	p.frames = nil
	return frames
}

// table is a game with clients on paper and a clock that stands still.
type table struct {
	t     testing.TB
	g     *game
	now   time.Time
	logic *paper
}

func newTable(t testing.TB, cfg Config) *table {
	tb := &table{t: t, now: time.Unix(1000, 0)}
	cfg.Now = func() time.Time { return tb.now }
	if cfg.NbTurnsMax == 0 {
		cfg.Settings = Settings{NbTurnsMax: 100, NbPlayersMax: 8, NbSpecialPlayersMax: 8, NbVisusMax: 8, DelayFirstTurn: time.Second, DelayTurns: 2 * time.Second}
	}
	if cfg.DealIDs == nil {
		cfg.DealIDs = inOrder
	}
	tb.g = newGame(cfg.withDefaults())
	return tb
}

func inOrder(n int) []int {
	ids := make([]int, n)
	for i := range ids {
		ids[i] = i
	}
	return ids
}

func (tb *table) sit(role netorcai.Role) (*peer, *paper) {
	tb.t.Helper()
	link := &paper{}
	p := tb.g.login(link, nil, netorcai.Login{Nickname: "n", Role: role}, "there")
	if p == nil {
		tb.t.Fatalf("login as %s: %v", role, link.frames)
	}
	link.take()
	if role == netorcai.RoleGameLogic {
		tb.logic = link
	}
	return p, link
}

// begin starts the game with a game logic on paper.
func (tb *table) begin() {
	tb.t.Helper()
	tb.sit(netorcai.RoleGameLogic)
	if err := tb.g.start(); err != nil {
		tb.t.Fatal(err)
	}
	tb.says(`{"message_type":"DO_INIT_ACK","initial_game_state":{"all_clients":{"s":0}}}`)
}

func (tb *table) says(content string) { tb.g.logicSays(tb.g.logic, []byte(content)) }

// pass lets time pass, and does what the shell does then.
func (tb *table) pass(d time.Duration) {
	tb.now = tb.now.Add(d)
	tb.g.tick(tb.now)
	tb.work()
}

func (tb *table) work() {
	for tb.g.due {
		tb.g.askTurn()
	}
}

// turn answers DO_TURN.
func (tb *table) turn() {
	tb.says(fmt.Sprintf(`{"message_type":"DO_TURN_ACK","winner_player_id":-1,"game_state":{"all_clients":{"s":%d}}}`, tb.g.turns+1))
	tb.work()
}

func (tb *table) ack(p *peer, turn int, actions string) {
	tb.g.acknowledged(p, netorcai.TurnAck{TurnNumber: turn, Actions: json.RawMessage(actions)})
	tb.work()
}

func (tb *table) wants(who string, got []string, want ...string) {
	tb.t.Helper()
	if len(want) == 0 && len(got) == 0 {
		return
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		tb.t.Errorf("%s got\n\t%s\nwant\n\t%s", who, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

func turnText(number int) string {
	return fmt.Sprintf(`{"game_state":{"s":%d},"message_type":"TURN","players_info":[],"turn_number":%d}`, number+1, number)
}

func TestTimerGameWordByWord(t *testing.T) {
	tb := newTable(t, Config{DealIDs: func(n int) []int { return []int{1, 0}[:n] }})
	a, aPaper := tb.sit(netorcai.RolePlayer)
	_, bPaper := tb.sit(netorcai.RolePlayer)
	s, sPaper := tb.sit(netorcai.RoleSpecialPlayer)
	_, vPaper := tb.sit(netorcai.RoleVisualization)
	if a.seat.PlayerID != -1 {
		t.Errorf("id before the start: %d", a.seat.PlayerID)
	}
	tb.begin()
	tb.wants("game logic", tb.logic.take(), `{"message_type":"DO_INIT","nb_players":2,"nb_special_players":1,"nb_turns_max":100}`)
	starts := func(id int, infos string) string {
		return fmt.Sprintf(`{"initial_game_state":{"s":0},"message_type":"GAME_STARTS","milliseconds_before_first_turn":1000,`+
			`"milliseconds_between_turns":2000,"nb_players":2,"nb_special_players":1,"nb_turns_max":100,"player_id":%d,"players_info":[%s]}`, id, infos)
	}
	info := func(id int, connected bool) string {
		return fmt.Sprintf(`{"is_connected":%v,"nickname":"n","player_id":%d,"remote_address":"there"}`, connected, id)
	}
	tb.wants("a", aPaper.take(), starts(2, ""))
	tb.wants("b", bPaper.take(), starts(1, ""))
	tb.wants("special player", sPaper.take(), starts(0, ""))
	tb.wants("visu", vPaper.take(), starts(-1, info(0, true)+","+info(1, true)+","+info(2, true)))

	tb.pass(999 * time.Millisecond)
	tb.wants("game logic", tb.logic.take())
	tb.pass(time.Millisecond)
	tb.wants("game logic", tb.logic.take(), `{"message_type":"DO_TURN","player_actions":[]}`)
	tb.turn()
	tb.wants("a", aPaper.take(), turnText(0))
	tb.wants("visu", vPaper.take(), fmt.Sprintf(`{"game_state":{"s":1},"message_type":"TURN","players_info":[%s,%s,%s],"turn_number":0}`, info(0, true), info(1, true), info(2, true)))
	tb.ack(s, 0, `[ 1, {"a":"é"}]`)
	tb.ack(a, 0, `[]`)
	tb.g.failed(a, "gone", true)
	tb.pass(2 * time.Second)
	tb.wants("game logic", tb.logic.take(), `{"message_type":"DO_TURN","player_actions":[{"actions":[ 1, {"a":"é"}],"player_id":0,"turn_number":0},{"actions":[],"player_id":2,"turn_number":0}]}`)
	tb.turn()
	tb.wants("special player", sPaper.take(), turnText(0), turnText(1))
	tb.wants("a", aPaper.take(), `{"kick_reason":"gone","message_type":"KICK"}`)
	tb.wants("visu, which has not acknowledged", vPaper.take())
}

func TestVisuSeesWhoHasLeft(t *testing.T) {
	tb := newTable(t, Config{})
	a, _ := tb.sit(netorcai.RolePlayer)
	v, vPaper := tb.sit(netorcai.RoleVisualization)
	tb.begin()
	tb.pass(time.Second)
	tb.turn()
	tb.ack(v, 0, "[]")
	tb.g.failed(a, "gone", true)
	tb.pass(2 * time.Second)
	tb.turn()
	frames := vPaper.take()
	if last := frames[len(frames)-1]; !strings.Contains(last, `"is_connected":false`) || !strings.Contains(last, `"turn_number":1`) {
		t.Errorf("visu got %s", last)
	}
}

func TestNewestTurnWaits(t *testing.T) {
	tb := newTable(t, Config{})
	slow, slowPaper := tb.sit(netorcai.RolePlayer)
	v, vPaper := tb.sit(netorcai.RoleVisualization)
	tb.begin()
	slowPaper.take()
	vPaper.take()
	for range 5 {
		tb.pass(2 * time.Second)
		tb.turn()
	}
	tb.wants("slow", slowPaper.take(), turnText(0))
	tb.ack(slow, 0, "[0]")
	tb.wants("slow", slowPaper.take(), turnText(4))
	tb.ack(v, 0, "[0]")
	if frames := vPaper.take(); len(frames) != 2 || !strings.Contains(frames[1], `"turn_number":4`) {
		t.Errorf("visu got %v", frames)
	}
	tb.ack(slow, 4, "[4]")
	tb.wants("slow", slowPaper.take())
	tb.logic.take()
	tb.pass(2 * time.Second)
	tb.wants("game logic", tb.logic.take(), `{"message_type":"DO_TURN","player_actions":[{"actions":[4],"player_id":0,"turn_number":4}]}`)
}

// The newer TURN_ACK of a player takes the last place; what stood last takes the place of the older one.
func TestCaughtUpPlayersActions(t *testing.T) {
	for _, c := range []struct{ arrivals, want string }{
		{"a0 b0 c0 a1", "c0 b0 a1"},
		{"b0 a0 c0 a1", "b0 c0 a1"},
		{"b0 c0 a0 a1", "b0 c0 a1"},
		{"a0 a1", "a1"},
		{"a0 b0 c0 a1 c1", "a1 b0 c1"},
	} {
		tb := newTable(t, Config{})
		var peers [3]*peer
		for i := range peers {
			peers[i], _ = tb.sit(netorcai.RolePlayer)
		}
		tb.begin()
		tb.pass(time.Second)
		tb.turn()
		tb.pass(2 * time.Second) // everyone is late for turn 0 and turn 1 waits
		tb.turn()
		tb.logic.take()
		for _, arrival := range strings.Fields(c.arrivals) {
			tb.ack(peers[arrival[0]-'a'], int(arrival[1]-'0'), fmt.Sprintf("[%q]", arrival))
		}
		tb.pass(2 * time.Second)
		var m netorcai.DoTurn
		if m1, err := netorcai.Decode([]byte(tb.logic.take()[0])); err != nil {
			t.Fatal(err)
		} else {
			m = m1.(netorcai.DoTurn)
		}
		var got []string
		for _, a := range m.PlayerActions {
			got = append(got, strings.Trim(string(a.Actions), `[]"`))
		}

		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: DO_TURN has %v, want %s", c.arrivals, got, c.want)
		}
	}
}

func TestLastTurnAndGameEnds(t *testing.T) {
	for _, turns := range []int{1, 2, 3} {
		tb := newTable(t, Config{Settings: Settings{NbTurnsMax: turns, NbPlayersMax: 2, NbVisusMax: 1}, Fast: true})
		p, quick := tb.sit(netorcai.RolePlayer)
		tb.begin()
		quick.take()
		tb.work()
		for k := range turns {
			tb.turn()
			if k < turns-1 {
				tb.wants("player", quick.take(), turnText(k))
				tb.ack(p, k, "[]")
			}
		}
		tb.wants("player", quick.take(), fmt.Sprintf(`{"game_state":{"s":%d},"message_type":"GAME_ENDS","winner_player_id":-1}`, turns),
			`{"kick_reason":"Game is finished","message_type":"KICK"}`)
		logic := tb.logic.take()
		if last := logic[len(logic)-1]; last != `{"kick_reason":"Game is finished","message_type":"KICK"}` || len(logic) != turns+2 {
			t.Errorf("game logic got %v", logic)
		}
		if tb.g.phase != over || tb.g.err != nil || !quick.closed || !tb.logic.closed {
			t.Errorf("phase %d, error %v, closed %v %v", tb.g.phase, tb.g.err, quick.closed, tb.logic.closed)
		}
	}
}

func TestGameEndsAtOnce(t *testing.T) {
	tb := newTable(t, Config{Settings: Settings{NbTurnsMax: 3, NbPlayersMax: 1, DelayFirstTurn: time.Second, DelayTurns: time.Second}})
	_, late := tb.sit(netorcai.RolePlayer)
	tb.begin()
	late.take()
	for range 3 {
		tb.pass(time.Second)
		tb.turn()
	}
	tb.wants("late player", late.take(), turnText(0), `{"game_state":{"s":3},"message_type":"GAME_ENDS","winner_player_id":-1}`,
		`{"kick_reason":"Game is finished","message_type":"KICK"}`)
}

func TestFastWaitsForEveryone(t *testing.T) {
	tb := newTable(t, Config{Fast: true})
	a, _ := tb.sit(netorcai.RolePlayer)
	b, bPaper := tb.sit(netorcai.RolePlayer)
	c, _ := tb.sit(netorcai.RoleSpecialPlayer)
	tb.sit(netorcai.RoleVisualization) // never answers, holds up nothing
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
	bPaper.stuck = true // has not taken what it was sent: TURN 1 waits for the network, and the game for it
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
	tb := newTable(t, Config{Fast: true, TurnTime: time.Second, Observer: missing{missed: &missed}})
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
	tb.wants("game logic", tb.logic.take(), `{"message_type":"DO_TURN","player_actions":[{"actions":["a"],"player_id":0,"turn_number":0}]}`)
	tb.turn()
	tb.wants("b", bPaper.take(), turnText(0))
	tb.ack(b, 0, `["late"]`)
	tb.wants("b", bPaper.take(), turnText(1))
	tb.ack(a, 1, `[]`)
	tb.ack(b, 1, `["now"]`)
	tb.wants("game logic", tb.logic.take(), `{"message_type":"DO_TURN","player_actions":[{"actions":[],"player_id":0,"turn_number":1},{"actions":["now"],"player_id":1,"turn_number":1}]}`)
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
	tb := newTable(t, Config{})
	tb.sit(netorcai.RolePlayer)
	tb.begin()
	tb.pass(time.Second)
	tb.turn()
	link := &paper{}
	tb.g.login(link, nil, netorcai.Login{Nickname: "v", Role: netorcai.RoleVisualization}, "there")
	frames := link.take()
	if len(frames) != 2 || !strings.HasPrefix(frames[1], `{"initial_game_state":{"s":1},"message_type":"GAME_STARTS"`) || !strings.Contains(frames[1], `"player_id":-1`) {
		t.Errorf("late visu got %v", frames)
	}
	tb.pass(2 * time.Second)
	tb.turn()
	if frames := link.take(); len(frames) != 1 || !strings.Contains(frames[0], `"turn_number":1`) {
		t.Errorf("late visu got %v", frames)
	}
}

func TestStartErrors(t *testing.T) {
	tb := newTable(t, Config{})
	if err := tb.g.start(); !errors.Is(err, ErrNoLogic) {
		t.Error(err)
	}
	tb.begin()
	if err := tb.g.start(); !errors.Is(err, ErrStarted) {
		t.Error(err)
	}
	tb = newTable(t, Config{DealIDs: func(int) []int { return []int{1, 1} }})
	tb.sit(netorcai.RolePlayer)
	tb.sit(netorcai.RolePlayer)
	tb.sit(netorcai.RoleGameLogic)
	if err := tb.g.start(); err == nil || !strings.Contains(err.Error(), "DealIDs(2) is [1 1], expected a permutation of 0 to 1") {
		t.Error(err)
	}
}

func TestAutostartAtExactlyTheNumbers(t *testing.T) {
	roles := []netorcai.Role{netorcai.RolePlayer, netorcai.RolePlayer, netorcai.RoleSpecialPlayer, netorcai.RoleVisualization, netorcai.RoleGameLogic}
	for first := range roles {
		tb := newTable(t, Config{Autostart: true, Settings: Settings{NbTurnsMax: 9, NbPlayersMax: 2, NbSpecialPlayersMax: 1, NbVisusMax: 1}})
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

func TestAutostartAfterChange(t *testing.T) {
	tb := newTable(t, Config{Autostart: true, Settings: Settings{NbTurnsMax: 9, NbPlayersMax: 2}, Fast: true})
	tb.sit(netorcai.RolePlayer)
	tb.sit(netorcai.RoleGameLogic)
	if err := tb.g.change(func(s *Settings) { s.NbPlayersMax = 1 }); err != nil || tb.g.phase != initing {
		t.Errorf("%v, phase %d", err, tb.g.phase)
	}
	if err := tb.g.change(func(s *Settings) { s.NbPlayersMax = 1025 }); err == nil || tb.g.cfg.NbPlayersMax != 1 {
		t.Errorf("%v, %d players", err, tb.g.cfg.NbPlayersMax)
	}
}

func TestLogicThatAnswersTooEarly(t *testing.T) {
	tb := newTable(t, Config{})
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
	tb := newTable(t, Config{Fast: true})
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
	tb := newTable(t, Config{})
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

// Whatever happens in whatever order, the invariants of game hold, and no link gets more than it may.
func TestInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fast := rapid.Bool().Draw(t, "fast")
		tb := newTable(&testing.T{}, Config{Fast: fast, Settings: Settings{
			NbTurnsMax: rapid.IntRange(1, 8).Draw(t, "turns"), NbPlayersMax: 3, NbSpecialPlayersMax: 1, NbVisusMax: 2,
			DelayFirstTurn: time.Second, DelayTurns: time.Second,
		}})
		var peers []*peer
		var papers []*paper
		for _, role := range []netorcai.Role{netorcai.RolePlayer, netorcai.RolePlayer, netorcai.RoleSpecialPlayer, netorcai.RoleVisualization} {
			p, link := tb.sit(role)
			peers, papers = append(peers, p), append(papers, link)
		}
		tb.begin()
		for step := 0; step < 60 && tb.g.phase == playing; step++ {
			i := rapid.IntRange(0, len(peers)-1).Draw(t, "who")
			switch rapid.IntRange(0, 6).Draw(t, "what") {
			case 0, 1:
				if tb.g.asked {
					tb.turn()
				}
			case 2, 3:
				tb.ack(peers[i], peers[i].lastTurn, "[]")
			case 4:
				tb.pass(time.Second)
			case 5:
				if papers[i].stuck = !papers[i].stuck; !papers[i].stuck {
					tb.g.drained(peers[i])
					tb.work()
				}
			case 6:
				if rapid.IntRange(0, 5).Draw(t, "really") == 0 {
					tb.g.failed(peers[i], "gone", rapid.Bool().Draw(t, "lost"))
					tb.work()
				}
			}
			checkInvariants(t, tb.g)
		}
		for i, link := range papers {
			checkTurns(t, i, link.frames)
		}
	})
}

func checkInvariants(t *rapid.T, g *game) {
	open := 0
	for _, p := range g.byID {
		if p.connected && (p.thinking || p.waiting) {
			open++
		}
		if !p.connected && (p.thinking || p.waiting) {
			t.Fatalf("player %d has left and is open", p.seat.PlayerID)
		}
		if p.queued >= 0 && (p.queued >= len(g.queue) || g.queue[p.queued] != p) {
			t.Fatalf("player %d is not where it is queued", p.seat.PlayerID)
		}
	}
	if open != g.open {
		t.Fatalf("open is %d, counted %d", g.open, open)
	}
	octets := 0
	for i, p := range g.queue {
		octets += len(p.ack.Actions)
		if p.queued != i || !p.seat.Role.IsPlayer() {
			t.Fatalf("place %d of the queue is wrong", i)
		}
	}
	if octets != g.octets {
		t.Fatalf("octets is %d, counted %d", g.octets, octets)
	}
	if g.phase == playing && g.cfg.Fast && !g.asked && !g.due && !g.blocked && g.open == 0 {
		t.Fatal("nothing will ever happen")
	}
}

// checkTurns: TURNs come in growing order, at most one GAME_STARTS, GAME_ENDS and KICK each, and nothing after the KICK.
func checkTurns(t *rapid.T, who int, frames []string) {
	last, count := -1, map[string]int{}
	for i, content := range frames {
		m, err := netorcai.Decode([]byte(content))
		if err != nil {
			t.Fatalf("%d got %s: %v", who, content, err)
		}
		count[fmt.Sprintf("%T", m)]++
		if turn, ok := m.(netorcai.Turn); ok {
			if turn.TurnNumber <= last {
				t.Fatalf("%d got turn %d after %d", who, turn.TurnNumber, last)
			}
			last = turn.TurnNumber
		}
		if _, ok := m.(netorcai.Kick); ok && i != len(frames)-1 {
			t.Fatalf("%d got %v after the KICK", who, frames[i+1:])
		}
	}
	if count["netorcai.GameStarts"] > 1 || count["netorcai.GameEnds"] > 1 || count["netorcai.Kick"] > 1 {
		t.Fatalf("%d got %v", who, count)
	}
}
