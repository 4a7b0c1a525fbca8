package worker

import (
	"slices"

	"blastyard/arena/entrant"
	"blastyard/game"
	"blastyard/tournament/event"
)

// Slots is the default number of matches that a machine with this many cores plays in parallel. Built-in bots, and
// programs that are started each round, need one core a match, because they decide one after the other. Programs over
// netorcai all think at the same time, so their match gets a core for each, as far as there are enough: a bot must not
// be late because of its neighbours.
func Slots(e *event.Event, cores int) int {
	kind, err := e.Kind()
	programs := slices.ContainsFunc(e.Bots, func(b event.Bot) bool { return b.Entrant.Kind == entrant.Program })
	if err != nil || kind.Protocol == game.Rounds || !programs && len(e.Bots) > 0 {
		return max(1, cores)
	}
	return max(1, cores/max(2, e.Schedule.Players))
}
