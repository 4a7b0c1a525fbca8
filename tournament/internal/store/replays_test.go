package store_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/internal/store"
)

// TestReplaysToDrop: ten matches have replays of 10 bytes each. Matches 2 and 5 failed, 7 has no file, and one file
// belongs to no match.
func TestReplaysToDrop(t *testing.T) {
	s := open(t)
	hash := func(i int) string { return fmt.Sprintf("%02x", 0xa0+i) }
	var l store.Logged
	for i := range 10 {
		r := fullResult()
		r.ID, r.Late, r.Replay = tournament.ID{Block: i}, nil, hash(i)
		if i != 2 && i != 5 {
			r.Reasons = nil
		}
		l.Record.Results = append(l.Record.Results, r)
		if i != 7 {
			if err := s.AddReplays(t.Context(), 1000, store.Replay{Hash: hash(i), Size: 10}); err != nil {
				t.Fatal(err)
			}
		}
	}
	l.Seq = 1
	apply(t, s, l)
	if err := s.AddReplays(t.Context(), 1000, store.Replay{Hash: "none of them", Size: 10}); err != nil {
		t.Fatal(err)
	}
	drop := func(keep store.Keep, before int64, limit int) (got []string) {
		t.Helper()
		files, err := s.ReplaysToDrop(t.Context(), keep, before, limit)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if f.Size != 10 {
				t.Errorf("%s has %d bytes, want 10", f.Hash, f.Size)
			}
			got = append(got, f.Hash)
		}
		return got
	}
	for _, c := range []struct {
		keep   store.Keep
		before int64
		limit  int
		want   []string
	}{
		{store.Keep{}, 0, 100, nil},
		{store.Keep{Rule: store.KeepAll}, 1000, 100, nil},
		{store.Keep{Rule: store.KeepAll}, 1001, 100, []string{"none of them"}},
		{store.Keep{Rule: store.KeepFailures}, 0, 100, []string{"a0", "a1", "a3", "a4", "a6", "a8", "a9"}},
		{store.Keep{Rule: store.KeepFailures}, 0, 2, []string{"a0", "a1"}},
		{store.Keep{Rule: store.KeepLast, Last: 4}, 0, 100, []string{"a0", "a1", "a2", "a3", "a4", "a5"}},
		{store.Keep{Rule: store.KeepLast, Last: 100}, 0, 100, nil},
		{store.Keep{Rule: store.KeepLast}, 0, 100, []string{"a0", "a1", "a2", "a3", "a4", "a5", "a6", "a8", "a9"}},
		{store.Keep{Limit: 100}, 0, 100, nil},
		{store.Keep{Limit: 99}, 0, 100, []string{"a0"}},
		{store.Keep{Limit: 65}, 0, 100, []string{"a0", "a1", "a3", "a4"}},
		{store.Keep{Limit: 10}, 1001, 100, []string{"none of them", "a0", "a1", "a3", "a4", "a6", "a8", "a9", "a2"}},
		{store.Keep{Rule: store.KeepFailures, Limit: 15}, 1001, 100,
			[]string{"none of them", "a0", "a1", "a3", "a4", "a6", "a8", "a9", "a2"}},
		{store.Keep{Rule: store.KeepFailures, Limit: 15}, 1001, 3, []string{"none of them", "a0", "a1"}},
	} {
		if got := drop(c.keep, c.before, c.limit); !slices.Equal(got, c.want) {
			t.Errorf("%+v, files before %d, %d at most: %q, want %q", c.keep, c.before, c.limit, got, c.want)
		}
	}
	if _, err := s.ReplaysToDrop(t.Context(), store.Keep{Rule: "some"}, 0, 1); err == nil {
		t.Error(`the rule "some" was accepted`)
	}
	if err := s.DropReplays(t.Context(), store.Replay{Hash: "a9", Size: 10}); err != nil {
		t.Fatal(err)
	}
	for hash, want := range map[string]bool{"a8": true, "a9": false, "a7": false, "zz": false} {
		if has, err := s.HasReplay(t.Context(), hash); err != nil || has != want {
			t.Errorf("replay %s: %v, error %v, want %v", hash, has, err, want)
		}
	}
	if m, err := s.NewestReplay(t.Context()); err != nil || m.ID.Block != 8 || m.Replay != "a8" {
		t.Errorf("the newest replay: %+v, error %v, want match 8.0", m, err)
	}
	if m, err := s.ReplayMatch(t.Context(), "a9"); err != nil || m.ID.Block != 9 {
		t.Errorf("the match of a replay that is gone: %+v, error %v, want match 9.0", m, err)
	}
	if _, err := s.ReplayMatch(t.Context(), "none of them"); !errors.Is(err, store.ErrNoMatch) {
		t.Errorf("the match of a file of no match: %v, want ErrNoMatch", err)
	}
}

