package serve

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"blastyard/internal/stage"
	"blastyard/show/internal/series"
)

// A seriesMatch describes a match of a series.
type seriesMatch struct {
	id      string
	entry   Entry
	scores  []int
	winner  int
	reasons []string
	late    []int
	live    bool
}

// play lists a match and plays it to its end.
func (s *site) play(m seriesMatch) *Match {
	s.Helper()
	x := NewMatch(m.id, []byte(`{"game":"hexabomb"}`))
	if m.entry.Game == "" {
		m.entry.Game = "hexabomb"
	}
	if err := s.live.Add(x, m.entry); err != nil {
		s.Fatal(err)
	}
	x.Add(0, frame(0))
	if m.live {
		return x
	}
	var rows, fates []string
	for id := range m.entry.Players {
		reason := "finished"
		if id < len(m.reasons) {
			reason = m.reasons[id]
		}
		rows = append(rows, fmt.Sprintf(`{"score":%d}`, at(m.scores, id)))
		fates = append(fates, fmt.Sprintf(`{"reason":%q,"late":%d}`, reason, at(m.late, id)))
	}
	x.Add(9, fmt.Appendf(nil, `{"turn":9,"players":[%s]}`, strings.Join(rows, ",")))
	x.End(fmt.Appendf(nil, `{"turns":9,"winner":%d,"why":"","players":[%s]}`, m.winner, strings.Join(fates, ",")))
	return x
}

// answerOf returns the decoded JSON answer.
func answerOf[T any](s *site, path string) T {
	s.Helper()
	res, body := s.get(path)
	var v T
	if err := json.Unmarshal([]byte(body), &v); res.code != 200 || err != nil {
		s.Fatalf("%s: %d %.300s: %v", path, res.code, body, err)
	}
	return v
}

// someMatches lists four matches of two entrants, and one that is being played.
func someMatches(s *site) {
	s.Helper()
	entry := func(n int, board string, players ...string) Entry {
		e := Entry{Title: "duel", Map: board, Seed: fmt.Sprint(70 + n), Number: n, Players: players, Entrants: []int{1, 2},
			Bots: []string{"builtin:hunter", ""}}
		if players[0] != "ann" {
			e.Entrants, e.Bots = []int{2, 1}, []string{"", "builtin:hunter"}
		}
		return e
	}
	s.play(seriesMatch{id: "m1", entry: entry(1, "yard", "ann", "Bob"), scores: []int{10, 4}, winner: 0})
	s.play(seriesMatch{id: "m2", entry: entry(2, "tiny", "Bob", "ann"), scores: []int{3, 20}, winner: 1, late: []int{2, 0}})
	s.play(seriesMatch{id: "m3", entry: entry(3, "yard", "ann", "Bob"), scores: []int{5, 5}, winner: NoWinner})
	s.play(seriesMatch{id: "m4", entry: entry(4, "tiny", "Bob", "ann"), scores: []int{9, 1}, winner: 0,
		reasons: []string{"finished", "crashed"}})
	s.play(seriesMatch{id: "m5", entry: entry(5, "yard", "ann", "Bob"), live: true})
}

func ids(list []Entry) (ids []string) {
	for _, e := range list {
		ids = append(ids, e.ID)
	}
	return ids
}

