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
func (in *Inbox) cookie() access.Cookie { return access.NewCookie("blastyard_team", "team/", in.o.Dir) }

// Handler serves the pages and the API of teams, all below /team/. The caller must check the Host of requests, and
// limit the time for their headers.
func (in *Inbox) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /team/{$}", in.teamPage)
	mux.HandleFunc("GET /team/join", in.joinPage)
	mux.HandleFunc("POST /team/join", in.join)
	mux.HandleFunc("GET /team/team.js", in.script)
	mux.HandleFunc("POST /team/leave", in.withTeam(in.leave))
	mux.HandleFunc("POST /team/token", in.withTeam(in.makeToken))
	mux.HandleFunc("POST /team/invite", in.withTeam(in.inviteMate))
	mux.HandleFunc("POST /team/rotate", in.withTeam(in.rotate))
	mux.HandleFunc("POST /team/upload", in.withTeam(in.uploadForm))
	mux.HandleFunc("GET /team/submissions/{id}", in.withTeam(in.reportPage))
	mux.HandleFunc("GET /team/submissions/{id}/tests/{number}", in.withTeam(in.testPage))
	mux.HandleFunc("GET /team/matches/{id}", in.withTeam(in.matchPage))
	mux.HandleFunc("POST /team/api/join", in.apiJoin)
	mux.HandleFunc("POST /team/api/submissions", in.withTeam(in.apiSubmit))
	mux.HandleFunc("GET /team/api/submissions", in.withTeam(in.apiReports))
	mux.HandleFunc("GET /team/api/submissions/{id}", in.withTeam(in.apiReport))
	mux.HandleFunc("/team/", func(w http.ResponseWriter, r *http.Request) {
		in.refuse(w, r, http.StatusNotFound, "There is no such page.")
	})
	protection := in.o.Website.Protection() // a page of another site sends nothing in a team's name
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		in.refuse(w, r, http.StatusForbidden, "This request comes from a page of another site.")
	}))
	gate := access.NewGate(in.o.Now)
	guarded := protection.Handler(mux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		access.Secure(w.Header())
		r = r.WithContext(context.WithValue(r.Context(), gateKey{}, gate))
		if !gate.Allow(r) && !in.allowTeam(gate, r) {
			w.Header().Set("Retry-After", "10")
			in.refuse(w, r, http.StatusTooManyRequests,
				"There were too many requests from your address: wait a little.")
			return
		}
		if r.Method == http.MethodPost { // limits how long a stalled body occupies the server
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(in.hearing))
		}
		guarded.ServeHTTP(w, r)
	})
}

// allowTeam reports whether a team may still ask though its address may not.
func (in *Inbox) allowTeam(gate *access.Gate, r *http.Request) bool {
	v, err := in.visitor(r)
	return err == nil && gate.AllowPerson(v.team)
}

type gateKey struct{}

// visit is a request of a team.
type visit struct {
	team, token string
	cookie      string // the name of the cookie that had the token; "": none had
}

// withTeam passes on requests of teams, and refuses all others.
func (in *Inbox) withTeam(next func(w http.ResponseWriter, r *http.Request, v visit)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := in.visitor(r)
		switch {
		case errors.Is(err, errGuesses):
			w.Header().Set("Retry-After", "60")
			in.refuse(w, r, http.StatusTooManyRequests, "There were too many wrong tokens from your address: "+
				"wait a minute.")
		case errors.Is(err, ErrToken):
			if isAPI(r) {
				w.Header().Set("WWW-Authenticate", "Bearer")
			}
			in.refuse(w, r, http.StatusUnauthorized, "You are not signed in, or no longer: open the invitation of "+
				"your team, or ask the organiser for a new one.")
		case err != nil:
			in.o.Log.Error("submission: teams", "error", err)
			in.refuse(w, r, http.StatusInternalServerError, "The server failed: try again.")
		default:
			next(w, r, v)
		}
	}
}

var errGuesses = errors.New("too many wrong tokens")

// visitor returns the team of a request, from the header of programs or the cookie of browsers.
func (in *Inbox) visitor(r *http.Request) (v visit, err error) {
	bearer, given := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if given {
		v.token = bearer
		if v.team, err = in.teams.Who(v.token); errors.Is(err, ErrToken) && !in.mayGuess(r) {
			err = errGuesses
		}
		return v, err
	}
	list, own := in.cookie().Find(r)
	for _, c := range list {
		team, err := in.teams.Who(c.Value)
		if !errors.Is(err, ErrToken) {
			return visit{team: team, token: c.Value, cookie: c.Name}, err
		}
	}
	if own && !in.mayGuess(r) { // a cookie of another event on this machine is no guess
		return v, errGuesses
	}
	return v, ErrToken
}

// mayGuess counts a wrong token or invitation.
func (in *Inbox) mayGuess(r *http.Request) bool {
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
func (in *Inbox) refuseError(w http.ResponseWriter, r *http.Request, err error) {
	var tooBig *http.MaxBytesError
	if errors.As(err, &tooBig) {
		err = fmt.Errorf("%w: the upload has more than %d bytes", ErrTooBig, tooBig.Limit)
	}
	for _, c := range codes {
		if errors.Is(err, c.err) {
			in.refuse(w, r, c.code, sentence(errortext.Text(err)))
			return
		}
	}
	var bad *badUpload
	if errors.As(err, &bad) {
		in.refuse(w, r, http.StatusBadRequest, sentence(bad.why))
		return
	}
	in.o.Log.Error("submission: upload", "error", err)
	in.refuse(w, r, http.StatusInternalServerError, "The server could not take it: send it again.")
}

func sentence(s string) string {
	if s == "" {
		return ""
	}
	return plain.Line(strings.ToUpper(s[:1]) + s[1:] + ".")
}

// refuse answers with an error, to a program or a person.
func (in *Inbox) refuse(w http.ResponseWriter, r *http.Request, code int, text string) {
	if isAPI(r) {
		writeJSON(w, code, map[string]string{"error": text})
		return
	}
	in.frame(w, r, code, http.StatusText(code), "message", text)
}

func writeJSON(w http.ResponseWriter, code int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(v) // a failure means that the client is gone
}

// script serves the script of the pages.
func (in *Inbox) script(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "max-age=300")
	http.ServeFileFS(w, r, static, "static/team.js")
}

// signIn signs a browser of a team in.
func (in *Inbox) signIn(w http.ResponseWriter, r *http.Request, team, token string) {
	in.cookie().Set(w, r, in.o.Website, token, signedIn)
	access.SetTeam(w, r, in.o.Website, in.o.Event, team)
}

// signedIn is how long a browser stays signed in.
const signedIn = 90 * 24 * time.Hour
