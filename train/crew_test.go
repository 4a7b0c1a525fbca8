package train

import (
	"errors"
	"slices"
	"sync/atomic"
	"testing"
)

// TestCrewDoesEveryMatchOnce: each run does every match once, whatever a goroutine has not noticed yet of the previous
// run.
func TestCrewDoesEveryMatchOnce(t *testing.T) {
	for _, matches := range []int{1, 2, 7, 64, 333} {
		for _, threads := range []int{1, 2, 5} {
			c := newCrew(matches, threads)
			counts := make([]int, matches) // only one goroutine changes each; the race detector checks this
			const runs = 200
			for range runs {
				if err := c.run(func(i int) error { counts[i]++; return nil }); err != nil {
					t.Fatal(err)
				}
			}
			if slices.Min(counts) != runs || slices.Max(counts) != runs {
				t.Errorf("%d matches, %d threads: %d to %d in %d runs", matches, threads, slices.Min(counts),
					slices.Max(counts), runs)
			}
			c.close()
		}
	}
}

// TestCrewDoesNotWaitForSleepers: a run ends when its work is done, even if a goroutine of the crew never wakes up.
// Here the only one is held in the previous run.
func TestCrewDoesNotWaitForSleepers(t *testing.T) {
	c := newCrew(16, 2)
	defer c.close()
	held, release := make(chan struct{}), make(chan struct{})
	defer close(release)
	c.left.Store(1 << 20) // a run that does not end
	c.work = func(int) error {
		close(held)
		<-release
		return nil
	}
	c.next.Store(int64(c.matches - c.size)) // its last piece
	c.start <- struct{}{}
	<-held
	done := 0
	if err := c.run(func(int) error { done++; return nil }); err != nil || done != c.matches {
		t.Errorf("%d matches done, %v", done, err)
	}
}

// TestCrewFailures: run returns the error of the first match that failed, and turns a panic into an error. A later run
// is not affected.
func TestCrewFailures(t *testing.T) {
	c := newCrew(100, 3)
	defer c.close()
	wrong := errors.New("wrong")
	if err := c.run(func(i int) error {
		if i == 99 {
			return wrong
		}
		return nil
	}); !errors.Is(err, wrong) {
		t.Errorf("error %v, expected %v", err, wrong)
	}
	var done atomic.Int64
	err := c.run(func(i int) error {
		if i == 17 {
			panic("a fault")
		}
		done.Add(1)
		return nil
	})
	var fault *PanicError
	if !errors.As(err, &fault) || fault.Match != 17 || fault.Value != "a fault" {
		t.Errorf("error %v, expected a fault of match 17", err)
	}
	if err := c.run(func(int) error { return nil }); err != nil {
		t.Errorf("a run after one that failed: %v", err)
	}
}
