package netconsole

import (
	"strings"
	"testing"
	"time"
)

// TestPieces: commands arrive byte by byte, and several at once.
func TestPieces(t *testing.T) {
	st := newStage(t, Config{Seed: 5, AutoStart: 2})
	a, b := st.join("Ann"), st.join("Bob")
	b.send(Message{Command, "n"}) // may come before the start
	b.until(GameMap, "Round: 0")
	b.send(Message{Command, "n"}, Message{Command, "n"}, Message{Command, "n"}, Message{Command, "n"})
	for _, octet := range encode(t, Message{Command, "d"}, Message{Command, "z"}) {
		if _, err := a.conn.Write([]byte{octet}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
	}
	if text := a.until(GameMap, "Round: 2"); !strings.Contains(text, "Bombs: {x:3,y:2,") {
		t.Errorf("after right and bomb:\n%s", text)
	}
}

func TestMisbehaviourInTheGame(t *testing.T) {
	var flood []Message
	for range 300 {
		flood = append(flood, Message{Command, "n"})
	}
	for _, c := range []struct {
		name   string
		send   []byte
		logged string
	}{
		{"garbage", []byte("hello, what is this?"), `Bob has dropped: bad message: it begins with`},
		{"no end", utf16le("3|" + strings.Repeat("w", 300)), "Bob has dropped: bad message: the text of a message of type 3 is longer than 256 characters"},
		{"too many commands", encode(t, flood...), "Bob has dropped: it has sent more than 64 commands ahead"},
		{"too much else", []byte(strings.Repeat(string(utf16le("5|Bob<")), 300)), `Bob has dropped: it sends too much, last "5|Bob"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			st := newStage(t, Config{AutoStart: 2})
			a, b := st.join("Ann"), st.join("Bob")
			b.until(GameMap, "Round: 0")
			b.conn.Write(c.send)
			st.logged(c.logged)
			a.send(Message{Command, "n"}, Message{Command, "n"}, Message{Command, "n"})
			a.until(GameMap, "Round: 2")
			b = st.join("Bob")
			b.receive(PlayerRegistered)
			b.receive(GameMap)
		})
	}
}

func TestMessagesBeforeTheStart(t *testing.T) {
	st := newStage(t, Config{})
	a := st.join("Ann")
	a.conn.Write([]byte(strings.Repeat(string(utf16le("3|w<")), 300)))
	st.logged(`player 1, Ann, has left: it sends too much, last "3|w"`)
	a.closed()
}

// TestNeverAnswering: the turn time ends rounds. Without one the game waits.
func TestNeverAnswering(t *testing.T) {
	st := newStage(t, Config{AutoStart: 2, TurnTime: 30 * time.Millisecond})
	a, b := st.join("Ann"), st.join("Bob")
	a.send(Message{Command, "n"}, Message{Command, "n"}, Message{Command, "n"})
	b.until(GameMap, "Round: 3")
	st.logged("round 2: Bob has not answered within 30ms")

	st = newStage(t, Config{AutoStart: 2})
	a, b = st.join("Ann"), st.join("Bob")
	a.until(GameMap, "Round: 0")
	a.send(Message{Command, "n"})
	a.conn.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
	if m, err := a.d.Next(); err == nil {
		t.Errorf("without a turn time a round ended, and %v came", m)
	}
	b.conn.Close()
}

// TestLateAnswers: a player who has missed a round catches up, whether it answers each map or only the newest.
func TestLateAnswers(t *testing.T) {
	s := &seat{alive: true, playing: true, link: &link{}, host: &Host{game: &game{}}}
	send := func(letter string) {
		t.Helper()
		if err := s.received(Message{Command, letter}); err != nil {
			t.Fatal(err)
		}
	}
	check := func(what string, owes bool, letter string) {
		t.Helper()
		if s.owes() != owes || s.command != commandOf(letter) {
			t.Errorf("%s: owes %v with command %v; want %v, %v", what, s.owes(), s.command, owes, commandOf(letter))
		}
	}
	s.nextRound()
	s.overdue()
	s.nextRound()
	s.overdue()
	s.nextRound()
	check("two rounds missed", true, "")
	send("w")
	check("the answer to the first", true, "w")
	send("a")
	check("the answer to the second", true, "a")
	send("s")
	check("the answer to this one", false, "s")
	send("d")
	s.nextRound()
	check("one sent ahead", false, "d")

	s.nextRound()
	s.overdue()
	s.nextRound()
	send("z")
	check("one answer after a missed round", true, "z")
	s.overdue()
	s.nextRound()
	send("x")
	check("it answers only the newest map", false, "x")
}
