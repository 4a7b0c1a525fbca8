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
func (in *Inbox) frame(w http.ResponseWriter, r *http.Request, code int, title, name string, body any) {
	var b strings.Builder
	err := pages.ExecuteTemplate(&b, name, struct {
		Up   string // relative address of /team/
		Body any
	}{strings.Repeat("../", max(0, strings.Count(strings.TrimPrefix(r.URL.Path, "/team/"), "/"))), body})
	if err != nil {
		in.o.Log.Error("submission: page", "name", name, "error", err)
		http.Error(w, "the server failed", http.StatusInternalServerError)
		return
	}
	page := strings.ReplaceAll(b.String(), `action=""`, `action="./"`)
	page = strings.ReplaceAll(page, `href=""`, `href="./"`)
	if in.o.Frame != nil {
		in.o.Frame(w, r, code, title, template.HTML(page)) //nolint:gosec // from our own templates
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(code)
	fmt.Fprintf(w, "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>%s</title><main>%s</main></html>\n",
		template.HTMLEscapeString(title), page)
}

// joinPage asks for an invitation.
func (in *Inbox) joinPage(w http.ResponseWriter, r *http.Request) {
	in.frame(w, r, http.StatusOK, "Take part", "join", joinBody{})
}

type joinBody struct{ Bad string }

// join accepts the invitation of the form and signs the browser in.
func (in *Inbox) join(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	team, token, err := in.exchange(r, r.PostFormValue("invitation"))
	switch {
	case errors.Is(err, ErrToken):
		in.frame(w, r, http.StatusUnauthorized, "Take part", "join", joinBody{badInvitation})
	case err != nil:
		in.refuseJoin(w, r, err)
	default:
		in.signIn(w, r, team, token)
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

func (in *Inbox) teamLimits() teamLimits {
	turn := in.o.TurnTime
	started := in.kind.Protocol == entrant.Rounds
	switch {
	case turn == 0 && started:
		turn = rounds.DefaultLimit
	case turn == 0:
		turn = arena.DefaultTurnTime
	}
	unpacked := cmp.Or(in.o.Limits.Bytes, archive.DefaultBytes)
	return teamLimits{TurnTime: fmt.Sprintf("%d ms", turn.Milliseconds()), Packed: size(in.maxUpload()),
		Unpacked: size(unpacked), Started: started, PerHour: in.o.PerHour, Files: in.maxFiles(),
		Rules: "rules-" + in.kind.Name}
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
func (in *Inbox) teamPage(w http.ResponseWriter, r *http.Request) {
	v, err := in.visitor(r)
	if err != nil {
		if errors.Is(err, ErrToken) {
			in.joinPage(w, r)
			return
		}
		in.withTeam(nil)(w, r)
		return
	}
	if access.Team(r, in.o.Event) != v.team { // it was signed in by a program of before
		access.SetTeam(w, r, in.o.Website, in.o.Event, v.team)
	}
	body := teamBody{Team: plain.Text(v.team), teamLimits: in.teamLimits()}
	if c := in.window().Closes; !c.IsZero() {
		body.Closes = clock(c)
	}
	if err := in.OpenTo(v.team); err != nil {
		body.Closed = sentence(errortext.Text(err))
	}
	if in.o.Current != nil {
		if _, n, err := in.o.Current(r.Context(), v.team); err == nil {
			body.Number = n
		}
	}
	if in.o.Standing != nil {
		body.Standing = plain.Text(in.o.Standing(v.team))
	}
	for _, report := range in.Reports(v.team) {
		body.Reports = append(body.Reports, in.bodyOf(report))
	}
	body.Matches = in.rows(r, v.team)
	in.frame(w, r, http.StatusOK, v.team, "team", body)
}

// rows returns the newest matches of a team.
func (in *Inbox) rows(r *http.Request, team string) (rows []matchRow) {
	if in.o.Played == nil {
		return nil
	}
	list, err := in.o.Played(r.Context(), team)
	if err != nil {
		in.o.Log.Error("submission: matches", "team", team, "error", err)
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

func (in *Inbox) bodyOf(r *Report) reportBody {
	b := reportBody{Report: r, When: r.Received.In(in.zone()).Format("2006-01-02 15:04:05 MST"), Final: r.State.Final(),
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
func (in *Inbox) reportPage(w http.ResponseWriter, r *http.Request, v visit) {
	report, _ := in.Report(v.team, r.PathValue("id"))
	if report == nil {
		in.refuse(w, r, http.StatusNotFound, "Your team has no such submission.")
		return
	}
	if !report.State.Final() || report.Testing {
		w.Header().Set("Refresh", "2")
	}
	in.frame(w, r, http.StatusOK, "Submission", "report", in.bodyOf(report))
}

type secretBody struct{ Text, Secret, Use string }

// makeToken creates a token for a command line, and shows it once.
func (in *Inbox) makeToken(w http.ResponseWriter, r *http.Request, v visit) {
	token, err := in.teams.Token(v.team)
	if err != nil {
		in.refuseError(w, r, err)
		return
	}
	in.log(r, "token", v)
	in.frame(w, r, http.StatusOK, "A token for the command line", "secret", secretBody{"", token,
		"blastyard tournament submit --server " + in.address(r) + " --token " + token + " mybot"})
}

// inviteMate creates an invitation with which another browser can join the team.
func (in *Inbox) inviteMate(w http.ResponseWriter, r *http.Request, v visit) {
	invitation, err := in.teams.Invite(v.team)
	if err != nil {
		in.refuseError(w, r, err)
		return
	}
	in.log(r, "invitation", v)
	in.frame(w, r, http.StatusOK, "An invitation", "secret", secretBody{"It can be used once.",
		in.address(r) + JoinPath + invitation, ""})
}

// JoinPath stands between the address of a server and an invitation. Browsers do not send what follows the #.
const JoinPath = "/team/join#"

// address is where a team reaches the pages, without the slash at its end.
func (in *Inbox) address(r *http.Request) string {
	own := "http://" + r.Host + "/"
	if r.TLS != nil {
		own = "https://" + r.Host + "/"
	}
	return strings.TrimSuffix(in.o.Website.URL(own), "/")
}

// rotate ends all tokens of the team, and gives this browser a new one.
func (in *Inbox) rotate(w http.ResponseWriter, r *http.Request, v visit) {
	token, err := in.teams.Rotate(v.team)
	if err != nil {
		in.refuseError(w, r, err)
		return
	}
	in.log(r, "rotated", v)
	in.signIn(w, r, v.team, token)
	http.Redirect(w, r, "./", http.StatusSeeOther)
}

// leave signs the browser out.
func (in *Inbox) leave(w http.ResponseWriter, r *http.Request, v visit) {
	if err := in.teams.Forget(v.token); err != nil {
		in.refuseError(w, r, err)
		return
	}
	in.cookie().Clear(w, r, in.o.Website, v.cookie)
	access.SetTeam(w, r, in.o.Website, in.o.Event, "")
	http.Redirect(w, r, "./", http.StatusSeeOther)
}
