package web

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"blastyard/tournament"
	"blastyard/tournament/event"
)

func itoa(n int) string { return strconv.Itoa(n) }

// lockedBuffer is a buffer that several goroutines write to.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func textLog(to *lockedBuffer) *slog.Logger { return slog.New(slog.NewTextHandler(to, nil)) }

func builderOf(src *fake) *builder {
	about := fakeAbout()
	return newBuilder(&about, src.Snapshot(), links{}, false)
}

// TestSurelyBetter: the page says in few words which entrants are surely worse.
func TestSurelyBetter(t *testing.T) {
	for _, c := range []struct {
		row      []float64 // likelihoods of entrant 1 of 6
		letters  string
		from, to int
	}{
		{[]float64{0.1, 0.5, 0.96, 0.97, 0.98, 0.99}, "", 3, 6},
		{[]float64{0.1, 0.5, 0.9, 0.96, 0.98, 0.99}, "", 4, 6},
		{[]float64{0.1, 0.5, 0.96, 0.9, 0.98, 0.99}, "C", 5, 6},
		{[]float64{0.1, 0.5, 0.96, 0.9, 0.98, 0.9}, "CE", 0, 0},
		{[]float64{0.1, 0.5, 0.5, 0.5, 0.5, 0.99}, "F", 0, 0},
		{[]float64{0.99, 0.5, 0.5, 0.5, 0.5, 0.5}, "A", 0, 0},
		{[]float64{0.5, 0.5, 0.5, 0.5, 0.5, 0.949}, "", 0, 0},
	} {
		src := newFake(6, 10)
		stage := &src.snap.Stages[0]
		stage.CrossTable = tournament.NewCrossTable(stage.CrossTable.Names, func(_, j int) tournament.PairCell {
			return tournament.PairCell{Better: c.row[j]}
		})
		b := builderOf(src)
		row := b.standingRow(b.stage(), 1, 1000, 2000)
		letters := ""
		for _, w := range row.Better {
			letters += w.Letter
		}
		if letters != c.letters || row.BetterFrom != c.from || row.BetterTo != c.to {
			t.Errorf("%v: %q and %d to %d, want %q and %d to %d", c.row, letters, row.BetterFrom, row.BetterTo, c.letters, c.from, c.to)
		}
	}
}

// TestSure: only entrants that are better than the next one with at least 95 % are marked so, and the last one never is.
func TestSure(t *testing.T) {
	for _, c := range []struct {
		better []float64
		want   []bool
	}{
		{[]float64{0.949, 0.95, 0.5, 0.99, 0}, []bool{false, true, false, true, false}},
		{[]float64{0, 0, 0, 0, 0.99}, make([]bool, 5)},
	} {
		src := newFake(5, 10)
		s := &src.snap.Stages[0]
		for i, better := range c.better {
			s.Standings.Entrants[i].Better = better
		}
		b := builderOf(src)
		rows, wall := b.standingsOf(s).Rows, b.projectorPages(s)[0].Columns[0]
		for i, want := range c.want {
			if rows[i].Sure != want || wall[i].Sure != want {
				t.Errorf("better %v: entrant %d is surely better: %v, on the projector %v, want %v", c.better[i], i, rows[i].Sure, wall[i].Sure, want)
			}
		}
		if n := strings.Count(start(t, src, nil).want("/standings", http.StatusOK), `<tr class="sure">`); n != count(c.want) {
			t.Errorf("the page marks %d entrants, want %d", n, count(c.want))
		}
	}
}

func count(list []bool) (n int) {
	for _, yes := range list {
		if yes {
			n++
		}
	}
	return n
}

