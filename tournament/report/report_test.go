package report

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"blastyard/internal/waiting"
	"blastyard/show/terminal"
	"blastyard/tournament"
	"blastyard/tournament/event"
)

func standings() *tournament.Standings {
	return &tournament.Standings{Matches: 60, Planned: 60, Complete: true, Why: "all matches are played",
		TieBreaks: []string{"points", "head to head"}, Fingerprint: "abc",
		Entrants: []tournament.Standing{
			{Rank: 1, Name: "hunter", Points: 57, Elo: 1712.4, EloLow: 1667, EloHigh: 1757, Wins: 57, Losses: 3,
				MeanScore: 212.34, Better: 0.9981},
			{Rank: 2, Name: "日本\x1b[2J", Points: 30.5, Elo: 1500, EloLow: 1480, EloHigh: 1520, Wins: 30, Draws: 1,
				Losses: 29, MeanScore: 80, Failures: map[string]int{"timeout": 2, "late": 7, "crashed": 2, "disconnected": 1}},
		}}
}

func TestStandings(t *testing.T) {
	var out strings.Builder
	s := standings()
	WriteStandings(&out, s, 0)
	want := `rank  name    points   Elo   ±  win  draw  loss  mean score  failures
   1  hunter    57.0  1712  45   57     0     3       212.3
   2  日本      30.5  1500  20   30     1    29        80.0  late 7, crashed 2, timeout 2, and 1 more
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &out, want)
	}
	out.Reset()
	WriteStandings(&out, s, 1)
	if !strings.HasSuffix(out.String(), "212.3\n      and 1 more\n") {
		t.Errorf("got\n%s", &out)
	}
}

func TestSummary(t *testing.T) {
	for _, c := range []struct {
		change func(s *tournament.Standings)
		want   string
	}{
		{func(*tournament.Standings) {}, "60 matches played\n" +
			"hunter wins: it is better than 日本 with 99.8 %\nranks by: points, then head to head\nfingerprint: abc\n"},
		{func(s *tournament.Standings) { s.Why = "it is late" }, "60 matches played: it is late\n"},
		{func(s *tournament.Standings) { s.Complete, s.Matches, s.Why = false, 30, "" }, "30 of 60 matches played\nhunter is ahead: "},
		{func(s *tournament.Standings) { s.Complete, s.Planned, s.Matches, s.Why = false, 0, 1, "" }, "1 match played so far\n"},
		{func(s *tournament.Standings) { s.Entrants[0].Better = 0.8 }, "with 80.0 %, which may still be luck\n"},
		{func(s *tournament.Standings) { s.Entrants[0].Better = 0.3 }, "with 30.0 % only, so that by strength it would be the other way round\n"},
		{func(s *tournament.Standings) { s.Entrants[0].Better = 1 }, "with more than 99.9 %\n"},
		{func(s *tournament.Standings) { s.Test, s.Why = "undecided", "undecided (LLR 0.5)" },
			"60 matches played: undecided (LLR 0.5)\nranks by: "}, // and no winner
		{func(s *tournament.Standings) { s.Entrants[1].Rank = 1 }, "\nfirst, with nothing to tell them apart: hunter, 日本\n"},
	} {
		s := standings()
		c.change(s)
		var out strings.Builder
		if WriteSummary(&out, s); !strings.Contains(out.String(), c.want) {
			t.Errorf("%q is not in\n%s", c.want, &out)
		}
	}
	var out strings.Builder
	if WriteSummary(&out, &tournament.Standings{Planned: 5}); out.String() != "0 of 5 matches played\n" {
		t.Errorf("of no match: %q", &out)
	}
}

func TestProgress(t *testing.T) {
	for _, c := range []struct {
		p     event.Progress
		tenth int
		want  string
	}{
		{event.Progress{Played: 3, Planned: 60}, 0, "3 of 60 matches (5 %)"},
		{event.Progress{Played: 30, Planned: 60, PerSecond: 2, Left: 15 * time.Second}, 5, "30 of 60 matches (50 %), 2.0 a second, about 15 s left"},
		{event.Progress{Played: 60, Planned: 60, PerSecond: 0.2}, 10, "60 of 60 matches (100 %), 12.0 a minute"},
		{event.Progress{Played: 5, PerSecond: 50}, 3, "5 matches, 50 a second"},
	} {
		if got := ProgressLine(&c.p, nil); got != c.want || tenthOf(&c.p) != c.tenth {
			t.Errorf("%+v: %q, tenth %d, want %q, %d", c.p, got, tenthOf(&c.p), c.want, c.tenth)
		}
	}
	left := standings()
	left.Entrants[1].Status, left.Complete = tournament.Withdrawn, false
	if got := ProgressLine(&event.Progress{Played: 1, Planned: 2}, left); got != "1 of 2 matches (50 %), hunter is ahead" {
		t.Error(got)
	}
	left.Entrants[0].Status = tournament.Withdrawn
	if got := ProgressLine(&event.Progress{Played: 1, Planned: 2}, left) + winnerLine(left); got != "1 of 2 matches (50 %)" {
		t.Errorf("all have left: %q", got)
	}
	if got := ProgressLine(&event.Progress{Played: 1, Planned: 2}, standings()); got != "1 of 2 matches (50 %), hunter is ahead" {
		t.Errorf("got %q", got)
	}
}

// TestWatchLines: without a terminal there is one line for each tenth, and no line twice.
func TestWatchLines(t *testing.T) {
	var out strings.Builder
	p := event.Progress{Played: 5, Planned: 100}
	w := Watch{Out: &out, State: func() (event.Progress, *tournament.Standings) { return p, nil }}
	for _, played := range []int{5, 9, 10, 19, 35, 36, 100, 100} {
		p.Played = played
		w.look()
	}
	want := "10 of 100 matches (10 %)\n35 of 100 matches (35 %)\n100 of 100 matches (100 %)\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", &out, want)
	}
}

// TestWatchDrawing: a drawing fits the terminal, and the next one replaces it.
func TestWatchDrawing(t *testing.T) {
	var out strings.Builder
	p := event.Progress{Played: 5, Planned: 100, Running: []event.Running{{Names: []string{"hunter", "idle"}}},
		Waiting: []waiting.State{{For: "nobody can play \x1b[2J"}}}
	s := standings()
	for len(s.Entrants) < 40 {
		s.Entrants = append(s.Entrants, s.Entrants[1])
	}
	w := Watch{Out: &out, Title: "Example", Foot: "Ctrl-C stops it"}
	for range 2 {
		w.draw(&p, s, terminal.Options{Width: 40, Height: 20})
	}
	frames := strings.Split(out.String(), "\x1b[J")
	lines := strings.Split(frames[0], "\n")
	if len(lines) > 20 || w.lines != len(lines)-1 || !strings.HasPrefix(frames[1], fmt.Sprintf("\x1b[%dA\rExample", w.lines)) {
		t.Errorf("%d lines, then %q", len(lines), frames[1])
	}
	for _, want := range []string{"5 of 100 matches (5 %)", "hunter – idle", "and 31 more", "Ctrl-C stops it", "nobody can play"} {
		if !strings.Contains(frames[0], want) {
			t.Errorf("%q is not in\n%s", want, frames[0])
		}
	}
	for _, line := range lines {
		if line = strings.TrimSuffix(strings.TrimPrefix(line, "\r"), "\x1b[K"); ansi.StringWidth(line) > 39 || strings.Contains(line, "\x1b") {
			t.Errorf("the line %q", line)
		}
	}
}

func TestAbout(t *testing.T) {
	for d, want := range map[time.Duration]string{0: "about a second", 90 * time.Second: "about 90 s",
		10 * time.Minute: "about 10 min", 5 * time.Hour: "about 5 h", 72 * time.Hour: "about 3 days"} {
		if got := About(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

func TestMatches(t *testing.T) {
	var out strings.Builder
	WriteMatches(&out, []tournament.Match{
		{Result: tournament.Result{ID: tournament.ID{Block: 3, Match: 1}, Ranks: []int{2, 1, 2}, Scores: []int{5, 12, 5},
			Turns: 60, Reasons: []string{"", "", "crashed"}, Late: []int{0, 0, 4}, Silent: []int{0, 2, 0}, Crashed: []int{1, 0, 0}, Marked: true},
			Names: []string{"a", "b", "c"}, Map: "tiny"},
		{Result: tournament.Result{ID: tournament.ID{Stage: 1}, Ranks: []int{1, 2}, Scores: []int{-1, -5}, Turns: 7},
			Names: []string{"a", "b"}, Round: -1, Void: true, Why: "the wrong map"},
	})
	want := `match  round  map   turns  result            note
3.1        1  tiny     60  b 12 > a 5 = c 5  c: crashed, c: late 4, b: silent 2, a: crashed 1, the machine was late, too
f0.0                    7  a -1 > b -5       void: the wrong map
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", &out, want)
	}
}

func TestBalance(t *testing.T) {
	b := tournament.Balance{Meetings: tournament.Spread{Least: 3, Most: 4}, Random: tournament.Spread{Least: 1, Most: 9},
		Plays: tournament.Spread{Least: 5, Most: 5}, Byes: tournament.Spread{Most: 1}, Seats: tournament.Spread{Least: 1, Most: 1}}
	want := "balance: pairs meet in 3 to 4 blocks (drawn at random: 1 to 9); everybody plays 5 blocks, sits out 0 to 1 round, " +
		"and sits in each seat in 1 match"
	if got := balanceLine(&b); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
