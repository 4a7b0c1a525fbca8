package web

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"blastyard/tournament"
)

// large returns an event of many entrants, named team 001 and so on by rank.
func large(n int) *fake {
	src := newFake(4, 8)
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("team %04d", i+1)
	}
	src.set(func(s *Snapshot) {
		s.Names = names
		s.Stages = []Stage{fakeStage(names, 100)}
	})
	return src
}

// TestPagesOfAThousand: no page of 1,000 entrants is large, whatever part of it a reader looks at, and the parts
// together show everybody.
func TestPagesOfAThousand(t *testing.T) {
	const n = 1000
	const most = 400_000 // bytes
	r := start(t, large(n), nil)
	for _, path := range []string{"/", "/standings", "/cross-table", "/cross-table?from=991&against=500", "/projector", "/matches", "/entrants/7",
		"/rounds", "/schedule", "/standings?find=team+0", "/cross-table?find=team+0500"} {
		if body := r.want(path, http.StatusOK); len(body) > most {
			t.Errorf("%s has %d bytes, want %d at most", path, len(body), most)
		}
	}
	shown := map[string]bool{}
	for path, pages := "/standings", 0; path != ""; pages++ {
		if pages > n/standingsShown {
			t.Fatalf("there is another part after %d", pages)
		}
		body := r.want(path, http.StatusOK)
		for i := range n {
			if name := fmt.Sprintf("team %04d", i+1); strings.Contains(body, "<bdi>"+name+"</bdi></a>") {
				shown[name] = true
			}
		}
		path = after(body)
	}
	if len(shown) != n {
		t.Errorf("the parts of the standings show %d entrants, want %d", len(shown), n)
	}
}

// after returns the address of the part after that of a page; empty: it is the last one.
func after(body string) string {
	before, _, found := strings.Cut(body, `">after</a>`)
	if !found {
		return ""
	}
	href := before[strings.LastIndex(before, `href="`)+len(`href="`):]
	return "/" + strings.TrimPrefix(strings.ReplaceAll(href, "&amp;", "&"), "./")
}

// TestFind: who searches for an entrant sees it first and the part around it, by its name, its number or a part of its
// name; what is not there is said.
func TestFind(t *testing.T) {
	r := start(t, large(450), nil)
	for _, c := range []struct {
		find  string
		first string // row of the standings
		cross string // first row of the cross table
	}{
		{"team 0345", "team 0345", "team 0330"},
		{"#345", "team 0345", "team 0330"},
		{"TEAM 034", "team 0340", "team 0325"},
		{"team 0001", "team 0001", "team 0001"},
		{"team 0450", "team 0450", "team 0421"},
	} {
		query := "?find=" + url.QueryEscape(c.find)
		for path, want := range map[string]string{"/standings": c.first, "/cross-table": c.cross} {
			body := r.want(path+query, http.StatusOK)
			_, table, _ := strings.Cut(body, "<tbody>")
			_, row, _ := strings.Cut(table, "<bdi>")
			if got, _, _ := strings.Cut(row, "</bdi>"); got != want {
				t.Errorf("%s%s begins with %q, want %q", path, query, got, want)
			}
			if !strings.Contains(table, "<bdi>"+c.first+"</bdi>") {
				t.Errorf("%s%s does not show %s", path, query, c.first)
			}
		}
	}
	for _, path := range []string{"/standings", "/cross-table"} {
		if body := r.want(path+"?find=%3Cb%3Enone", http.StatusOK); !strings.Contains(body, "No entrant has a name with &lt;b&gt;none.") {
			t.Errorf("%s does not say that it finds none", path)
		}
		for _, wrong := range []string{"?from=0", "?from=x", "?against=-1", "?from=9999999999"} {
			r.want(path+wrong, http.StatusBadRequest)
		}
		r.want(path+"?from=9999", http.StatusOK) // there were more entrants a moment ago
	}
}

