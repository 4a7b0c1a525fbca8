package engine

import (
	"io"
	"log/slog"
	"runtime"
	"testing"
	"time"

	"blastyard"
	"blastyard/arena"
	"blastyard/tournament"
	"blastyard/tournament/event"
)

// randomEvent has matches of 100 turns of six built-in bots on a small map.
func randomEvent(matches int) *event.Event {
	e := testEvent(6, matches/6)
	e.Schedule.Players, e.Schedule.Maps = 6, []string{"tiny"}
	return e
}

// BenchmarkEvent plays 10,000 matches as a durable event, and the same matches as a series that stores nothing.
func BenchmarkEvent(b *testing.B) {
	const matches = 10_000
	for b.Loop() {
		began := time.Now()
		p, err := blastyard.Arena().Prepare(arena.Config{Map: "tiny", Turns: 100, Seed: 7,
			Seats: seatsOf("builtin:random", 6)})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := p.PlaySeries(b.Context(),
			arena.Series{Matches: matches, Jobs: runtime.GOMAXPROCS(0)}); err != nil {
			b.Fatal(err)
		}
		p.Close()
		series := time.Since(began)
		began = time.Now()
		e, err := Open(b.Context(),
			Options{Dir: b.TempDir(), Event: randomEvent(matches), Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
		if err != nil {
			b.Fatal(err)
		}
		opened := time.Since(began)
		if err := e.Run(b.Context()); err != nil {
			b.Fatal(err)
		}
		ran := time.Since(began)
		var counted int
		e.State(func(s *tournament.Schedule) { counted, _, _ = s.Count() })
		if counted < matches-6 {
			b.Fatalf("%d matches count, want %d", counted, matches)
		}
		if err := e.Close(); err != nil {
			b.Fatal(err)
		}
		whole := time.Since(began)
		b.ReportMetric(series.Seconds(), "s/series")
		b.ReportMetric(whole.Seconds(), "s/event")
		b.ReportMetric(opened.Seconds(), "s/opening")
		b.ReportMetric(ran.Seconds(), "s/opening+run")
		b.ReportMetric(whole.Seconds()/series.Seconds(), "event/series")
	}
}

func seatsOf(bot string, n int) (seats []arena.Seat) {
	for range n {
		seats = append(seats, arena.Seat{Bot: bot})
	}
	return seats
}
