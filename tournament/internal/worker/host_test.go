//go:build unix

package worker

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/bots/testbot"
	"blastyard/internal/hostlag"
	"blastyard/internal/stage"
	"blastyard/tournament"
)

// fakeMeter is a meter with fixed answers. It does not measure the real machine.
type fakeMeter struct {
	blamed func(asked int32) bool // for the late turns of a match; asked counts the matches
	asked  atomic.Int32
}

func (m *fakeMeter) Use() func() { return func() {} }

func (m *fakeMeter) Since(time.Time) hostlag.Lag { return hostlag.Lag{} }

func (m *fakeMeter) Host(s *arena.SeatResult) int {
	if s.Late == 0 || !m.blamed(m.asked.Add(1)) {
		return 0
	}
	return s.Late
}

// timed limits the turns of a scene.
func timed(turns int, limit time.Duration) func(*Options) {
	return func(o *Options) {
		o.Event.NoTimeout, o.Event.Turns, o.Event.TurnTime = false, turns, arena.Duration(limit)
	}
}

// TestVoidMatches: a match with a late turn while the machine was late is repeated a limited number of times; then it
// counts and is marked. The machine is faked, but the bot really is late once a match.
func TestVoidMatches(t *testing.T) {
	s := newStore()
	slow := s.bot(t, "slow") // sleeps for 700 ms in turn 3, so it misses two or three turns
	for name, c := range map[string]struct {
		blamed func(asked int32) bool
		voids  int
		marked bool
	}{
		"never late":    {func(int32) bool { return false }, 0, false},
		"always late":   {func(int32) bool { return true }, 2, true},
		"late at first": {func(asked int32) bool { return asked == 1 }, 1, false},
	} {
		t.Run(name, func(t *testing.T) {
			sc := set(t, s, timed(6, 400*time.Millisecond), slow).match(0, 1)
			sc.event.Tries = 2
			sc.worker.meter = &fakeMeter{blamed: c.blamed}
			r := play(t, sc.worker, sc.job)[0]
			if len(r.Late) == 0 || r.Late[0] == 0 {
				t.Fatalf("it was not late: %+v", r)
			}
			if r.Voids != c.voids || r.Marked != c.marked {
				t.Errorf("void %d times, marked %v, want %d, %v: %+v", r.Voids, r.Marked, c.voids, c.marked, r)
			}
			if c.marked && r.Host[0] != r.Late[0] {
				t.Errorf("%d turns late, %d of them because of the machine", r.Late[0], r.Host[0])
			}
			sc.verify(t, r.Replay)
		})
	}
}

// TestVoidsAreBounded: who makes others late in match after match gains nothing by it, because its matches count then.
func TestVoidsAreBounded(t *testing.T) {
	const tries = 2
	var v voids
	for n := range pairVoids * tries {
		if v.spent([]int{1, 2}, tries) {
			t.Fatalf("after %d void matches no other may be void", n)
		}
		v.add([]int{2, 1}, func(e int) bool { return e == 1 })
	}
	if !v.spent([]int{1, 2}, tries) || v.spent([]int{1, 3}, tries) || v.spent([]int{2, 3}, tries) {
		t.Errorf("the matches of a pair are not bounded, or those of others: %+v", v.pairs)
	}
	for n := pairVoids * tries; n < botVoids*tries; n++ {
		v.add([]int{2, 100 + n}, func(e int) bool { return e != 2 })
	}
	if !v.spent([]int{2, 3}, tries) || v.spent([]int{1, 3}, tries) {
		t.Errorf("the matches of a bot are not bounded, or those of who was late: %+v", v.bots)
	}
}

// starvingTransport is a transport whose machine gives a bot no processor in each match, as the arena sees it.
type starvingTransport struct {
	arena.Transport
	matches atomic.Int32
}

type starvingAsker struct {
	arena.Asker
	began func()
}

func (s *starvingTransport) Asker(p *arena.Prepared) arena.Asker {
	return &starvingAsker{s.Transport.Asker(p), func() { s.matches.Add(1) }}
}

func (s *starvingAsker) Seat(ctx context.Context, r *arena.Run) error {
	s.began()
	return s.Asker.Seat(ctx, r)
}

func (s *starvingAsker) Ask(ctx context.Context, r *arena.Run) error {
	r.Starved(0, time.Minute)
	return s.Asker.Ask(ctx, r)
}