// TestVerdict: the sentence at the top names the leader or winner, and never claims more than is known.
func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		done   bool
		better float64
		tied   bool
		want   string
	}{
		{false, 0.5, false, "hunter leads, but not surely yet: it is better than greedy with a likelihood of 50 %."},
		{false, 0.97, false, "hunter leads: it is better than greedy with a likelihood of 97 %."},
		{true, 0.9999, false, "hunter wins: it is better than greedy with a likelihood of > 99.9 %."},
		{true, 0.7, false, "hunter wins by the rules, but it may have been luck: it is better than greedy with a likelihood of only 70 %."},
		{true, 0, false, "hunter wins."},
		{false, 0.9, true, "hunter, greedy share the lead."},
		{true, 0.9, true, "hunter, greedy share the first place."},
	} {
		src := newFake(4, 10)
		src.snap.Progress.Done = c.done
		list := src.snap.Stages[0].Standings.Entrants
		list[0].Better = c.better
		if c.tied {
			list[1].Rank = 1
		}
		if got := builderOf(src).verdict(); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
	for _, done := range []bool{false, true} { // a test that is undecided has no winner, whoever is ahead
		src := newFake(2, 10)
		src.snap.Progress.Done = done
		s := src.snap.Stages[0].Standings
		s.Test, s.Why, s.Entrants[0].Better = "undecided", "undecided (LLR 0.50 of -2.94 to 2.94)", 0.987
		if got := builderOf(src).verdict(); got != s.Why+"." {
			t.Errorf("a test: %q", got)
		}
	}
}