// TestASecondResultNamesNoReplay: the replay of a result that arrives too late belongs to no match.
func TestASecondResultNamesNoReplay(t *testing.T) {
	s := open(t)
	first, second := fullResult(), fullResult()
	second.Replay = "5ec0"
	apply(t, s, store.Logged{Seq: 1, Record: tournament.Record{Results: []tournament.Result{first, second}}})
	if _, err := s.ReplayMatch(t.Context(), second.Replay); !errors.Is(err, store.ErrNoMatch) {
		t.Errorf("error %v, want ErrNoMatch", err)
	}
}

// TestHistoryStaysSmall: however many points in time are added, the first and the last one stay, and the others spread
// between them.
func TestHistoryStaysSmall(t *testing.T) {
	s := open(t)
	if _, err := s.NewestReplay(t.Context()); !errors.Is(err, store.ErrNoMatch) {
		t.Errorf("the newest replay of an empty store: %v", err)
	}
	const n = 2000
	for i := range n {
		st := &tournament.Standings{Matches: i, Entrants: []tournament.Standing{
			{Name: "Ann", Rank: 1, Points: 3, Strength: float64(i), Low: -1, High: 2}, {Name: "Bob", Rank: 2}}}
		if err := s.AddHistory(t.Context(), int64(i), st); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.History(t.Context(), "Ann")
	if err != nil {
		t.Fatal(err)
	}
	if len(got) < 100 || len(got) > 400 {
		t.Fatalf("%d points in time are left, want 100 to 400", len(got))
	}
	last := tournament.PastStanding{At: n - 1, Matches: n - 1, Rank: 1, Points: 3, Strength: n - 1, Low: -1, High: 2}
	if got[0].At != 0 || got[len(got)-1] != last {
		t.Errorf("from %+v to %+v", got[0], got[len(got)-1])
	}
	for i := range got[1:] {
		if gap := got[i+1].At - got[i].At; gap < 1 || gap > 32 {
			t.Errorf("between %d and %d there is nothing", got[i].At, got[i+1].At)
		}
	}
}

// TestRanksBefore: ranks of an earlier time are those before a freeze that has passed, else of so long ago, else the first.
func TestRanksBefore(t *testing.T) {
	s := open(t)
	if at, ranks, err := s.RanksBefore(t.Context(), []string{"Ann"}, 0, time.Minute, time.Time{}); !at.IsZero() || ranks != nil || err != nil {
		t.Errorf("of an empty store: %v, %v, %v", at, ranks, err)
	}
	const minute = 60_000
	for i := 1; i <= 20; i++ {
		st := &tournament.Standings{Matches: i, Entrants: []tournament.Standing{{Name: "Ann", Rank: i}}}
		if i >= 10 {
			st.Entrants = append(st.Entrants, tournament.Standing{Name: "Bob", Rank: 2 * i})
		}
		if err := s.AddHistory(t.Context(), int64(i)*minute, st); err != nil {
			t.Fatal(err)
		}
	}
	if _, ranks, err := s.RanksBefore(t.Context(), []string{"Ann"}, 21, time.Minute, time.Time{}); ranks != nil || err != nil {
		t.Errorf("before enough matches: %v, %v", ranks, err)
	}
	for _, c := range []struct {
		matches int
		older   time.Duration
		freeze  int64 // in minutes
		ann     int   // her rank is the minute
		bob     int
	}{
		{0, 10 * time.Minute, 0, 10, 20}, {0, 5*time.Minute + time.Second, 0, 14, 28}, {0, time.Hour, 0, 1, 0}, {0, 11 * time.Minute, 0, 9, 0},
		{0, 10 * time.Minute, 5, 5, 0}, {0, 10 * time.Minute, 19, 19, 38}, // standings were hidden then, and are not any more
		{0, 10 * time.Minute, 20, 10, 20}, {0, 10 * time.Minute, 99, 10, 20}, // they are not hidden yet
		{15, time.Hour, 0, 15, 30}, {15, 2 * time.Minute, 0, 18, 36}, {15, time.Hour, 5, 15, 30}, // ranks before the 15th match mean nothing
	} {
		freeze := time.UnixMilli(c.freeze * minute)
		if c.freeze == 0 {
			freeze = time.Time{}
		}
		at, ranks, err := s.RanksBefore(t.Context(), []string{"Ann", "Bob", "Cem"}, c.matches, c.older, freeze)
		if err != nil || ranks["Ann"] != c.ann || ranks["Bob"] != c.bob || ranks["Cem"] != 0 || at.UnixMilli() != int64(c.ann)*minute {
			t.Errorf("%v before, freeze at %d: %v at %v, %v", c.older, c.freeze, ranks, at, err)
		}
	}
}

// TestWhatBotsPrinted: the output of a bot is kept as long as the replay of the last match that names it, and is no
// replay.
func TestWhatBotsPrinted(t *testing.T) {
	s := open(t)
	var l store.Logged
	for i, logs := range [][]string{{"1a", "", "ff"}, {"1b", "ee", ""}, {"1c", "", "ff"}} {
		r := fullResult()
		r.ID, r.Late, r.Reasons = tournament.ID{Block: i}, nil, nil
		r.Replay, r.Logs = fmt.Sprintf("a%d", i), logs
		l.Record.Results = append(l.Record.Results, r)
	}
	l.Seq = 1
	apply(t, s, l)
	for _, hash := range []string{"ff", "ee", "1a", "1b", "1c", "a0", "a1", "a2"} {
		if err := s.AddReplays(t.Context(), 1000, store.Replay{Hash: hash, Size: 10}); err != nil {
			t.Fatal(err)
		}
	}
	for last, want := range map[int][]string{
		0: {"a0", "1a", "a1", "1b", "ee", "a2", "ff", "1c"}, 1: {"a0", "1a", "a1", "1b", "ee"}, 2: {"a0", "1a"}, 3: nil, 4: nil,
	} {
		files, err := s.ReplaysToDrop(t.Context(), store.Keep{Rule: store.KeepLast, Last: last}, 0, 100)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range files {
			got = append(got, f.Hash)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("the last %d are kept: %q go, want %q", last, got, want)
		}
	}
	if _, err := s.ReplayMatch(t.Context(), "ff"); !errors.Is(err, store.ErrNoMatch) {
		t.Errorf("what a bot printed, as a replay: %v, want ErrNoMatch", err)
	}
	if c, err := s.Counts(t.Context()); err != nil || c.Replays != 3 || c.ReplayBytes != 80 {
		t.Errorf("counts %+v, error %v, want 3 replays, 80 bytes in all", c, err)
	}
	if m, err := s.NewestReplay(t.Context()); err != nil || m.ID.Block != 2 || !slices.Equal(m.Logs, []string{"1c", "", "ff"}) {
		t.Errorf("the newest: %+v, error %v", m, err)
	}
}
