package store_test

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"blastyard/tournament"
	"blastyard/tournament/internal/store"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// model is a store that keeps its matches in a list, and scans the list for each query.
type model struct {
	names   []string
	matches []tournament.Match
}

func (m *model) find(id tournament.ID, try int) int {
	return slices.IndexFunc(m.matches, func(x tournament.Match) bool { return x.ID == id && x.Try == try })
}

func (m *model) apply(l store.Logged) {
	for i, r := range l.Record.Results {
		if m.find(r.ID, r.Try) >= 0 {
			continue
		}
		if before := m.find(r.ID, r.Try-1); r.Try > 0 && (before < 0 || !m.matches[before].Void) {
			continue
		}
		x := tournament.Match{Result: r, Round: l.Fixtures[i].Round, Map: l.Fixtures[i].Map, Seed: l.Fixtures[i].Seed}
		for _, e := range r.Entrants {
			x.Names = append(x.Names, m.names[e])
		}
		for p := range x.Words { // only of bots that failed
			if !failed(x, p) {
				x.Words[p] = ""
			}
		}
		m.matches = append(m.matches, x)
	}
	if v := l.Record.Void; v != nil {
		if i := m.find(v.ID, v.Try); i >= 0 && !m.matches[i].Void {
			m.matches[i].Void, m.matches[i].Why = true, v.Why
		}
	}
}

func value[T any](list []T, i int) (v T) {
	if len(list) > 0 {
		v = list[i]
	}
	return v
}

func unfinished(m tournament.Match, p int) bool {
	r := value(m.Reasons, p)
	return r != "" && r != "finished"
}

// troubled reports whether a player had turns of this word by its own fault.
func troubled(m tournament.Match, p int, word string) bool {
	switch word {
	case "late":
		return value(m.Late, p) > value(m.Host, p)
	case "silent":
		return value(m.Silent, p) > 0
	default:
		return word == "crashed" && value(m.Crashed, p) > 0
	}
}

func failed(m tournament.Match, p int) bool {
	return unfinished(m, p) || slices.ContainsFunc(troubles, func(word string) bool { return troubled(m, p, word) })
}

var troubles = []string{"late", "silent", "crashed"}

func (m *model) asked(q tournament.Query) (all []tournament.Match) {
	for _, x := range m.matches {
		reason := func(p int) bool {
			if q.Reason == tournament.AnyReason {
				return failed(x, p)
			}
			return unfinished(x, p) && value(x.Reasons, p) == q.Reason || troubled(x, p, q.Reason)
		}
		var byReason, byText bool
		for p, name := range x.Names {
			byReason = byReason || (q.Entrant == "" || q.Entrant == name) && reason(p)
			byText = byText || contains(name, q.Text) || contains(value(x.Words, p), q.Text)
		}
		if q.Void && !x.Void || !q.Void && !q.All && x.Void ||
			q.Marked && !x.Marked ||
			q.Stage != nil && *q.Stage != x.ID.Stage || q.Round != nil && *q.Round != x.Round ||
			q.Entrant != "" && !slices.Contains(x.Names, q.Entrant) ||
			q.Against != "" && !slices.Contains(x.Names, q.Against) ||
			q.Reason != "" && !byReason || q.Text != "" && !byText {
			continue
		}
		all = append(all, x)
	}
	slices.SortFunc(all, func(a, b tournament.Match) int { return cmp.Or(a.ID.Compare(b.ID), cmp.Compare(a.Try, b.Try)) })
	if q.Newest {
		slices.Reverse(all)
	}
	return all
}

func contains(text, part string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(part))
}

var someReasons = []string{"", "", "finished", "crashed", "timeout"}

