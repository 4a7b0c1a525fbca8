//go:build unix

package record_test

import (
	"fmt"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/arena/internal/arenatest"
	"blastyard/arena/record"
)

// BenchmarkRecordedSeries plays a series of six random bots without and with replays, in files, and reports the
// processor time of a match of either, and how many times one with its replay costs more.
func BenchmarkRecordedSeries(b *testing.B) {
	config := arena.Config{Map: "tiny", Seed: 1}
	for range 6 {
		config.Seats = append(config.Seats, arena.Seat{Bot: "builtin:random"})
	}
	p, err := arenatest.Arena().Prepare(config)
	if err != nil {
		b.Fatal(err)
	}
	defer p.Close()
	folder := b.TempDir()
	series := func(sinks func(i int) []arena.Sink) time.Duration {
		before := used(b)
		if _, err := p.PlaySeries(b.Context(), arena.Series{Matches: b.N, Jobs: 1, Sinks: sinks}); err != nil {
			b.Fatal(err)
		}
		return used(b) - before
	}
	without := series(nil)
	var recorders []*record.Recorder
	with := series(func(i int) []arena.Sink {
		r := record.New(record.Options{Path: filepath.Join(folder, fmt.Sprint(b.N), fmt.Sprint(i)), NoHashes: true})
		recorders = append(recorders, r)
		return []arena.Sink{r}
	})
	for _, r := range recorders {
		if r.Err() != nil {
			b.Fatal(r.Err())
		}
	}
	b.ReportMetric(float64(without.Microseconds())/float64(b.N), "cpu-µs/match")
	b.ReportMetric(float64(with.Microseconds())/float64(b.N), "cpu-µs/recorded")
	b.ReportMetric(float64(with)/float64(without), "times")
}

// used is the processor time of this program.
func used(tb testing.TB) time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
