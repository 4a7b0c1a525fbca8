// Package desk is the page of an event's organiser: who takes part, what is wrong, and all that an organiser can do
// while the event goes on. Whoever opens a one-time address is an organiser; see Keys.
package desk

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"blastyard/internal/plain"
	"blastyard/internal/website"
	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/access"
	"blastyard/tournament/internal/store"
	"blastyard/tournament/submission"
)

// Event is what a desk needs of an event: an *engine.Engine.
type Event interface {
	Order(ctx context.Context, o *tournament.Order) error
	State(f func(*tournament.Schedule))
	Doing() *engine.State
	Versions(ctx context.Context, name string) ([]store.Change, error)
	Playing(name string) tournament.Entry
	Notice() (text string, at time.Time)
	Paused() *tournament.Order
	Hidden() bool
	Times() event.Times
	Store() *store.Store
	Replay(ctx context.Context, hash string) (io.ReadCloser, error)
	Similar(ctx context.Context) (*engine.Resemblance, error)
}

// Options are the settings of a desk.
type Options struct {
	Event  Event
	Keys   *Keys
	Teams  *submission.Inbox
	Health func() error // what is wrong with the play; nil: nothing ever is

	// Hook says how the web hook stands, and whether something is wrong with it; nil: there is none.
	Hook func() (line string, fails bool)

	// Frame writes a page with a body in the look of the event's pages.
	Frame   func(w http.ResponseWriter, r *http.Request, code int, title string, body template.HTML)
	Website *website.Site    // where organisers reach the pages; nil: where the requests say
	Log     *slog.Logger     // nil: none
	Now     func() time.Time // nil: time.Now
}

// Desk serves the pages of organisers.
type Desk struct {
	o    Options
	gate *access.Gate
}

// New returns a desk.
func New(o Options) *Desk {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Desk{o, access.NewGate(o.Now)}
}

//go:embed static/desk.js
var static embed.FS

// cookie is the cookie with the session of a browser.
func (d *Desk) cookie() access.Cookie {
	return access.NewCookie("blastyard_desk", "desk/", d.o.Keys.path)
}

// signedIn is how long a browser stays signed in.
const signedIn = 30 * 24 * time.Hour

// LinkPath stands between the address of a server and the secret of a one-time address. Browsers do not send what
// follows the #.
const LinkPath = "/desk/join#"

// hearing is how long the body of a request may take.
const hearing = 30 * time.Second

// maxForm is the most bytes of a form.
const maxForm = 64 << 10

// Handler serves the pages, all below /desk/. The caller must check the Host of requests, and limit the time for their
// headers.
func (d *Desk) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /desk/{$}", d.home)
	mux.HandleFunc("GET /desk/join", d.joinPage)
	mux.HandleFunc("POST /desk/join", d.join)
	mux.HandleFunc("GET /desk/desk.js", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "max-age=300")
		http.ServeFileFS(w, r, static, "static/desk.js")
	})
	mux.HandleFunc("POST /desk/leave", d.with(d.leave))
	mux.HandleFunc("POST /desk/order", d.with(d.order))
	mux.HandleFunc("POST /desk/team", d.with(d.team))
	mux.HandleFunc("GET /desk/entrants/{number}", d.with(d.entrant))
	mux.HandleFunc("GET /desk/similar", d.with(d.similar))
	mux.HandleFunc("GET /desk/similar/pair", d.with(d.pair))
	mux.HandleFunc("GET /desk/match", d.with(d.findMatch))
	mux.HandleFunc("GET /desk/matches/{id}", d.with(d.match))
	mux.HandleFunc("/desk/", func(w http.ResponseWriter, r *http.Request) {
		d.refuse(w, r, http.StatusNotFound, "There is no such page.")
	})
	protection := d.o.Website.Protection() // a page of another site sends nothing in an organiser's name
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d.refuse(w, r, http.StatusForbidden, "This request comes from a page of another site.")
	}))
	guarded := protection.Handler(mux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		access.Secure(w.Header())
		if v, err := d.visitor(r); !d.gate.Allow(r) && (err != nil || !d.gate.AllowPerson(v.name)) {
			w.Header().Set("Retry-After", "10")
			d.refuse(w, r, http.StatusTooManyRequests, "There were too many requests from your address: wait a little.")
			return
		}
		if r.Method == http.MethodPost {
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(hearing))
			r.Body = http.MaxBytesReader(w, r.Body, maxForm)
		}
		guarded.ServeHTTP(w, r)
	})
}

