package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// vectors are frames that every language's client is checked against.
type vectors struct {
	Decode, Refuse, Encode []struct {
		Name, Hex, Text string
		Message         any
	}
}

func readVectors(t *testing.T) (v vectors) {
	t.Helper()
	text, err := os.ReadFile("../testdata/frames.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	if len(v.Decode) < 10 || len(v.Refuse) < 20 || len(v.Encode) < 3 {
		t.Fatalf("frames.json has %d, %d and %d vectors, expected more", len(v.Decode), len(v.Refuse), len(v.Encode))
	}
	return v
}

func unhex(t *testing.T, digits string) []byte {
	t.Helper()
	b, err := hex.DecodeString(digits)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// deliveries are ways in which a connection may hand over bytes.
var deliveries = map[string]func(io.Reader) io.Reader{
	"at once":      func(r io.Reader) io.Reader { return r },
	"byte by byte": iotest.OneByteReader,
	"in halves":    iotest.HalfReader,
	"with the end": iotest.DataErrReader,
}

func TestDecode(t *testing.T) {
	var all []byte
	v := readVectors(t)
	for _, x := range v.Decode {
		all = append(all, unhex(t, x.Hex)...)
	}
	for name, deliver := range deliveries {
		stream := deliver(bytes.NewReader(all))
		for _, x := range v.Decode {
			for _, r := range []io.Reader{deliver(bytes.NewReader(unhex(t, x.Hex))), stream} {
				m, err := readFrame(r)
				if err != nil {
					t.Fatalf("%s, %s: %v", x.Name, name, err)
				}
				var got any
				if err := m.decode(&got); err != nil || !reflect.DeepEqual(got, x.Message) {
					t.Errorf("%s, %s: %v, error %v, expected %v", x.Name, name, got, err, x.Message)
				}
			}
		}
	}
}

func TestRefuse(t *testing.T) {
	for _, x := range readVectors(t).Refuse {
		for name, deliver := range deliveries {
			_, err := readFrame(deliver(bytes.NewReader(unhex(t, x.Hex))))
			if err == nil || !strings.Contains(err.Error(), x.Text) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s, %s: error %v, expected %q in a line", x.Name, name, err, x.Text)
			}
		}
	}
}

func TestEncode(t *testing.T) {
	for _, x := range readVectors(t).Encode {
		var frame bytes.Buffer
		if err := writeFrame(&frame, x.Message); err != nil {
			t.Fatal(err)
		}
		if b := frame.Bytes(); bytes.IndexByte(b[4:], '\n') != len(b)-5 {
			t.Errorf("%s: %q does not end with its only line feed", x.Name, b)
		}
		m, err := readFrame(&frame)
		var got any
		if err == nil {
			err = m.decode(&got)
		}
		if err != nil || frame.Len() > 0 || !reflect.DeepEqual(got, x.Message) {
			t.Errorf("%s: %v, error %v, %d bytes left, expected %v", x.Name, got, err, frame.Len(), x.Message)
		}
	}
}

func TestTooBigToSend(t *testing.T) {
	err := writeFrame(io.Discard, strings.Repeat("x", maxSize-3))
	if err == nil || !strings.Contains(err.Error(), "too big to send") {
		t.Errorf("error %v, expected that it is too big to send", err)
	}
	if err := writeFrame(io.Discard, strings.Repeat("x", maxSize-4)); err != nil {
		t.Error(err)
	}
}

// peer is the server's end of a connection.
type peer struct {
	t *testing.T
	net.Conn
}

func (p peer) say(kind string, fields map[string]any) {
	m := map[string]any{"message_type": kind}
	for name, value := range fields {
		m[name] = value
	}
	if err := writeFrame(p, m); err != nil {
		p.t.Errorf("the server cannot send %s: %v", kind, err)
	}
}

func (p peer) hear() string {
	m, err := readFrame(p)
	if err != nil {
		p.t.Errorf("the server hears: %v", err)
	}
	return strings.TrimSpace(string(m.content))
}

func (p peer) welcome() {
	p.hear()
	p.say("LOGIN_ACK", map[string]any{"metaprotocol_version": "2.0.0"})
}

// serve runs play for one client on NETORCAI_PORT, and waits for its end at the end of the test.
func serve(t *testing.T, play func(peer)) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	host, port, _ := net.SplitHostPort(listener.Addr().String())
	t.Setenv("NETORCAI_HOST", host)
	t.Setenv("NETORCAI_PORT", port)
	done := make(chan struct{})
	go func() {
		defer close(done)
		connection, err := listener.Accept()
		if err != nil {
			return
		}
		defer connection.Close()
		if err := connection.SetDeadline(time.Now().Add(time.Minute)); err != nil {
			t.Error(err)
		}
		play(peer{t, connection})
	}()
	t.Cleanup(func() {
		listener.Close()
		<-done
	})
}

