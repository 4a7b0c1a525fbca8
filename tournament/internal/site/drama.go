package site

import (
	"context"
	"errors"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/internal/web"
)

// movesOver is the time over which the first page counts the places that entrants gained and lost.
const movesOver = 10 * time.Minute

// movesOf is the number of entrants for whom it does: more than fit on that page.
const movesOf = 30

// decidedMatches is the number of matches between the first and the second that are kept for the first page.
const decidedMatches = 10

// addDrama adds to a snapshot what the first page tells: how ranks have changed, and which matches decided the event.
func (s *Source) addDrama(ctx context.Context, snap *web.Snapshot) error {
	err := s.addBefore(ctx, snap)
	if !snap.Progress.Done || len(snap.Stages) == 0 {
		return err
	}
	stage := len(snap.Stages) - 1
	standings := snap.Stages[stage].Standings
	if standings == nil || len(standings.TakingPart()) < 2 {
		return err
	}
	first, second := &standings.Entrants[0], &standings.Entrants[1]
	list, missing := s.matches(ctx, tournament.Query{Entrant: first.Name, Against: second.Name, Stage: &stage,
		Limit: decidedMatches})
	if missing == nil {
		snap.Decided = list.List
	} else if !errors.Is(missing, web.ErrNotFound) {
		err = errors.Join(err, missing)
	}
	return err
}

// addBefore adds the ranks of some time ago of those who are the first now. If standings were hidden, and the organiser
// has revealed them, they are those that spectators saw until then.
func (s *Source) addBefore(ctx context.Context, snap *web.Snapshot) error {
	if len(snap.Stages) != 1 || snap.Stages[0].Standings == nil {
		return nil // the history is that of the first stage
	}
	var names []string
	for i := range snap.Stages[0].Standings.Entrants[:min(movesOf, len(snap.Stages[0].Standings.Entrants))] {
		names = append(names, snap.Stages[0].Standings.Entrants[i].Name)
	}
	at, ranks, err := s.engine.Store().RanksBefore(ctx, names, len(snap.Names), movesOver,
		s.engine.Times().Freeze)
	if err == nil && len(ranks) > 0 {
		snap.Before = web.Ranks{At: at, Of: ranks}
	}
	return err
}
