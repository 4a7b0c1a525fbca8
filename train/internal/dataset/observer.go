package dataset

import (
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/replay"
	"blastyard/train/observe"
)

// An observer has the parts of a viewer that depend on the game.
type observer interface {
	spec() *observe.Spec
	follow(m game.Match)                    // observes m from now on
	look(next bool)                         // observes the state; next: it is one turn after the last one
	bind(player int, s *seat)               // creates a view
	read(player int, asked []byte, s *seat) // stores the numbers of what a player asks for
	acts(player int) bool                   // reports whether a player can still do something
	rank(endings []ending)                  // sets the ranks
}

// observers are those of the games that have observations of their own: each finds a match of its own game.
var observers []func(m game.Match, h *replay.Header, form observe.Form) (o observer, found bool, err error)

func newObserver(m game.Match, h *replay.Header, o Options, known *starts) (observer, error) {
	for _, of := range observers {
		if x, found, err := of(m, h, o.Form); found && !o.general {
			return x, err
		}
	}
	kind, err := game.Find(games.All(), h.Game)
	if err != nil {
		return nil, err
	}
	return observeAny(kind.ByRules(int(h.Rules)), m, h, o.Form, known)
}

// ranks sets the ranks of players from their order, the best first. Equal players share a rank.
func ranks(endings []ending, order []int, equal func(a, b int) bool) {
	for i, k := range order {
		endings[k].rank = int32(i + 1)
		if i > 0 && equal(k, order[i-1]) {
			endings[k].rank = endings[order[i-1]].rank
		}
	}
}
