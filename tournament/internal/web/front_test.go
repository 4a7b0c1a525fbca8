package web

import (
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/event"
)

// TestBoard: the board shows the live match that matters most, else a replay that is shown, and says which; never one
// that is held back, not public, or taken back. Else it says why it is empty.
func TestBoard(t *testing.T) {
	held := func(s *Snapshot, but int) {
		s.Latest = append([]tournament.Match(nil), s.Latest...)
		for i := range s.Latest {
			if i != but {
				s.Latest[i].Held = "this match's replay is shown later"
			}
		}
	}
	for _, c := range []struct {
		name   string
		change func(*Snapshot, *About)
		title  string
		frame  string
		empty  string
	}{
		{"a replay while nothing can be watched", func(s *Snapshot, _ *About) { s.Latest = s.Latest[3:4] },
			"Replay: match 13.0", "replays/" + fakeHash + "/?embed#projector&play", ""},
		{"a live match", func(s *Snapshot, _ *About) { s.Progress.Running[0].Live = "7 b" },
			"Live: match 99.0", "live/watch/?embed#match=7+b&projector&play", ""},
		{"all replays are held", func(s *Snapshot, _ *About) { held(s, -1) }, "", "",
			"The first replay is shown here when all matches of its block are over."},
		{"all but one are held", func(s *Snapshot, _ *About) { held(s, 5) }, "Replay: match 12.0",
			"replays/" + fakeHash + "/?embed#projector&play", ""},
		{"one that was taken back", func(s *Snapshot, _ *About) {
			s.Latest = []tournament.Match{s.Latest[0]}
			s.Latest[0].Void, s.Latest[0].Why, s.Latest[0].Result.Replay = true, "why", fakeHash
		}, "", "", "No replay is kept of the last matches."},
		{"replays are not public yet, and a match is live", func(s *Snapshot, a *About) {
			s.Progress.Running[0].Live, a.Public = "7", fakeTime.Add(time.Hour)
		}, "", "", "The matches of this event can be watched from 2026-11-22 18:30 CET on."},
		{"before the start", func(s *Snapshot, a *About) {
			s.Latest, s.Progress, a.Starts = nil, event.Progress{}, fakeTime.Add(time.Hour)
		}, "", "", "The first match begins at"},
		{"the end", func(s *Snapshot, _ *About) {
			s.Progress.Done, s.Progress.Running = true, nil
			m := s.Latest[1]
			m.ID, m.Names = tournament.ID{Block: 3}, []string{"hunter", "greedy"}
			s.Decided = []tournament.Match{m}
		}, "The deciding match, 3.0, as a replay", "replays/" + fakeHash + "/?embed#projector&play", ""},
	} {
		src, about := newFake(12, 30), fakeAbout()
		c.change(src.snap, &about)
		b := newBuilder(&about, src.snap, links{}, false)
		got := b.board()
		if got.Title != c.title || got.Frame != c.frame || got.Empty.Text != c.empty {
			t.Errorf("%s: %q at %q, %q, want %q at %q, %q", c.name, got.Title, got.Frame, got.Empty.Text, c.title, c.frame, c.empty)
		}
	}
}

// TestHeldOnFirstPage: nothing on the first page, and nothing that is told of the last matches, leads to a replay that is
// held back.
func TestHeldOnFirstPage(t *testing.T) {
	src := newFake(6, 8)
	src.replay = playedReplay(t)
	src.set(func(s *Snapshot) {
		s.Latest = append([]tournament.Match(nil), s.Latest...)
		for i := range s.Latest {
			s.Latest[i].Held = "later"
		}
		s.Decided, s.Progress.Done = s.Latest, true
	})
	r := start(t, src, nil)
	for _, path := range []string{"/", "/moments"} {
		if body := r.want(path, http.StatusOK); strings.Contains(body, "replays/") || strings.Contains(body, "turn ") {
			t.Errorf("%s leads to a replay: %s", path, body)
		}
	}
	if src.asked != 0 {
		t.Errorf("%d replays were asked for", src.asked)
	}
	src.set(func(s *Snapshot) {
		s.Latest = append([]tournament.Match(nil), s.Latest...)
		s.Latest[2].Held = ""
	})
	body := r.want("/moments", http.StatusOK)
	if strings.Count(body, "#turn=") == 0 || !strings.Contains(body, "hunter won by") {
		t.Errorf("a replay that is shown is not explained: %s", body)
	}
	asked := src.asked
	if r.want("/moments", http.StatusOK); src.asked != asked {
		t.Error("it was explained again")
	}
}

