package tournament

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"blastyard/game/match"
)

// playedAs plays all fixtures of a schedule of two seats. scores has the scores of the first and the second entrant by
// their names in order: "ab" for entrants a and b.
func playedAs(t *testing.T, c Config, scores map[string][2]int, change func(r *Result)) *Schedule {
	t.Helper()
	s := newSchedule(t, c)
	for f := range s.Fixtures(0) {
		a, b := s.names[f.Entrants[0]], s.names[f.Entrants[1]]
		got, known := scores[a+b]
		if !known {
			other := scores[b+a]
			got = [2]int{other[1], other[0]}
		}
		r := &Result{ID: f.ID, Entrants: f.Entrants, Scores: got[:], Ranks: ranksOf(got[:]), Turns: 9}
		if change != nil {
			change(r)
		}
		if added, err := s.Add(r); err != nil || !added {
			t.Fatalf("%v: added %v, %v", f.ID, added, err)
		}
	}
	return s
}

// ranked formats standings as ranks and names: "1a 2b 2c".
func ranked(s *Standings) string {
	var list []string
	for _, e := range s.Entrants {
		list = append(list, string(rune('0'+e.Rank))+e.Name)
	}
	return strings.Join(list, " ")
}

func four() Config {
	return Config{Format: RoundRobin, Entrants: []string{"a", "b", "c", "d"}, Rounds: 1, Rotations: 1}
}

