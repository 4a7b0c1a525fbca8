package resultfile

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"blastyard/arena"
	"blastyard/arena/internal/arenatest"
	"blastyard/game/match"
)

// TestBrokenOffAndGoneOn: a series that is broken off and resumed gives the same results as an uninterrupted one, and
// no match is played twice.
func TestBrokenOffAndGoneOn(t *testing.T) {
	const matches = 12
	p, err := arenatest.Arena().Prepare(arena.Config{Map: "tiny", Seed: 3, Turns: 20,
		Seats: []arena.Seat{{Bot: "builtin:greedy"}, {Bot: "builtin:random"}}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	h := Header{Game: "hexabomb", Seed: 3, Matches: matches, Bots: []Bot{{Name: "greedy"}, {Name: "random"}}}
	noReplay := func(int) string { return "" }
	whole := NewKeeper(nil, nil, noReplay)
	want, err := p.PlaySeries(t.Context(), whole.Keep(arena.Series{Matches: matches}))
	if err != nil || len(whole.Matches()) != matches {
		t.Fatal(err, len(whole.Matches()))
	}
	for _, jobs := range []int{1, 3} {
		path := filepath.Join(t.TempDir(), "a"+Ending)
		file, err := Create(path, h)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		first := NewKeeper(file, nil, noReplay)
		_, err = p.PlaySeries(ctx, first.Keep(arena.Series{Matches: matches, Jobs: jobs,
			Sinks: func(i int) []arena.Sink {
				if i > 4+jobs {
					<-ctx.Done() // otherwise all matches might be over before the fifth is reported
				}
				return nil
			},
			Done: func(i int, _ *arena.Result, _ *arena.Summary) {
				if i == 4 {
					stop()
				}
			}}))
		file.Close()
		if !errors.Is(err, context.Canceled) || first.Played() < 5 || first.Err() != nil {
			t.Fatalf("%d jobs: %v, %d played, %v", jobs, err, first.Played(), first.Err())
		}
		file, before, err := Open(path)
		if err != nil || len(before) != first.Played() {
			t.Fatalf("%d jobs: %d results in the file, %d played, %v", jobs, len(before), first.Played(), err)
		}
		second := NewKeeper(file, before, noReplay)
		var again []int
		got, err := p.PlaySeries(t.Context(), second.Keep(arena.Series{Matches: matches, Jobs: jobs,
			Sinks: func(i int) []arena.Sink {
				if slices.ContainsFunc(before, func(m Match) bool { return m.Match == i+1 }) {
					again = append(again, i)
				}
				return nil
			}}))
		file.Close()
		if err != nil || len(again) > 0 {
			t.Fatalf("%d jobs: %v, played again: %v", jobs, err, again)
		}
		if diff := cmp.Diff(want, got) + cmp.Diff(whole.Matches(), second.Matches()); diff != "" {
			t.Errorf("%d jobs: %s", jobs, diff)
		}
		file, all, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		file.Close()
		slices.SortFunc(all, func(a, b Match) int { return a.Match - b.Match })
		if diff := cmp.Diff(whole.Matches(), all); diff != "" {
			t.Errorf("%d jobs, in the file: %s", jobs, diff)
		}
	}
}

// TestFileFails: an error of the file is reported, and the series goes on.
func TestFileFails(t *testing.T) {
	file, err := Create(filepath.Join(t.TempDir(), "a"+Ending), header())
	if err != nil {
		t.Fatal(err)
	}
	k := NewKeeper(file, nil, func(i int) string { return fmt.Sprint(i) })
	s := k.Keep(arena.Series{})
	file.Close()
	m := played(1)
	s.Ended(0, m.Result())
	s.Done(0, m.Result(), nil)
	if k.Err() == nil || file.Err() == nil || len(k.Matches()) != 1 || k.Matches()[0].Replay != "0" {
		t.Errorf("%v, %v, %+v", k.Err(), file.Err(), k.Matches())
	}
}

func TestDiffers(t *testing.T) {
	h := header()
	for _, c := range []struct {
		change func(h *Header)
		want   string
	}{
		{func(h *Header) { h.Repeat, h.Software = "", "" }, ""},
		{func(h *Header) { h.Game = "bomberman" }, "game was hexabomb when the series began and is bomberman now"},
		{func(h *Header) { h.Rules++ }, "rules was 2"},
		{func(h *Header) { h.Map = "yard" }, "map was tiny"},
		{func(h *Header) { h.Seed++ }, "seed was 7"},
		{func(h *Header) { h.Order = match.Arrival.String() }, "order was seeded"},
		{func(h *Header) { h.Failed = match.FailedKeep.String() }, ""}, // the value that a missing field means
		{func(h *Header) { h.Failed = match.FailedLast.String() }, "failed was keep when the series began and is last now"},
		{func(h *Header) { h.Turns++ }, "turns was 10"},
		{func(h *Header) { h.Matches++ }, "games was 5"},
		{func(h *Header) { h.Bots = h.Bots[:1] }, "number of bots was 2"},
		{func(h *Header) { h.Bots = []Bot{h.Bots[1], h.Bots[0]} }, "bot 1 was greedy (builtin:greedy)"},
	} {
		now := h
		c.change(&now)
		err := h.Differs(&now)
		if (err == nil) != (c.want == "") || err != nil && !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v, expected %q", err, c.want)
		}
	}
}
