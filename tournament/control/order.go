package control

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"
	"strings"
	"time"

	"blastyard/internal/errortext"
	"blastyard/internal/plain"
	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/internal/store"
)

// Organiser gives orders to an event, which may be running.
type Organiser struct {
	Path string         // of the event, its folder, or its store
	NATS engine.Cluster // that has the event, if no process plays it now; without servers: it is in the store
	By   string         // who gives the orders

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
	_, err := fmt.Fprintln(g.Out, plain.Line(store.OrderText(&o)))
	return err
}

// Revoked withdraws the bot of a team whose tokens were ended, if it takes part.
func (g *Organiser) Revoked(ctx context.Context, team string) error {
	off, err := Read(ctx, g.Path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, engine.ErrNoStore) {
		return nil // nothing has been played yet
	} else if err != nil {
		return err
	}
	i := slices.Index(off.Schedule.Entrants(0), team)
	status := tournament.Withdrawn
	if i >= 0 {
		status, _ = off.Schedule.Status(i)
	}
	if err := off.Close(); err != nil || status != tournament.Takes {
		return err
	}
	return g.Do(ctx, tournament.Order{What: tournament.Withdraw, Name: team, Why: engine.WhyRevoked})
}

// Status prints how an event is doing.
func (g *Organiser) Status(ctx context.Context) error {
	a, err := g.ask(ctx, &engine.Request{Status: true})
	if err != nil {
		return err
	}
	if a.Status == nil {
		return errors.New("the process that plays the event does not know this request: it is an older version")
	}
	for _, line := range a.Status.Lines(time.Now()) {
		fmt.Fprintln(g.Out, plain.Line(line))
	}
	return nil
}

// WriteOrders prints what the organiser of an event did, the oldest first.
func WriteOrders(ctx context.Context, o *engine.Offline, out io.Writer) error {
	list, err := o.Store.Orders(ctx, math.MaxInt32)
	if err != nil {
		return err
	}
	for _, c := range slices.Backward(list) {
		text, by := c.Text(), ""
		if c.By != "" {
			by = " (" + c.By + ")"
		}
		fmt.Fprintln(out, plain.Line(time.UnixMilli(c.At).Format("2006-01-02 15:04:05")+"  "+text+by))
	}
	return nil
}

// WriteLogs prints what the bots of a match printed, and their last words.
func WriteLogs(ctx context.Context, o *engine.Offline, id tournament.ID, out io.Writer) error {
	m, err := o.Store.Match(ctx, id)
	if err != nil {
		return err
	}
	for i, name := range m.Names {
		fmt.Fprintf(out, "%d. %s\n", m.Ranks[i], plain.Text(name))
		if i < len(m.Words) && m.Words[i] != "" {
			fmt.Fprintln(out, "last words:")
			writeLines(out, m.Words[i])
		}
		if i >= len(m.Logs) || m.Logs[i] == "" {
			fmt.Fprintln(out, "nothing that it printed is kept")
			continue
		}
		text, err := readLog(o.Dir, m.Logs[i])
		if err != nil {
			fmt.Fprintf(out, "what it printed is not kept any more: %s\n", errortext.Line(err))
			continue
		}
		fmt.Fprintln(out, "it printed:")
		writeLines(out, text)
	}
	return nil
}

func writeLines(out io.Writer, text string) {
	for line := range strings.Lines(text) {
		fmt.Fprintln(out, "  "+plain.Line(strings.TrimRight(line, "\r\n")))
	}
}

// maxLog is the most bytes of a bot's output that are printed.
const maxLog = 16 << 20

func readLog(dir, hash string) (string, error) {
	in, err := engine.OpenReplay(dir, hash)
	if err != nil {
		return "", err
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, maxLog))
	return string(text), err
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
