package site

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/hook"
	"blastyard/tournament/internal/web"
)

// hookFile remembers in a store's folder what a web hook has acknowledged.
const hookFile = "hook.json"

// Hook tells another program what happens in an event.
type Hook struct {
	sender *hook.Sender
	source *Source
	engine *engine.Engine
	event  *event.Event
}

// NewHook returns the web hook of an event in a store's folder. If it is new there, it tells what happens from now on.
func NewHook(e *engine.Engine, ev *event.Event, source *Source, dir string, log *slog.Logger) (*Hook, error) {
	sender, err := hook.New(hook.Options{URL: ev.Hook.URL, Secret: ev.Hook.Secret, Private: ev.Hook.Private,
		File: filepath.Join(dir, hookFile), Log: log}, e.Position())
	if err != nil {
		return nil, err
	}
	return &Hook{sender, source, e, ev}, nil
}

// Run tells until ctx ends or something fails.
func (h *Hook) Run(ctx context.Context) error {
	return h.sender.Run(ctx, func(ctx context.Context, after uint64,
		tell func(context.Context, hook.Message) error) error {
		return h.engine.Follow(ctx, after, func(n *engine.News) error {
			m, err := h.message(n)
			if err != nil {
				return err
			}
			return tell(ctx, m)
		})
	})
}

// Line says how the hook stands, for the organiser. fails: something is wrong.
func (h *Hook) Line() (line string, fails bool) { return h.sender.Line() }

// hookBody is what a web hook posts, as JSON.
type hookBody struct {
	ID    string    `json:"id"` // the same each time it is posted
	Event string    `json:"event"`
	Kind  string    `json:"kind"` // phase, submission, results or order
	At    time.Time `json:"at"`
	Phase string    `json:"phase"` // where the event stands now: see web.Phase

	What    string            `json:"what,omitempty"`  // of phase: the tournament.Moment
	Stage   int               `json:"stage,omitempty"` // of phase: which stage starts
	Field   []string          `json:"field,omitempty"` // of phase: the entrants of the first stage
	Name    string            `json:"name,omitempty"`  // of submission: the team
	Version int               `json:"version,omitempty"`
	Order   *web.Order        `json:"order,omitempty"`
	Matches []web.MatchAnswer `json:"matches,omitempty"`
}

// message returns what is posted of news.
func (h *Hook) message(n *engine.News) (hook.Message, error) {
	m := hook.Message{Seq: n.Seq}
	b := hookBody{Event: h.event.Name, At: n.At.UTC(), Phase: phaseOf(n.Phase).Name,
		ID: fmt.Sprintf("%s-%d", h.engine.ID(), n.Seq)}
	switch rec := n.Record; {
	case len(n.Matches) > 0:
		b.Kind = "results"
		list := slices.Clone(n.Matches)
		h.source.forSpectators(list)
		b.Matches = web.MatchAnswers(list)
	case rec == nil:
		return m, nil
	case rec.Clock != nil:
		b.Kind, b.What, b.Stage, b.Field = "phase", string(rec.Clock.What), rec.Clock.Stage, rec.Clock.Field
	case rec.Enter != nil:
		b.Kind, b.Name, b.Version = "submission", rec.Enter.Name, rec.Enter.Number
	case rec.Order != nil:
		b.Kind, b.Order = "order", hookOrder(rec)
	}
	var err error
	m.ID = b.ID
	m.Body, err = json.Marshal(&b)
	return m, err
}

// hookOrder returns an order as pages show it.
func hookOrder(rec *tournament.Record) *web.Order {
	o := rec.Order
	x := &web.Order{At: time.UnixMilli(rec.At).UTC(), What: o.What, By: o.By, Why: o.Why, Name: o.Name,
		Version: o.Number, Match: o.Match}
	if o.Until != 0 {
		x.Until = time.UnixMilli(o.Until).UTC()
	}
	return x
}
