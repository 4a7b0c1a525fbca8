package site

import (
	"cmp"
	"context"
	"slices"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/web"
)

// take takes a snapshot of the event as it is now. If the store does not answer, only the latest matches are missing
// from it.
func (s *Source) take(ctx context.Context) (*web.Snapshot, error) {
	from := s.engine.Snapshot()
	snap := &web.Snapshot{At: time.Now(), Planned: 1}
	for c := s.event.Schedule.Final; c != nil; c = c.Final {
		snap.Planned++
	}
	for i := range from.Stages {
		st := &from.Stages[i]
		stage := web.Stage{Format: string(st.Config.Format), Standings: st.Standings, CrossTable: st.CrossTable}
		if i > 0 {
			stage.Name = "Final"
		}
		snap.Stages = append(snap.Stages, stage)
	}
	p := s.engine.Progress()
	snap.Progress = s.progress(&p, from)
	s.publish(snap)
	s.engine.State(func(t *tournament.Schedule) {
		snap.Names = slices.Clone(t.Entrants(0))
		for i := range snap.Stages {
			snap.Stages[i].Rounds = rounds(t, i)
		}
		snap.Next = upcoming(t, snap.Names)
	})
	expect(snap)
	orders, err := s.engine.Store().Orders(ctx, ordersShown)
	if err != nil {
		return snap, err
	}
	s.addOrders(snap, orders)
	if snap.News, err = s.news(ctx); err != nil {
		return snap, err
	}
	latest, err := s.matches(ctx, tournament.Query{Limit: latestMatches})
	if err != nil {
		return snap, err
	}
	snap.Latest = latest.List
	slices.SortStableFunc(snap.Latest, func(a, b tournament.Match) int { return cmp.Compare(b.Ended, a.Ended) })
	return snap, s.addDrama(ctx, snap)
}

// news returns the newest phases and submissions.
func (s *Source) news(ctx context.Context) (list []web.News, err error) {
	changes, err := s.engine.Store().News(ctx, newsShown)
	for i := range changes {
		c := &changes[i]
		n := web.News{Seq: c.Seq, At: time.UnixMilli(c.At), Name: c.Name, Version: c.Number}
		if c.Clock != nil {
			n.Moment = string(c.Clock.What)
		}
		list = append(list, n)
	}
	return list, err
}

// rounds returns the rounds of a stage, with the played matches.
func rounds(t *tournament.Schedule, stage int) []tournament.Round {
	list := t.Rounds(stage)
	for _, r := range list {
		for i := range r.Pairings {
			r.Pairings[i].Matches = slices.DeleteFunc(r.Pairings[i].Matches, func(id tournament.ID) bool {
				_, played := t.Result(id)
				return !played
			})
		}
	}
	return list
}

// upcoming returns the matches that would be taken next: it takes them from the schedule and returns them. A ladder
// chooses its matches only when they are played.
func upcoming(t *tournament.Schedule, names []string) []web.Upcoming {
	if t.Config(t.Stage()).Format == tournament.Ladder {
		return nil
	}
	var list []web.Upcoming
	var ids []tournament.ID
	for _, f := range t.Take(nextMatches, nil) {
		ids = append(ids, f.ID)
		list = append(list, web.Upcoming{ID: f.ID, Round: f.Round, Map: f.Map, Names: namesOf(f.Entrants, names)})
	}
	t.Return(ids...)
	return list
}

// expect estimates when the next matches begin.
func expect(snap *web.Snapshot) {
	if snap.Progress.PerSecond <= 0 {
		return
	}
	for i := range snap.Next {
		after := float64(len(snap.Progress.Running)+i) / snap.Progress.PerSecond
		snap.Next[i].At = snap.At.Add(time.Duration(after * float64(time.Second)))
	}
}

func namesOf(entrants []int, names []string) []string {
	list := make([]string, len(entrants))
	for i, e := range entrants {
		if e >= 0 && e < len(names) {
			list[i] = names[e]
		}
	}
	return list
}

// progress returns the progress of the event for pages with the standings of a snapshot. The standings may be slightly
// old: the event counts as over when they include its last match, so that a page never calls a mere leader the winner.
// What went wrong on a worker is only for the organiser.
func (s *Source) progress(p *event.Progress, from *engine.Snapshot) event.Progress {
	q := *p
	if p.Done && !from.Final {
		q.Done, q.Why = false, ""
	}
	if len(p.Waiting) > 0 && q.Why == "" {
		q.Why = p.Waiting[0].Line()
	}
	q.Running, q.Workers = slices.Clone(p.Running), slices.Clone(p.Workers)
	for i := range q.Running {
		if s.live != nil {
			q.Running[i].Live = s.live.id(q.Running[i].Fixture.ID)
		}
	}
	for i := range q.Workers {
		w := &q.Workers[i]
		w.Missing, w.Trouble, w.TroubleAt = nil, "", time.Time{}
	}
	return q
}