// TestMoves: the standings of the first page say who has gained or lost how many places, and since when.
func TestMoves(t *testing.T) {
	src := newFake(14, 10)
	b := builderOf(src)
	if got := b.frontTable(); got.Since != "" || len(got.Rows) != frontRows || got.More != 2 || got.Rows[0].Move != 0 {
		t.Errorf("without an earlier time: %+v", got)
	}
	src.snap.Before = Ranks{At: fakeTime.Add(-time.Hour), Of: map[string]int{"hunter": 3, "greedy": 1, "bomber": 3, "turtle": 0}}
	list := src.snap.Stages[0].Standings.Entrants
	list[13].Status, list[13].Why = tournament.Disqualified, "it cheated"
	got := b.frontTable()
	moves := ""
	for _, r := range got.Rows[:5] {
		moves += r.Who.Name + " " + itoa(r.Move) + ", "
	}
	if moves != "hunter 2, greedy -1, bomber 0, turtle 0, wanderer 0, " || got.Since != "16:30" || got.More != 1 ||
		len(got.Gone) != 1 || got.Gone[0].Text != "disqualified: it cheated" {
		t.Errorf("%s since %q, %d more", moves, got.Since, got.More)
	}
	src.snap.Before.At = fakeTime.Add(-30 * time.Hour)
	if got := b.frontTable(); got.Since != "2026-11-21 11:30 CET" {
		t.Errorf("since %q", got.Since)
	}
	r := start(t, src, nil)
	body := r.want("/", http.StatusOK)
	for _, want := range []string{`<span class="aside">up by 2</span>`, `<span class="aside">down by 1</span>`, "1 more, with intervals"} {
		if !strings.Contains(body, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// TestPodium: an event that is over has the first three on its podium, in the order of their ranks, and a test has none.
func TestPodium(t *testing.T) {
	src := newFake(6, 10)
	src.snap.Progress.Done = true
	list := src.snap.Stages[0].Standings.Entrants
	names := func() (text string) {
		for _, p := range builderOf(src).podium() {
			text += itoa(p.Rank) + p.Who.Letter + " "
		}
		return text
	}
	if got := names(); got != "1A 2B 3C " {
		t.Errorf("%q", got)
	}
	list[1].Rank = 1
	for i := 2; i < len(list); i++ {
		list[i].Status = tournament.Withdrawn
	}
	if got := names(); got != "1A 1B " {
		t.Errorf("two share the first place, and the others have left: %q", got)
	}
	list[1].Matches = 0
	if got := names(); got != "1A " {
		t.Errorf("the second has not played: %q", got)
	}
	src.snap.Stages[0].Standings.Test = "undecided"
	if got := names(); got != "" {
		t.Errorf("a test: %q", got)
	}
}

// TestAllHaveLeft: nobody leads an event that all have left, or has won it, or is drawn in its chart.
func TestAllHaveLeft(t *testing.T) {
	src := newFake(6, 10)
	list := src.snap.Stages[0].Standings.Entrants
	for i := range list {
		list[i].Status, list[i].Better = tournament.Withdrawn, 0
	}
	for _, over := range []bool{false, true} {
		src.snap.Progress.Done = over
		b := builderOf(src)
		if said, table := b.verdict(), b.frontTable(); said != "" || len(b.podium()) > 0 || len(b.rated()) > 0 ||
			len(table.Rows) > 0 || len(table.Gone) != 6 || len(b.projectorPages(b.stage())) > 0 {
			t.Errorf("over %v: %q, %+v", over, said, table)
		}
	}
	final := newFake(6, 10)
	stage := final.snap.Stages[0]
	later := *stage.Standings
	later.Entrants = []tournament.Standing{{Name: "greedy", Rank: 1}, {Name: "hunter", Rank: 2, Status: tournament.Withdrawn}}
	final.snap.Stages = append(final.snap.Stages, Stage{Name: "Final", Standings: &later})
	if got := builderOf(final).rated(); len(got) != 5 || slices.Contains(got, "hunter") {
		t.Errorf("the chart has %q, and hunter has left the final", got)
	}
	r := start(t, src, nil)
	for _, path := range []string{"/", "/standings", "/projector", "/cross-table", "/entrants/1"} {
		r.want(path, http.StatusOK)
	}
}

// TestForm: the last results of an entrant, the newest first, without those that were taken back.
func TestForm(t *testing.T) {
	b := builderOf(newFake(4, 0))
	match := func(block int, ranks []int, names ...string) tournament.Match {
		m := tournament.Match{Names: names}
		m.ID.Block, m.Ranks, m.Ended = block, ranks, int64(block)
		return m
	}
	taken := match(9, []int{1, 2}, "hunter", "mole")
	taken.Void, taken.Why = true, "why"
	failed := match(5, []int{2, 1}, "hunter", "<b>")
	failed.Reasons = []string{"crashed", finished}
	list := b.form("hunter", []tournament.Match{match(1, []int{1, 2}, "hunter", "mole"), match(3, []int{1, 1}, "mole", "hunter"), taken, failed,
		match(2, []int{1, 2}, "mole", "hunter"), match(4, []int{4, 2, 1, 3}, "a", "hunter", "c", "d"), match(6, []int{1, 2}, "a", "b")})
	got := ""
	for _, f := range list {
		got += f.Text + " " + f.Class + ": " + f.Title + "\n"
	}
	want := "L failed: Match 5.0: 2nd of 2 against <b>; crashed\n2 drawn: Match 4.0: 2nd of 4 against a, c, d\n" +
		"D drawn: Match 3.0: 1st of 2 against mole\nL lost: Match 2.0: 2nd of 2 against mole\nW won: Match 1.0: 1st of 2 against mole\n"
	if got != want {
		t.Errorf("the form is\n%swant\n%s", got, want)
	}
}

// TestEndsApart: the letters at the ends of lines do not cover each other, stay in the order of the lines, and within the
// chart.
func TestEndsApart(t *testing.T) {
	for _, ys := range [][]float64{{}, {100}, {0, 0, 0}, {240, 240, 240, 100}, {50, 49, 48, 200, 199}, {0, 240, 0, 240, 120, 120, 120, 120}} {
		var ends []chartEnd
		for _, y := range ys {
			ends = append(ends, chartEnd{y: y})
		}
		for i, e := range apart(ends) {
			if e.y < 9 || e.y > chartHeight-9 {
				t.Errorf("%v: an end at %g", ys, e.y)
			}
			if i > 0 && e.y-apart(ends)[i-1].y < 18 {
				t.Errorf("%v: ends at %g and %g", ys, apart(ends)[i-1].y, e.y)
			}
		}
	}
}

// TestFirstPageExported: the first page of an export has the deciding match, the podium, the chart and the moments, and
// needs no script.
func TestFirstPageExported(t *testing.T) {
	src := newFake(4, 10)
	src.replay = playedReplay(t)
	src.set(func(s *Snapshot) {
		s.Progress.Done, s.Progress.Running = true, nil
		s.Decided = []tournament.Match{src.matches[0]}
	})
	dir := filepath.Join(t.TempDir(), "site")
	if err := ExportHTML(t.Context(), src, fakeAbout(), dir, ExportOptions{}); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<iframe src="replays/` + fakeHash + `.html?embed#projector&amp;play"`, `class="podium"`, "The deciding match, 0.0",
		`class="ratings"`, "hunter won by", "#turn=", `href="standings.html"`} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page does not have %q", want)
		}
	}
	if found := regexp.MustCompile(`<script|<button|board-next`).Find(page); found != nil {
		t.Errorf("it has %q", found)
	}
}

// TestRatingsFail: the page of ratings says that a store fails, and the first page needs none.
func TestRatingsFail(t *testing.T) {
	src := newFake(4, 10)
	src.err = io.ErrUnexpectedEOF
	r := start(t, src, nil)
	r.want("/ratings", http.StatusInternalServerError)
	r.want("/", http.StatusOK)
	r.want("/moments", http.StatusOK) // the results are known without their replays
	if _, err := (&explainer{open: src.Replay}).of(context.Background(), fakeHash); err == nil {
		t.Error("a replay that cannot be read is explained")
	}
}
