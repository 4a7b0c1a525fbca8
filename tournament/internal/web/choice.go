package web

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"blastyard/tournament"
)

// A contest is a match that the board of the first page may show.
type contest struct {
	ID    tournament.ID
	Names []string  // by player id
	At    time.Time // when it began, or ended
}

// stakes say what is at stake in a match; a larger one matters more.
type stakes int

const (
	forNothing  stakes = iota // nothing is known
	forAPlace                 // the players are about equally good
	forTheTop                 // the players are the first of the standings
	forTheFinal               // it is of the event's final
	forTheEvent               // it is of the pairing that decides who wins the event
)

// What counts as the top of the standings, and as a close match.
const (
	topRanks = 3    // all players are among the first so many, or as many as a match has players
	closeElo = 50.0 // so many points at most are between the best and the worst player
)

// A weight says how much a match matters, and compares it with others.
type weight struct {
	stakes stakes
	ranks  []int   // of the players, the best first; nil: not known
	spread float64 // Elo-like points between the best and the worst player
	at     time.Time
	id     tournament.ID
}

// compareWeights orders matches: the one that matters more comes first.
func compareWeights(a, b weight) int {
	order := cmp.Compare(b.stakes, a.stakes)
	switch {
	case order != 0:
		return order
	case a.stakes == forTheTop:
		order = slices.Compare(a.ranks, b.ranks)
	case a.stakes == forAPlace:
		order = cmp.Compare(a.spread, b.spread)
	}
	return cmp.Or(order, b.at.Compare(a.at), cmp.Compare(b.id.Stage, a.id.Stage), cmp.Compare(b.id.Block, a.id.Block),
		cmp.Compare(b.id.Match, a.id.Match))
}

// choose returns the match that matters the most, and its weight; -1 if there is none. First comes the pairing that
// decides who wins the event, then other matches of its final, then the top of the standings, then players who are
// about equally good, then the newest match.
func choose(list []contest, snap *Snapshot) (best int, w weight) {
	best = -1
	for i := range list {
		if next := weigh(&list[i], snap); best < 0 || compareWeights(next, w) < 0 {
			best, w = i, next
		}
	}
	return best, w
}

// weigh says how much a match matters at the time of a snapshot.
func weigh(c *contest, snap *Snapshot) weight {
	w := weight{at: c.At, id: c.ID}
	if c.ID.Stage < 0 || c.ID.Stage >= len(snap.Stages) {
		return w
	}
	s := &snap.Stages[c.ID.Stage]
	last := c.ID.Stage == snap.Planned-1
	standings := standingsOfAll(s, c.Names)
	if len(standings) > 0 {
		low, high := standings[0].Elo, standings[0].Elo
		for _, e := range standings {
			w.ranks = append(w.ranks, e.Rank)
			low, high = min(low, e.Elo), max(high, e.Elo)
		}
		slices.Sort(w.ranks)
		w.spread = high - low
	}
	switch {
	case last && isFinalPairing(s, c.Names):
		w.stakes = forTheEvent
	case last && snap.Planned > 1:
		w.stakes = forTheFinal
	case w.ranks == nil:
	case w.ranks[len(w.ranks)-1] <= max(topRanks, len(c.Names)):
		w.stakes = forTheTop
	case w.spread <= closeElo:
		w.stakes = forAPlace
	}
	return w
}

// standingsOfAll returns the standings of all these entrants; nil if one of them has no place: it has left, or has not
// played yet.
func standingsOfAll(s *Stage, names []string) []*tournament.Standing {
	if s.Standings == nil {
		return nil
	}
	var list []*tournament.Standing
	taking := s.Standings.TakingPart()
	for i := range taking {
		if e := &taking[i]; e.Matches > 0 && slices.Contains(names, e.Name) {
			list = append(list, e)
		}
	}
	if len(list) != len(names) {
		return nil
	}
	return list
}

// isFinalPairing reports whether these entrants meet in the final of a knockout.
func isFinalPairing(s *Stage, names []string) bool {
	for _, r := range s.Rounds {
		for _, p := range r.Pairings {
			if s.Format == string(tournament.Knockout) && r.Name == finalRound && sameNames(p.Places, names) {
				return true
			}
		}
	}
	return false
}

// finalRound is the name of the last round of a knockout.
const finalRound = "Final"

func sameNames(places []tournament.Place, names []string) bool {
	return len(places) == len(names) && !slices.ContainsFunc(places, func(p tournament.Place) bool {
		return !slices.Contains(names, p.Name)
	})
}

// text says what is at stake, for people.
func (w *weight) text() string {
	switch w.stakes {
	case forTheEvent:
		return "the final"
	case forTheFinal:
		return "a match of the final stage"
	case forTheTop, forAPlace:
		what := map[stakes]string{forTheTop: "the top of the standings", forAPlace: "a close match"}[w.stakes]
		if first, last := w.ranks[0], w.ranks[len(w.ranks)-1]; len(w.ranks) == 2 {
			return fmt.Sprintf("%s: rank %d against rank %d", what, first, last)
		} else if len(w.ranks) > 2 {
			return fmt.Sprintf("%s: ranks %d to %d", what, first, last)
		}
		return what
	case forNothing:
	}
	return "the newest match"
}
