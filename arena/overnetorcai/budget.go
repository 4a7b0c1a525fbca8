package overnetorcai

import (
	"encoding/json"
	"fmt"

	"blastyard/internal/jsonscan"
)

// budget bounds what a bot may ask for, so that none can fill the replay or hold up the match: what is beyond it does
// not count. No bot that plays needs a tenth of it.
type budget struct {
	bytes, actions int // of a turn
	usual          int // bytes of a turn that cost nothing of rest
	rest           int // of the match: bytes beyond the usual
}

// What the bots of a match share in a turn, and in the whole match. With what bots print, and why actions are refused,
// a turn stays below replay.MaxTurn, and a match below what a replay may hold.
const (
	turnBytes   = 1 << 20
	turnActions = 8 << 10
	matchBytes  = 256 << 20
	actionBytes = 256 // more than an action takes, however it is written, together with why it is refused
)

// serverBytes is for how many bytes of actions, of all bots in a turn, the server takes: who sends the most goes beyond
// it.
const serverBytes = 2 * turnBytes

// newBudget is the budget of a player with so many characters, in a match of so many players.
func newBudget(players, characters int) budget {
	players = max(1, players)
	usual := actionBytes * (characters + 1)
	return budget{
		bytes:   max(usual, min(turnBytes/players, 64<<10)),
		actions: max(4*characters, min(max(turnActions/players, 8), 1024)),
		usual:   usual,
		rest:    matchBytes / players,
	}
}

// take takes what the actions of a turn need. refusal is why they do not count, or "". actions is how many there are.
func (b *budget) take(array json.RawMessage) (actions int, refusal string) {
	s := jsonscan.New(array)
	if err := s.Elements(func() error {
		actions++
		_, err := s.Value()
		return err
	}); err != nil {
		return 0, "" // those who read it will say so
	}
	switch size := len(array); {
	case size > b.bytes:
		return actions, fmt.Sprintf("%d bytes of actions in a turn, expected %d at most: none of them counts",
			size, b.bytes)
	case actions > b.actions:
		return actions, fmt.Sprintf("%d actions in a turn, expected %d at most: none of them counts",
			actions, b.actions)
	case size > b.usual && size > b.rest:
		return actions, fmt.Sprintf("%d bytes of actions in a turn, after many such turns, expected %d at most: "+
			"none of them counts", size, b.usual)
	case size > b.usual:
		b.rest -= size
	}
	return actions, ""
}
