package control

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"blastyard/internal/plain"
	"blastyard/tournament"
	"blastyard/tournament/engine"
)

// Organiser gives orders to an event, which may be running.
type Organiser struct {
	Path string   // of the event, its folder, or its store
	NATS []string // addresses of the cluster that has the event, if no process plays it now; none: it is in the store
	By   string   // who gives the orders

	Out   io.Writer // for what was done
	Notes io.Writer // for what is waited for
}

// ask sends a request to the process that plays the event, or answers it here if there is none.
func (g *Organiser) ask(ctx context.Context, r *engine.Request) (*engine.Answer, error) {
	dir, err := StoreOf(g.Path)
	if err != nil {
		return nil, err
	}
	e, err := engine.ReadEvent(dir)
	if err != nil {
		return nil, nothingPlayed(dir, err)
	}
	a, err := engine.Ask(ctx, r, engine.Options{Dir: dir, Event: e, Jobs: -1, NATS: g.NATS}, func() {
		fmt.Fprintln(g.Notes, "waiting for the process that plays the event")
	})
	switch {
	case err != nil && ctx.Err() != nil && r.Order != nil:
		return nil, errors.New("interrupted: the order is kept, and carried out when the event goes on")
	case err != nil:
		return nil, err
	case a.Error != "":
		return nil, errors.New(a.Error)
	}
	return a, nil
}

// Do gives an order, and says that it is carried out. Its ID and By are filled in.
func (g *Organiser) Do(ctx context.Context, o tournament.Order) error {
	o.ID, o.By, o.Why = engine.NewOrderID(), plain.Stored(g.By), plain.Stored(strings.TrimSpace(o.Why))
	if _, err := g.ask(ctx, &engine.Request{Order: &o}); err != nil {
		return err
	}
	_, err := fmt.Fprintln(g.Out, plain.Line(o.String()))
	return err
}

// Void takes the results of matches back.
func (g *Organiser) Void(ctx context.Context, ids []tournament.ID, why string) error {
	off, err := Read(ctx, g.Path)
	if err != nil {
		return err
	}
	defer off.Close()
	for _, id := range ids {
		m, err := off.Store.Match(ctx, id)
		if err != nil {
			return err
		}
		if m.Void {
			return fmt.Errorf("match %v is void already", id)
		}
		o := tournament.Order{What: tournament.VoidMatch, Match: &id, Try: m.Try, Why: why}
		if err := g.Do(ctx, o); err != nil {
			return err
		}
	}
	return nil
}