// drawLog draws a log of a few blocks with three players each, with repeated results and with voided results that are
// played again.
func drawLog(t *rapid.T, names []string) (log []store.Logged) {
	blocks := rapid.IntRange(1, 8).Draw(t, "blocks")
	entrants := make([][]int, blocks)
	everybody := make([]int, len(names))
	for i := range everybody {
		everybody[i] = i
	}
	for b := range entrants {
		entrants[b] = rapid.Permutation(everybody).Draw(t, "entrants")[:3]
	}
	small := rapid.IntRange(0, 3)
	numbers := func(name string) []int {
		if rapid.Bool().Draw(t, "no "+name) {
			return nil
		}
		return rapid.SliceOfN(small, 3, 3).Draw(t, name)
	}
	for seq := range rapid.IntRange(1, 40).Draw(t, "records") {
		l := store.Logged{Seq: uint64(seq + 1)}
		id := func() tournament.ID {
			b := rapid.IntRange(0, blocks-1).Draw(t, "block")
			return tournament.ID{Stage: b % 2, Block: b * 1000, Match: rapid.IntRange(0, 2).Draw(t, "match")}
		}
		try := rapid.SampledFrom([]int{0, 0, 0, 1, 2})
		if rapid.IntRange(0, 4).Draw(t, "kind") == 0 {
			l.Record.Void = &tournament.Void{ID: id(), Try: try.Draw(t, "try"), Why: fmt.Sprint("why ", seq)}
			log = append(log, l)
			continue
		}
		for range rapid.IntRange(1, 4).Draw(t, "results") {
			r := tournament.Result{ID: id(), Try: try.Draw(t, "try"), Turns: seq,
				Marked: rapid.Bool().Draw(t, "marked")}
			b := r.ID.Block / 1000
			for p := range 3 {
				r.Entrants = append(r.Entrants, entrants[b][(p+r.ID.Match)%3])
			}
			r.Ranks = rapid.SampledFrom([][]int{{1, 2, 3}, {3, 1, 1}, {1, 1, 1}, {2, 2, 1}}).Draw(t, "ranks")
			r.Scores = []int{seq, -seq, 5}
			r.Reasons = rapid.SliceOfN(rapid.SampledFrom(someReasons), 3, 3).Draw(t, "reasons")
			r.Words = rapid.SliceOfN(rapid.SampledFrom([]string{"", "100% Bob_x", "50\\"}), 3, 3).Draw(t, "words")
			r.Late, r.Host = numbers("late"), numbers("host")
			r.Silent, r.Crashed = numbers("silent"), numbers("crashed")
			r.Used = []int64{int64(seq), 2, 3}
			l.Record.Results = append(l.Record.Results, r)
			l.Fixtures = append(l.Fixtures, tournament.Fixture{Round: b / 2, Map: []string{"", "small"}[b%2],
				Seed: uint64(b)})
		}
		log = append(log, l)
	}
	return log
}

// normal returns a match without the lists whose items are all defaults.
func normal(m tournament.Match) tournament.Match {
	m.Reasons, m.Words, m.Late, m.Host = zeroless(m.Reasons), zeroless(m.Words), zeroless(m.Late), zeroless(m.Host)
	m.Silent, m.Crashed = zeroless(m.Silent), zeroless(m.Crashed)
	return m
}

func zeroless[T comparable](list []T) []T {
	var zero T
	if slices.ContainsFunc(list, func(v T) bool { return v != zero }) {
		return list
	}
	return nil
}

func drawQuery(t *rapid.T, names []string) (q tournament.Query) {
	name := rapid.SampledFrom(append([]string{"", "", "", "nobody of them"}, names...))
	q.Entrant, q.Against = name.Draw(t, "entrant"), name.Draw(t, "against")
	q.Reason = rapid.SampledFrom([]string{"", "", "crashed", "timeout", "late", "silent", tournament.AnyReason,
		"unheard of"}).Draw(t,
		"reason")
	q.Text = rapid.SampledFrom([]string{"", "", "", "bOb", "%", "_x", "\\", "n", "zzz"}).Draw(t, "text")
	if rapid.IntRange(0, 2).Draw(t, "by stage") == 0 {
		n := rapid.IntRange(0, 2).Draw(t, "stage")
		q.Stage = &n
	}
	if rapid.IntRange(0, 2).Draw(t, "by round") == 0 {
		n := rapid.IntRange(-1, 4).Draw(t, "round")
		q.Round = &n
	}
	q.Marked, q.Void = rapid.IntRange(0, 3).Draw(t, "marked") == 0, rapid.IntRange(0, 3).Draw(t, "void") == 0
	q.All, q.Newest = rapid.Bool().Draw(t, "all"), rapid.Bool().Draw(t, "newest")
	q.Limit = rapid.IntRange(1, 5).Draw(t, "limit")
	return q
}

