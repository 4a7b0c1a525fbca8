package site_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"blastyard/tournament"
	"blastyard/tournament/control"
	"blastyard/tournament/engine"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/site"
	"blastyard/tournament/internal/store"
	"blastyard/tournament/internal/web"
)

// goneFormats are events of all formats that have a winner, with the number of matches after which two have left.
var goneFormats = []struct {
	name, text string
	after      int
}{
	{"ladder", "format = \"ladder\"\nplayers = 2\nmax_matches = 120\n", 60},
	{"round robin", "format = \"round-robin\"\nplayers = 2\nrounds = 2\n", 45},
	{"swiss", "format = \"swiss\"\nplayers = 2\nrounds = 4\n", 17},
	{"knockout", "format = \"knockout\"\nplayers = 2\nbest_of = 1\n", 8},
	{"gauntlet", "format = \"gauntlet\"\nplayers = 2\nrounds = 4\nheroes = 2\n", 24},
	{"final", "format = \"round-robin\"\nplayers = 2\nrounds = 1\n[final]\nformat = \"round-robin\"\ntop = 5\nplayers = 2\nrounds = 2\n", 62},
}

// goneEvent plays an event in which the entrant with the smaller number wins. After some matches the first is withdrawn
// and the second disqualified.
func goneEvent(t *testing.T, text string, after int) *engine.Offline {
	t.Helper()
	text = "name = \"Gone\"\ngame = \"hexabomb\"\nmaps = [\"tiny\"]\nturns = 20\n" + text
	for i := range 6 {
		text += fmt.Sprintf("[[bot]]\nname = \"bot%d\"\ncommand = \"builtin:idle\"\n", i)
	}
	ev, err := event.Parse([]byte(text), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	o := &engine.Offline{Event: ev}
	if o.Schedule, err = tournament.New(ev.Schedule); err != nil {
		t.Fatal(err)
	}
	if o.Store, err = store.Open(filepath.Join(t.TempDir(), "event.db")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { o.Store.Close() })
	if err := o.Store.SetEntrants(t.Context(), ev.Schedule.Entrants); err != nil {
		t.Fatal(err)
	}
	log := func(rec tournament.Record, fixtures ...tournament.Fixture) {
		rec.At = 1_700_000_000_000 + 1000*int64(o.Store.Position())
		if _, err := o.Schedule.Apply(&rec); err != nil {
			t.Fatal(err)
		}
		entry := store.Logged{Seq: o.Store.Position() + 1, Record: rec, Fixtures: fixtures}
		if err := o.Store.Apply(t.Context(), []store.Logged{entry}); err != nil {
			t.Fatal(err)
		}
	}
	for n := 0; ; n++ {
		if n == after {
			st := o.Schedule.Standings(tournament.StandingsOptions{Stage: o.Schedule.Stage()})
			if err := o.Store.AddHistory(t.Context(), 1, st); err != nil {
				t.Fatal(err)
			}
			log(tournament.Record{Order: &tournament.Order{ID: "1", What: tournament.Withdraw, Name: "bot0", Why: "gone home"}})
			log(tournament.Record{Order: &tournament.Order{ID: "2", What: tournament.Disqualify, Name: "bot1", Why: "it cheated"}})
		}
		list := o.Schedule.Take(1, nil)
		if len(list) == 0 {
			break
		}
		f := list[0]
		r := tournament.Result{ID: f.ID, Entrants: f.Entrants, Turns: 20, State: "0123456789abcdef", Ranks: []int{1, 2},
			Scores: []int{50 - f.Entrants[0], 50 - f.Entrants[1]}, Ended: 1_700_000_000_000 + int64(n)}
		if f.Entrants[0] > f.Entrants[1] {
			r.Ranks = []int{2, 1}
		}
		log(tournament.Record{Results: []tournament.Result{r}}, f)
	}
	if done, why := o.Schedule.Done(); !done {
		t.Fatal(why)
	}
	if err := o.Store.AddHistory(t.Context(), 2, o.Schedule.Standings(tournament.StandingsOptions{})); err != nil {
		t.Fatal(err)
	}
	return o
}

var tags = regexp.MustCompile(`<[^>]*>`)

// wordsOf returns the text between two marks of a page, without its tags.
func wordsOf(t *testing.T, page, from, to string) string {
	t.Helper()
	_, rest, found := strings.Cut(page, from)
	part, _, ended := strings.Cut(rest, to)
	if !found || !ended {
		t.Errorf("the page has no %q to %q", from, to)
	}
	return strings.Join(strings.Fields(html.UnescapeString(tags.ReplaceAllString(part, " "))), " ")
}

// TestWhoHasLeft: whoever was withdrawn or disqualified has no place when an event is over, in any format, although it
// was the first; it is shown apart with the reason. All that tells who won says the same.
func TestWhoHasLeft(t *testing.T) {
	for _, c := range goneFormats {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := goneEvent(t, c.text, c.after)
			pages, err := web.New(web.Options{Source: site.OfOffline(o), About: site.About(o.Event, "http://cup.example/"), AnyHost: true})
			if err != nil {
				t.Fatal(err)
			}
			defer pages.Close()
			var st tournament.Standings
			if err := json.Unmarshal([]byte(get(t, pages, "/api/standings", 200)), &st); err != nil {
				t.Fatal(err)
			}
			names := placesOf(t, &st)
			checkGonePages(t, func(path string) string { return get(t, pages, path, 200) }, names)
			checkGoneFiles(t, o, get(t, pages, "/csv/standings.csv", 200), names)
			stages, err := control.Standings(o, -1)
			if err != nil {
				t.Fatal(err)
			}
			var told strings.Builder
			if err := control.WriteStandings(&told, stages, false); err != nil {
				t.Fatal(err)
			}
			table, _, _ := strings.Cut(told.String(), "first stage")
			for _, want := range []string{"\n" + names[0] + " wins", " - bot0 ", " - bot1 ", "bot0 is withdrawn: gone home", "bot1 is disqualified: it cheated"} {
				if !strings.Contains(regexp.MustCompile(`(?m)^ *- +`).ReplaceAllString(told.String(), " - "), want) {
					t.Errorf("the terminal does not say %q:\n%s", want, &told)
				}
			}
			at := -1
			for _, name := range names {
				next := strings.Index(table, " "+name+" ")
				if next < at {
					t.Errorf("the terminal has another order than %q:\n%s", names, table)
				}
				at = next
			}
		})
	}
}