func TestWholeGame(t *testing.T) {
	var heard []string
	serve(t, func(p peer) {
		heard = append(heard, p.hear())
		p.say("LOGIN_ACK", map[string]any{"metaprotocol_version": "2.0.0"})
		p.say("GAME_STARTS", map[string]any{"player_id": 3.0, "nb_special_players": json.RawMessage("1.0")})
		for _, number := range []int{0, 1, 5} { // a slow client misses turns
			p.say("TURN", map[string]any{"turn_number": number, "game_state": map[string]any{"score": map[string]int{"3": number}}})
			heard = append(heard, p.hear())
		}
		p.say("GAME_ENDS", map[string]any{"winner_player_id": -1})
		p.say("KICK", map[string]any{"kick_reason": "Game is finished"})
	})
	client, err := Connect("tester")
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	game, err := client.WaitForStart()
	if err != nil || game.PlayerID != 3 || game.NbSpecialPlayers != 1 {
		t.Errorf("GAME_STARTS %+v, error %v", game, err)
	}
	for turn, err := range client.Turns() {
		if err != nil {
			t.Fatal(err)
		}
		var actions []Action
		if turn.State.Score[3] > 0 {
			actions = []Action{{ID: 0, Movement: "revive"}, {ID: 1, Movement: "move", Direction: "x+"}}
		}
		if err := client.Act(actions); err != nil {
			t.Fatal(err)
		}
	}
	if client.GameEnds.Winner != -1 {
		t.Errorf("winner %d, expected -1", client.GameEnds.Winner)
	}
	const two = `[{"id":0,"movement":"revive"},{"id":1,"movement":"move","direction":"x+"}]`
	want := []string{`{"message_type":"LOGIN","metaprotocol_version":"2.0.0","nickname":"tester","role":"player"}`,
		`{"actions":[],"message_type":"TURN_ACK","turn_number":0}`, `{"actions":` + two + `,"message_type":"TURN_ACK","turn_number":1}`,
		`{"actions":` + two + `,"message_type":"TURN_ACK","turn_number":5}`}
	if !reflect.DeepEqual(heard, want) {
		t.Errorf("the server heard %q\nexpected %q", heard, want)
	}
}

func TestKicked(t *testing.T) {
	serve(t, func(p peer) {
		p.hear()
		p.say("KICK", map[string]any{"kick_reason": "LOGIN denied: Game has been started"})
	})
	_, err := Connect("tester")
	if k := (Kicked{}); !errors.As(err, &k) || k.Reason != "LOGIN denied: Game has been started" {
		t.Errorf("error %v, expected a kick", err)
	}
}

func TestKickedDuringGame(t *testing.T) {
	serve(t, func(p peer) {
		p.welcome()
		p.say("GAME_STARTS", nil)
		p.say("KICK", map[string]any{"kick_reason": "netorcai abort"})
	})
	wantTurnError(t, "kicked by the server: netorcai abort")
}

func TestServerLeaves(t *testing.T) {
	serve(t, func(p peer) {
		p.welcome()
		p.say("GAME_STARTS", nil)
	})
	wantTurnError(t, "the server closed the connection before the game had ended")
}

func TestUnexpectedMessage(t *testing.T) {
	serve(t, func(p peer) {
		p.welcome()
		p.say("GAME_STARTS", nil)
		p.say("LOGIN_ACK", nil)
	})
	wantTurnError(t, "the server sent LOGIN_ACK: TURN or GAME_ENDS expected")
}

func TestWrongField(t *testing.T) {
	serve(t, func(p peer) {
		p.welcome()
		p.say("GAME_STARTS", nil)
		p.say("TURN", map[string]any{"turn_number": "one"})
	})
	wantTurnError(t, "the server sent a TURN that cannot be understood: json: ")
}

// wantTurnError starts a game whose first turn is an error.
func wantTurnError(t *testing.T, text string) {
	t.Helper()
	client, err := Connect("tester")
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if _, err := client.WaitForStart(); err != nil {
		t.Fatal(err)
	}
	turns := 0
	for _, err := range client.Turns() {
		if turns++; err == nil || !strings.HasPrefix(err.Error(), text) {
			t.Errorf("error %v, expected %s", err, text)
		}
	}
	if turns != 1 {
		t.Errorf("%d turns, expected 1", turns)
	}
}

func TestNoServer(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	host, port, _ := net.SplitHostPort(listener.Addr().String())
	listener.Close()
	t.Setenv("NETORCAI_HOST", host)
	for _, bad := range []string{"0", "65536", "x", "-1", "+1", "4.2"} {
		t.Setenv("NETORCAI_PORT", bad)
		if _, err := Connect("tester"); err == nil || err.Error() != "NETORCAI_PORT is '"+bad+"': a number from 1 to 65535 expected" {
			t.Errorf("port %s: error %v", bad, err)
		}
	}
	t.Setenv("NETORCAI_PORT", port)
	if _, err := Connect("tester"); err == nil || !strings.HasPrefix(err.Error(), "no server listens on 127.0.0.1:"+port+": start one ") {
		t.Errorf("error %v, expected that no server listens", err)
	}
}

// deaf is a connection that takes nothing any more, and still has something to say.
type deaf struct {
	net.Conn
	io.Reader
}

func (d deaf) Read(b []byte) (int, error)    { return d.Reader.Read(b) }
func (deaf) Write([]byte) (int, error)       { return 0, errors.New("broken pipe") }
func (deaf) SetReadDeadline(time.Time) error { return nil }

func TestLastWords(t *testing.T) {
	var words bytes.Buffer
	for _, text := range []string{`{"message_type":"TURN"}`, `{"message_type":"KICK","kick_reason":"Invalid TURN_ACK received."}`} {
		if err := writeFrame(&words, json.RawMessage(text)); err != nil {
			t.Fatal(err)
		}
	}
	client := Client{connection: deaf{Reader: &words}}
	for _, want := range []string{"kicked by the server: Invalid TURN_ACK received.", "cannot send to the server: broken pipe"} {
		if err := client.Act(nil); err == nil || err.Error() != want {
			t.Errorf("error %v, expected %s", err, want)
		}
	}
}