// visit is a request of an organiser.
type visit struct {
	name, session string
	cookie        string // the name of the cookie that had the session
}

// visitor returns the organiser of a request.
func (d *Desk) visitor(r *http.Request) (v visit, err error) {
	list, _ := d.cookie().Find(r)
	for _, c := range list {
		name, err := d.o.Keys.who(c.Value)
		if !errors.Is(err, ErrKey) {
			return visit{name: name, session: c.Value, cookie: c.Name}, err
		}
	}
	return v, ErrKey
}

// with passes on requests of organisers, and refuses all others.
func (d *Desk) with(next func(w http.ResponseWriter, r *http.Request, v visit)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := d.visitor(r)
		if err == nil {
			next(w, r, v)
			return
		}
		d.refuseVisit(w, r, err)
	}
}

func (d *Desk) refuseVisit(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case !errors.Is(err, ErrKey):
		d.o.Log.Error("desk: keys", "error", err)
		d.refuse(w, r, http.StatusInternalServerError, "The server failed: try again.")
	case !d.gate.Guess(r):
		w.Header().Set("Retry-After", "60")
		d.refuse(w, r, http.StatusTooManyRequests, "There were too many wrong tokens from your address: wait a minute.")
	default:
		d.refuse(w, r, http.StatusUnauthorized, "You are not signed in, or no longer: open an address that "+
			"'blastyard tournament desk' has printed.")
	}
}

// refuse answers with an error.
func (d *Desk) refuse(w http.ResponseWriter, r *http.Request, code int, text string) {
	d.frame(w, r, code, http.StatusText(code), "message", text)
}

// joinPage asks for the secret of a one-time address.
func (d *Desk) joinPage(w http.ResponseWriter, r *http.Request) {
	d.frame(w, r, http.StatusOK, "The organiser's desk", "join", "")
}

// join accepts a one-time address and signs the browser in.
func (d *Desk) join(w http.ResponseWriter, r *http.Request) {
	session, err := d.o.Keys.exchange(r.PostFormValue("key"))
	switch {
	case errors.Is(err, ErrKey) && !d.gate.Guess(r):
		d.refuseVisit(w, r, err)
	case errors.Is(err, ErrKey):
		d.frame(w, r, http.StatusUnauthorized, "The organiser's desk", "join",
			"This address is not valid, or was opened already: make a new one with 'blastyard tournament desk'.")
	case err != nil:
		d.refuseVisit(w, r, err)
	default:
		d.cookie().Set(w, r, d.o.Website, session, signedIn)
		http.Redirect(w, r, "./", http.StatusSeeOther)
	}
}

// leave signs the browser out.
func (d *Desk) leave(w http.ResponseWriter, r *http.Request, v visit) {
	if err := d.o.Keys.forget(v.session); err != nil {
		d.refuseVisit(w, r, err)
		return
	}
	d.cookie().Clear(w, r, d.o.Website, v.cookie)
	http.Redirect(w, r, "./", http.StatusSeeOther)
}

//go:embed templates/desk.html
var templateFiles embed.FS

var pages = template.Must(template.New("").Funcs(template.FuncMap{"text": plain.Text, "ago": ago, "mb": megabytes}).
	ParseFS(templateFiles, "templates/desk.html"))

// frame writes a page.
func (d *Desk) frame(w http.ResponseWriter, r *http.Request, code int, title, name string, body any) {
	depth := max(0, strings.Count(strings.TrimPrefix(r.URL.Path, "/desk/"), "/"))
	up := strings.Repeat("../", depth)
	if up == "" {
		up = "./"
	}
	var b strings.Builder
	err := pages.ExecuteTemplate(&b, name, struct {
		Up   string // relative address of /desk/
		Body any
	}{up, body})
	if err != nil {
		d.o.Log.Error("desk: page", "name", name, "error", err)
		http.Error(w, "the server failed", http.StatusInternalServerError)
		return
	}
	d.o.Frame(w, r, code, title, template.HTML(b.String())) //nolint:gosec // from our own templates
}

func ago(t, now time.Time) string {
	return fmt.Sprintf("%v ago", max(0, now.Sub(t)).Round(time.Second))
}

func megabytes(n int64) string { return fmt.Sprintf("%d MB", n>>20) }
