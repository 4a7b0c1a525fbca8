package report

import (
	"encoding/json"
	"strings"
	"testing"

	"blastyard"
	"blastyard/arena"
	"blastyard/arena/resultfile"
)

var config = arena.Config{Map: "tiny", Seed: 3, Turns: 10,
	Seats: []arena.Seat{{Bot: "builtin:hunter"}, {Bot: "builtin:idle", Name: "sleepy"}}}

// TestMatch: text and JSON of a match say who won, and how to repeat it.
func TestMatch(t *testing.T) {
	p, err := blastyard.Arena().Prepare(config)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	end := &Last{}
	r, err := p.Play(t.Context(), end)
	if err != nil {
		t.Fatal(err)
	}
	m := Match{Prepared: p, Result: r, End: end, Replay: "a.blast", Repeat: "blastyard play"}
	var text, line strings.Builder
	m.Write(&text, nil)
	if err := m.WriteJSON(&line); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"sleepy", "\nwinner: hunter\nseed:   3\nreplay: a.blast\nrepeat: blastyard play\n"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is not in\n%s", want, &text)
		}
	}
	var got matchJSON
	if err := json.Unmarshal([]byte(line.String()), &got); err != nil || strings.Count(line.String(), "\n") != 1 {
		t.Fatalf("%v: %s", err, &line)
	}
	if w := got.Winner; w < 0 || got.Players[w].Name != "hunter" || got.Players[1-w].Bot != "builtin:idle" ||
		got.Turns != 10 || got.Map != "tiny" {
		t.Errorf("got %s", &line)
	}
}

// TestSeries: text and JSON of a series contain the totals of each bot.
func TestSeries(t *testing.T) {
	p, err := blastyard.Arena().Prepare(config)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	k := resultfile.NewKeeper(nil, nil, func(int) string { return "" })
	sum, err := p.PlaySeries(t.Context(), k.Keep(arena.Series{Matches: 4}))
	if err != nil {
		t.Fatal(err)
	}
	s := Series{Prepared: p, Summary: sum, Planned: 4, Matches: k.Matches(), Results: "a.results.jsonl", Repeat: "blastyard play --games 4"}
	var text, line strings.Builder
	s.Write(&text)
	if err := s.WriteJSON(&line); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"4 games of hexabomb on tiny, seed 3\n", "\nhunter       4      0      0    100.0", "\nresults: a.results.jsonl\nrepeat: blastyard play --games 4\n"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is not in\n%s", want, &text)
		}
	}
	var got seriesJSON
	if err := json.Unmarshal([]byte(line.String()), &got); err != nil || got.Games != 4 || got.Extinct != nil ||
		!got.Complete || len(got.Matches) != 4 ||
		got.Bots[0].Wins != 4 || got.Bots[1].Losses != 4 || got.Bots[1].Name != "sleepy" {
		t.Errorf("%v: %s", err, &line)
	}
	s.Planned = 6
	text.Reset()
	if s.Write(&text); !strings.HasPrefix(text.String(), "4 of 6 games of hexabomb on tiny, seed 3\n") {
		t.Errorf("a series that was broken off: %s", &text)
	}
}