// TestQuestionsAsAListWouldAnswer: whatever the log and the query, all pages together equal a scan of a plain list of
// the matches, and the sums of each entrant are those of the list.
func TestQuestionsAsAListWouldAnswer(t *testing.T) {
	names := []string{"Ann", "Bob", "bobby_x", "Cy 100%", "Dan"}
	n := 0
	folder := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		n++
		s, err := store.Open(filepath.Join(folder, fmt.Sprint(n, ".db")))
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		ctx := testContext
		if err := s.SetEntrants(ctx, names); err != nil {
			t.Fatal(err)
		}
		m := model{names: names}
		log := drawLog(t, names)
		for rest := log; len(rest) > 0; {
			size := rapid.IntRange(1, len(rest)).Draw(t, "batch")
			if err := s.Apply(ctx, rest[:size]); err != nil {
				t.Fatal(err)
			}
			rest = rest[size:]
		}
		if err := s.Apply(ctx, log); err != nil { // applying the log again changes nothing
			t.Fatal(err)
		}
		for _, l := range log {
			m.apply(l)
		}
		if got := s.Position(); got != uint64(len(log)) {
			t.Fatalf("position %d, want %d", got, len(log))
		}
		compareSums(t, s, &m)
		for range 8 {
			compareQuery(t, s, &m, drawQuery(t, names))
		}
	})
}

func compareQuery(t *rapid.T, s *store.Store, m *model, q tournament.Query) {
	want := m.asked(q)
	var got []tournament.Match
	for pages := 0; ; pages++ {
		page, next, err := s.Matches(testContext, q)
		if err != nil {
			t.Fatalf("%+v: %v", q, err)
		}
		if len(page) > q.Limit || pages > len(want) {
			t.Fatalf("%+v: page %d has %d matches", q, pages, len(page))
		}
		got = append(got, page...)
		if q.After = next; next == "" {
			break
		}
	}
	for i := range want {
		want[i] = normal(want[i])
	}
	if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("%+v: want -, got +\n%s", q, diff)
	}
}

func compareSums(t *rapid.T, s *store.Store, m *model) {
	var voids, marked, failures int64
	counted := m.asked(tournament.Query{})
	for _, x := range counted {
		if x.Marked {
			marked++
		}
		if failed(x, 0) || failed(x, 1) || failed(x, 2) {
			failures++
		}
	}
	voids = int64(len(m.matches) - len(counted))
	counts, err := s.Counts(testContext)
	want := store.Counts{Matches: int64(len(counted)), Voids: voids, Marked: marked, Failed: failures}
	if err != nil || counts != want {
		t.Fatalf("counts %+v, error %v, want %+v", counts, err, want)
	}
	for _, name := range m.names {
		got, err := s.Entrant(testContext, name)
		if err != nil {
			t.Fatal(err)
		}
		got.Versions, got.Last = nil, nil
		if diff := gocmp.Diff(m.entrant(name), got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("%s: want -, got +\n%s", name, diff)
		}
	}
}

// entrant describes an entrant by scanning the list.
func (m *model) entrant(name string) *tournament.Entrant {
	e := &tournament.Entrant{Name: name, Failures: map[string]int{}}
	opponents := map[string]*tournament.Opponent{}
	for _, x := range m.matches {
		p := slices.Index(x.Names, name)
		if p < 0 {
			continue
		}
		if !slices.Contains(e.Stages, x.ID.Stage) {
			e.Stages = append(e.Stages, x.ID.Stage)
		}
		if x.Void {
			continue
		}
		a := &e.All
		a.Matches++
		a.Score += int64(x.Scores[p])
		a.Late += int64(value(x.Late, p))
		a.Host += int64(value(x.Host, p))
		a.Silent += int64(value(x.Silent, p))
		a.Crashed += int64(value(x.Crashed, p))
		a.Turns += int64(x.Turns)
		a.UsedMS += x.Used[p]
		switch best := strings.Count(fmt.Sprint(x.Ranks), "1"); {
		case x.Ranks[p] != 1:
			a.Losses++
		case best == 1:
			a.Wins++
		default:
			a.Draws++
		}
		if unfinished(x, p) {
			e.Failures[x.Reasons[p]]++
		}
		for _, word := range troubles {
			if troubled(x, p, word) && !(unfinished(x, p) && x.Reasons[p] == word) {
				e.Failures[word]++
			}
		}
		if failed(x, p) {
			a.Failed++
		}
		for o, other := range x.Names {
			if o == p {
				continue
			}
			if opponents[other] == nil {
				opponents[other] = &tournament.Opponent{Name: other}
			}
			pair := opponents[other]
			pair.Met++
			switch cmp.Compare(x.Ranks[p], x.Ranks[o]) {
			case -1:
				pair.Wins++
			case 0:
				pair.Draws++
			default:
				pair.Losses++
			}
		}
	}
	slices.Sort(e.Stages)
	for _, o := range opponents {
		e.Opponents = append(e.Opponents, *o)
	}
	slices.SortFunc(e.Opponents, func(a, b tournament.Opponent) int { return strings.Compare(a.Name, b.Name) })
	return e
}
