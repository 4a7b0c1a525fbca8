package submission

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"blastyard/arena"
	"blastyard/arena/entrant"
	"blastyard/arena/rounds"
	"blastyard/internal/archive"
	"blastyard/internal/errortext"
	"blastyard/internal/plain"
	"blastyard/tournament/internal/access"
)

//go:embed templates/pages.html
var templateFiles embed.FS

var pages = template.Must(template.ParseFS(templateFiles, "templates/pages.html"))

// frame writes a page.
func (d *Inbox) frame(w http.ResponseWriter, r *http.Request, code int, title, name string, body any) {
	var b strings.Builder
	err := pages.ExecuteTemplate(&b, name, struct {
		Up   string // relative address of /team/
		Body any
	}{strings.Repeat("../", max(0, strings.Count(strings.TrimPrefix(r.URL.Path, "/team/"), "/"))), body})
	if err != nil {
		d.o.Log.Error("submission: page", "name", name, "error", err)
		http.Error(w, "the server failed", http.StatusInternalServerError)
		return
	}
	page := strings.ReplaceAll(b.String(), `action=""`, `action="./"`)
	page = strings.ReplaceAll(page, `href=""`, `href="./"`)
	if d.o.Frame != nil {
		d.o.Frame(w, r, code, title, template.HTML(page)) //nolint:gosec // from our own templates
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(code)
	fmt.Fprintf(w, "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>%s</title><main>%s</main></html>\n",
		template.HTMLEscapeString(title), page)
}

// joinPage asks for an invitation.
func (d *Inbox) joinPage(w http.ResponseWriter, r *http.Request) {
	d.frame(w, r, http.StatusOK, "Take part", "join", joinBody{})
}

type joinBody struct{ Bad string }

// join accepts the invitation of the form and signs the browser in.
func (d *Inbox) join(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	team, token, err := d.exchange(r, r.PostFormValue("invitation"))
	switch {
	case errors.Is(err, ErrToken):
		d.frame(w, r, http.StatusUnauthorized, "Take part", "join", joinBody{badInvitation})
	case err != nil:
		d.refuseJoin(w, r, err)
	default:
		d.signIn(w, r, team, token)
		http.Redirect(w, r, "./", http.StatusSeeOther)
	}
}

type teamBody struct {
	Team, Closes, Closed string
	Standing             string // where it stands; empty: that is not known
	Number               int
	Reports              []reportBody
	Matches              []matchRow
	teamLimits
}

// teamLimits is what a team must know to make a bot.
type teamLimits struct {
	TurnTime, Packed, Unpacked string
	Started                    bool // the program is started each turn
	PerHour, Files             int
	Rules                      string // the page of the manual with them
}

func (d *Inbox) teamLimits() teamLimits {
	turn := d.o.TurnTime
	started := d.kind.Protocol == entrant.Rounds
	switch {
	case turn == 0 && started:
		turn = rounds.DefaultLimit
	case turn == 0:
		turn = arena.DefaultTurnTime
	}
	unpacked := cmp.Or(d.o.Limits.Bytes, archive.DefaultBytes)
	return teamLimits{TurnTime: fmt.Sprintf("%d ms", turn.Milliseconds()), Packed: size(d.maxUpload()),
		Unpacked: size(unpacked), Started: started, PerHour: d.o.PerHour, Files: d.maxFiles(),
		Rules: "rules-" + d.kind.Name}
}

// size writes a number of bytes.
func size(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d kB", n/1000)
	}
	return fmt.Sprintf("%.4g MiB", float64(n)/(1<<20))
}

type matchRow struct {
	ID, Players, Rank, Reason, Words string
}

// teamPage shows the page of a team, or asks for an invitation.
func (d *Inbox) teamPage(w http.ResponseWriter, r *http.Request) {
	v, err := d.visitor(r)
	if err != nil {
		if errors.Is(err, ErrToken) {
			d.joinPage(w, r)
			return
		}
		d.withTeam(nil)(w, r)
		return
	}
	if access.Team(r, d.o.Event) != v.team { // it was signed in by a program of before
		access.SetTeam(w, r, d.o.Website, d.o.Event, v.team)
	}
	body := teamBody{Team: plain.Text(v.team), teamLimits: d.teamLimits()}
	if c := d.window().Closes; !c.IsZero() {
		body.Closes = clock(c)
	}
	if err := d.OpenTo(v.team); err != nil {
		body.Closed = sentence(errortext.Text(err))
	}
	if d.o.Current != nil {
		if _, n, err := d.o.Current(r.Context(), v.team); err == nil {
			body.Number = n
		}
	}
	if d.o.Standing != nil {
		body.Standing = plain.Text(d.o.Standing(v.team))
	}
	for _, report := range d.Reports(v.team) {
		body.Reports = append(body.Reports, d.bodyOf(report))
	}
	body.Matches = d.rows(r, v.team)
	d.frame(w, r, http.StatusOK, v.team, "team", body)
}

