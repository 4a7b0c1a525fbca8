package worker

import (
	"slices"

	"blastyard/arena/entrant"
	"blastyard/game"
	"blastyard/tournament/event"
)

// Slots is how many matches a machine with so many cores plays at the same time where nobody says otherwise. Built-in
// bots, and programs that are started each round, need one core a match: they decide one after the other. Programs over
// netorcai think all at the same time, so a match of theirs gets a core for each, as far as there are so many: a bot is
// not to be late because of its neighbours.
func Slots(e *event.Event, cores int) int {
	kind, err := e.Kind()
	programs := slices.ContainsFunc(e.Bots, func(b event.Bot) bool { return b.Entrant.Kind == entrant.Program })
	if err != nil || kind.Protocol == game.Rounds || !programs && len(e.Bots) > 0 {
		return max(1, cores)
	}
	return max(1, cores/max(2, e.Schedule.Players))
}
