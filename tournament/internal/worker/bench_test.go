//go:build unix

package worker

import (
	"testing"

	"blastyard/tournament/event"
)

// BenchmarkRecorded: matches of built-in bots with replays.
func BenchmarkRecorded(b *testing.B) {
	e := builtins("random", "random", "random", "random", "random", "random")
	e.Turns, e.Keep.Rule = 100, event.KeepAll
	s := newStore()
	w, err := New(Options{Event: e, Replays: s, Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	job := jobOf(e)
	for i := range 50 {
		job.Fixtures = append(job.Fixtures, fixtureOf(i, 0, 1, 2, 3, 4, 5))
	}
	b.ResetTimer()
	for b.Loop() {
		if _, err := w.Play(b.Context(), job, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*len(job.Fixtures))/b.Elapsed().Seconds(), "matches/s")
}

// BenchmarkOtherGroups: each match has other bots and another map than the one before, so that nothing can be reused.
func BenchmarkOtherGroups(b *testing.B) {
	e := builtins("random", "hunter", "greedy", "ghost", "idle", "random")
	e.Turns = 100
	w, err := New(Options{Event: e})
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	job := jobOf(e)
	job.Fixtures = append(job.Fixtures, fixtureOf(0, 0, 1))
	for b.Loop() {
		w.Close()
		if _, err := w.Play(b.Context(), job, nil); err != nil {
			b.Fatal(err)
		}
	}
}
