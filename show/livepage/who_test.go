package livepage_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"

	"blastyard"
	"blastyard/arena"
	"blastyard/arena/record"
	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/replay"
	"blastyard/replay/explain"
	"blastyard/show/export"
	"blastyard/show/live"
	"blastyard/show/livepage"
	"blastyard/show/picture"
	"blastyard/show/playback"
	"blastyard/show/report"
	"blastyard/show/summary"
	"blastyard/show/terminal"
)

// looks are the letters of players, by name, in one place.
type looks map[string]string

// TestWhoIsWho: each place shows a name with the letter and colour of its entrant, in a match and in each game of a
// series, in which the player ids change.
func TestWhoIsWho(t *testing.T) {
	bots := []string{"hunter", "greedy", "random", "idle"}
	want := looks{}
	var seats []arena.Seat
	for i, name := range bots {
		want[name] = viewer.Mark(i)
		seats = append(seats, arena.Seat{Bot: "builtin:" + name})
	}
	for _, matches := range []int{1, 3} {
		page, err := live.Open(live.Config{Title: "who", Planned: matches})
		if err != nil {
			t.Fatal(err)
		}
		defer page.Close()
		p, err := blastyard.Arena().Prepare(arena.Config{Seats: seats, Seed: 3, Turns: 12})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		var mu sync.Mutex
		shown, ends, files := map[int]*live.Match{}, map[int]*report.Last{}, map[int]string{}
		dir := t.TempDir()
		sum, err := p.PlaySeries(t.Context(), arena.Series{Matches: matches, Jobs: 1,
			Sinks: func(i int) []arena.Sink {
				mu.Lock()
				defer mu.Unlock()
				ends[i], files[i] = &report.Last{}, record.SeriesPath(dir, i)
				begun := func(m *live.Match) {
					mu.Lock()
					defer mu.Unlock()
					shown[i] = m
				}
				return []arena.Sink{
					record.New(record.Options{Path: files[i]}),
					ends[i],
					livepage.New(page, livepage.Options{Begun: begun, Explain: games.All()}),
				}
			},
			Done: func(i int, r *arena.Result, _ *arena.Summary) {
				mu.Lock()
				defer mu.Unlock()
				var out bytes.Buffer
				ends[i].Write(&out, nil, r)
				same(t, i, "the result", standings(&out), want)
				m := report.Match{Prepared: p, Result: r, End: ends[i]}
				out.Reset()
				if err := m.WriteJSON(&out); err != nil {
					t.Error(err)
				}
				var line struct {
					Players []struct{ Name, Letter string }
				}
				if err := json.Unmarshal(out.Bytes(), &line); err != nil {
					t.Error(err)
				}
				got := looks{}
				for _, x := range line.Players {
					got[x.Name] = x.Letter
				}
				same(t, i, "--json", got, want)
			}})
		if err != nil || sum.Matches != matches {
			t.Fatal(err)
		}
		page.AwaitEnds()
		for i := range matches {
			onPage(t, i, page, shown[i], want)
			onPaper(t, i, files[i], want)
		}
		var table struct {
			Entrants []struct {
				Name    string
				Entrant int
			}
		}
		if matches > 1 {
			get(t, page.URL+"api/series", &table)
			got := looks{}
			for _, e := range table.Entrants {
				got[e.Name] = viewer.Mark(e.Entrant - 1)
			}
			same(t, -1, "the table of the series", got, want)
		}
	}
}

// same compares the looks of a place in match i.
func same(t *testing.T, i int, place string, got, want looks) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("match %d: %s shows %v, expected %v", i+1, place, got, want)
	}
}

var standingLine = regexp.MustCompile(`(?m)^ *\d+\. +([A-Z]+) +(\S+)`)

// standings returns the letters of a table.
func standings(text fmt.Stringer) looks {
	got := looks{}
	for _, m := range standingLine.FindAllStringSubmatch(text.String(), -1) {
		got[m[2]] = m[1]
	}
	return got
}

