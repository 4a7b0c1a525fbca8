package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"blastyard/protocol/netorcai"
)

// TestNoLimit: a turn waits beyond its time for a player without a limit, and for no other player.
func TestNoLimit(t *testing.T) {
	var missed []string
	tb := newTestGame(t, Config{Fast: true, TurnTime: time.Second, Observer: missing{missed: &missed}})
	person, _ := tb.sit(netorcai.RolePlayer)
	person.noLimit = true
	bot, _ := tb.sit(netorcai.RolePlayer)
	tb.begin()
	tb.work()
	tb.turn()
	tb.logic.take()
	tb.ack(bot, 0, `["bot"]`)
	tb.pass(time.Hour)
	tb.wants("game logic", tb.logic.take())
	tb.ack(person, 0, `["person"]`)
	tb.wants("game logic", tb.logic.take(), `{"message_type":"DO_TURN","player_actions":[{"player_id":1,"turn_number":0,"actions":["bot"]},{"player_id":0,"turn_number":0,"actions":["person"]}]}`)
	tb.turn()
	tb.pass(time.Hour) // the bot is late, the person thinks
	tb.wants("game logic", tb.logic.take())
	tb.ack(person, 1, `["person"]`)
	tb.wants("game logic", tb.logic.take(), `{"message_type":"DO_TURN","player_actions":[{"player_id":0,"turn_number":1,"actions":["person"]}]}`)
	tb.turn()
	tb.ack(person, 2, `[]`) // within the time: the bot may still answer
	tb.wants("game logic", tb.logic.take())
	tb.pass(time.Second)
	tb.wants("game logic", tb.logic.take(), `{"message_type":"DO_TURN","player_actions":[{"player_id":0,"turn_number":2,"actions":[]}]}`)
}

// TestFirstTime: a turn waits for a first answer up to its own limit. After that the player has the common limit.
func TestFirstTime(t *testing.T) {
	var missed []string
	tb := newTestGame(t, Config{Fast: true, TurnTime: time.Second, Observer: missing{missed: &missed}})
	slow, _ := tb.sit(netorcai.RolePlayer)
	slow.firstTime = 10 * time.Second
	silent, _ := tb.sit(netorcai.RolePlayer)
	silent.firstTime = 20 * time.Second
	tb.begin()
	tb.work()
	tb.turn()
	tb.logic.take()
	tb.pass(9 * time.Second)
	tb.wants("game logic", tb.logic.take())
	tb.ack(slow, 0, `["slow"]`)
	tb.pass(10 * time.Second)
	tb.wants("game logic", tb.logic.take())
	tb.pass(time.Second) // 20 seconds after the start
	tb.wants("game logic", tb.logic.take(), `{"message_type":"DO_TURN","player_actions":[{"player_id":0,"turn_number":0,"actions":["slow"]}]}`)
	tb.turn()
	tb.pass(time.Second) // the limit of all
	tb.wants("game logic", tb.logic.take(), `{"message_type":"DO_TURN","player_actions":[]}`)
	want := "acted 0 turn 0 after 9s late false, missed 1 turn 0, missed 0 turn 1, missed 1 turn 1"
	if got := strings.Join(missed, ", "); got != want {
		t.Errorf("told: %s", got)
	}
}

// TestAnswerFails: a local player that fails is kicked, or counts as having left.
func TestAnswerFails(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("no array: 7"), "kicked: no array: 7"},
		{fmt.Errorf("%w: closed", ErrGone), "left: gone: closed"},
	} {
		told := make(chan string, 1)
		s, err := New(Config{
			Settings: Settings{NbTurnsMax: 3, NbPlayersMax: 1}, Fast: true, Autostart: true, Logic: emptyLogic{},
			Observer: whoFails{told: told},
			Local: []LocalPlayer{{Nickname: "bot", Role: netorcai.RolePlayer,
				Answer: func(_ context.Context, turn int, _ []byte) ([]byte, error) {
					if turn == 0 {
						return []byte("[1]"), nil
					}
					return nil, c.err
				}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Serve(t.Context(), ln); err != nil {
			t.Error(err)
		}
		if got := <-told; got != c.want {
			t.Errorf("%v: %q, expected %q", c.err, got, c.want)
		}
	}
}

// emptyLogic is a game in which nothing happens.
type emptyLogic struct{}

func (emptyLogic) Init(int, int, int) ([]byte, error) { return []byte("{}"), nil }
func (emptyLogic) Turn([]netorcai.PlayerActions) (int, []byte, error) {
	return -1, []byte("{}"), nil
}

// whoFails reports once how a player has left before the end.
type whoFails struct {
	NopObserver
	told chan string
}

func (w whoFails) Kicked(_ Seat, reason string) { w.tell("kicked: " + reason) }
func (w whoFails) Left(_ Seat, reason string)   { w.tell("left: " + reason) }

func (w whoFails) tell(text string) {
	select {
	case w.told <- text:
	default: // only the first counts
	}
}
