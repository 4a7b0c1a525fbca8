package server

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"blastyard/protocol/netorcai"
)

// The tests of this file run the orchestrator without sockets: its links record what they are sent.

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

// testGame is a game with recorded clients and a clock that stands still.
type testGame struct {
	t     testing.TB
	g     *game
	now   time.Time
	logic *paper
}

func newTestGame(t testing.TB, cfg Config) *testGame {
	tb := &testGame{t: t, now: time.Unix(1000, 0)}
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

func (tb *testGame) sit(role netorcai.Role) (*peer, *paper) {
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
func (tb *testGame) begin() {
	tb.t.Helper()
	tb.sit(netorcai.RoleGameLogic)
	if err := tb.g.start(); err != nil {
		tb.t.Fatal(err)
	}
	tb.says(`{"message_type":"DO_INIT_ACK","initial_game_state":{"all_clients":{"s":0}}}`)
}

func (tb *testGame) says(content string) { tb.g.logicSays(tb.g.logic, []byte(content)) }

// pass lets time pass, and does what the shell does then.
func (tb *testGame) pass(d time.Duration) {
	tb.now = tb.now.Add(d)
	tb.g.tick(tb.now)
	tb.work()
}

func (tb *testGame) work() {
	for tb.g.due {
		tb.g.askTurn()
	}
}

// turn answers DO_TURN.
func (tb *testGame) turn() {
	tb.says(fmt.Sprintf(`{"message_type":"DO_TURN_ACK","winner_player_id":-1,"game_state":{"all_clients":{"s":%d}}}`, tb.g.turns+1))
	tb.work()
}

func (tb *testGame) ack(p *peer, turn int, actions string) {
	tb.g.acknowledged(p, netorcai.TurnAck{TurnNumber: turn, Actions: json.RawMessage(actions)}, "")
	tb.work()
}

func (tb *testGame) wants(who string, got []string, want ...string) {
	tb.t.Helper()
	if len(want) == 0 && len(got) == 0 {
		return
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		tb.t.Errorf("%s got\n\t%s\nwant\n\t%s", who, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

func turnText(number int) string {
	return fmt.Sprintf(`{"message_type":"TURN","turn_number":%d,"game_state":{"s":%d},"players_info":[]}`, number, number+1)
}

func TestTimerGameWordByWord(t *testing.T) {
	tb := newTestGame(t, Config{DealIDs: func(n int) []int { return []int{1, 0}[:n] }})
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
		return fmt.Sprintf(`{"message_type":"GAME_STARTS","player_id":%d,"nb_players":2,"nb_special_players":1,"nb_turns_max":100,`+
			`"milliseconds_before_first_turn":1000,"milliseconds_between_turns":2000,"initial_game_state":{"s":0},"players_info":[%s]}`, id, infos)
	}
	info := func(id int, connected bool) string {
		return fmt.Sprintf(`{"player_id":%d,"nickname":"n","remote_address":"there","is_connected":%v}`, id, connected)
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
	tb.wants("visu", vPaper.take(), fmt.Sprintf(`{"message_type":"TURN","turn_number":0,"game_state":{"s":1},"players_info":[%s,%s,%s]}`, info(0, true), info(1, true), info(2, true)))
	tb.ack(s, 0, `[ 1, {"a":"é"}]`)
	tb.ack(a, 0, `[]`)
	tb.g.failed(a, "gone", true)
	tb.pass(2 * time.Second)
	tb.wants("game logic", tb.logic.take(), `{"message_type":"DO_TURN","player_actions":[{"player_id":0,"turn_number":0,"actions":[ 1, {"a":"é"}]},{"player_id":2,"turn_number":0,"actions":[]}]}`)
	tb.turn()
	tb.wants("special player", sPaper.take(), turnText(0), turnText(1))
	tb.wants("a", aPaper.take(), `{"message_type":"KICK","kick_reason":"gone"}`)
	tb.wants("visu, which has not acknowledged", vPaper.take())
}

func TestVisuSeesWhoHasLeft(t *testing.T) {
	tb := newTestGame(t, Config{})
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
	tb := newTestGame(t, Config{})
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
	tb.wants("game logic", tb.logic.take(), `{"message_type":"DO_TURN","player_actions":[{"player_id":0,"turn_number":4,"actions":[4]}]}`)
}

// TestCaughtUpPlayersActions: newer actions of a player go to the end. The last entry takes the position of the older
// ones.
func TestCaughtUpPlayersActions(t *testing.T) {
	for _, c := range []struct{ arrivals, want string }{
		{"a0 b0 c0 a1", "c0 b0 a1"},
		{"b0 a0 c0 a1", "b0 c0 a1"},
		{"b0 c0 a0 a1", "b0 c0 a1"},
		{"a0 a1", "a1"},
		{"a0 b0 c0 a1 c1", "a1 b0 c1"},
	} {
		tb := newTestGame(t, Config{})
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
		tb := newTestGame(t, Config{Settings: Settings{NbTurnsMax: turns, NbPlayersMax: 2, NbVisusMax: 1}, Fast: true})
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
		tb.wants("player", quick.take(), fmt.Sprintf(`{"message_type":"GAME_ENDS","winner_player_id":-1,"game_state":{"s":%d}}`, turns),
			`{"message_type":"KICK","kick_reason":"Game is finished"}`)
		logic := tb.logic.take()
		if last := logic[len(logic)-1]; last != `{"message_type":"KICK","kick_reason":"Game is finished"}` || len(logic) != turns+2 {
			t.Errorf("game logic got %v", logic)
		}
		if tb.g.phase != over || tb.g.err != nil || !quick.closed || !tb.logic.closed {
			t.Errorf("phase %d, error %v, closed %v %v", tb.g.phase, tb.g.err, quick.closed, tb.logic.closed)
		}
	}
}

func TestGameEndsAtOnce(t *testing.T) {
	tb := newTestGame(t, Config{Settings: Settings{NbTurnsMax: 3, NbPlayersMax: 1, DelayFirstTurn: time.Second, DelayTurns: time.Second}})
	_, late := tb.sit(netorcai.RolePlayer)
	tb.begin()
	late.take()
	for range 3 {
		tb.pass(time.Second)
		tb.turn()
	}
	tb.wants("late player", late.take(), turnText(0), `{"message_type":"GAME_ENDS","winner_player_id":-1,"game_state":{"s":3}}`,
		`{"message_type":"KICK","kick_reason":"Game is finished"}`)
}