// TestStarvedMatches: a match that the arena calls void is repeated a limited number of times; then it is played to its
// end, and counts.
func TestStarvedMatches(t *testing.T) {
	s := newStore()
	sc := set(t, s, timed(6, time.Minute), s.bot(t, "play")).match(0, 1)
	sc.event.Tries = 2
	var starving *starvingTransport
	for i, of := range sc.worker.arena.Transports {
		if of.Protocol() == sc.worker.kind.Protocol {
			starving = &starvingTransport{Transport: of}
			sc.worker.arena.Transports[i] = starving
		}
	}
	r := play(t, sc.worker, sc.job)[0]
	if n := starving.matches.Load(); n != 3 || r.Voids != 2 || r.Turns != 6 || r.Reasons != nil {
		t.Errorf("%d matches were begun, want 3, of which 2 are void and the last one has 6 turns: %+v", n, r)
	}
	if n := sc.worker.voids.pairs[pairOf([]int{0, 1})]; n != 2 {
		t.Errorf("the pair has %d void matches, want 2", n)
	}
}

// TestSpentVoids: when a pair, or a bot, has had too many void matches, the next one counts at
// once.
func TestSpentVoids(t *testing.T) {
	s := newStore()
	slow := s.bot(t, "slow")
	for name, c := range map[string]struct {
		voids, against int // matches that were void, and the entrant that was late in them
		want           int
	}{
		"one is left of the pair": {pairVoids*2 - 1, 1, 1},
		"of the pair":             {pairVoids * 2, 1, 0},
		"of others of the bot":    {botVoids * 2, 7, 0},
	} {
		t.Run(name, func(t *testing.T) {
			sc := set(t, s, timed(6, 200*time.Millisecond), slow).match(0, 1)
			sc.event.Tries = 2
			sc.worker.meter = &fakeMeter{blamed: func(int32) bool { return true }}
			for range c.voids {
				sc.worker.voids.add([]int{0, c.against}, func(e int) bool { return e == c.against })
			}
			r := play(t, sc.worker, sc.job)[0]
			if r.Voids != c.want || !r.Marked {
				t.Errorf("void %d times, marked %v, want %d and marked: %+v", r.Voids, r.Marked, c.want, r)
			}
		})
	}
}

// TestBusyMachine: while other programs keep the core of the bots busy, a well-behaved bot loses no match on time, and
// a slow one still loses.
func TestBusyMachine(t *testing.T) {
	stage.Only(t, "keeps a processor busy for a minute")
	on := "" // one core for all of them; the other cores are for other tests
	if n, err := testbot.Processor(); err == nil {
		on = fmt.Sprintf("on %d ", n)
	}
	hogs(t, on)
	s := newStore()
	hunter := func(delay string) string {
		return s.pack(t, map[string]string{"bot.toml": fmt.Sprintf("command = %q", "testbot "+on+"hunter "+delay)})
	}
	sc := set(t, s, timed(25, 400*time.Millisecond), hunter("0s"), hunter("600ms")).match(0, 1).match(1, 0)
	for i, r := range play(t, sc.worker, sc.job) {
		good, slow := i, 1-i
		if r.Ranks[good] != 1 || r.Ranks[slow] != 2 || r.Reasons != nil {
			t.Errorf("match %d: ranks %v, %v %v", i, r.Ranks, r.Reasons, r.Words)
		}
		if r.Late == nil || r.Late[slow] < r.Turns/3 {
			t.Errorf("match %d: the slow bot was late in %v of %d turns", i, r.Late, r.Turns)
			continue
		}
		if own := r.Late[good] - at(r.Host, good); own > 0 {
			t.Errorf("match %d: %d late turns of the other one count as its own: %+v", i, own, r)
		}
	}
}

func at(list []int, i int) int {
	if list == nil {
		return 0
	}
	return list[i]
}

// hogs keeps one processor or all of them busy until the test ends. The processes end by themselves after a minute.
func hogs(t *testing.T, on string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var all []*harness.Process
	t.Cleanup(func() {
		cancel()
		for _, p := range all {
			<-p.Done()
		}
	})
	for range 6 {
		p, err := harness.Start(ctx, harness.Command{Words: strings.Fields("testbot " + on + "hog")})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// TestSlots: the number of slots depends on the cores and on how bots play.
func TestSlots(t *testing.T) {
	e := builtins("hunter", "greedy")
	if n := Slots(e, 8); n != 8 {
		t.Errorf("built-in bots: %d", n)
	}
	s := newStore()
	sc := set(t, s, nil)
	sc.event.Schedule = tournament.Config{Players: 4}
	for cores, want := range map[int]int{1: 1, 2: 1, 4: 1, 8: 2, 64: 16} {
		if n := Slots(sc.event, cores); n != want {
			t.Errorf("programs on %d cores: %d, want %d", cores, n, want)
		}
	}
	sc.event.Game = "bomberman"
	if n := Slots(sc.event, 8); n != 8 {
		t.Errorf("programs that are started each round: %d", n)
	}
}
