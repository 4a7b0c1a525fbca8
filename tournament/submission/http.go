package submission

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"blastyard/internal/errortext"
	"blastyard/internal/plain"
	"blastyard/tournament/internal/access"
)

//go:embed static/team.js
var static embed.FS

// cookie is the cookie with the token of a browser.
func (d *Inbox) cookie() access.Cookie { return access.NewCookie("blastyard_team", "team/", d.o.Dir) }

// Handler serves the pages and the API of teams, all below /team/. The caller must check the Host of requests, and
// limit the time for their headers.
func (d *Inbox) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /team/{$}", d.teamPage)
	mux.HandleFunc("GET /team/join", d.joinPage)
	mux.HandleFunc("POST /team/join", d.join)
	mux.HandleFunc("GET /team/team.js", d.script)
	mux.HandleFunc("POST /team/leave", d.withTeam(d.leave))
	mux.HandleFunc("POST /team/token", d.withTeam(d.makeToken))
	mux.HandleFunc("POST /team/invite", d.withTeam(d.inviteMate))
	mux.HandleFunc("POST /team/rotate", d.withTeam(d.rotate))
	mux.HandleFunc("POST /team/upload", d.withTeam(d.uploadForm))
	mux.HandleFunc("GET /team/submissions/{id}", d.withTeam(d.reportPage))
	mux.HandleFunc("GET /team/submissions/{id}/tests/{number}", d.withTeam(d.testPage))
	mux.HandleFunc("GET /team/matches/{id}", d.withTeam(d.matchPage))
	mux.HandleFunc("POST /team/api/join", d.apiJoin)
	mux.HandleFunc("POST /team/api/submissions", d.withTeam(d.apiSubmit))
	mux.HandleFunc("GET /team/api/submissions", d.withTeam(d.apiReports))
	mux.HandleFunc("GET /team/api/submissions/{id}", d.withTeam(d.apiReport))
	mux.HandleFunc("/team/", func(w http.ResponseWriter, r *http.Request) {
		d.refuse(w, r, http.StatusNotFound, "There is no such page.")
	})
	protection := d.o.Website.Protection() // a page of another site sends nothing in a team's name
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d.refuse(w, r, http.StatusForbidden, "This request comes from a page of another site.")
	}))
	gate := access.NewGate(d.o.Now)
	guarded := protection.Handler(mux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		access.Secure(w.Header())
		r = r.WithContext(context.WithValue(r.Context(), gateKey{}, gate))
		if !gate.Allow(r) && !d.allowTeam(gate, r) {
			w.Header().Set("Retry-After", "10")
			d.refuse(w, r, http.StatusTooManyRequests, "There were too many requests from your address: wait a little.")
			return
		}
		if r.Method == http.MethodPost { // limits how long a stalled body occupies the server
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(d.hearing))
		}
		guarded.ServeHTTP(w, r)
	})
}

// allowTeam reports whether a team may still ask though its address may not.
func (d *Inbox) allowTeam(gate *access.Gate, r *http.Request) bool {
	v, err := d.visitor(r)
	return err == nil && gate.AllowPerson(v.team)
}

type gateKey struct{}

// visit is a request of a team.
type visit struct {
	team, token string
	cookie      string // the name of the cookie that had the token; "": none had
}

// withTeam passes on requests of teams, and refuses all others.
func (d *Inbox) withTeam(next func(w http.ResponseWriter, r *http.Request, v visit)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := d.visitor(r)
		switch {
		case errors.Is(err, errGuesses):
			w.Header().Set("Retry-After", "60")
			d.refuse(w, r, http.StatusTooManyRequests, "There were too many wrong tokens from your address: "+
				"wait a minute.")
		case errors.Is(err, ErrToken):
			if isAPI(r) {
				w.Header().Set("WWW-Authenticate", "Bearer")
			}
			d.refuse(w, r, http.StatusUnauthorized, "You are not signed in, or no longer: open the invitation of your "+
				"team, or ask the organiser for a new one.")
		case err != nil:
			d.o.Log.Error("submission: teams", "error", err)
			d.refuse(w, r, http.StatusInternalServerError, "The server failed: try again.")
		default:
			next(w, r, v)
		}
	}
}

var errGuesses = errors.New("too many wrong tokens")

// visitor returns the team of a request, from the header of programs or the cookie of browsers.
func (d *Inbox) visitor(r *http.Request) (v visit, err error) {
	bearer, given := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if given {
		v.token = bearer
		if v.team, err = d.teams.Who(v.token); errors.Is(err, ErrToken) && !d.mayGuess(r) {
			err = errGuesses
		}
		return v, err
	}
	list, own := d.cookie().Find(r)
	for _, c := range list {
		team, err := d.teams.Who(c.Value)
		if !errors.Is(err, ErrToken) {
			return visit{team: team, token: c.Value, cookie: c.Name}, err
		}
	}
	if own && !d.mayGuess(r) { // a cookie of another event on this machine is no guess
		return v, errGuesses
	}
	return v, ErrToken
}

// mayGuess counts a wrong token or invitation.
func (d *Inbox) mayGuess(r *http.Request) bool {
	g, ok := r.Context().Value(gateKey{}).(*access.Gate)
	return !ok || g.Guess(r)
}

func isAPI(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/team/api/") }

// codes are the status codes for the errors of Submit.
var codes = []struct {
	err  error
	code int
}{
	{ErrClosed, http.StatusForbidden}, {ErrSoon, http.StatusForbidden},
	{ErrTooMany, http.StatusTooManyRequests}, {ErrBusy, http.StatusConflict},
	{ErrTooBig, http.StatusRequestEntityTooLarge}, {ErrUnsafe, http.StatusServiceUnavailable},
	{ErrToken, http.StatusUnauthorized},
}

// refuseError answers with an error of an upload.
func (d *Inbox) refuseError(w http.ResponseWriter, r *http.Request, err error) {
	var tooBig *http.MaxBytesError
	if errors.As(err, &tooBig) {
		err = fmt.Errorf("%w: the upload has more than %d bytes", ErrTooBig, tooBig.Limit)
	}
	for _, c := range codes {
		if errors.Is(err, c.err) {
			d.refuse(w, r, c.code, sentence(errortext.Text(err)))
			return
		}
	}
	var bad *badUpload
	if errors.As(err, &bad) {
		d.refuse(w, r, http.StatusBadRequest, sentence(bad.why))
		return
	}
	d.o.Log.Error("submission: upload", "error", err)
	d.refuse(w, r, http.StatusInternalServerError, "The server could not take it: send it again.")
}

func sentence(s string) string {
	if s == "" {
		return ""
	}
	return plain.Line(strings.ToUpper(s[:1]) + s[1:] + ".")
}

// refuse answers with an error, to a program or a person.
func (d *Inbox) refuse(w http.ResponseWriter, r *http.Request, code int, text string) {
	if isAPI(r) {
		writeJSON(w, code, map[string]string{"error": text})
		return
	}
	d.frame(w, r, code, http.StatusText(code), "message", text)
}

func writeJSON(w http.ResponseWriter, code int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(v) // a failure means that the client is gone
}

// script serves the script of the pages.
func (d *Inbox) script(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "max-age=300")
	http.ServeFileFS(w, r, static, "static/team.js")
}

// signIn signs a browser of a team in.
func (d *Inbox) signIn(w http.ResponseWriter, r *http.Request, team, token string) {
	d.cookie().Set(w, r, d.o.Website, token, signedIn)
	access.SetTeam(w, r, d.o.Website, d.o.Event, team)
}

// signedIn is how long a browser stays signed in.
const signedIn = 90 * 24 * time.Hour
