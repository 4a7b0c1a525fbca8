package desk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"

	"blastyard/internal/errortext"
	"blastyard/internal/plain"
	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/internal/store"
	"blastyard/tournament/submission"
)

// homeBody is the first page of the desk.
type homeBody struct {
	Name     string // of the organiser
	ID       string // of the next order
	Now      time.Time
	State    *engine.State
	Progress string
	Queue    string
	Problem  string
	Hook     string // how the web hook stands; "": there is none
	HookBad  bool   // something is wrong with it
	Paused   *tournament.Order
	Notice   string
	Hidden   bool     // standings are hidden from spectators
	Closes   string   // when submissions close; "": never
	Waiting  []string // what play waits for
	Entrants []entrantRow
	Teams    []teamRow
	Last     []lastRow
}

type entrantRow struct {
	URL, Name, Status, Why string
	Class                  string
	Version                int
}

type teamRow struct{ Name, State, Last, Class string }

type lastRow struct{ At, What, By string }

// lastShown is the maximum number of orders on the first page of the desk.
const lastShown = 8

// home shows the desk, or asks for the secret of a one-time address.
func (d *Desk) home(w http.ResponseWriter, r *http.Request) {
	v, err := d.visitor(r)
	if errors.Is(err, ErrKey) {
		d.joinPage(w, r)
		return
	} else if err != nil {
		d.refuseVisit(w, r, err)
		return
	}
	body := homeBody{Name: v.name, ID: engine.NewOrderID(), Now: d.o.Now(), State: d.o.Event.Doing(),
		Paused: d.o.Event.Paused()}
	body.Notice, _ = d.o.Event.Notice()
	body.Hidden = d.o.Event.Hidden()
	if times := d.o.Event.Times(); !times.Closes.IsZero() {
		body.Closes = times.Closes.Format("2006-01-02 15:04Z07:00")
	}
	body.Progress, body.Queue = body.State.Line(), body.State.Queue()
	if d.o.Health != nil {
		if err := d.o.Health(); err != nil {
			body.Problem = errortext.Line(err)
		}
	}
	if d.o.Hook != nil {
		body.Hook, body.HookBad = d.o.Hook()
	}
	for _, s := range body.State.Progress.Waiting {
		body.Waiting = append(body.Waiting, s.Line())
	}
	body.Entrants = d.entrants()
	if body.Teams, err = d.teams(); err == nil {
		body.Last, err = d.last(r.Context())
	}
	if err != nil {
		d.fail(w, r, err)
		return
	}
	d.frame(w, r, http.StatusOK, "The organiser's desk", "home", body)
}

func (d *Desk) fail(w http.ResponseWriter, r *http.Request, err error) {
	d.o.Log.Error("desk", "error", err)
	d.refuse(w, r, http.StatusInternalServerError, "The server failed: try again.")
}

func (d *Desk) entrants() (rows []entrantRow) {
	d.o.Event.State(func(s *tournament.Schedule) {
		for i, name := range s.Entrants(0) {
			status, why := s.Status(i)
			rows = append(rows, entrantRow{URL: fmt.Sprintf("entrants/%d", i+1), Name: name, Status: string(status),
				Why: plain.Stored(why), Class: classOf(status)})
		}
	})
	for i := range rows {
		rows[i].Version = d.o.Event.Playing(rows[i].Name).Number
		rows[i].Name = plain.Stored(rows[i].Name)
	}
	return rows
}

func classOf(s tournament.Status) string {
	if s == tournament.Takes {
		return ""
	}
	return "bad"
}

