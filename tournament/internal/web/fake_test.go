package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"blastyard/tournament"
	"blastyard/tournament/event"
)

// TestMain serves a fake event until it is interrupted if BLASTYARD_FAKE_EVENT has an address and a size. So its pages
// can be viewed: BLASTYARD_FAKE_EVENT=127.0.0.1:8099,24 go test ./tournament/internal/web
// With ",over" after that the event is over, and two have left.
func TestMain(m *testing.M) {
	address, size, asked := strings.Cut(os.Getenv("BLASTYARD_FAKE_EVENT"), ",")
	if !asked {
		goleak.VerifyTestMain(m)
		return
	}
	if err := serveFake(address, size); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serveFake(address, size string) error {
	size, over := strings.CutSuffix(size, ",over")
	n, err := strconv.Atoi(size)
	if err != nil {
		return err
	}
	src := newFake(n, 30)
	src.replay, err = os.ReadFile(os.Getenv("BLASTYARD_FAKE_REPLAY"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	about := fakeAbout()
	about.Name = cmp.Or(os.Getenv("BLASTYARD_FAKE_NAME"), about.Name)
	about.Closes = time.Now().Add(2*time.Hour + 30*time.Second).In(fakeTime.Location())
	src.set(func(s *Snapshot) {
		s.Phase = Phase{Name: "playing", Submissions: true, Next: "closes", At: about.Closes}
	})
	if over {
		src.set(func(s *Snapshot) {
			list := s.Stages[0].Standings.Entrants
			list[n-2].Status, list[n-2].Why = tournament.Withdrawn, "the team has gone home"
			list[n-1].Status, list[n-1].Why = tournament.Disqualified, "it is a copy of another bot"
			s.Progress = event.Progress{Played: s.Progress.Played, Done: true, Why: "all matches are played"}
			s.Phase, s.Next, s.Decided = Phase{Name: "over"}, nil, s.Latest
		})
	}
	site, err := New(Options{Source: src, About: about})
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	fmt.Printf("the event is at http://%s/\n", l.Addr())
	go func() { // play a match a second, so that the pages change
		for sleep(ctx, time.Second) {
			src.set(func(s *Snapshot) { s.Progress.Played++ })
		}
	}()
	return site.Serve(ctx, l, TLS{})
}

// fakeAbout describes an event with all fields set.
func fakeAbout() About {
	return About{Name: "Winter Cup 2026", Game: "hexabomb", Format: "round-robin", Players: 2, Turns: 100,
		TurnTime: 200 * time.Millisecond, Decides: "ends when the first 3 ranks are separated (95 %)",
		Website: "http://arena.example.org/"}
}

// A fake is a Source with a made-up event: an entrant is stronger the lower its number is.
type fake struct {
	mu      sync.Mutex
	snap    *Snapshot
	changed chan struct{}
	matches []tournament.Match
	replay  []byte // replay of all matches
	err     error  // error of all calls
	asked   int    // number of queries of the store
}

// perElo is the number of Elo-like points of a strength of 1.
const perElo = 400 / math.Ln10

var fakeTime = time.Date(2026, 11, 22, 17, 30, 0, 0, time.FixedZone("CET", 3600))

const fakeHash = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

// hostileNames are names that could do harm in a page or a file.
var hostileNames = []string{
	`<script>window.harmed=1</script>`, `"><img src=x onerror=window.harmed=1>`, "\u202eevil\u202c", "a\x1b[2J\x00\nb",
	"終端記号列制御文字向量子計算機械学習強化探索木", "=HYPERLINK(\"http://evil\")", "{{.}}", "a/../../b?c#d&e=f",
	"مرحبا", "x\u0301\u0302\u0303",
}

var plainNames = []string{"hunter", "greedy", "bomber", "turtle", "wanderer", "sapper", "mole", "fuse", "ember", "cinder"}

func fakeName(i int) string {
	switch {
	case i < len(plainNames):
		return plainNames[i]
	case i < len(plainNames)+len(hostileNames):
		return hostileNames[i-len(plainNames)]
	}
	return fmt.Sprintf("team-%02d", i+1)
}

// newFake creates an event of n entrants with this many played matches of two.
func newFake(n, matches int) *fake {
	f := &fake{changed: make(chan struct{})}
	s := &Snapshot{At: fakeTime, Planned: 1}
	for i := range n {
		s.Names = append(s.Names, fakeName(i))
	}
	for i := range matches {
		f.matches = append(f.matches, fakeMatch(s.Names, i))
	}
	if n > 0 {
		s.Stages = []Stage{fakeStage(s.Names, matches)}
	}
	s.Progress = event.Progress{Played: matches, Planned: 4 * matches, PerSecond: 12.5, Left: 20 * time.Minute,
		Workers: []event.Worker{{Name: "this machine", Slots: 2, Busy: 1, Played: matches, Abilities: event.Abilities{Fair: 3, System: "linux/amd64", Level: "namespaces", Tools: map[string]string{"python": "3.13"}},
			Seen: fakeTime}}}
	if n > 1 {
		s.Progress.Running = []event.Running{{Fixture: tournament.Fixture{ID: tournament.ID{Block: 99}, Map: "tiny"}, Names: s.Names[:2],
			Worker: "this machine", Since: fakeTime.Add(-3 * time.Second), Turn: 41}}
		for i := range 8 {
			s.Next = append(s.Next, Upcoming{ID: tournament.ID{Block: 100 + i}, Round: i / 4, Map: "tiny",
				Names: []string{s.Names[i%n], s.Names[(i+1)%n]}, At: fakeTime.Add(time.Duration(i) * time.Minute)})
		}
	}
	for i := range min(matches, 10) {
		s.Latest = append(s.Latest, f.matches[matches-1-i])
	}
	f.snap = s
	return f
}

func fakeMatch(names []string, i int) tournament.Match {
	a, b := i%len(names), (i+1+i/len(names))%len(names)
	if a == b {
		b = (b + 1) % len(names)
	}
	m := tournament.Match{Round: i / 10, Map: "tiny", Seed: uint64(1000 + i), Names: []string{names[a], names[b]}}
	m.Result = tournament.Result{ID: tournament.ID{Block: i / 2, Match: i % 2}, Entrants: []int{a, b}, Ranks: []int{1, 2},
		Scores: []int{40, 17}, Turns: 100, State: "deadbeef", Used: []int64{120, 340}, Took: 900, Replay: fakeHash,
		Worker: "this machine", Ended: fakeTime.Add(time.Duration(i) * time.Second).UnixMilli()}
	if a > b {
		m.Ranks, m.Scores = []int{2, 1}, []int{17, 40}
	}
	switch i % 10 {
	case 3:
		m.Reasons, m.Words = []string{"crashed", finished}, []string{"Traceback:\n <b>ZeroDivisionError</b>\x1b[2J\u202e", ""}
	case 6:
		m.Late, m.Host, m.Marked = []int{0, 5}, []int{0, 2}, true
		m.Silent, m.Crashed = []int{0, 3141}, []int{2718, 0}
	case 9:
		m.Void, m.Why, m.Result.Replay = true, "the power failed <i>", ""
	}
	return m
}

func fakeStage(names []string, matches int) Stage {
	n := len(names)
	st := &tournament.Standings{Matches: matches, Planned: 4 * matches, Complete: false, Why: "goes on",
		TieBreaks: []string{"points", "strength", "mean score"}, Fingerprint: strings.Repeat("ab", 32)}
	var pairs [][]tournament.PairCell
	for i, name := range names {
		strength := 1 - 2*float64(i)/float64(max(n-1, 1))
		e := tournament.Standing{Rank: i + 1, Name: name, Points: float64(2*(n-i)) + 0.5, Strength: strength,
			Low: strength - 0.2, High: strength + 0.2, Elo: 1500 + 173.7*strength, EloLow: 1500 + 173.7*(strength-0.2),
			EloHigh: 1500 + 173.7*(strength+0.2), Matches: 40, Wins: 30 - i, Draws: 2, Losses: 8 + i, MeanScore: 33.25,
			Ranks: []int{30 - i, 10 + i}, Failures: map[string]int{}, UsedMS: 12345}
		if i%7 == 3 {
			e.Failures = map[string]int{"crashed": 2, "late": 1}
		}
		if i+1 < n {
			e.Better = 0.90 + 0.02*float64(i%5)
		}
		st.Entrants = append(st.Entrants, e)
		var row []tournament.PairCell
		for j := range names {
			diff := 2 * float64(j-i) / float64(max(n-1, 1))
			p := tournament.PairCell{Met: 20, Better: 1 / (1 + math.Exp(-12*diff))}
			p.Wins = int(20 / (1 + math.Exp(-1.6*diff)))
			p.Losses = 20 - p.Wins
			if i == j {
				p = tournament.PairCell{Better: 0.5}
			}
			row = append(row, p)
		}
		pairs = append(pairs, row)
	}
	return Stage{Format: "round-robin", Standings: st, CrossTable: crossTableOf(slices.Clone(names), pairs)}
}

func crossTableOf(names []string, pairs [][]tournament.PairCell) *tournament.CrossTable {
	return tournament.NewCrossTable(names, func(i, j int) tournament.PairCell { return pairs[i][j] })
}

// set changes a copy of the snapshot and makes it the newest.
func (f *fake) set(change func(*Snapshot)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	next := *f.snap
	change(&next)
	f.snap = &next
	close(f.changed)
	f.changed = make(chan struct{})
}

func (f *fake) Snapshot() *Snapshot {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.snap
}

func (f *fake) Changed() <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.changed
}

func (f *fake) ask() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked++
	return f.err
}

func (f *fake) Matches(_ context.Context, q tournament.Query) (*Matches, error) {
	if err := f.ask(); err != nil {
		return nil, err
	}
	limit := q.Limit
	if limit == 0 {
		limit = PageSize
	}
	start := 0
	if q.After != "" {
		var err error
		if start, err = strconv.Atoi(q.After); err != nil {
			return nil, ErrNotFound
		}
	}
	found := &Matches{}
	for i := start; i < len(f.matches); i++ {
		m := f.matches[len(f.matches)-1-i]
		if (q.Entrant == "" || slices.Contains(m.Names, q.Entrant)) && (q.Against == "" || slices.Contains(m.Names, q.Against)) && (q.Reason == "" || slices.Contains(m.Reasons, q.Reason) ||
			q.Reason == tournament.AnyReason && m.Reasons != nil) && (q.Round == nil || m.Round == *q.Round) && (!q.Marked || m.Marked) && (q.All || !m.Void) {
			if len(found.List) == limit {
				found.Next = strconv.Itoa(i)
				break
			}
			found.List = append(found.List, m)
		}
	}
	return found, nil
}

func (f *fake) Match(_ context.Context, id tournament.ID) (*tournament.Match, error) {
	if err := f.ask(); err != nil {
		return nil, err
	}
	for i := range f.matches {
		if f.matches[i].ID == id {
			return &f.matches[i], nil
		}
	}
	return nil, ErrNotFound
}

func (f *fake) Entrant(_ context.Context, name string) (*tournament.Entrant, error) {
	if err := f.ask(); err != nil {
		return nil, err
	}
	names := f.Snapshot().Names
	if !slices.Contains(names, name) {
		return nil, ErrNotFound
	}
	e := &tournament.Entrant{Name: name, Versions: []tournament.Version{{Number: 1, At: fakeTime.Add(-time.Hour).UnixMilli()},
		{Number: 2, Version: fakeHash, At: fakeTime.UnixMilli(), By: name, All: tournament.Totals{Matches: 12}}},
		Last: []tournament.Failure{{ID: tournament.ID{Block: 1, Match: 1}, Reason: "crashed", Words: "<b>panic</b>\x07"}},
		All:  tournament.Totals{Turns: 4000, UsedMS: 12345, Late: 7, Host: 2, Silent: 4, Crashed: 6}}
	for i := range 30 {
		strength, margin := (40*math.Sin(float64(i)/4)+3*float64(i))/perElo, 200/float64(i+2)/perElo
		e.History = append(e.History, tournament.PastStanding{At: fakeTime.UnixMilli(), Matches: 10 * i, Strength: strength,
			Low: strength - margin, High: strength + margin})
	}
	for _, other := range names {
		if other != name {
			e.Opponents = append(e.Opponents, tournament.Opponent{Name: other, Met: 20, Wins: 12, Draws: 1, Losses: 7})
		}
	}
	return e, nil
}

func (f *fake) Ratings(ctx context.Context, names []string) (list [][]tournament.PastStanding, err error) {
	for i, name := range names {
		e, err := f.Entrant(ctx, name)
		if err != nil {
			return nil, err
		}
		for j := range e.History {
			e.History[j].Strength -= float64(20*i) / perElo
		}
		list = append(list, e.History)
	}
	return list, nil
}

func (f *fake) Replay(_ context.Context, hash string) (io.ReadCloser, error) {
	if err := f.ask(); err != nil {
		return nil, err
	}
	if hash != fakeHash || f.replay == nil {
		return nil, ErrNotFound
	}
	return io.NopCloser(bytes.NewReader(f.replay)), nil
}
