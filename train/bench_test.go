package train

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// BenchmarkStep steps many matches with random legal actions; an operation is a step of one match. The time to choose
// the actions is not counted.
func BenchmarkStep(b *testing.B) {
	for _, c := range []struct {
		name, config string
		matches      int
	}{
		{"hexabomb/37cells/6players", `"game":"hexabomb","map":"tiny","observation":"planes"`, 256},
		{"bomberman/2players", `"game":"bomberman","observation":"planes"`, 256},
		{"hexabomb/415cells/4x7", `"game":"hexabomb","map":"arena4","observation":"planes"`, 64},
	} {
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/threads=%d", c.name, threads), func(b *testing.B) {
				w := serving(b, fmt.Sprintf(`{%s,"matches":%d,"threads":%d}`, c.config, c.matches, threads))
				e, rng := w.server.episodes, rand.NewPCG(1, 2)
				ended := 0
				b.ReportAllocs()
				b.ResetTimer()
				for n := 0; n < b.N; n += c.matches {
					b.StopTimer()
					w.choose(rng)
					for _, d := range w.bytes("done") {
						ended += int(d)
					}
					b.StartTimer()
					if err := w.server.crew.run(e.step); err != nil {
						b.Fatal(err)
					}
				}
				b.StopTimer()
				b.ReportMetric(float64(b.N)/float64(max(1, ended)), "steps/episode")
			})
		}
	}
}

// BenchmarkMatches steps different numbers of matches on one thread. With more matches, less of their memory is in the
// processor's cache. p10-ns/step is the 10th percentile of the times of 100 steps of all matches, per step of one
// match. It is shown because the cost of a turn depends on its place in the episode, and all episodes begin together.
// Other work on the machine changes it less than the mean.
func BenchmarkMatches(b *testing.B) {
	for _, c := range []struct{ name, config string }{
		{"hexabomb/37cells/6players", `"game":"hexabomb","map":"tiny","observation":"planes"`},
		{"bomberman/2players", `"game":"bomberman","observation":"planes"`},
	} {
		for _, matches := range []int{16, 64, 128, 256, 512, 1024} {
			b.Run(fmt.Sprintf("%s/%d", c.name, matches), func(b *testing.B) {
				w := serving(b, fmt.Sprintf(`{%s,"matches":%d,"threads":1}`, c.config, matches))
				rng := rand.NewPCG(1, 2)
				var times []time.Duration
				const steps = 100
				for n := 0; n < b.N; n += matches * steps {
					var took time.Duration
					for range steps {
						w.choose(rng)
						begin := time.Now()
						if err := w.server.crew.run(w.server.episodes.step); err != nil {
							b.Fatal(err)
						}
						took += time.Since(begin)
					}
					times = append(times, took)
				}
				slices.Sort(times)
				b.ReportMetric(float64(times[len(times)/10])/float64(matches*steps), "p10-ns/step")
			})
		}
	}
}

// BenchmarkAfterSleep steps 256 matches with and without a sleep before, which is not counted: a processor is slower
// for a while after it has slept.
func BenchmarkAfterSleep(b *testing.B) {
	for _, sleep := range []time.Duration{0, time.Millisecond} {
		b.Run(sleep.String(), func(b *testing.B) {
			w := serving(b, `{"game":"hexabomb","map":"tiny","observation":"planes","matches":256,"threads":1}`)
			rng := rand.NewPCG(1, 2)
			var took time.Duration
			steps := 0
			for ; steps < b.N; steps += 256 {
				w.choose(rng)
				if sleep > 0 {
					time.Sleep(sleep)
				}
				begin := time.Now()
				if err := w.server.crew.run(w.server.episodes.step); err != nil {
					b.Fatal(err)
				}
				took += time.Since(begin)
			}
			b.ReportMetric(float64(took)/float64(steps), "ns/step")
		})
	}
}
