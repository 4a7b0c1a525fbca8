package submission

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/signal"
	"strings"
	"testing"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/internal/web"
)

// noMatches is an event without matches.
type noMatches struct{}

func (noMatches) Snapshot() *web.Snapshot {
	return &web.Snapshot{At: time.Now(), Names: []string{"Ann", "Bob"}, Planned: 1}
}
func (noMatches) Changed() <-chan struct{} { return nil }
func (noMatches) Matches(context.Context, tournament.Query) (*web.Matches, error) {
	return &web.Matches{}, nil
}
func (noMatches) Match(context.Context, tournament.ID) (*tournament.Match, error) {
	return nil, web.ErrNotFound
}
func (noMatches) Entrant(context.Context, string) (*tournament.Entrant, error) {
	return nil, web.ErrNotFound
}
func (noMatches) Ratings(context.Context, []string) ([][]tournament.PastStanding, error) {
	return nil, nil
}
func (noMatches) Replay(context.Context, string) (io.ReadCloser, error) { return nil, web.ErrNotFound }

// inSite returns an inbox within the website of an event.
func inSite(t testing.TB, o Options) (*web.Site, *Inbox) {
	t.Helper()
	var pages *web.Site
	o.Frame = func(w http.ResponseWriter, r *http.Request, code int, title string, body template.HTML) {
		pages.Frame(w, r, code, title, body)
	}
	d := newInbox(t, o)
	pages, err := web.New(web.Options{Source: noMatches{}, About: web.About{Name: "Winter <Cup>"}, Team: d.Handler()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pages.Close)
	return pages, d
}

// TestInTheSiteOfAnEvent: the pages of teams have the look and the security headers of the event's pages, and work
// there, uploads included.
func TestInTheSiteOfAnEvent(t *testing.T) {
	o, _ := fakes(t)
	o.Standing = func(team string) string { return team + " is rank 2 of 3" }
	pages, d := inSite(t, o)
	server := httptest.NewServer(pages)
	defer server.Close()
	s := &site{d, t, server.URL}
	run(t, d)
	c := s.joined("Ann")
	_, text := s.ask(s.joined("A & B"), http.MethodGet, "/team/", nil)
	if !strings.Contains(text, `rank 2 of 3 <a href="../standings?find=A%20%26%20B">`) {
		t.Errorf("the page of A & B does not link to its row: %s", text)
	}
	r, text := s.ask(c, http.MethodGet, "/team/", nil)
	s.want("the page of a team", r, text, http.StatusOK, "<h1>Ann</h1>", "Winter &lt;Cup&gt;", "../style.css", `action="upload"`,
		`href="../">`, ">Standings</a>")
	if p := r.Header.Get("Content-Security-Policy"); !strings.Contains(p, "form-action 'self'") {
		t.Errorf("the policy is %q", p)
	}
	body, kind := form(t, "archive", "bot.zip", simple(t, "one"))
	r, text = s.ask(c, http.MethodPost, "/team/upload", body, "Content-Type", kind)
	s.want("an upload", r, text, http.StatusSeeOther)
	if report := final(t, d, d.Reports("Ann")[0]); report.State != Accepted {
		t.Errorf("%+v", report)
	}
	r, text = s.ask(c, http.MethodGet, r.Header.Get("Location"), nil)
	s.want("the report", r, text, http.StatusOK, "../../style.css", "plays from the next match on")
	r, text = s.bearer("x", http.MethodGet, "/team/api/submissions", nil)
	s.want("the API", r, text, http.StatusUnauthorized, `{"error":`)
	q, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/team/", nil)
	if err != nil {
		t.Fatal(err)
	}
	q.Host = "evil.example" // as with DNS rebinding
	answer, err := c.Do(q)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusForbidden {
		t.Errorf("another Host: %s", answer.Status)
	}
}

// TestLook serves the pages for viewing in a browser: BLASTYARD_LOOK=127.0.0.1:8098 go test -run TestLook
func TestLook(t *testing.T) {
	address := os.Getenv("BLASTYARD_LOOK")
	if address == "" {
		t.Skip("BLASTYARD_LOOK is not set")
	}
	o, _ := realOptions(t)
	o.Played = func(context.Context, string) ([]Played, error) {
		return []Played{{ID: tournament.ID{Block: 12, Match: 1}, Names: []string{"Ann", "Bob"}, Ranks: []int{1, 2}, Reason: "finished", Output: "x"},
			{ID: tournament.ID{Block: 11}, Names: []string{"Bob", "Ann"}, Ranks: []int{1, 2}, Player: 1, Reason: "crashed", Words: "IndexError: list index"}}, nil
	}
	o.Open = func(context.Context, string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("turn 3: hello\nturn 4: 12 cells are free\n")), nil
	}
	pages, d := inSite(t, o)
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(t.Context(), os.Interrupt)
	defer stop()
	go d.Run(ctx)
	fmt.Println("http://" + l.Addr().String() + JoinPath + invite(t, d.Teams(), "Ann"))
	if err := pages.Serve(ctx, l, web.TLS{}); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