// onPage checks the data of the page, from which the live view, the list, the projector and the seat of a person are
// made.
func onPage(t *testing.T, i int, page *live.Page, m *live.Match, want looks) {
	t.Helper()
	var one struct{ Header json.RawMessage }
	get(t, page.URL+"api/matches/"+m.ID(), &one)
	same(t, i, "the live page", headerLooks(t, one.Header), want)
	var list struct {
		Matches []struct {
			ID       string
			Players  []string
			Entrants []int
		}
	}
	get(t, page.URL+"api/matches", &list)
	for _, e := range list.Matches {
		if e.ID != m.ID() || len(e.Entrants) != len(e.Players) {
			continue
		}
		got := looks{}
		for id, name := range e.Players {
			got[name] = viewer.Mark(e.Entrants[id] - 1)
		}
		same(t, i, "the list", got, want)
		return
	}
	t.Errorf("match %d is not in the list with its entrants: %+v", i+1, list)
}

// onPaper checks what is made from the replay of a match.
func onPaper(t *testing.T, i int, file string, want looks) {
	t.Helper()
	r, err := replay.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := playback.New(r, games.All())
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	summary.Header(&out, &r.Header, p)
	got := looks{}
	for name := range want {
		if m := regexp.MustCompile(`(?m)^([A-Z]): +` + name + ` `).FindStringSubmatch(out.String()); m != nil {
			got[name] = m[1]
		}
	}
	same(t, i, "replay show", got, want)
	last, err := p.Frame(p.Len())
	if err != nil {
		t.Fatal(err)
	}
	out.Reset()
	out.WriteString(terminal.Standings(last, terminal.Options{}))
	same(t, i, "the terminal", standings(&out), want)

	out.Reset()
	x, err := explain.Explain(r, games.All())
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, len(r.Header.Players))
	for id := range names {
		names[id] = r.Header.Players[id].Name
	}
	x.Write(&out, names, last.Mark, explain.Everyone, 1)
	got = looks{}
	for _, m := range regexp.MustCompile(`(?m)^([A-Z]) \((\w+)\)`).FindAllStringSubmatch(out.String(), -1) {
		got[m[2]] = m[1]
	}
	same(t, i, "explain", got, want)

	out.Reset()
	if err := export.Page(t.Context(), &out, p, export.Extras{}); err != nil {
		t.Fatal(err)
	}
	same(t, i, "the exported page", headerLooks(t, unpacked(t, out.String())), want)
	for id := range names {
		onPicture(t, i, p, last, id, want)
	}
}

// unpacked returns the header inside an exported page.
func unpacked(t *testing.T, page string) []byte {
	t.Helper()
	m := regexp.MustCompile(`id="data">([^<]+)<`).FindStringSubmatch(page)
	if m == nil {
		t.Fatal("the exported page has no data")
	}
	data, err := io.ReadAll(flate.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(m[1]))))
	if err != nil {
		t.Fatal(err)
	}
	header, _, _ := bytes.Cut(data, []byte("\n"))
	return header
}

// headerLooks returns the letters in the header of a page.
func headerLooks(t *testing.T, header []byte) looks {
	t.Helper()
	var h struct {
		Players []struct {
			Name    string
			Entrant int
		}
	}
	if err := json.Unmarshal(header, &h); err != nil {
		t.Fatal(err)
	}
	got := looks{}
	for _, p := range h.Players {
		got[p.Name] = viewer.Mark(p.Entrant - 1)
	}
	return got
}

// onPicture checks the colours of a player's cells in pictures. SVG and GIF draw the same shapes.
func onPicture(t *testing.T, i int, p *playback.Playback, f *viewer.Frame, player int, want looks) {
	t.Helper()
	name := f.Players[player].Name
	look := f.Look(player)
	if viewer.Mark(look) != want[name] {
		t.Errorf("match %d: a picture draws %s as %s, expected %s", i+1, name, viewer.Mark(look), want[name])
	}
	drawn := f.ByLook()
	for c := range f.Cells {
		if f.Cells[c].Owner == viewer.OwnerOf(player) && drawn.Cells[c].Owner.Colour() != viewer.Palette[look] {
			t.Errorf("match %d: a cell of %s has another colour", i+1, name)
		}
	}
	var svg bytes.Buffer
	if err := picture.SVG(&svg, p.Header(), f, picture.Options{Standings: true}); err != nil {
		t.Fatal(err)
	}
	colour := viewer.Palette[look]
	if text := fmt.Sprintf("#%02x%02x%02x", colour.R, colour.G, colour.B); !strings.Contains(strings.ToLower(svg.String()), text) {
		t.Errorf("match %d: the SVG has no %s for %s", i+1, text, name)
	}
}
