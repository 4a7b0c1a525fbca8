package server

import (
	"testing"
	"time"

	"blastyard/netorcai"
)

// A turn waits beyond its time for a player without a limit, and for no other player.
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
	tb.wants("game logic", tb.logic.take(), `{"message_type":"DO_TURN","player_actions":[{"actions":["bot"],"player_id":1,"turn_number":0},{"actions":["person"],"player_id":0,"turn_number":0}]}`)
	tb.turn()
	tb.pass(time.Hour) // the bot is late, the person thinks
	tb.wants("game logic", tb.logic.take())
	tb.ack(person, 1, `["person"]`)
	tb.wants("game logic", tb.logic.take(), `{"message_type":"DO_TURN","player_actions":[{"actions":["person"],"player_id":0,"turn_number":1}]}`)
	tb.turn()
	tb.ack(person, 2, `[]`) // within the time: the bot may still answer
	tb.wants("game logic", tb.logic.take())
	tb.pass(time.Second)
	tb.wants("game logic", tb.logic.take(), `{"message_type":"DO_TURN","player_actions":[{"actions":[],"player_id":0,"turn_number":2}]}`)
}
