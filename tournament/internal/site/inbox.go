// Package site connects the parts of an event that is served: the engine that plays it, the inbox that accepts
// submissions, and the pages that show both.
package site

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"time"

	"blastyard/internal/archive"
	"blastyard/internal/names"
	"blastyard/internal/website"
	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/store"
	"blastyard/tournament/submission"
)

// InboxOptions say how an event accepts submissions.
type InboxOptions struct {
	Store   string // the event's store; submissions are in a folder of it
	Unsafe  bool   // see submission.Options
	Frame   func(w http.ResponseWriter, r *http.Request, code int, title string, body template.HTML)
	Website *website.Site // see submission.Options
	Log     *slog.Logger
}

// SubmissionsOf returns the folder for submissions and teams in the store of an event.
func SubmissionsOf(store string) string { return filepath.Join(store, "submissions") }

// NewInbox returns the inbox to which teams submit bots to an event that an engine plays.
func NewInbox(e *engine.Engine, ev *event.Event, o InboxOptions) (*submission.Inbox, error) {
	d := inbox{engine: e, format: ev.Schedule.Format}
	made, err := submission.New(submission.Options{
		Dir: SubmissionsOf(o.Store), Event: ev.Name, Game: ev.Game, Rules: ev.Rules,
		TurnTime: time.Duration(ev.TurnTime),
		Env:      ev.Env, PerHour: ev.Submit.PerHour,
		Limits: archive.Limits{Packed: ev.Submit.MaxSize, Bytes: ev.Submit.MaxUnpacked, Files: ev.Submit.MaxFiles},
		Unsafe: o.Unsafe, Enter: d.enter, Current: d.current, Frame: o.Frame, Played: d.played, Open: d.open,
		Website: o.Website, Log: o.Log, Window: d.window, Refuses: d.refusal, Test: d.test, Turn: e.CheckTurn,
		Standing: d.standing,
	})
	if err == nil {
		e.Settle(made.Unsettled)
	}
	return made, err
}

// inbox has the functions of an engine that a submission inbox calls.
type inbox struct {
	engine *engine.Engine
	format tournament.Format
}

// enter lets a version of a bot play.
func (in *inbox) enter(ctx context.Context, e tournament.Entry, archive string) error {
	if why := in.refusal(e.Name); why != "" {
		return &submission.RefusedEntry{Why: why}
	}
	if err := in.engine.PutArchive(ctx, e.Version, archive); err != nil {
		return err
	}
	if _, err := in.engine.Submit(ctx, tournament.Record{Enter: &e}); err != nil {
		return err
	}
	if !in.isEntrant(e.Name) { // the ladder was closed, or the field fixed meanwhile
		return &submission.RefusedEntry{Why: "the event takes no new entrants any more"}
	}
	return nil
}

// refusal says why the event does not accept a version of an entrant now; "": it does. In a format that compares all
// matches with each other, bots do not change after the first match.
func (in *inbox) refusal(name string) (why string) {
	known := in.isEntrant(name)
	like := ""
	in.engine.State(func(s *tournament.Schedule) {
		if !known {
			like = likeOneOf(s.Entrants(0), name)
		}
		_, played, _ := s.Count()
		done, _ := s.Done()
		if i := slices.Index(s.Entrants(0), name); i >= 0 {
			if status, reason := s.Status(i); status != tournament.Takes {
				why = fmt.Sprintf("%s is %s: %s", name, status, reason)
				return
			}
		}
		waits := s.Config(0).Waits
		switch {
		case done:
			why = "the event is over"
		case s.Stage() > 0:
			why = "the final has begun: the bots in it stay as they are"
		case (in.format == tournament.Ladder || s.Gathers()) && like != "":
			why = fmt.Sprintf("%s looks the same as %s, which takes part already", name, like)
		case in.format == tournament.Ladder || s.Gathers():
		case waits:
			why = "the entrants of the event are fixed"
		case !known:
			why = fmt.Sprintf("the event is a %s among the entrants of its file, and %s is none of them", in.format,
				name)
		case played > 0:
			why = fmt.Sprintf("the event is a %s that has begun: the bots in it stay as they are", in.format)
		}
	})
	return why
}

// likeOneOf returns the name of a list that looks like another name, or "".
func likeOneOf(list []string, name string) string {
	for _, other := range list {
		if names.Same(other, name) {
			return other
		}
	}
	return ""
}

func (in *inbox) isEntrant(name string) (is bool) {
	in.engine.State(func(s *tournament.Schedule) { is = slices.Contains(s.Entrants(0), name) })
	return is
}

// current returns the version of an entrant that plays now, and the number of its newest one.
func (in *inbox) current(ctx context.Context, name string) (version string, number int, err error) {
	list, err := in.engine.Versions(ctx, name)
	for i := range list {
		version, number = list[i].Version, max(number, list[i].Number)
	}
	if now := in.engine.Playing(name); now.Version != "" {
		version = now.Version // an earlier one, if the organiser went back to it
	}
	return version, number, err
}

// played returns the newest matches of an entrant.
func (in *inbox) played(ctx context.Context, name string) ([]submission.Played, error) {
	list, _, err := in.engine.Store().Matches(ctx, tournament.Query{Entrant: name, Newest: true, Limit: 100})
	if errors.Is(err, store.ErrNoName) {
		return nil, nil
	}
	played := make([]submission.Played, 0, len(list))
	for i := range list {
		m := &list[i]
		p := submission.Played{ID: m.ID, Names: m.Names, Ranks: m.Ranks, Player: slices.Index(m.Names, name),
			URL: "../../matches/" + m.ID.String(), Replay: m.Replay}
		if p.Player < 0 {
			continue
		}
		if in.engine.Hidden() { // its page is for everybody
			p.URL = ""
		}
		p.Reason, p.Words, p.Output = at(m.Reasons, p.Player), at(m.Words, p.Player), at(m.Logs, p.Player)
		played = append(played, p)
	}
	return played, err
}

// at returns an item of a list that may be shorter.
func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

// open opens a replay or the output of a bot.
func (in *inbox) open(ctx context.Context, hash string) (io.ReadCloser, error) {
	file, err := in.engine.Replay(ctx, hash)
	if held := (*engine.HeldError)(nil); errors.As(err, &held) {
		return nil, &submission.LaterError{Why: held.Error()}
	}
	if errors.Is(err, engine.ErrNotFound) {
		return nil, fmt.Errorf("%w: %w", err, fs.ErrNotExist)
	}
	return file, err
}