// placesOf returns the entrants in the order of their standings, and checks who has a place.
func placesOf(t *testing.T, st *tournament.Standings) (names []string) {
	t.Helper()
	rank := 0
	for _, e := range st.Entrants {
		names = append(names, e.Name)
		if want := map[string]tournament.Status{"bot0": tournament.Withdrawn, "bot1": tournament.Disqualified}[e.Name]; e.Status != want {
			t.Errorf("%s has the status %q", e.Name, e.Status)
		}
		if e.Rank < rank {
			t.Errorf("%s has rank %d after %d", e.Name, e.Rank, rank)
		}
		if rank = e.Rank; e.Status != tournament.Takes && e.Better != 0 {
			t.Errorf("%s is better than the next place with %g", e.Name, e.Better)
		}
	}
	n := len(names)
	if n < 5 || names[n-2] != "bot0" || names[n-1] != "bot1" || st.Entrants[0].Rank != 1 || st.Entrants[n-3].Better != 0 {
		t.Fatalf("the standings are %+v", st.Entrants)
	}
	first, gone := st.Entrants[0], st.Entrants[n-2]
	if st.TieBreaks[0] != "place in the bracket" && slices.Compare(gone.TieBreaks, first.TieBreaks) <= 0 {
		t.Errorf("who was withdrawn would not have been the first: %v, and %v", gone.TieBreaks, first.TieBreaks)
	}
	return names
}