// TestTieBreaks: each tie-break decides where all tie-breaks before it leave entrants equal.
func TestTieBreaks(t *testing.T) {
	for _, c := range []struct {
		name   string
		scores map[string][2]int
		want   string
	}{
		{"points", map[string][2]int{"ab": {0, 1}, "ac": {0, 1}, "ad": {0, 1}, "bc": {0, 1}, "bd": {0, 1}, "cd": {0, 1}}, "1d 2c 3b 4a"},
		{"head to head", map[string][2]int{ // a and b 2 each, b beat a; c and d 1 each, d beat c
			"ab": {0, 1}, "ac": {1, 0}, "ad": {1, 0}, "bc": {0, 1}, "bd": {1, 0}, "cd": {0, 1}}, "1b 2a 3d 4c"},
		{"Sonneborn–Berger", map[string][2]int{ // a and b drew and have 1.5; b beat the first, a the last
			"ab": {1, 1}, "ac": {0, 1}, "ad": {1, 0}, "bc": {1, 0}, "bd": {0, 1}, "cd": {1, 0}}, "1c 2b 3a 4d"},
		{"a circle", map[string][2]int{ // a, b and c beat each other, and all of them d
			"ab": {2, 0}, "ac": {0, 2}, "bc": {2, 0}, "ad": {2, 0}, "bd": {2, 0}, "cd": {2, 0}}, "1a 1b 1c 4d"},
		{"mean score", map[string][2]int{
			"ab": {2, 0}, "ac": {0, 2}, "bc": {5, 0}, "ad": {2, 0}, "bd": {2, 0}, "cd": {9, 0}}, "1c 2b 3a 4d"},
		{"all equal", map[string][2]int{}, "1a 1b 1c 1d"},
	} {
		s := playedAs(t, four(), c.scores, nil).Standings(StandingsOptions{})
		if got := ranked(s); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestTieBreakValues: the values of tie-breaks equal those computed by hand.
func TestTieBreakValues(t *testing.T) {
	s := playedAs(t, four(), map[string][2]int{
		"ab": {1, 1}, "ac": {3, 1}, "ad": {2, 0}, "bc": {4, 2}, "bd": {0, 2}, "cd": {6, 6}}, nil)
	got := s.Standings(StandingsOptions{})
	// Points: a 2.5, b 1.5, c 0.5, d 1.5. b and d met: d won.
	if want := "1a 2d 3b 4c"; ranked(got) != want {
		t.Fatalf("%s, want %s", ranked(got), want)
	}
	if want := []string{"points a match", "head to head", "Sonneborn–Berger", "wins a match", "mean score"}; !cmp.Equal(got.TieBreaks, want) {
		t.Errorf("tie-breaks %q, want %q", got.TieBreaks, want)
	}
	mean := func(points float64) float64 { return points / 3 }
	for at, want := range [][]float64{
		{mean(2.5), 0.5, (mean(1.5)*0.5 + mean(0.5) + mean(1.5)) / 3, 2.0 / 3, 2},
		{mean(1.5), 1, (mean(1.5) + mean(0.5)*0.5) / 3, 1.0 / 3, 8.0 / 3},
		{mean(1.5), 0, (mean(2.5)*0.5 + mean(0.5)) / 3, 1.0 / 3, 5.0 / 3},
		{mean(0.5), 0.5, mean(1.5) * 0.5 / 3, 0, 3},
	} {
		for i, v := range got.Entrants[at].TieBreaks {
			if math.Abs(v-want[i]) > 1e-8 {
				t.Errorf("%s: %s is %v, want %v", got.Entrants[at].Name, got.TieBreaks[i], v, want[i])
			}
		}
	}
	a := got.Entrants[0]
	if a.Points != 2.5 || a.Matches != 3 || a.Wins != 2 || a.Draws != 1 || a.Losses != 0 || a.MeanScore != 2 ||
		!slices.Equal(a.Ranks, []int{3}) || a.Better <= 0.5 || a.Low >= a.Strength || a.High <= a.Strength {
		t.Errorf("a stands as %+v", a)
	}
	if got.Matches != 6 || got.Planned != 6 || !got.Complete || got.Fingerprint != s.Fingerprint() {
		t.Errorf("%d of %d matches, complete %v", got.Matches, got.Planned, got.Complete)
	}
	if last := got.Entrants[3]; last.Better != 0 {
		t.Errorf("the last one is better than the next with %v", last.Better)
	}
}

// TestFailuresOfStandings: failures are counted by reason; turns that were late by the machine's fault are no failure.
func TestFailuresOfStandings(t *testing.T) {
	reasons := map[ID][]string{{Block: 0}: {string(match.Crashed), string(match.Finished)}}
	s := playedAs(t, Config{Format: RoundRobin, Entrants: []string{"a", "b"}, Rounds: 3, Rotations: 1}, nil, func(r *Result) {
		r.Reasons, r.Used = reasons[r.ID], []int64{5, 7}
		switch r.ID.Block {
		case 1:
			r.Late, r.Host = []int{2, 3}, []int{2, 1}
		case 2:
			r.Late = []int{0, 1}
			r.Silent, r.Crashed = []int{0, 2}, []int{3, 1}
		}
		if r.Entrants[0] != 0 { // the same for a and b, whoever plays first
			slices.Reverse(r.Reasons)
			slices.Reverse(r.Late)
			slices.Reverse(r.Host)
			slices.Reverse(r.Silent)
			slices.Reverse(r.Crashed)
			slices.Reverse(r.Used)
		}
	})
	for _, e := range s.Standings(StandingsOptions{NoStrengths: true}).Entrants {
		want, used := map[string]int{"crashed": 2}, int64(15)
		if e.Name == "b" {
			want, used = map[string]int{"late": 2, "silent": 1, "crashed": 1}, 21
		}
		if !cmp.Equal(e.Failures, want) || e.UsedMS != used {
			t.Errorf("%s has failures %v and used %d ms, want %v and %d", e.Name, e.Failures, e.UsedMS, want, used)
		}
	}
}

// TestCrossTable: the cross table adds up.
func TestCrossTable(t *testing.T) {
	s := newSchedule(t, Config{Format: RoundRobin, Entrants: names(7), Players: 3, Rounds: 12, Seed: 3})
	playAll(t, s)
	standings, table := s.Standings(StandingsOptions{}), s.CrossTable(0)
	for i, name := range table.Names {
		if name != standings.Entrants[i].Name {
			t.Errorf("row %d is %s, want %s", i, name, standings.Entrants[i].Name)
		}
		met := 0
		for j := range table.Names {
			one, other := table.Cell(i, j), table.Cell(j, i)
			met += one.Met
			if one.Met != other.Met || one.Wins != other.Losses || one.Draws != other.Draws ||
				one.Wins+one.Draws+one.Losses != one.Met || math.Abs(one.Better+other.Better-1) > 1e-12 {
				t.Errorf("%s against %s is %+v, the other way %+v", name, table.Names[j], one, other)
			}
		}
		if want := 2 * standings.Entrants[i].Matches; met != want || met == 0 {
			t.Errorf("%s met %d, want %d", name, met, want)
		}
		if i > 0 && math.Abs(table.Cell(i-1, i).Better-standings.Entrants[i-1].Better) > 1e-12 {
			t.Errorf("%s is better than the next with %v and with %v", table.Names[i-1],
				table.Cell(i-1, i).Better, standings.Entrants[i-1].Better)
		}
	}
	if first, last := standings.Entrants[0], standings.Entrants[6]; first.Low <= last.High {
		t.Errorf("the intervals of %+v and %+v overlap", first, last)
	}
}

// TestStandingsOfNothing: before the first match, and of stages that have not begun, standings are defined.
func TestStandingsOfNothing(t *testing.T) {
	c := four()
	c.Top, c.Final = 2, &Config{Format: RoundRobin}
	s := newSchedule(t, c)
	for stage := range 2 {
		standings := s.Standings(StandingsOptions{Stage: stage})
		if _, err := json.Marshal(standings); err != nil {
			t.Errorf("stage %d: %v", stage, err)
		}
		var text strings.Builder
		if err := s.CrossTable(stage).WriteJSON(&text); err != nil || !json.Valid([]byte(text.String())) {
			t.Errorf("stage %d: %v, %s", stage, err, text.String())
		}
		if want := []string{"1a 1b 1c 1d", ""}[stage]; ranked(standings) != want || standings.Complete {
			t.Errorf("stage %d: %s, complete %v, want %s", stage, ranked(standings), standings.Complete, want)
		}
	}
	playAll(t, s)
	first := s.Standings(StandingsOptions{NoFingerprint: true, NoStrengths: true})
	if want := []string{first.Entrants[0].Name, first.Entrants[1].Name}; !slices.Equal(s.Entrants(1), want) || first.Fingerprint != "" {
		t.Errorf("finalists %q, want %q, the first ones of the standings", s.Entrants(1), want)
	}
	final := s.Standings(StandingsOptions{Stage: 1})
	if len(final.Entrants) != 2 || !final.Complete || final.Matches == 0 || final.Matches != final.Entrants[0].Matches {
		t.Errorf("the final stands as %+v", final)
	}
}

// TestStandingsWhateverTheOrder: the order of the results makes no difference.
func TestStandingsWhateverTheOrder(t *testing.T) {
	for _, c := range []Config{
		{Format: RoundRobin, Entrants: names(6), Players: 3, Rounds: 6, Seed: 1},
		{Format: Gauntlet, Entrants: names(6), Rounds: 4, Seed: 2},
	} {
		var want *Standings
		for seed := range uint64(3) {
			rng := rand.New(rand.NewPCG(seed, 1))
			s := newSchedule(t, c)
			fixtures := slices.Collect(s.Fixtures(0))
			for _, i := range rng.Perm(len(fixtures)) {
				if _, err := s.Add(strong(fixtures[i])); err != nil {
					t.Fatal(err)
				}
			}
			got := s.Standings(StandingsOptions{})
			if want == nil {
				want = got
			}
			if !cmp.Equal(got, want) {
				t.Errorf("%s, seed %d: %s", c.Format, seed, cmp.Diff(got, want))
			}
		}
		if c.Format != Gauntlet {
			continue
		}
		for i, e := range want.Entrants[1:] {
			if e.Strength > want.Entrants[i].Strength {
				t.Errorf("gauntlet: %s is behind %s, which is weaker", e.Name, want.Entrants[i].Name)
			}
		}
	}
}

// TestSwissStandings: the tie-breaks of a Swiss event with byes equal those computed directly from its results.
func TestSwissStandings(t *testing.T) {
	s := newSchedule(t, Config{Format: Swiss, Entrants: names(7), Rounds: 4, Rotations: 2, Seed: 5})
	playAll(t, s)
	points, matches := map[string]float64{}, map[string]float64{}
	var results []Result
	for f := range s.Fixtures(0) {
		r, ok := s.Result(f.ID)
		if !ok {
			t.Fatalf("%v has no result", f.ID)
		}
		results = append(results, r)
		for i, e := range r.Entrants {
			points[s.names[e]] += float64(beaten(r.Ranks, i)) / 2
			matches[s.names[e]]++
		}
	}
	buchholz, sonneborn := map[string]float64{}, map[string]float64{}
	for _, r := range results {
		for i, e := range r.Entrants {
			other := s.names[r.Entrants[1-i]]
			mean := points[other] / matches[other]
			buchholz[s.names[e]] += mean / matches[s.names[e]]
			sonneborn[s.names[e]] += mean * float64(beaten(r.Ranks, i)) / 2 / matches[s.names[e]]
		}
	}
	standings := s.Standings(StandingsOptions{})
	byes := 0
	for i, e := range standings.Entrants {
		byes += e.Byes
		want := []float64{points[e.Name] / matches[e.Name], buchholz[e.Name], sonneborn[e.Name]}
		for at, v := range want {
			if math.Abs(e.TieBreaks[at]-v) > 1e-8 {
				t.Errorf("%s: %s is %v, want %v", e.Name, standings.TieBreaks[at], e.TieBreaks[at], v)
			}
		}
		if i > 0 && slices.Compare(e.TieBreaks, standings.Entrants[i-1].TieBreaks) > 0 {
			t.Errorf("%s is behind %s, whose tie-breaks are worse", e.Name, standings.Entrants[i-1].Name)
		}
	}
	if byes != 4 {
		t.Errorf("%d byes in 4 rounds of 7, want 4", byes)
	}
}

// TestKnockoutStandings: the bracket decides ranks before the points do.
func TestKnockoutStandings(t *testing.T) {
	s := newSchedule(t, Config{Format: Knockout, Entrants: names(8), Rotations: 2, BestOf: 3, Seed: 8})
	playAll(t, s)
	standings := s.Standings(StandingsOptions{})
	places := s.stages[0].plan.(placed).places()
	for i, e := range standings.Entrants {
		place := places[slices.Index(names(8), e.Name)]
		if e.TieBreaks[0] != -float64(place) || i < 4 && (place != i+1 || e.Rank != i+1) {
			t.Errorf("rank %d: %s has place %d and the value %v", e.Rank, e.Name, place, e.TieBreaks[0])
		}
	}
	if standings.TieBreaks[0] != "place in the bracket" || !standings.Complete {
		t.Errorf("%q, complete %v", standings.TieBreaks, standings.Complete)
	}
}

// TestTally: a tally outside an event counts matches of all sizes.
func TestTally(t *testing.T) {
	tally := NewTally([]string{"a", "b", "c"})
	for i, m := range []struct{ players, ranks []int }{
		{[]int{0, 1, 2}, []int{1, 7, 7}}, {[]int{1, 2}, []int{1, 2}}, {[]int{2, 0}, []int{2, 1}},
	} {
		if err := tally.Add(i, m.players, m.ranks); err != nil {
			t.Fatal(err)
		}
	}
	for _, wrong := range [][]int{{0, 3}, {-1, 0}, {0, 0}, {0}} {
		if err := tally.Add(3, wrong, []int{1, 2}[:len(wrong)]); err == nil {
			t.Errorf("players %v are taken", wrong)
		}
	}
	s, table := tally.Tables(StandingsOptions{})
	if ranked(s) != "1a 2b 3c" || s.Matches != 3 || !s.Complete {
		t.Errorf("%s after %d matches", ranked(s), s.Matches)
	}
	if c := s.Entrants[2]; c.Points != 0.25 || !slices.Equal(c.Ranks, []int{0, 3}) || c.Losses != 3 {
		t.Errorf("c stands as %+v", c)
	}
	if cell := table.Cell(1, 2); cell.Met != 2 || cell.Wins != 1 || cell.Draws != 1 {
		t.Errorf("b against c is %+v", cell)
	}
}

// BenchmarkStandings computes the standings of a million results of six players.
func BenchmarkStandings(b *testing.B) {
	s := newSchedule(b, Config{Format: RoundRobin, Entrants: names(24), Players: 6, Rounds: 166_667 / 4, Seed: 1})
	for {
		fs := s.Take(1000, nil)
		if len(fs) == 0 {
			break
		}
		for _, f := range fs {
			if _, err := s.Add(strong(f)); err != nil {
				b.Fatal(err)
			}
		}
	}
	counted, _, _ := s.Count()
	b.Logf("%d matches", counted)
	var tally *Tally
	b.Run("tally", func(b *testing.B) {
		for b.Loop() {
			tally = s.Tally(0, false)
		}
	})
	b.Run("tables", func(b *testing.B) {
		for b.Loop() {
			tally.Tables(StandingsOptions{})
		}
	})
}

// TestMeanPlace: the mean place counts the best place of those who share one; before the first match it is 0.
func TestMeanPlace(t *testing.T) {
	tally := NewTally([]string{"a", "b", "c", "d"})
	for _, ranks := range [][]int{{1, 2, 3}, {1, 1, 3}, {3, 1, 1}} {
		if err := tally.Add(0, []int{0, 1, 2}, ranks); err != nil {
			t.Fatal(err)
		}
	}
	s, _ := tally.Tables(StandingsOptions{NoStrengths: true})
	want := map[string]float64{"a": 5.0 / 3, "b": 4.0 / 3, "c": 7.0 / 3, "d": 0}
	for _, e := range s.Entrants {
		if e.MeanPlace != want[e.Name] {
			t.Errorf("%s: %g, want %g", e.Name, e.MeanPlace, want[e.Name])
		}
	}
}