func TestNumbersForReaders(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1\u2009000", 1234567: "1\u2009234\u2009567", -1000: "-1\u2009000", -999: "-999"} {
		if got := thousands(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
	for share, want := range map[float64]string{0: "< 0.1 %", 0.5: "50 %", 0.9949: "99.5 %", 0.99999: "> 99.9 %", 1: "> 99.9 %", 0.004: "0.4 %"} {
		if got := percent(share); got != want {
			t.Errorf("%g is %q, want %q", share, got, want)
		}
	}
	for ms, want := range map[int64]string{0: "0 ms", 999: "999 ms", 1500: "1.5 s", 61_000: "1 min 1 s", 3_660_000: "1 h 1 min"} {
		if got := seconds(ms); got != want {
			t.Errorf("%d ms is %q, want %q", ms, got, want)
		}
	}
	for n, want := range map[int]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 112: "112th"} {
		if got := ordinal(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

// TestBars: intervals are drawn within the scale, whatever the numbers.
func TestBars(t *testing.T) {
	for _, c := range []struct{ from, value, to float64 }{{1400, 1500, 1600}, {1300, 1300, 1700}, {-1e9, 1500, 1e9}, {math.Inf(-1), math.NaN(), math.Inf(1)}} {
		b := barOf(c.from, c.value, c.to, 1300, 1700)
		for _, v := range []float64{b.Low, b.Width, b.Value, b.Middle, b.Low + b.Width} {
			if math.IsNaN(v) || v < 0 || v > 100.5 {
				t.Errorf("%+v: %+v is not within the scale", c, b)
			}
		}
	}
	if b := barOf(1400, 1500, 1600, 1300, 1700); b != (bar{Low: 25, Width: 50, Value: 49.5, Middle: 50}) {
		t.Errorf("the bar is %+v", b)
	}
	if low, high := scaleOf([]tournament.Standing{{Matches: 1, EloLow: math.Inf(-1), EloHigh: math.Inf(1)}}); low != 1400 || high != 1600 {
		t.Errorf("without numbers the scale is %g to %g", low, high)
	}
}

// TestCrossTableCells: cells have shares and numbers, and mark sure differences and pairs that have not met.
func TestCrossTableCells(t *testing.T) {
	b := builderOf(newFake(2, 4))
	for _, c := range []struct {
		cell  tournament.PairCell
		class string
		text  string
	}{
		{tournament.PairCell{Met: 4, Wins: 3, Losses: 1, Better: 0.8}, "heat-8", "75"},
		{tournament.PairCell{Met: 4, Wins: 1, Draws: 2, Losses: 1, Better: 0.5}, "heat-5", "50"},
		{tournament.PairCell{Met: 100, Wins: 100, Better: 0.999}, "heat-10 certain", "100"},
		{tournament.PairCell{Met: 100, Losses: 100, Better: 0.01}, "heat-0 certain", "0"},
		{tournament.PairCell{Better: 0.5}, "unmet", ""},
	} {
		table := crossTableOf([]string{"a", "b"}, [][]tournament.PairCell{{{}, c.cell}, {c.cell, {}}})
		if got := b.crossCell(table, 0, 1); got.Class != c.class || got.Text != c.text || !strings.HasPrefix(got.Title, "a against b: ") {
			t.Errorf("%+v is %+v", c.cell, got)
		}
		if got := b.crossCell(table, 1, 1); got.Class != "self" {
			t.Errorf("the diagonal is %+v", got)
		}
	}
}

// TestRoundsPage: the pairings of a knockout show who goes on, who comes from where, and byes.
func TestRoundsPage(t *testing.T) {
	src := newFake(4, 10)
	src.set(func(s *Snapshot) {
		stage := s.Stages[0]
		stage.Format = "knockout"
		stage.Rounds = []tournament.Round{
			{Name: "Semi-finals", Byes: []string{"turtle"}, Pairings: []tournament.Pairing{{Decided: true, Matches: []tournament.ID{{Block: 3}},
				Places: []tournament.Place{{Name: "hunter", Points: 1.5, Wins: true}, {Name: "greedy", Points: 0.5}}}}},
			{Name: "Final", Pairings: []tournament.Pairing{{Places: []tournament.Place{{Name: "hunter"}, {From: "winner of <2>"}}}}},
		}
		s.Stages = []Stage{stage}
	})
	r := start(t, src, nil)
	body := r.want("/rounds", http.StatusOK)
	for _, want := range []string{"<h1>Bracket</h1>", "Semi-finals", "pairing decided", "place wins", "1.5", `href="matches/3.0"`,
		"winner of &lt;2&gt;", "Bye:", "turtle"} {
		if !strings.Contains(body, want) {
			t.Errorf("the bracket does not say %q", want)
		}
	}
	if body := r.want("/", http.StatusOK); !strings.Contains(body, `href="rounds">Bracket</a>`) {
		t.Error("the pages do not link to the bracket")
	}
}

// TestTwoStages: a final has its own standings above those of the first stage.
func TestTwoStages(t *testing.T) {
	src := newFake(6, 10)
	src.set(func(s *Snapshot) {
		final := fakeStage(s.Names[:2], 5)
		final.Name, final.Format = "Final", "knockout"
		s.Stages = []Stage{s.Stages[0], final}
		s.Planned = 2
	})
	r := start(t, src, nil)
	body := r.want("/standings", http.StatusOK)
	first, second := strings.Index(body, "<h2>Final</h2>"), strings.Index(body, "<h2>round-robin</h2>")
	if first < 0 || second < first {
		t.Errorf("the final is at %d and the first stage at %d", first, second)
	}
	if body := r.want("/", http.StatusOK); !strings.Contains(body, "Final: knockout") {
		t.Error("the head does not say which stage is played")
	}
	if got := strings.Count(r.want("/api/standings?stage=0", http.StatusOK), `"rank"`); got != 6 {
		t.Errorf("the first stage has %d entrants", got)
	}
	if got := strings.Count(r.want("/api/standings", http.StatusOK), `"rank"`); got != 2 {
		t.Errorf("the newest stage has %d entrants", got)
	}
}

// TestMatchPages: the page of a match shows how it was played, what failed, and on whose word.
func TestMatchPages(t *testing.T) {
	r := start(t, newFake(4, 40), nil)
	body := r.want("/matches/1.1", http.StatusOK)
	for _, want := range []string{"crashed", "Last words of", "&lt;b&gt;ZeroDivisionError&lt;/b&gt;\ufffd[2J\ufffd", "seed 1003", `href="../replays/` + fakeHash + `/"`, "deadbeef", "120 ms"} {
		if !strings.Contains(body, want) {
			t.Errorf("the match does not say %q", want)
		}
	}
	if body := r.want("/matches/4.1", http.StatusOK); !strings.Contains(body, "taken back: the power failed &lt;i&gt;") || !strings.Contains(body, "not kept") {
		t.Error("a match that was taken back does not say so")
	}
	if body := r.want("/matches/3.0", http.StatusOK); !strings.Contains(body, "2 by the machine&#39;s fault") && !strings.Contains(body, "(2 by the machine") {
		t.Error("late turns by the machine's fault are not told")
	} else if !strings.Contains(body, `<td class="number">3141</td>`) || !strings.Contains(body, `<td class="number">2718</td>`) {
		t.Error("silent and crashed turns are not told")
	}
	list := r.want("/matches?reason=crashed", http.StatusOK)
	if n := strings.Count(list, `href="matches/`); n != 4 {
		t.Errorf("%d matches crashed, want 4", n)
	}
	if !strings.Contains(list, `href="csv/matches.csv?reason=crashed"`) || !strings.Contains(list, `<option value="crashed" selected>`) {
		t.Error("the filter is lost")
	}
	if byName, byNumber := r.want("/matches?entrant=turtle", 200), r.want("/matches?entrant=%234", 200); byName != byNumber ||
		!strings.Contains(byName, `<option value="#4" selected>turtle`) || strings.Count(byName, `<td><a href="matches/`) != 18 {
		t.Errorf("the number of an entrant finds other matches than its name")
	}
	pair := `href="matches?against=hunter&amp;entrant=turtle&amp;stage=0"`
	if body := r.want("/cross-table", http.StatusOK); !strings.Contains(body, pair) {
		t.Errorf("the cross table has no link to the matches of a pair: %s", pair)
	}
	if body := r.want("/matches?against=hunter&entrant=turtle&stage=0", http.StatusOK); !strings.Contains(body, `<option value="#4" selected>turtle`) ||
		strings.Count(body, "<bdi>hunter</bdi>") < 2 {
		t.Errorf("the matches of a pair are %s", body)
	}
	if body := r.want("/matches?entrant=turtle&reason=timeout", http.StatusOK); !strings.Contains(body, "No match is like this") {
		t.Error("an empty filter does not say so")
	}
}

// TestPagesOfMatches: the link "older" leads through the list to its end.
func TestPagesOfMatches(t *testing.T) {
	r := start(t, newFake(4, 230), nil)
	seen, path := 0, "/matches"
	for pages := 1; ; pages++ {
		body := r.want(path, http.StatusOK)
		seen += strings.Count(body, `<td><a href="matches/`)
		_, link, more := strings.Cut(body, `rel="next" href="`)
		if !more {
			if pages != 3 || seen != 207 { // every tenth is void
				t.Errorf("%d matches on %d pages", seen, pages)
			}
			return
		}
		link, _, _ = strings.Cut(link, `"`)
		path = "/" + strings.ReplaceAll(link, "&amp;", "&")
	}
}

// TestEntrantPage: the page has versions, failures, times and their limit, opponents and a chart.
func TestEntrantPage(t *testing.T) {
	r := start(t, newFake(4, 40), nil)
	body := r.want("/entrants/2", http.StatusOK)
	for _, want := range []string{"is rank 2 of 4 after 40 matches: 29 wins, 2 draws, 9 losses", `<div class="ratings"`, `class="band"`,
		"3.09 ms a turn of 200ms", "5 turns late; 2 turns late by the machine&#39;s fault; 4 turns silent; 6 turns crashed", "&lt;b&gt;panic&lt;/b&gt;\ufffd", "built in", "00112233", "62 %", "1st", "29 <span class=\"soft\">72 %"} {
		if !strings.Contains(body, want) {
			t.Errorf("the entrant's page does not say %q", want)
		}
	}
}

// TestChart: a chart draws only numbers that can be drawn, and few of many points.
func TestChart(t *testing.T) {
	if got := ratingChart([]Point{{Elo: 1500}}, nil); got != "" {
		t.Errorf("one point is drawn as %s", got)
	}
	points := make([]Point, 5000)
	for i := range points {
		points[i] = Point{Matches: i, Elo: 1500 + float64(i%7), Low: 1400, High: 1600}
	}
	points[100].Elo, points[200].Low = math.NaN(), math.Inf(-1)
	text := string(ratingChart(points, nil))
	if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || len(text) > 50_000 {
		t.Errorf("the chart has %d bytes, or no numbers", len(text))
	}
	if !strings.Contains(text, `aria-label="Rating from 1500 to 1501"`) || !strings.Contains(text, "4\u2009999 matches of the event") {
		t.Errorf("the chart is %.300s", text)
	}
	flat := string(ratingChart([]Point{{Elo: 1500, Low: 1500, High: 1500}, {Elo: 1500, Low: 1500, High: 1500}}, nil))
	if strings.Contains(flat, "NaN") || !strings.Contains(flat, `class="line own"`) {
		t.Errorf("a flat rating is drawn as %s", flat)
	}
}

// TestSheets: CSV can be parsed, has a line for each thing, and no cell is a formula.
func TestSheets(t *testing.T) {
	src := newFake(24, 1230)
	r := start(t, src, nil)
	for name, want := range map[string]int{"standings": 24, "cross-table": 24 * 23, "schedule": 8, "entrants": 24, "matches?voids=1": 2 * 1230,
		"matches?limit=7&voids=1": 2 * 1230, "ratings": 24 * 30} {
		file, query, _ := strings.Cut(name, "?")
		path := "/csv/" + file + ".csv?" + query
		res, body := r.get(path)
		if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != csvType || !strings.HasPrefix(res.Header.Get("Content-Disposition"), "attachment") {
			t.Errorf("%s: %d, %v", path, res.StatusCode, res.Header)
		}
		reader := csv.NewReader(strings.NewReader(body))
		if file == "schedule" {
			reader.FieldsPerRecord = -1 // each player has a cell
		}
		rows, err := reader.ReadAll()
		if err != nil || len(rows) != want+1 {
			t.Errorf("%s: %d rows, error %v, want %d", path, len(rows)-1, err, want)
			continue
		}
		for _, row := range rows[1:] {
			for _, cell := range row {
				if _, err := strconv.ParseFloat(cell, 64); err != nil && cell != "" && strings.ContainsRune("=+-@", rune(cell[0])) {
					t.Errorf("%s: the cell %q is a formula", path, cell)
				}
			}
		}
	}
	first, err := csv.NewReader(strings.NewReader(r.want("/csv/standings.csv", 200))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"0", "1", "hunter", "48.5", "1673.7", "1638.96", "1708.44", "1", "0.8", "1.2", "40", "30", "2", "8", "0", "33.25", "12345", "", "0.9", "", "0"}
	if diff := cmp.Diff(want, first[1]); diff != "" {
		t.Errorf("the first line differs: %s", diff)
	}
}

// TestProjector: 24 entrants fill two columns of a page, and more entrants further pages; after the end it shows the
// final result.
func TestProjector(t *testing.T) {
	columns := func(n int) []int {
		var sizes []int
		for _, p := range builderOf(newFake(n, 20)).projector().Pages {
			for _, c := range p.Columns {
				sizes = append(sizes, len(c))
			}
			sizes = append(sizes, 0) // the end of a page
		}
		return sizes
	}
	for n, want := range map[int][]int{3: {3, 0}, 12: {12, 0}, 13: {7, 6, 0}, 24: {12, 12, 0}, 25: {12, 12, 0, 1, 0}, 40: {12, 12, 0, 8, 8, 0}} {
		if got := columns(n); !slices.Equal(got, want) {
			t.Errorf("%d entrants are shown as %v, want %v", n, got, want)
		}
	}
	src := newFake(12, 30)
	r := start(t, src, nil)
	body := r.want("/projector", http.StatusOK)
	for _, want := range []string{`data-scene="standings"`, `data-scene="next"`, `data-scene="watch"`, `data-watch="replays/` + fakeHash + `/#projector&amp;play"`, `data-scene="result"`, "http://arena.example.org/"} {
		if !strings.Contains(body, want) {
			t.Errorf("the projector does not have %q", want)
		}
	}
	if strings.Contains(body, `data-scene="final"`) {
		t.Error("the final result is shown before the end")
	}
	src.set(func(s *Snapshot) { s.Progress.Done, s.Progress.Running, s.Next = true, nil, nil })
	body = r.want("/projector", http.StatusOK)
	for _, want := range []string{`data-scene="final"`, "hunter wins by the rules, but it may have been luck", `data-scene="standings"`} {
		if !strings.Contains(body, want) {
			t.Errorf("after the end the projector does not have %q", want)
		}
	}
	src.set(func(s *Snapshot) {
		s.Progress.Running = []event.Running{{Fixture: tournament.Fixture{ID: tournament.ID{Block: 7}}, Names: s.Names[:2], Live: "7-101010"}}
	})
	if body := r.want("/projector", http.StatusOK); !strings.Contains(body, `data-watch="live/watch/#match=7-101010&amp;projector"`) {
		t.Error("a match that is played is not watched live")
	}
}

// TestLinks: links lead from any page to any other, online and in static files.
func TestLinks(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{linksFrom("/").Home(), "./"}, {linksFrom("/matches").Home(), "./"}, {linksFrom("/matches/1.2").Home(), "../"},
		{linksFrom("/replays/x/y").Page("live"), "../../live"}, {linksFrom("/matches/1.2").Entrant(0), "../entrants/1"},
		{linksFrom("/").Matches(tournament.Query{Entrant: "a&b=?#/", Round: new(2)}), "matches?entrant=a%26b%3D%3F%23%2F&round=3"},
		{links{root: "../", Static: true}.Home(), "../index.html"}, {links{Static: true}.Entrant(4), "entrants/5.html"},
		{links{Static: true}.Matches(tournament.Query{Entrant: "a"}), "matches.html"},
		{links{Static: true}.MatchesPage(3), "matches-3.html"}, {links{root: "../", Static: true}.Replay("ab"), "../replays/ab.html"},
		{linksFrom("/").Live("a b&c"), "live/watch/#match=a+b%26c"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

// BenchmarkStandings builds a page of an event of 1,000,000 results from a new snapshot each time.
func BenchmarkStandings(b *testing.B) {
	for _, n := range []int{24, 64} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			src := newFake(n, 100)
			src.snap.Progress.Played, src.snap.Stages[0].Standings.Matches = 1_000_000, 1_000_000
			var body bytes.Buffer
			for b.Loop() {
				body.Reset()
				if err := builderOf(src).standings().render(&body); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(body.Len()), "B/page")
		})
	}
}

// TestQueryOfAnAddress: the address of a list of matches says what was asked for, and nothing else.
func TestQueryOfAnAddress(t *testing.T) {
	for _, q := range []tournament.Query{{}, {Entrant: "a", Against: "b"}, {Reason: tournament.AnyReason}, {Reason: "crashed"},
		{Stage: new(0)}, {Stage: new(1), Round: new(0)}, {Round: new(41), Marked: true}, {All: true, Limit: 7, After: "12.3"}} {
		got, err := parseQuery(valuesOf(q))
		if diff := cmp.Diff(q, got); err != nil || diff != "" {
			t.Errorf("%v: %v, %s", valuesOf(q), err, diff)
		}
	}
	if text := valuesOf(tournament.Query{Round: new(41), Reason: tournament.AnyReason}).Encode(); text != "reason=failed&round=42" {
		t.Errorf("%q: rounds in addresses count from 1", text)
	}
}

// TestSmallParts: a time that is not known is an empty cell; versions come with the newest one first; the ends of lines
// that are far from each other stay where they are, and others are moved apart.
func TestSmallParts(t *testing.T) {
	var out strings.Builder
	s := newSheet(&out, "a", "b")
	s.row(time.Time{}, fakeTime)
	if err := s.Flush(); err != nil || out.String() != "a,b\n,2026-11-22T16:30:00Z\n" {
		t.Errorf("%q, %v", &out, err)
	}
	e := &tournament.Entrant{Versions: []tournament.Version{{Number: 1}, {Number: 2, At: 1000}}}
	if got := versionsOf(e, time.UTC); got[0].Number != 2 || got[1].Number != 1 || !got[1].At.IsZero() || got[0].At.Unix() != 1 {
		t.Errorf("%+v", got)
	}
	for want, m := range map[string]tournament.Match{"": {Why: "x"}, "x": {Void: true, Why: "x"}, "no reason is given": {Void: true}} {
		if got := voidText(&m); got != want {
			t.Errorf("%+v was taken back: %q, want %q", m, got, want)
		}
	}
	var at []float64
	for _, end := range apart([]chartEnd{{y: 200}, {y: 50}, {y: 55}}) {
		at = append(at, end.y)
	}
	if !slices.Equal(at, []float64{50, 70, 200}) {
		t.Errorf("the ends are at %v", at)
	}
}

// TestSurelyBetterThanWhoIsThere: only those who take part are surely better than others, and no one is surely better than who has left.
func TestSurelyBetterThanWhoIsThere(t *testing.T) {
	src := newFake(6, 10)
	stage := &src.snap.Stages[0]
	list := stage.Standings.Entrants
	list[4].Status, list[5].Status = tournament.Withdrawn, tournament.Disqualified
	b := builderOf(src)
	for i := range list {
		r := b.standingRow(stage, i, 1400, 1600)
		if list[i].Status != tournament.Takes && (len(r.Better) > 0 || r.BetterFrom > 0) || r.BetterTo > list[3].Rank {
			t.Errorf("%s is surely better than %v, ranks %d to %d", list[i].Name, r.Better, r.BetterFrom, r.BetterTo)
		}
	}
	if r := b.standingRow(stage, 0, 1400, 1600); r.BetterFrom == 0 && len(r.Better) == 0 {
		t.Error("the first is surely better than none")
	}
}
