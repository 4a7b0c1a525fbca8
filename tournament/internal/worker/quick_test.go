package worker

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"blastyard"
	"blastyard/arena"
	"blastyard/game/match"
	"blastyard/tournament"
	"blastyard/tournament/event"
)

// TestBuiltinsPlayTheMatchOfTheFixture: reuse of matches does not change results.
func TestBuiltinsPlayTheMatchOfTheFixture(t *testing.T) {
	e := builtins("hunter", "greedy", "random", "idle")
	w := open(t, Options{Event: e, Name: "here"})
	fixtures := []tournament.Fixture{fixtureOf(0, 0, 1, 2), fixtureOf(1, 2, 0, 1), fixtureOf(2, 1, 2, 0),
		fixtureOf(3, 3, 1), fixtureOf(4, 1, 3), fixtureOf(5, 0, 1, 2)}
	fixtures[5].Seed = fixtures[0].Seed
	job := jobOf(e, fixtures...)
	results := play(t, w, job)
	for i, f := range fixtures {
		r := results[i]
		c := arena.Config{Map: "tiny", Seed: f.Seed, Turns: 30}
		for id, entrant := range f.Entrants {
			c.Seats = append(c.Seats, arena.Seat{Bot: "builtin:" + e.Bots[entrant].Name})
			c.IDs = append(c.IDs, id)
		}
		want, err := blastyard.Play(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if r.State != fmt.Sprintf("%016x", want.State.Whole) || !slices.Equal(r.Scores, want.Scores) || r.Turns != want.Turns {
			t.Errorf("match %v: %v %s, want %v %016x", f.ID, r.Scores, r.State, want.Scores, want.State.Whole)
		}
		if r.ID != f.ID || !slices.Equal(r.Entrants, f.Entrants) || r.Worker != "here" || r.Reasons != nil || r.Late != nil ||
			r.Versions != nil || r.Used != nil || r.Replay != "" || r.Ended == 0 {
			t.Errorf("match %v: %+v", f.ID, r)
		}
		if want.Winner != match.NoWinner && r.Ranks[want.Winner] != 1 {
			t.Errorf("match %v: ranks %v, the winner is %d", f.ID, r.Ranks, want.Winner)
		}
	}
	again := play(t, w, job)
	for i := range again {
		again[i].Took, again[i].Ended = results[i].Took, results[i].Ended
	}
	if !reflect.DeepEqual(again, results) {
		t.Error("the same job has other results the second time")
	}
	if n := len(w.local.idle); n != 2 {
		t.Errorf("%d matches are kept to be used again, want those of 2 groups of bots", n)
	}
}

// TestPool: the oldest matches are removed, and those of an unusual group stay while there is room.
func TestPool(t *testing.T) {
	var p pool
	prepared := make([]*arena.Prepared, maxIdle+2)
	for i := range prepared {
		var err error
		if prepared[i], err = blastyard.Arena().Prepare(arena.Config{Map: "tiny"}); err != nil {
			t.Fatal(err)
		}
		p.put(fmt.Sprint(i%20), prepared[i])
	}
	if got := p.take("3"); got != prepared[23] {
		t.Error("the newest of its kind is not taken first")
	}
	if got := p.take("3"); got != prepared[3] {
		t.Error("the other of its kind is not taken next")
	}
	if got := p.take("0"); got != prepared[20] || p.take("0") != nil {
		t.Error("the oldest is still there")
	}
	p.close()
	if p.take("5") != nil {
		t.Error("matches are there after the end")
	}
}

// TestManyEntrantsShareAMatch: however many entrants have the same built-in bots, a match of each group of bots and map
// is prepared once, and who has which bot is still told apart.
func TestManyEntrantsShareAMatch(t *testing.T) {
	e := manyBuiltins(150)
	e.Turns = 12 // enough for other bots in the same seats to end otherwise
	w := open(t, Options{Event: e})
	job := jobOf(e)
	for i := range 100 {
		job.Fixtures = append(job.Fixtures, fixtureOf(i, i*7%150, (i*11+1+i*7)%150))
	}
	job.Fixtures = slices.DeleteFunc(job.Fixtures, func(f tournament.Fixture) bool { return f.Entrants[0] == f.Entrants[1] })
	results := play(t, w, job)
	if n, want := len(w.local.idle), 6; n > want {
		t.Errorf("%d matches were prepared, want %d: one for each pair of 3 bots", n, want)
	}
	for i, r := range results {
		f := job.Fixtures[i]
		c := arena.Config{Map: f.Map, Seed: f.Seed, Turns: e.Turns}
		for id, entrant := range f.Entrants {
			c.Seats = append(c.Seats, arena.Seat{Bot: "builtin:" + e.Bots[entrant].Entrant.Builtin})
			c.IDs = append(c.IDs, id)
		}
		want, err := blastyard.Play(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if r.State != fmt.Sprintf("%016x", want.State.Whole) || !slices.Equal(r.Scores, want.Scores) {
			t.Errorf("match %v: %v %s, want %v %016x", f.ID, r.Scores, r.State, want.Scores, want.State.Whole)
		}
	}
}

// manyBuiltins returns an event of entrants with names of their own and three bots.
func manyBuiltins(n int) *event.Event {
	e := builtins("random", "hunter", "idle")
	kinds := e.Bots
	e.Bots = nil
	for i := range n {
		b := kinds[i%len(kinds)]
		b.Name = fmt.Sprintf("entrant %d", i)
		e.Bots = append(e.Bots, b)
	}
	return e
}

// BenchmarkManyEntrants plays short matches of 150 entrants as a worker does, and as many of them as a series.
func BenchmarkManyEntrants(b *testing.B) {
	const n, turns, matches = 150, 5, 96
	e := manyBuiltins(n)
	e.Turns = turns
	w, err := New(Options{Event: e})
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	b.Run("worker", func(b *testing.B) {
		for at := 0; b.Loop(); at += matches {
			job := jobOf(e)
			for i := at; i < at+matches; i++ {
				job.Fixtures = append(job.Fixtures, fixtureOf(i, 3*i%n, (3*i+3*(i/50)+3)%n))
			}
			if _, err := w.Play(b.Context(), job, nil); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(b.Elapsed().Seconds()*1e6/float64(b.N*matches), "µs/match")
	})
	b.Run("series", func(b *testing.B) {
		p, err := blastyard.Arena().Prepare(arena.Config{Map: "tiny", Turns: turns,
			Seats: []arena.Seat{{Bot: "builtin:random"}, {Bot: "builtin:random"}}})
		if err != nil {
			b.Fatal(err)
		}
		defer p.Close()
		for b.Loop() {
			if _, err := p.PlaySeries(b.Context(), arena.Series{Matches: matches, Jobs: 1}); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(b.Elapsed().Seconds()*1e6/float64(b.N*matches), "µs/match")
	})
}

func BenchmarkBuiltins(b *testing.B) {
	e := builtins("random")
	e.Turns = 100
	var f tournament.Fixture
	for i := range 6 {
		if i > 0 {
			e.Bots = append(e.Bots, e.Bots[0])
		}
		f.Entrants = append(f.Entrants, i)
	}
	f.Map = "tiny" // 37 cells
	w, err := New(Options{Event: e})
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	job := jobOf(e)
	for i := range 500 {
		f.ID.Block, f.Seed = i, uint64(i)
		job.Fixtures = append(job.Fixtures, f)
	}
	b.Run("worker", func(b *testing.B) {
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				if _, err := w.Play(b.Context(), job, nil); err != nil {
					b.Error(err)
				}
			}
		})
		b.ReportMetric(float64(b.N*len(job.Fixtures))/b.Elapsed().Seconds(), "matches/s")
	})
	b.Run("series", func(b *testing.B) {
		c := arena.Config{Map: "tiny", Turns: 100}
		for range 6 {
			c.Seats = append(c.Seats, arena.Seat{Bot: "builtin:random"})
		}
		p, err := blastyard.Arena().Prepare(c)
		if err != nil {
			b.Fatal(err)
		}
		defer p.Close()
		if _, err := p.PlaySeries(b.Context(), arena.Series{Matches: b.N * 500}); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(b.N*500)/b.Elapsed().Seconds(), "matches/s")
	})
}