func TestFilters(t *testing.T) {
	s := start(t, Config{})
	someMatches(s)
	for query, want := range map[string]string{
		"from=0":                      "m5 m4 m3 m2 m1",
		"from=1&limit=2":              "m4 m3",
		"from=9":                      "",
		"limit=1":                     "m5",
		"q=yard":                      "m5 m3 m1",
		"q=BOB+tiny":                  "m4 m2",
		"q=72":                        "m2",
		"q=nosuch":                    "",
		"game=hexabomb":               "m5 m4 m3 m2 m1",
		"game=bomberman":              "",
		"map=tiny":                    "m4 m2",
		"result=live":                 "m5",
		"result=over":                 "m4 m3 m2 m1",
		"result=draw":                 "m3",
		"result=failed":               "m4 m2",
		"result=failed&name=ann":      "m4",
		"result=won&name=ann":         "m2 m1",
		"result=lost&name=ann":        "m4",
		"name=ann&map=tiny":           "m4 m2",
		"name=ann&q=70":               "",
		"result=won&name=Bob&limit=1": "m4",
	} {
		a := answerOf[foundAnswer](s, "/api/matches?"+query)
		if got := strings.Join(ids(a.Matches), " "); got != want {
			t.Errorf("%s: %q, expected %q", query, got, want)
		}
		if a.Total != 5 || !strings.HasPrefix(query, "from") && !strings.Contains(query, "limit") && a.Found != len(a.Matches) {
			t.Errorf("%s: found %d of %d", query, a.Found, a.Total)
		}
	}
	a := answerOf[foundAnswer](s, "/api/matches?map=tiny&limit=1")
	if a.Found != 2 || !slices.Equal(a.Values.Games, []string{"hexabomb"}) || !slices.Equal(a.Values.Maps, []string{"tiny", "yard"}) ||
		!slices.Equal(a.Values.Names, []string{"Bob", "ann"}) || !slices.Equal(a.Values.Results, []string{"failed", "over"}) {
		t.Errorf("%+v", a)
	}
	for _, query := range []string{"from=-1", "from=x", "limit=1001", "result=won", "result=nosuch", "q=" + url.QueryEscape(strings.Repeat("ä", 300))} {
		if res, body := s.get("/api/matches?" + query); res.code != 400 || !strings.Contains(body, "expected") {
			t.Errorf("%s: %d %s", query, res.code, body)
		}
	}
}

// TestEntriesTellTheEnd: the entries of finished matches contain their ends.
func TestEntriesTellTheEnd(t *testing.T) {
	s := start(t, Config{})
	someMatches(s)
	list := answerOf[matchesAnswer](s, "/api/matches")
	if got := strings.Join(ids(list.Matches), " "); got != "m1 m2 m3 m4 m5" || list.Total != 5 {
		t.Fatalf("%s of %d", got, list.Total)
	}
	m2, m4, m5 := list.Matches[1], list.Matches[3], list.Matches[4]
	if !slices.Equal(m2.Scores, []int{3, 20}) || !slices.Equal(m2.Late, []int{2, 0}) || m2.Reasons != nil || m2.Number != 2 ||
		m2.Map != "tiny" || m2.Seed != "72" || m2.Turn != 9 || m2.Live {
		t.Errorf("%+v", m2)
	}
	if !slices.Equal(m4.Reasons, []string{"finished", "crashed"}) || m4.Winner != 0 {
		t.Errorf("%+v", m4)
	}
	if !m5.Live || m5.Scores != nil || m5.Winner != NoWinner || m5.Turn != 0 {
		t.Errorf("%+v", m5)
	}
}

// TestLongSeries: of ten thousand matches of a series all are listed, the frames of the newest are kept, and the size
// of answers stays the same.
func TestLongSeries(t *testing.T) {
	const keep = 3
	matches := 1_000
	if stage.All() {
		matches = 10_000
	}
	s := start(t, Config{Catalog: NewLive(1)})
	s.live = NewLive(keep)
	s.server.config.Catalog = s.live
	s.live.Plan(matches)
	for i := range matches {
		s.play(seriesMatch{id: fmt.Sprint("m", i+1), winner: i % 3 % 2, scores: []int{i % 7, i % 5},
			entry: Entry{Players: []string{"ann", "bob"}, Entrants: []int{1, 2}, Map: "yard", Seed: fmt.Sprint(i), Number: i + 1}})
	}
	list := answerOf[matchesAnswer](s, "/api/matches")
	if list.Total != matches || len(list.Matches) != newestListed || list.Matches[newestListed-1].ID != fmt.Sprint("m", matches) {
		t.Errorf("%d of %d matches", len(list.Matches), list.Total)
	}
	oldest := answerOf[foundAnswer](s, fmt.Sprint("/api/matches?limit=1&from=", matches-1)).Matches[0]
	if oldest.ID != "m1" || !oldest.Gone || len(oldest.Scores) != 2 {
		t.Errorf("%+v", oldest)
	}
	if res, body := s.get("/api/matches/m1"); res.code != 410 || !strings.Contains(body, "no longer kept") {
		t.Errorf("a match whose frames are gone: %d %s", res.code, body)
	}
	if res, _ := s.get(fmt.Sprint("/api/matches/m", matches-keep+1)); res.code != 200 {
		t.Errorf("a match whose frames are kept: %d", res.code)
	}
	table := answerOf[*series.Table](s, "/api/series")
	if table.Played != matches || table.Match != matches || !table.Complete || table.Live || table.Entrants[0].Matches != matches {
		t.Errorf("%+v", table)
	}
}

