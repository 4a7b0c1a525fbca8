package program

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"blastyard"
	"blastyard/arena"
	"blastyard/arena/options"
	"blastyard/game/games"
	"blastyard/replay/explain"
	"blastyard/show/catalog"
	"blastyard/show/human"
	"blastyard/show/lines"
	"blastyard/show/live"
	"blastyard/show/serve"
	"blastyard/show/web"
)

// lessonsSeen is the lessons that the page of a catalog gets with the end of its first match.
func lessonsSeen(t *testing.T, c serve.Catalog) []explain.Lesson {
	t.Helper()
	s, err := serve.New(serve.Config{Files: web.Files(), Catalog: c})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	req := httptest.NewRequest(http.MethodGet, "/api/matches/"+serve.ListOf(c)[0].ID, nil)
	req.Host = "127.0.0.1"
	res := httptest.NewRecorder()
	s.ServeHTTP(res, req)
	var match struct {
		End struct {
			Lessons []struct {
				Turn, Player, Cost int
				Kind, Text         string
			}
		}
	}
	if err := json.Unmarshal(res.Body.Bytes(), &match); err != nil {
		t.Fatalf("%v: %s", err, res.Body)
	}
	var list []explain.Lesson
	for _, l := range match.End.Lessons {
		list = append(list, explain.Lesson{Turn: l.Turn, Player: l.Player, Cost: l.Cost, Text: l.Text})
	}
	return list
}

// TestLessonsOnPages: the page of a replay and that of the match itself get the lessons that replay explain prints.
func TestLessonsOnPages(t *testing.T) {
	file, r := played(t, strings.Fields("--map tiny --bot builtin:random --bot builtin:idle --turns 40 --seed 5")...)
	all, err := explain.Match(r, games.All())
	if err != nil {
		t.Fatal(err)
	}
	_, printed, _ := run(t, "", "replay", "explain", file, "--most", fmt.Sprint(explain.PageLessons))
	check := func(name string, got []explain.Lesson) {
		t.Helper()
		for _, l := range got {
			if !strings.Contains(printed, fmt.Sprintf("%6d  turn", l.Cost)) || !strings.Contains(printed, ": "+l.Text+"\n") {
				t.Errorf("%s: not printed: %+v", name, l)
			}
		}
		if want := len(explain.Costliest(all, explain.Everyone, explain.PageLessons)); len(got) != want || want < 2 {
			t.Errorf("%s: %d lessons, want %d", name, len(got), want)
		}
	}
	c, err := catalog.New(file, catalog.Config{Explain: explain.ForPage(games.All())})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	check("replay", lessonsSeen(t, c))

	page, err := live.Open(live.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	p := &playing{notes: &lines.Notes{Out: io.Discard}, persons: &human.Persons{}, page: page, opt: &options.Options{Games: 1, Quiet: true,
		Replay: t.TempDir() + "/live.blast", Given: func(string) bool { return false }}}
	p.Prepared, err = blastyard.Arena().Prepare(arena.Config{Seed: 5, Turns: 40, Map: "tiny",
		Seats: []arena.Seat{{Bot: "builtin:random"}, {Bot: "builtin:idle"}}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	sinks, _ := p.sinks(0)
	if _, err := p.Play(t.Context(), sinks...); err != nil {
		t.Fatal(err)
	}
	page.AwaitEnds()
	check("live", lessonsSeen(t, page.Matches()))
}
