package engine

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"blastyard/game/match"
	"blastyard/tournament"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/store"
)

// Offline is the store of an event, read without its lock. Another process may play the event meanwhile.
type Offline struct {
	Dir      string
	Event    *event.Event
	Schedule *tournament.Schedule
	Clocks   tournament.Clocks
	Store    *store.Store // read only
	Secret   match.Secret // of the event; zero: it has none. Nobody may see it before the event is over
}

// IsStore reports whether a folder is the store of an event.
func IsStore(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "event.json"))
	return err == nil
}

// Read reads the current state of a store. A process that plays the event may be about a second ahead.
func Read(ctx context.Context, dir string) (*Offline, error) {
	id, err := readIdentity(dir)
	if err != nil {
		return nil, err
	}
	return readStore(ctx, id, dir, databaseFile)
}

// Close closes the store.
func (o *Offline) Close() error { return o.Store.Close() }

// fold fills the schedule from the store: first the entrants, then the results, then who left, what was closed and what
// the organiser ordered. The order of results makes no difference to the schedule.
func (o *Offline) fold(ctx context.Context) (err error) {
	if o.Secret, err = o.Store.Secret(ctx); err != nil {
		return err
	}
	var later []tournament.Record
	for after := uint64(0); ; {
		page, err := o.Store.Changes(ctx, "", after, pageOfChanges)
		if err != nil {
			return err
		}
		for i := range page {
			c := &page[i]
			after = c.Seq
			switch c.Kind {
			case "enter":
				entry := tournament.Entry{Name: c.Name, Version: c.Version, Number: c.Number, By: c.By}
				if err := o.Schedule.Enter(entry); err != nil {
					continue // the log has it, but it did not count
				}
			case "clock":
				if _, err := o.Schedule.Apply(&tournament.Record{Clock: c.Clock}); err != nil {
					continue // as above
				}
				o.Clocks.Apply(c.Seq, &tournament.Record{Clock: c.Clock})
			case "leave":
				if o.Schedule.Gathers() { // who is in the field depends on it
					_ = o.Schedule.Leave(c.Name)
					continue
				}
				later = append(later, tournament.Record{Leave: &tournament.Leave{Name: c.Name, Why: c.Why}})
			case "close":
				later = append(later, tournament.Record{Close: &tournament.Close{Stage: c.Stage, Why: c.Why}})
			case "void":
			case string(tournament.Reveal):
				o.Clocks.Apply(c.Seq, &revealed)
			default:
				later = append(later, tournament.Record{Order: c.Order()})
			}
		}
		if len(page) < pageOfChanges {
			break
		}
	}
	var failed error
	err = o.Schedule.Restore(func(yield func(*tournament.Result, bool) bool) { failed = o.results(ctx, yield) }, later)
	return errors.Join(failed, err)
}

const (
	pageOfChanges = 1000
	pageOfMatches = 1000
)

// results yields the results, and whether each was voided.
func (o *Offline) results(ctx context.Context, yield func(r *tournament.Result, void bool) bool) error {
	q := tournament.Query{All: true, Limit: pageOfMatches}
	for {
		page, next, err := o.Store.Matches(ctx, q)
		if err != nil {
			return err
		}
		for i := range page {
			if m := &page[i]; !yield(&m.Result, m.Void) {
				return nil
			}
		}
		if next == "" {
			return nil
		}
		q.After = next
	}
}
