package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"blastyard/tournament"
)

// order stores what the organiser did.
func (a *applier) order(l *Logged,
	note func(kind, name string, key int64, e tournament.Entry, why string) error) error {
	o := l.Record.Order
	e := tournament.Entry{Version: o.Version, Number: o.Number, By: o.By}
	if o.What == tournament.Extend {
		return note(string(o.What), "", o.Until, e, o.Why)
	}
	if o.What != tournament.VoidMatch {
		return note(string(o.What), o.Name, int64(o.Stage)<<32|int64(uint32(o.Round)), e, o.Why)
	}
	key, err := keyOf(*o.Match, o.Try)
	if err != nil {
		return err
	}
	if done, err := a.void(key); err != nil || !done {
		return err
	}
	return note("void", "", key, e, o.Why)
}

// isOf reports whether the result of a key has these entrants.
func (a *applier) isOf(key int64, entrants []int) (bool, error) {
	var blob, troubles []byte
	err := a.tx.QueryRowContext(a.ctx, "SELECT seats, troubles FROM match WHERE key = ?", key).Scan(&blob, &troubles)
	if err != nil {
		return false, err
	}
	seats, err := unpackSeats(blob, troubles)
	return slices.EqualFunc(seats, entrants, func(s seat, e int) bool { return int(s.entrant) == e }), err
}

// remove removes a result, as if it had never been there.
func (a *applier) remove(key int64) error {
	if _, err := a.uncount(key); err != nil {
		return err
	}
	for _, text := range []string{"DELETE FROM match WHERE key = ?1", "DELETE FROM failure WHERE key = ?1",
		"DELETE FROM printed WHERE key = ?1", "DELETE FROM seat WHERE block = ?1 >> 24"} {
		if _, err := a.tx.ExecContext(a.ctx, text, key); err != nil {
			return err
		}
	}
	if a.block == key>>blockShift {
		a.block = -1 // its seats are stored again
	}
	return nil
}

// Order returns a change as the order that it was; nil: it was none. The ID is a new one.
func (c *Change) Order() *tournament.Order {
	o := &tournament.Order{ID: fmt.Sprint(c.Seq), What: tournament.Action(c.Kind), By: c.By, Why: c.Why, Name: c.Name,
		Match: c.ID, Try: c.Try, Version: c.Version, Number: c.Number, Stage: c.Stage, Round: c.Round,
		Until: c.Until}
	if !slices.Contains(tournament.Actions, o.What) || c.Kind == "void" && c.By == "" {
		return nil
	}
	return o
}

// Orders returns what the organiser did, the newest first, at most limit of it. Results that were voided and stages
// that were closed before there were orders are among it, without a By.
func (s *Store) Orders(ctx context.Context, limit int) ([]Change, error) {
	return s.changes(ctx, "kind NOT IN ('enter', 'clock') ORDER BY seq DESC LIMIT ?", limit)
}

// Text says in a line what the organiser did, for people.
func (c *Change) Text() string {
	o := c.Order()
	if o == nil {
		o = &tournament.Order{What: tournament.Action(c.Kind), Name: c.Name, Match: c.ID, Why: c.Why}
	}
	return OrderText(o)
}

// OrderText says in a line what an order has done, for people.
func OrderText(o *tournament.Order) string {
	text := o.String()
	if o.What != tournament.Extend {
		return text
	}
	text = "submissions close at " + time.UnixMilli(o.Until).Format("2006-01-02 15:04 MST")
	if o.Why != "" {
		text += ": " + o.Why
	}
	return text
}