// TestMyTeamFirst: a browser of a team sees its row before all others, of whatever part and search, and once more where
// it belongs; others, and a name that no entrant has, see what they saw before. Who asks too much sees it without.
func TestMyTeamFirst(t *testing.T) {
	r := start(t, large(450), func(o *Options) { o.Team = http.NotFoundHandler() })
	const mine = "team 0345"
	signed := []string{"Cookie", "blastyard_name=" + url.QueryEscape(mine)}
	first := func(body string) (name string, rows int) {
		_, table, _ := strings.Cut(body, "<tbody>")
		_, row, _ := strings.Cut(table, "<bdi>")
		name, _, _ = strings.Cut(row, "</bdi>")
		return name, strings.Count(table, "your team")
	}
	for _, c := range []struct {
		path string
		rows int // in which it is called the reader's
	}{
		{"/standings", 1}, {"/standings?from=301", 2}, {"/standings?find=team+0002", 1}, {"/standings?find=team+0345", 2},
		{"/cross-table", 1}, {"/cross-table?from=331&against=5", 2}, {"/cross-table?find=team+0002", 1},
	} {
		_, body := r.get(c.path, signed...)
		if name, rows := first(body); name != mine || rows != c.rows {
			t.Errorf("%s begins with %q, and has %d rows of the reader's team, want %d", c.path, name, rows, c.rows)
		}
		_, others := r.get(c.path)
		if _, rows := first(others); rows != 0 {
			t.Errorf("%s has a team for those who have none", c.path)
		}
		if _, body := r.get(c.path, "Cookie", "blastyard_name=%3Cb%3Enone"); body != others {
			t.Errorf("%s differs for a team that does not take part", c.path)
		}
	}
	now := time.Now()
	r.site.limits.now = func() time.Time { return now } // so that no question is allowed anew meanwhile
	for range questionsAtOnce {
		r.site.limits.allows("127.0.0.1:1")
	}
	if response, body := r.get("/standings", signed...); response.StatusCode != http.StatusOK ||
		strings.Contains(body, "your team") {
		t.Errorf("who asks too much gets status %d", response.StatusCode)
	}
}

// TestRoundsOfAThousand: of a large Swiss event a page has one round, the newest one at first, and leads to all others.
func TestRoundsOfAThousand(t *testing.T) {
	const n, rounds = 600, 5
	src := large(n)
	src.set(func(s *Snapshot) {
		stage := s.Stages[0]
		stage.Format = "swiss"
		for i := range rounds {
			round := tournament.Round{Name: fmt.Sprintf("Round %d", i+1)}
			for p := range n / 2 {
				round.Pairings = append(round.Pairings,
					tournament.Pairing{Places: []tournament.Place{{Name: s.Names[p]}, {Name: s.Names[n-1-p]}}})
			}
			stage.Rounds = append(stage.Rounds, round)
		}
		s.Stages = []Stage{stage}
	})
	r := start(t, src, nil)
	for i, path := range []string{"/rounds", "/rounds?from=2", "/rounds?from=3", "/rounds?from=4", "/rounds?from=5"} {
		body := r.want(path, http.StatusOK)
		for k := range rounds {
			heading := fmt.Sprintf("<h3>Round %d</h3>", k+1)
			if want := k == rounds-1-i; strings.Contains(body, heading) != want {
				t.Errorf("%s has %s: %v, want %v", path, heading, !want, want)
			}
		}
		if i < rounds-1 && !strings.Contains(body, fmt.Sprintf(`href="rounds?from=%d">older`, i+2)) {
			t.Errorf("%s leads to no older round", path)
		}
	}
}

// TestSmallEventsHaveOnePage: an event that fits on a page has no parts, and nothing to search.
func TestSmallEventsHaveOnePage(t *testing.T) {
	r := start(t, newFake(crossShown, 60), nil)
	for _, path := range []string{"/standings", "/cross-table", "/entrants/1"} {
		if body := r.want(path, http.StatusOK); strings.Contains(body, `type="search"`) || strings.Contains(body, "Places 1 to") {
			t.Errorf("%s has parts", path)
		}
	}
}

// TestCrossTableOfOne: the API has the row of one entrant, which is that of the whole table and of the CSV.
func TestCrossTableOfOne(t *testing.T) {
	r := start(t, large(40), nil)
	var whole struct {
		Names []string
		Pairs [][]tournament.PairCell
	}
	var one struct {
		Name  string
		Names []string
		Row   []tournament.PairCell
	}
	for path, to := range map[string]any{"/api/cross-table": &whole, "/api/cross-table?entrant=team+0007": &one} {
		if err := json.Unmarshal([]byte(r.want(path, http.StatusOK)), to); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	if len(whole.Pairs) != 40 || len(one.Row) != 40 || one.Name != "team 0007" {
		t.Fatalf("%d rows, a row of %d of %q", len(whole.Pairs), len(one.Row), one.Name)
	}
	for j, cell := range one.Row {
		if cell != whole.Pairs[6][j] || one.Names[j] != whole.Names[j] {
			t.Errorf("against %s: %+v, want %+v", one.Names[j], cell, whole.Pairs[6][j])
		}
	}
	r.want("/api/cross-table?entrant=none", http.StatusNotFound)
	rows, err := csv.NewReader(strings.NewReader(r.want("/csv/cross-table.csv", http.StatusOK))).ReadAll()
	if err != nil || len(rows) != 1+40*39 {
		t.Errorf("the CSV has %d lines (%v), want %d", len(rows), err, 1+40*39)
	}
}
