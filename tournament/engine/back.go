package engine

import (
	"context"
	"fmt"

	"blastyard/tournament"
	"blastyard/tournament/internal/store"
)

// back puts back into the log what only a database has. As when an event is read from its database, entrants and
// moments of the clock come first, then the results, then all that depends on them.
type back struct {
	*Engine
	from    *store.Store
	lost    *accepted
	later   []tournament.Record
	voids   map[voidKey]*tournament.Order // by the organiser
	results int
	others  int
}

func (b *back) all(ctx context.Context) error {
	for after := uint64(0); ; {
		page, err := b.from.Changes(ctx, "", after, pageOfChanges)
		if err != nil {
			return err
		}
		for i := range page {
			after = page[i].Seq
			if !b.lost.has(seqs{after, after}) {
				continue
			}
			if err := b.change(ctx, &page[i]); err != nil {
				return err
			}
		}
		if len(page) < pageOfChanges {
			break
		}
	}
	if err := b.allResults(ctx); err != nil {
		return err
	}
	for i := range b.later {
		if err := b.add(ctx, &b.later[i]); err != nil {
			return err
		}
	}
	return nil
}

// change puts back a record that is no result, or keeps it until the results are there.
func (b *back) change(ctx context.Context, c *store.Change) error {
	switch c.Kind {
	case "enter":
		return b.add(ctx, &tournament.Record{At: c.At,
			Enter: &tournament.Entry{Name: c.Name, Version: c.Version, Number: c.Number, By: c.By}})
	case "clock":
		return b.add(ctx, &tournament.Record{At: c.At, Clock: c.Clock})
	case "leave":
		b.later = append(b.later, tournament.Record{At: c.At, Leave: &tournament.Leave{Name: c.Name, Why: c.Why}})
	case "close":
		b.later = append(b.later, tournament.Record{At: c.At, Close: &tournament.Close{Stage: c.Stage, Why: c.Why}})
	case "void": // comes with its result
		if o := c.Order(); o != nil {
			b.voids[voidKey{*c.ID, c.Try}] = o
		}
	default:
		if o := c.Order(); o != nil {
			b.later = append(b.later, tournament.Record{At: c.At, Order: o})
		}
	}
	return nil
}

func (b *back) add(ctx context.Context, rec *tournament.Record) error {
	b.others++
	_, err := b.Submit(ctx, *rec)
	return err
}

// allResults puts back the results that the schedule does not have.
func (b *back) allResults(ctx context.Context) error {
	q := tournament.Query{All: true, Limit: pageOfMatches}
	for page := 0; ; page++ {
		list, next, err := b.from.Matches(ctx, q)
		if err != nil {
			return err
		}
		if err := b.page(ctx, page, list); err != nil || next == "" {
			return err
		}
		q.After = next
	}
}

// page puts back a page of results. A voided one is followed by what voided it.
func (b *back) page(ctx context.Context, number int, list []tournament.Match) error {
	var missing []tournament.Result
	send := func(part int) error {
		if len(missing) == 0 {
			return nil
		}
		b.results += len(missing)
		job := fmt.Sprintf("back%s%d", b.life, number*(pageOfMatches+1)+part)
		err := publishResults(ctx, b.broker.js, b.names, job, missing)
		missing = missing[:0]
		return err
	}
	for i := range list {
		m := &list[i]
		if !b.knows(&m.Result) {
			missing = append(missing, m.Result)
		}
		if !b.voided(&m.Result) && m.Void {
			if err := send(i); err != nil {
				return err
			}
			if err := b.add(ctx, b.voidOf(m)); err != nil {
				return err
			}
		}
	}
	return send(len(list))
}

// knows reports whether the schedule has the result of a match, in this try or a later one.
func (b *back) knows(r *tournament.Result) (is bool) {
	b.State(func(s *tournament.Schedule) {
		try, played := s.Try(r.ID)
		is = try > r.Try || try == r.Try && played
	})
	return is
}

// voided reports whether the schedule knows that a result was voided.
func (b *back) voided(r *tournament.Result) (is bool) {
	b.State(func(s *tournament.Schedule) {
		try, _ := s.Try(r.ID)
		is = try > r.Try
	})
	return is
}

// voidOf returns the record that voids a result.
func (b *back) voidOf(m *tournament.Match) *tournament.Record {
	if o := b.voids[voidKey{m.ID, m.Try}]; o != nil {
		return &tournament.Record{Order: o}
	}
	return &tournament.Record{Void: &tournament.Void{ID: m.ID, Try: m.Try, Why: m.Why}}
}

// voidKey is a result that was voided.
type voidKey struct {
	tournament.ID
	try int
}
