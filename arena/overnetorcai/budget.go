package overnetorcai

import (
	"encoding/json"
	"fmt"

	"blastyard/internal/jsonscan"
)

// budget limits the actions of a bot, so that it cannot fill the replay or delay the match. Actions beyond the budget
// do not count. Ordinary bots need less than a tenth of it.
type budget struct {
	bytes, actions int // for one turn
	usual          int // bytes of a turn that do not reduce rest
	rest           int // bytes beyond the usual, for the whole match
}

// Limits for all bots of a match together. With the output of bots and the reasons for refused actions, a turn stays
// below replay.MaxTurn, and a match below the limit of a replay.
const (
	turnBytes   = 1 << 20
	turnActions = 8 << 10
	matchBytes  = 256 << 20
	actionBytes = 256 // more than any spelling of an action and the reason for its refusal take
)

// serverBytes is how many bytes of actions the server accepts from all bots in a turn. The bot that sends the most
// exceeds the limit first.
const serverBytes = 2 * turnBytes

// newBudget returns the budget of a player with so many characters, in a match of so many players.
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

// take charges the actions of a turn. actions is their number. refusal says why they do not count, or is "".
func (b *budget) take(array json.RawMessage) (actions int, refusal string) {
	s := jsonscan.New(array)
	if err := s.Elements(func() error {
		actions++
		_, err := s.Value()
		return err
	}); err != nil {
		return 0, "" // the reader of the actions reports the error
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