// TestOldMatchesGo: matches that are no series are dropped together with their frames.
func TestOldMatchesGo(t *testing.T) {
	s := start(t, Config{Catalog: NewLive(1)})
	s.live = NewLive(2)
	s.server.config.Catalog = s.live
	for i := range 5 {
		s.play(seriesMatch{id: fmt.Sprint("m", i), entry: Entry{Players: []string{"a"}}})
	}
	if got := strings.Join(ids(s.live.List()), " "); got != "m3 m4" {
		t.Errorf("listed: %s", got)
	}
	if res, _ := s.get("/api/matches/m0"); res.code != 404 {
		t.Errorf("a match that has gone: %d", res.code)
	}
}

func TestSeries(t *testing.T) {
	s := start(t, Config{Title: "ann and Bob"})
	s.live.Plan(12)
	someMatches(s)
	table := answerOf[*series.Table](s, "/api/series")
	if table.Title != "ann and Bob" || table.Planned != 12 || table.Played != 4 || table.Match != 5 || !table.Live || table.Complete {
		t.Errorf("%+v", table)
	}
	ann, bob := table.Entrants[0], table.Entrants[1]
	if ann.Name != "ann" || ann.Entrant != 1 || ann.Bot != "builtin:hunter" || ann.Wins != 2 || ann.Draws != 1 || ann.Losses != 1 ||
		ann.Mean != 9 || ann.Crashes != 1 || ann.Low == nil || strings.Join(ann.Last, " ") != "win win draw loss" {
		t.Errorf("%+v", ann)
	}
	if bob.Name != "Bob" || bob.Entrant != 2 || bob.Wins != 1 || bob.Late != 2 || bob.Mean != 5.25 || bob.Rank != 2 {
		t.Errorf("%+v", bob)
	}
	// Only one map, and no match at all.
	if table := answerOf[*series.Table](s, "/api/series?map=tiny"); table.Played != 2 || table.Planned != 0 || table.Entrants[0].Mean != 10.5 {
		t.Errorf("%+v", table)
	}
	s.live.Plan(0)
	s.play(seriesMatch{id: "other", entry: Entry{Game: "bomberman", Players: []string{"ann"}}})
	if table := answerOf[*series.Table](s, "/api/series"); table != nil {
		t.Errorf("matches of two games are a series: %+v", table)
	}
	if table := answerOf[*series.Table](s, "/api/series?game=hexabomb"); table == nil || table.Played != 4 || table.Planned != 0 {
		t.Errorf("%+v", table)
	}
	one := start(t, Config{})
	one.play(seriesMatch{id: "m", entry: Entry{Players: []string{"a", "b"}}, scores: []int{1, 2}})
	if table := answerOf[*series.Table](one, "/api/series"); table != nil {
		t.Errorf("one match is a series: %+v", table)
	}
}

// TestBrokenMatchesDoNotCount: a match that did not reach its end counts for nobody.
func TestBrokenMatchesDoNotCount(t *testing.T) {
	s := start(t, Config{})
	s.live.Plan(3)
	m := s.play(seriesMatch{id: "m1", live: true, entry: Entry{Players: []string{"a", "b"}, Entrants: []int{1, 2}}})
	m.Add(3, []byte(`{"turn":3,"players":[{"score":4},{"score":2}]}`))
	m.End([]byte(`{"turns":3,"winner":-1,"why":"interrupted","players":[]}`))
	table := answerOf[*series.Table](s, "/api/series")
	if table.Played != 0 || len(table.Entrants) != 2 || table.Entrants[0].Matches != 0 {
		t.Errorf("%+v", table)
	}
	if e := s.live.List()[0]; e.Why != "interrupted" || !slices.Equal(e.Scores, []int{4, 2}) {
		t.Errorf("%+v", e)
	}
}