// teams lists the teams with their newest submissions.
func (d *Desk) teams() (rows []teamRow, err error) {
	list, err := d.o.Teams.Teams().List()
	if err != nil {
		return nil, err
	}
	for _, t := range list {
		row := teamRow{Name: t.Name, State: "has joined"}
		switch {
		case t.Revoked:
			row.State, row.Class = "revoked", "bad"
		case t.Tokens == 0:
			row.State, row.Class = "invited, has not joined", "soft"
		}
		if reports := d.o.Teams.Reports(t.Name); len(reports) > 0 {
			row.Last = submissionLine(reports[0])
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func submissionLine(r *submission.Report) string {
	line := fmt.Sprintf("%s, %s", r.Received.Format("2006-01-02 15:04 MST"), r.State)
	if r.Why != "" {
		line += ": " + r.Why
	}
	return plain.Stored(line)
}

func (d *Desk) last(ctx context.Context) (rows []lastRow, err error) {
	list, err := d.o.Event.Store().Orders(ctx, lastShown)
	for i := range list {
		c := &list[i]
		when := time.UnixMilli(c.At).Format("15:04:05")
		rows = append(rows, lastRow{when, plain.Stored(c.Text()), plain.Stored(c.By)})
	}
	return rows, err
}

// entrantBody is the page of an entrant.
type entrantBody struct {
	ID, Name, Status, Why, Public string
	Playing                       int
	CanRoll                       bool
	Versions                      []versionRow
	Failures                      []failureRow
	Submissions                   []string
}

type versionRow struct {
	Number   int
	Hash, At string
	Now      bool
}

type failureRow struct{ Match, Reason, Words string }

func (d *Desk) entrant(w http.ResponseWriter, r *http.Request, _ visit) {
	n, err := strconv.Atoi(r.PathValue("number"))
	name, status, why := "", tournament.Takes, ""
	d.o.Event.State(func(s *tournament.Schedule) {
		if names := s.Entrants(0); err == nil && n >= 1 && n <= len(names) {
			name = names[n-1]
			status, why = s.Status(n - 1)
		}
	})
	if name == "" {
		d.refuse(w, r, http.StatusNotFound, "There is no such entrant.")
		return
	}
	body := entrantBody{ID: engine.NewOrderID(), Name: name, Status: string(status), Why: plain.Stored(why),
		Public: fmt.Sprintf("../../entrants/%d", n), Playing: d.o.Event.Playing(name).Number}
	if err := d.addVersions(r.Context(), &body); err != nil {
		d.fail(w, r, err)
		return
	}
	for _, report := range d.o.Teams.Reports(name) {
		body.Submissions = append(body.Submissions, submissionLine(report))
	}
	d.frame(w, r, http.StatusOK, plain.Stored(name), "entrant", body)
}

func (d *Desk) addVersions(ctx context.Context, body *entrantBody) error {
	list, err := d.o.Event.Versions(ctx, body.Name)
	if err != nil {
		return err
	}
	for _, c := range slices.Backward(list) {
		body.Versions = append(body.Versions, versionRow{c.Number, c.Version[:min(12, len(c.Version))],
			time.UnixMilli(c.At).Format("2006-01-02 15:04 MST"), c.Number == body.Playing})
	}
	info, err := d.o.Event.Store().Entrant(ctx, body.Name)
	if errors.Is(err, store.ErrNoName) {
		return nil
	} else if err != nil {
		return err
	}
	for _, f := range info.Last {
		body.Failures = append(body.Failures, failureRow{f.ID.String(), plain.Stored(f.Reason), clean(f.Words)})
	}
	return nil
}

// findMatch goes to the page of the match that a form names.
func (d *Desk) findMatch(w http.ResponseWriter, r *http.Request, _ visit) {
	id, err := tournament.ParseID(r.FormValue("id"))
	if err != nil {
		d.refuse(w, r, http.StatusBadRequest, "This is no id of a match: expected one such as 12.3 or f0.1.")
		return
	}
	http.Redirect(w, r, "./matches/"+id.String(), http.StatusSeeOther)
}

// matchBody is the page of a match.
type matchBody struct {
	ID, Match, Void, Public string
	Try                     int
	Players                 []playerRow
}

type playerRow struct {
	Name, Reason, Words, Output string
	Rank                        int
}

func (d *Desk) match(w http.ResponseWriter, r *http.Request, _ visit) {
	id, err := tournament.ParseID(r.PathValue("id"))
	var m *tournament.Match
	if err == nil {
		m, err = d.o.Event.Store().Match(r.Context(), id)
	}
	if err != nil {
		d.refuse(w, r, http.StatusNotFound, "No such match was played.")
		return
	}
	body := matchBody{ID: engine.NewOrderID(), Match: id.String(), Try: m.Try, Public: "../../matches/" + id.String()}
	if m.Void {
		body.Void = plain.Stored(m.Why) + "."
	}
	for i, name := range m.Names {
		row := playerRow{Name: plain.Stored(name), Rank: m.Ranks[i], Reason: plain.Stored(at(m.Reasons, i)),
			Words: clean(at(m.Words, i))}
		if hash := at(m.Logs, i); hash != "" {
			row.Output = d.output(r.Context(), hash)
		}
		body.Players = append(body.Players, row)
	}
	d.frame(w, r, http.StatusOK, "Match "+id.String(), "match", body)
}

// at returns an item of a list that may be shorter.
func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

// maxOutput is the most bytes of a bot's output that are shown.
const maxOutput = 256 << 10

// output returns what a bot printed.
func (d *Desk) output(ctx context.Context, hash string) string {
	in, err := d.o.Event.Replay(ctx, hash)
	if err != nil {
		return "It is not kept any more."
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, maxOutput))
	if err != nil {
		return "It cannot be read: " + errortext.Line(err)
	}
	return clean(string(text))
}
