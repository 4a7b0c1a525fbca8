package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"blastyard/tournament"
	"blastyard/tournament/event"
	"blastyard/tournament/store"
)

// Offline is the store of an event, read without its lock. Another process may play the event meanwhile.
type Offline struct {
	Dir      string
	Event    *event.Event
	Schedule *tournament.Schedule
	Store    *store.Store // read only
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
	o := &Offline{Dir: dir, Event: id.Event}
	config := id.Event.Schedule
	config.Entrants = id.First.Schedule.Entrants // later entrants are in the log
	if o.Schedule, err = tournament.New(config); err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	if o.Store, err = store.OpenReader(filepath.Join(dir, "event.db")); err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	if err := o.fold(ctx); err != nil {
		return nil, fmt.Errorf("engine: %s: %w", dir, errors.Join(err, o.Close()))
	}
	return o, nil
}

// Close closes the store.
func (o *Offline) Close() error { return o.Store.Close() }

// fold fills the schedule from the store: first the entrants, then the results, then who left, what was closed and what
// the organiser ordered. The order of results makes no difference to the schedule.
func (o *Offline) fold(ctx context.Context) error {
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
			case "leave":
				later = append(later, tournament.Record{Leave: &tournament.Leave{Name: c.Name, Why: c.Why}})
			case "close":
				later = append(later, tournament.Record{Close: &tournament.Close{Stage: c.Stage, Why: c.Why}})
			case "void":
			default:
				later = append(later, tournament.Record{Order: c.Order()})
			}
		}
		if len(page) < pageOfChanges {
			break
		}
	}
	var failed error
	err := o.Schedule.Restore(func(yield func(*tournament.Result, bool) bool) { failed = o.results(ctx, yield) }, later)
	return errors.Join(failed, err)
}

const (
	pageOfChanges = 1000
	pageOfMatches = 1000
)

// results yields the results, and whether each was voided.
func (o *Offline) results(ctx context.Context, yield func(r *tournament.Result, void bool) bool) error {
	q := store.Query{All: true, Limit: pageOfMatches}
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
