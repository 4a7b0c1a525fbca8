package netorcai

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var infos = []PlayerInfo{{IsConnected: true, Nickname: `a"<é`, PlayerID: 0, RemoteAddress: "1.2.3.4:5"}, {Nickname: "b", PlayerID: 1, RemoteAddress: "local"}}

type encoder interface{ AppendJSON([]byte) []byte }

// TestEncoding: messages have the bytes of the original server, which begins with message_type, and of the original
// game logic, which writes all keys in alphabetical order.
func TestEncoding(t *testing.T) {
	const (
		state  = `{"a":[1,2.5]}`
		people = `[{"player_id":0,"nickname":"a\"\u003cé","remote_address":"1.2.3.4:5","is_connected":true},` +
			`{"player_id":1,"nickname":"b","remote_address":"local","is_connected":false}]`
	)
	raw := json.RawMessage(state)
	for _, c := range []struct {
		m    encoder
		want string
	}{
		{Login{"n\u2028", RoleGameLogic, "2.0.0"}, `{"message_type":"LOGIN","metaprotocol_version":"2.0.0","nickname":"n\u2028","role":"game logic"}`},
		{LoginAck{"2.0.0"}, `{"message_type":"LOGIN_ACK","metaprotocol_version":"2.0.0"}`},
		{Kick{`"why"`}, `{"message_type":"KICK","kick_reason":"\"why\""}`},
		{GameStarts{3, infos, 2, 1, 100, 50.25, 1000, raw}, `{"message_type":"GAME_STARTS","player_id":3,"nb_players":2,"nb_special_players":1,` +
			`"nb_turns_max":100,"milliseconds_before_first_turn":50.25,"milliseconds_between_turns":1000,"initial_game_state":` + state +
			`,"players_info":` + people + `}`},
		{Turn{7, raw, nil}, `{"message_type":"TURN","turn_number":7,"game_state":` + state + `,"players_info":[]}`},
		{Turn{7, raw, infos}, `{"message_type":"TURN","turn_number":7,"game_state":` + state + `,"players_info":` + people + `}`},
		{TurnAck{7, json.RawMessage(`[{}]`)}, `{"message_type":"TURN_ACK","actions":[{}],"turn_number":7}`},
		{TurnAck{7, nil}, `{"message_type":"TURN_ACK","actions":[],"turn_number":7}`},
		{GameEnds{-1, raw}, `{"message_type":"GAME_ENDS","winner_player_id":-1,"game_state":` + state + `}`},
		{DoInit{4, 1, 9}, `{"message_type":"DO_INIT","nb_players":4,"nb_special_players":1,"nb_turns_max":9}`},
		{DoInitAck{raw}, `{"initial_game_state":{"all_clients":` + state + `},"message_type":"DO_INIT_ACK"}`},
		{DoTurn{nil}, `{"message_type":"DO_TURN","player_actions":[]}`},
		{DoTurn{[]PlayerActions{{1, 2, json.RawMessage(`[3]`)}, {0, 1, nil}}}, `{"message_type":"DO_TURN","player_actions":[` +
			`{"player_id":1,"turn_number":2,"actions":[3]},{"player_id":0,"turn_number":1,"actions":[]}]}`},
		{DoTurnAck{2, raw}, `{"game_state":{"all_clients":` + state + `},"message_type":"DO_TURN_ACK","winner_player_id":2}`},
	} {
		if got := c.m.AppendJSON(nil); string(got) != c.want {
			t.Errorf("%T\n\t%s\nwant\n\t%s", c.m, got, c.want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	state := json.RawMessage(`{"a":[1,2.5]}`)
	for _, m := range []Message{
		LoginAck{"2.0.0"}, Kick{"é\n"}, GameStarts{-1, infos, 2, 1, 100, 50.25, 1000, state}, GameStarts{PlayerID: 3, InitialGameState: state},
		Turn{0, state, nil}, Turn{65534, state, infos}, GameEnds{1, state}, DoInit{4, 0, 1}, DoTurn{nil},
		DoTurn{[]PlayerActions{{1, 2, json.RawMessage(`[3]`)}, {0, 1, json.RawMessage(`[]`)}}},
	} {
		got, err := Decode(append(m.(encoder).AppendJSON(nil), '\n'))
		if diff := cmp.Diff(m, got); err != nil || diff != "" {
			t.Errorf("%T: %v\n%s", m, err, diff)
		}
	}
	login := Login{"é", RoleSpecialPlayer, "2.9.0"}
	if got, err := DecodeLogin(login.AppendJSON(nil)); err != nil || got != login {
		t.Errorf("%+v, %v", got, err)
	}
	ack := TurnAck{3, json.RawMessage(`[1]`)}
	if got, err := DecodeTurnAck(ack.AppendJSON(nil)); err != nil || !reflect.DeepEqual(got, ack) {
		t.Errorf("%+v, %v", got, err)
	}
	init := DoInitAck{state}
	if got, err := DecodeDoInitAck(init.AppendJSON(nil)); err != nil || !reflect.DeepEqual(got, init) {
		t.Errorf("%+v, %v", got, err)
	}
	turn := DoTurnAck{1, state}
	if got, err := DecodeDoTurnAck(turn.AppendJSON(nil), 2); err != nil || !reflect.DeepEqual(got, turn) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestNumbersAsFloats(t *testing.T) {
	ack, err := DecodeTurnAck([]byte(`{"turn_number":3.0,"message_type":"TURN_ACK","actions":[ ]}`))
	if err != nil || ack.TurnNumber != 3 {
		t.Errorf("%+v, %v", ack, err)
	}
	turn, err := DecodeDoTurnAck([]byte(`{"winner_player_id":1e0,"message_type":"DO_TURN_ACK","game_state":{"all_clients":{}}}`), 2)
	if err != nil || turn.WinnerPlayerID != 1 {
		t.Errorf("%+v, %v", turn, err)
	}
	for text, want := range map[string]int{"0.9": 0, "-1.9": -1, "1.99999": 1, "1e0": 1, "0.3e1": 3} {
		ack, err := DecodeTurnAck([]byte(`{"turn_number":` + text + `,"message_type":"TURN_ACK","actions":[]}`))
		turn, err2 := DecodeDoTurnAck([]byte(`{"winner_player_id":`+text+`,"message_type":"DO_TURN_ACK","game_state":{"all_clients":{}}}`), 4)
		if err != nil || err2 != nil || ack.TurnNumber != want || turn.WinnerPlayerID != want {
			t.Errorf("%s: %d, %v and %d, %v; want %d", text, ack.TurnNumber, err, turn.WinnerPlayerID, err2, want)
		}
	}
	m, err := Decode([]byte(`{"message_type":"DO_INIT","nb_players":4.0,"nb_special_players":0.0,"nb_turns_max":1e2}`))
	if err != nil || m != (DoInit{4, 0, 100}) {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestDecodeFaults(t *testing.T) {
	for text, want := range map[string]string{
		`7`:                        "Non-JSON message received",
		`{}`:                       "Field 'message_type' is missing",
		`{"message_type":"LOGIN"}`: "netorcai: bad LOGIN message: Unknown message type 'LOGIN'",
		`{"message_type":"KICK"}`:  "netorcai: bad KICK message: Field 'kick_reason' is missing",
		`{"message_type":"TURN","turn_number":1}`:                                                       "netorcai: bad TURN message: Field 'game_state' is missing",
		`{"message_type":"DO_TURN","player_actions":[1]}`:                                               "netorcai: bad DO_TURN message: Non-object value for field 'player_actions'",
		`{"message_type":"DO_TURN","player_actions":[{"player_id":1}]}`:                                 "netorcai: bad DO_TURN message: Field 'turn_number' is missing",
		`{"message_type":"DO_TURN","player_actions":[{"player_id":1,"turn_number":1.5}]}`:               "netorcai: bad DO_TURN message: Non-integral value for field 'turn_number'",
		`{"message_type":"DO_TURN","player_actions":[{"player_id":1,"turn_number":1,"actions":"meh"}]}`: "netorcai: bad DO_TURN message: Non-array value for field 'actions'",
		`{"message_type":"DO_TURN","player_actions":{}}`:                                                "netorcai: bad DO_TURN message: Non-array value for field 'player_actions'",
	} {
		if _, err := Decode([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestActionsForOthers: actions reach the game logic as the original's relay writes them.
func TestActionsForOthers(t *testing.T) {
	for _, c := range []struct{ actions, want string }{
		{`[ 1 , {"b" : "é", "a":2} ]`, `[1,{"a":2,"b":"é"}]`},
		{`[{"a":1,"b":"é"}]`, `[{"a":1,"b":"é"}]`},
		{`["<a>&</a>","\u003c",{">":1,"<":2,"=":3}]`, `["\u003ca\u003e\u0026\u003c/a\u003e","\u003c",{"\u003c":2,"=":3,"\u003e":1}]`},
		{"[\"\u2028\u2029\u2027\"]", "[\"\\u2028\\u2029\u2027\"]"},
		{`[ 1 , {"a" : "\n\\\"é"} ]`, `[1,{"a":"\n\\\"é"}]`},
		{`["\u00e9"]`, `["é"]`},
		{`["\ud83d\ude00"]`, `["😀"]`},
		{`["\ud83d"]`, "[\"\uFFFD\"]"},
		{"[\"\xff\"]", "[\"\uFFFD\"]"},
		{`[1e308,-1.5E-10]`, `[1e+308,-1.5e-10]`}, // as the original's relay writes them
		{`[1.0,123456789012345678901234567890]`, `[1,1.2345678901234568e+29]`},
		{`[123456789012345678901234567890]`, `[1.2345678901234568e+29]`},
		{`[1e309]`, ""},
		{`[{"a":-1e400}]`, ""},
		{`[` + strings.Repeat("9", 400) + `]`, ""},
		{`["1e400"]`, `["1e400"]`},
		{strings.Repeat("[", 9984) + strings.Repeat("]", 9984), strings.Repeat("[", 9984) + strings.Repeat("]", 9984)},
		{strings.Repeat("[", 9985) + strings.Repeat("]", 9985), ""},
	} {
		ack, err := DecodeTurnAck([]byte(`{"message_type":"TURN_ACK","turn_number":0,"actions":` + c.actions + `}`))
		if c.want == "" {
			if !errors.Is(err, ErrNonJSON) {
				t.Errorf("%.40s: %v", c.actions, err)
			}
		} else if err != nil || string(ack.Actions) != c.want {
			t.Errorf("%.40q: %.40q, %v", c.actions, ack.Actions, err)
		}
	}
}

// TestDecodersDoNotAllocate: JSON that is already in the form in which it is passed on is not copied.
func TestDecodersDoNotAllocate(t *testing.T) {
	ack := []byte(`{"turn_number":17,"message_type":"TURN_ACK","actions":[{"direction":"x+","id":3,"movement":"move"},{"id":4,"movement":"none"}]}` + "\n")
	turn := DoTurnAck{1, json.RawMessage(`{"cells":[` + strings.Repeat(`{"color":3,"q":1,"r":-2},`, 400) + `{}]}`)}.AppendJSON(nil)
	if n := testing.AllocsPerRun(100, func() {
		if _, err := DecodeTurnAck(ack); err != nil {
			t.Fatal(err)
		}
		if _, err := DecodeDoTurnAck(turn, 4); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzDecodeLogin(f *testing.F) {
	f.Add([]byte(`{"message_type":"LOGIN","nickname":"bot","role":"player","metaprotocol_version":"2.0.0"}`))
	f.Add([]byte(`{"message_type":"LOGIN","nickname":"\u00e9","role":"game logic","metaprotocol_version":"2.34.5"}` + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := DecodeLogin(data)
		var ref map[string]any
		if json.Unmarshal(data, &ref) != nil || ref == nil {
			notForUs(t, data, err)
			return
		}
		if err != nil {
			mustBeFault(t, err)
			return
		}
		if !utf8.Valid(data) { // encoding/json replaces what is not UTF-8
			return
		}
		if ref["nickname"] != m.Nickname || ref["role"] != string(m.Role) || ref["metaprotocol_version"] != m.Version {
			t.Fatalf("%+v from %s", m, data)
		}
	})
}

func FuzzDecodeTurnAck(f *testing.F) {
	f.Add([]byte(`{"message_type":"TURN_ACK","turn_number":3,"actions":[{"id":3}]}`))
	f.Add([]byte(`{"message_type":"TURN_ACK","turn_number":3.0,"actions":["\ud83d",1e400]}` + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := DecodeTurnAck(data)
		var ref map[string]any
		if json.Unmarshal(data, &ref) != nil || ref == nil {
			notForUs(t, data, err)
			return
		}
		if err != nil {
			mustBeFault(t, err)
			return
		}
		sameNumber(t, ref["turn_number"], m.TurnNumber)
		sameValue(t, ref["actions"], m.Actions)
		if !utf8.Valid(m.Actions) {
			t.Fatalf("actions %q are not UTF-8", m.Actions)
		}
	})
}

func FuzzDecodeDoInitAck(f *testing.F) {
	f.Add([]byte(`{"message_type":"DO_INIT_ACK","initial_game_state":{"all_clients":{"a":1}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := DecodeDoInitAck(data)
		checkState(t, data, "initial_game_state", m.InitialGameState, err)
	})
}

func FuzzDecodeDoTurnAck(f *testing.F) {
	f.Add([]byte(`{"message_type":"DO_TURN_ACK","winner_player_id":-1,"game_state":{"all_clients":{"a":1}}}`))
	f.Add([]byte(`{"game_state":{"all_clients":{},"all_clients":3},"game_state":{"all_clients":{"b":2}},"winner_player_id":1.0,"message_type":"DO_TURN_ACK"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := DecodeDoTurnAck(data, 4)
		if ref := checkState(t, data, "game_state", m.GameState, err); ref != nil {
			sameNumber(t, ref["winner_player_id"], m.WinnerPlayerID)
		}
	})
}

func FuzzDecode(f *testing.F) {
	for _, m := range []encoder{
		LoginAck{"2.0.0"}, Kick{"x"}, GameStarts{0, infos, 2, 1, 100, 50.25, 1000, []byte(`{}`)}, Turn{1, []byte(`{}`), infos}, GameEnds{-1, []byte(`{}`)},
		DoInit{1, 2, 3}, DoTurn{[]PlayerActions{{1, 2, []byte(`[3]`)}}},
	} {
		f.Add(m.AppendJSON(nil))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Decode(data)
		if err != nil || !utf8.Valid(data) {
			return
		}
		again, err := Decode(m.(encoder).AppendJSON(nil))
		if err != nil || !cmp.Equal(m, again) {
			t.Fatalf("%s is %+v, then %+v: %v", data, m, again, err)
		}
	})
}

// notForUs checks the error for what encoding/json does not decode into a map: it is no JSON object. But a number
// beyond float64 in an ignored member is no error.
func notForUs(t *testing.T, data []byte, err error) {
	t.Helper()
	object := json.Valid(data) && bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("{"))
	if !object && !errors.Is(err, ErrNonJSON) {
		t.Fatalf("error %v, want %v", err, ErrNonJSON)
	}
}

func mustBeFault(t *testing.T, err error) {
	t.Helper()
	var fault Fault
	if !errors.As(err, &fault) || fault == "" {
		t.Fatalf("error %v is no Fault", err)
	}
}

// checkState compares the decoded answer of a game logic with encoding/json. state is nil after an error.
func checkState(t *testing.T, data []byte, name string, state json.RawMessage, err error) map[string]any {
	t.Helper()
	var ref map[string]any
	if json.Unmarshal(data, &ref) != nil || ref == nil {
		notForUs(t, data, err)
		return nil
	}
	if err != nil {
		mustBeFault(t, err)
		return nil
	}
	outer, _ := ref[name].(map[string]any)
	sameValue(t, outer["all_clients"], state)
	return ref
}

func sameNumber(t *testing.T, ref any, n int) {
	t.Helper()
	x, ok := ref.(float64)
	if x = math.Trunc(x); !ok || math.Abs(x-float64(n)) > math.Abs(x)*1e-15 {
		t.Fatalf("number %v is %d", ref, n)
	}
}

func sameValue(t *testing.T, ref any, raw json.RawMessage) {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("%q: %v", raw, err)
	}
	if !reflect.DeepEqual(v, ref) {
		t.Fatalf("%q, encoding/json has %v", raw, ref)
	}
}