// checkGonePages compares what pages say with the order of the standings, of which the last two have left.
func checkGonePages(t *testing.T, get func(path string) string, names []string) {
	t.Helper()
	n := len(names)
	front := get("/")
	if said := wordsOf(t, front, `<p class="verdict">`, "</p>"); !strings.HasPrefix(said, names[0]+" wins") {
		t.Errorf("the first page says %q", said)
	}
	if podium := wordsOf(t, front, `<ol class="podium">`, "</ol>"); strings.Contains(podium, "bot0") ||
		strings.Contains(podium, "bot1") || !strings.Contains(podium, names[0]) {
		t.Errorf("the podium is %q", podium)
	}
	if rows := wordsOf(t, front, `<h2 id="table-title">`, "</ol>"); strings.Contains(rows, "bot0") || strings.Contains(rows, "bot1") {
		t.Errorf("the first table is %q", rows)
	}
	for _, page := range []string{front, get("/projector")} {
		if apart := wordsOf(t, page, `<ul class="left">`, "</ul>"); apart != "A bot0 withdrawn: gone home B bot1 disqualified: it cheated" {
			t.Errorf("apart stand %q", apart)
		}
	}
	final := wordsOf(t, get("/projector"), `data-scene="final">`, "</section>")
	if !strings.HasPrefix(final, names[0]+" wins") || strings.Contains(final, "bot1") || strings.Contains(final, "bot0 ") {
		t.Errorf("the last scene is %q", final)
	}
	table := wordsOf(t, get("/standings"), "<tbody>", "</tbody>")
	for _, want := range []string{"– A bot0 withdrawn: gone home", "– B bot1 disqualified: it cheated", names[n-3]} {
		if !strings.Contains(table, want) || strings.Index(table, want) > strings.Index(table, "B bot1 ") {
			t.Errorf("the table of the standings does not say %q at its place: %s", want, table)
		}
	}
	if chart := get("/ratings"); strings.Contains(chart, "bot0") || strings.Contains(chart, "bot1") {
		t.Error("the chart of ratings has who has left")
	}
	if one := get("/entrants/1"); !strings.Contains(one, "has no rank after") || !strings.Contains(one, "withdrawn: gone home") {
		t.Error("the page of who was withdrawn gives it a rank")
	}
	feed := html.UnescapeString(get("/feed.atom"))
	for _, want := range []string{"The event is over: " + names[0] + " wins", "bot0 was withdrawn: gone home", "bot1 was disqualified: it cheated"} {
		if !strings.Contains(feed, "<title>"+want) {
			t.Errorf("the feed does not say %q", want)
		}
	}
}

// checkGoneFiles compares the files of standings with their order.
func checkGoneFiles(t *testing.T, o *engine.Offline, served string, names []string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "csv")
	if _, err := control.WriteCSV(t.Context(), o, dir); err != nil {
		t.Fatal(err)
	}
	last := o.Schedule.Stage()
	name := "standings.csv"
	if o.Schedule.Stages() > 1 {
		name = fmt.Sprintf("standings-%d.csv", last)
	}
	written, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	for from, text := range map[string]string{"the server": served, "the command": string(written)} {
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		var order []string
		for _, row := range rows[1:] {
			of := func(column ...string) string {
				return row[slices.IndexFunc(rows[0], func(c string) bool { return slices.Contains(column, c) })]
			}
			if from == "the server" && of("stage") != fmt.Sprint(last) {
				continue
			}
			order = append(order, of("name", "entrant")+of("status"))
		}
		want := slices.Clone(names)
		want[len(want)-2] += "withdrawn"
		want[len(want)-1] += "disqualified"
		if !slices.Equal(order, want) {
			t.Errorf("the file of %s has %q, want %q", from, order, want)
		}
	}
}

// TestHookOfOrders: a web hook tells who has left by the same words, and why.
func TestHookOfOrders(t *testing.T) {
	for _, what := range []tournament.Action{tournament.Withdraw, tournament.Disqualify} {
		rec := tournament.Record{At: 1000, Order: &tournament.Order{What: what, Name: "bot0", Why: "why", By: "anna"}}
		if o := site.HookOrder(&rec); o.What != what || o.Name != "bot0" || o.Why != "why" || o.By != "anna" || o.At.UnixMilli() != 1000 {
			t.Errorf("it tells %+v", o)
		}
	}
}