// rows returns the newest matches of a team.
func (d *Inbox) rows(r *http.Request, team string) (rows []matchRow) {
	if d.o.Played == nil {
		return nil
	}
	list, err := d.o.Played(r.Context(), team)
	if err != nil {
		d.o.Log.Error("submission: matches", "team", team, "error", err)
		return nil
	}
	for i := range list {
		p := &list[i]
		row := matchRow{ID: p.ID.String(), Players: versus(p.Names), Reason: plain.Text(p.Reason),
			Words: plain.Text(p.Words)}
		if p.Player >= 0 && p.Player < len(p.Ranks) {
			row.Rank = fmt.Sprintf("%d of %d", p.Ranks[p.Player], len(p.Ranks))
		}
		rows = append(rows, row)
	}
	return rows
}

func versus(names []string) string {
	clean := make([]string, len(names))
	for i, n := range names {
		clean[i] = plain.Text(n)
	}
	return strings.Join(clean, ", ")
}

// reportBody is a report as a page shows it.
type reportBody struct {
	*Report
	When  string
	Final bool
	Class string
	Rows  []testRow
}

func (d *Inbox) bodyOf(r *Report) reportBody {
	b := reportBody{Report: r, When: r.Received.In(d.zone()).Format("2006-01-02 15:04:05 MST"), Final: r.State.Final(),
		Rows: testRows(r)}
	switch r.State {
	case Accepted:
		b.Class = "ok"
	case Refused, Failed:
		b.Class = "bad"
	case Waiting, Running, Replaced:
		b.Class = "soft"
	}
	return b
}

// reportPage shows a report of the team. The page reloads itself until the report is final.
func (d *Inbox) reportPage(w http.ResponseWriter, r *http.Request, v visit) {
	report, _ := d.Report(v.team, r.PathValue("id"))
	if report == nil {
		d.refuse(w, r, http.StatusNotFound, "Your team has no such submission.")
		return
	}
	if !report.State.Final() || report.Testing {
		w.Header().Set("Refresh", "2")
	}
	d.frame(w, r, http.StatusOK, "Submission", "report", d.bodyOf(report))
}

type secretBody struct{ Text, Secret, Use string }

// makeToken creates a token for a command line, and shows it once.
func (d *Inbox) makeToken(w http.ResponseWriter, r *http.Request, v visit) {
	token, err := d.teams.Token(v.team)
	if err != nil {
		d.refuseError(w, r, err)
		return
	}
	d.log(r, "token", v)
	d.frame(w, r, http.StatusOK, "A token for the command line", "secret", secretBody{"", token,
		"blastyard tournament submit --server " + d.address(r) + " --token " + token + " mybot"})
}

// inviteMate creates an invitation with which another browser can join the team.
func (d *Inbox) inviteMate(w http.ResponseWriter, r *http.Request, v visit) {
	invitation, err := d.teams.Invite(v.team)
	if err != nil {
		d.refuseError(w, r, err)
		return
	}
	d.log(r, "invitation", v)
	d.frame(w, r, http.StatusOK, "An invitation", "secret", secretBody{"It can be used once.",
		d.address(r) + JoinPath + invitation, ""})
}

// JoinPath stands between the address of a server and an invitation. Browsers do not send what follows the #.
const JoinPath = "/team/join#"

// address is where a team reaches the pages, without the slash at its end.
func (d *Inbox) address(r *http.Request) string {
	own := "http://" + r.Host + "/"
	if r.TLS != nil {
		own = "https://" + r.Host + "/"
	}
	return strings.TrimSuffix(d.o.Website.URL(own), "/")
}

// rotate ends all tokens of the team, and gives this browser a new one.
func (d *Inbox) rotate(w http.ResponseWriter, r *http.Request, v visit) {
	token, err := d.teams.Rotate(v.team)
	if err != nil {
		d.refuseError(w, r, err)
		return
	}
	d.log(r, "rotated", v)
	d.signIn(w, r, v.team, token)
	http.Redirect(w, r, "./", http.StatusSeeOther)
}

// leave signs the browser out.
func (d *Inbox) leave(w http.ResponseWriter, r *http.Request, v visit) {
	if err := d.teams.Forget(v.token); err != nil {
		d.refuseError(w, r, err)
		return
	}
	d.cookie().Clear(w, r, d.o.Website, v.cookie)
	access.SetTeam(w, r, d.o.Website, d.o.Event, "")
	http.Redirect(w, r, "./", http.StatusSeeOther)
}
