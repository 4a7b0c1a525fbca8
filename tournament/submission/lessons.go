package submission

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"strings"

	"blastyard/game/games"
	"blastyard/internal/plain"
	"blastyard/replay"
	"blastyard/replay/explain"
	"blastyard/tournament"
)

type matchBody struct {
	ID, Players, URL    string
	Lessons             []lessonRow
	Output              []string
	NoLessons, NoOutput string // why it is missing
}

type lessonRow struct {
	When string
	Cost int
	Text string
}

const (
	maxOutput  = 1 << 20 // bytes of a bot's output
	maxLessons = 20
)

// matchPage shows what a team may learn from one of its matches: lessons, and the output of its own bot.
func (in *Inbox) matchPage(w http.ResponseWriter, r *http.Request, v visit) {
	id, err := tournament.ParseID(r.PathValue("id"))
	p := in.played(r.Context(), v.team, id)
	if err != nil || p == nil {
		in.refuse(w, r, http.StatusNotFound, "Your team has not played that match, or it is not among its newest ones.")
		return
	}
	body := in.matchBody(r.Context(), p, in.openKept)
	in.frame(w, r, http.StatusOK, "Match "+id.String(), "match", body)
}

// opener opens a stored file by its hash.
type opener func(ctx context.Context, hash string) (io.ReadCloser, error)

// matchBody reads what a team may learn from a match.
func (in *Inbox) matchBody(ctx context.Context, p *Played, open opener) matchBody {
	body := matchBody{ID: p.ID.String(), Players: versus(p.Names), URL: p.URL}
	body.NoLessons = in.why(p.ID, lessonsOf(ctx, p, open, &body), "There is nothing that cost it much.")
	body.NoOutput = in.why(p.ID, outputOf(ctx, p, open, &body), "It printed nothing.")
	return body
}

// played looks for a match among the newest of a team; nil: it is not one of them.
func (in *Inbox) played(ctx context.Context, team string, id tournament.ID) *Played {
	if in.o.Played == nil {
		return nil
	}
	list, err := in.o.Played(ctx, team)
	if err != nil {
		in.o.Log.Error("submission: matches", "team", team, "error", err)
		return nil
	}
	for i := range list {
		if list[i].ID == id {
			return &list[i]
		}
	}
	return nil
}

// why says why there is nothing to read.
func (in *Inbox) why(id tournament.ID, err error, nothing string) string {
	later := (*LaterError)(nil)
	switch {
	case err == nil:
		return nothing
	case errors.As(err, &later):
		return sentence(later.Why)
	case errors.Is(err, fs.ErrNotExist):
		return "It is not kept for this match."
	}
	in.o.Log.Warn("submission: lessons", "match", id, "error", err)
	return "It cannot be read."
}

// openKept opens a stored file by its hash.
func (in *Inbox) openKept(ctx context.Context, hash string) (io.ReadCloser, error) {
	if in.o.Open == nil || hash == "" {
		return nil, fs.ErrNotExist
	}
	return in.o.Open(ctx, hash)
}

// lessonsOf reads from the replay what the team's player could have done better.
func lessonsOf(ctx context.Context, p *Played, open opener, body *matchBody) error {
	in, err := open(ctx, p.Replay)
	if err != nil {
		return err
	}
	defer in.Close()
	r, err := replay.Read(in)
	if err != nil {
		return err
	}
	lessons, err := explain.Match(r, games.All())
	for _, l := range explain.Costliest(lessons, p.Player, maxLessons) {
		body.Lessons = append(body.Lessons, lessonRow{l.When(), l.Cost, plain.Text(l.Text)})
	}
	return err
}

// outputOf reads the output of the team's bot.
func outputOf(ctx context.Context, p *Played, open opener, body *matchBody) error {
	in, err := open(ctx, p.Output)
	if err != nil {
		return err
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, maxOutput))
	for line := range strings.Lines(string(text)) {
		body.Output = append(body.Output, plain.Text(line))
	}
	return err
}
