package match

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"time"
)

func TestRotateSitsEverywhere(t *testing.T) {
	const first, n = 1, 5
	for id := first; id < n; id++ {
		var seats []int
		for i := range n - first {
			seats = append(seats, Rotate(id, i, first, n))
		}
		slices.Sort(seats)
		if !slices.Equal(seats, []int{1, 2, 3, 4}) {
			t.Errorf("bot %d sat at %v", id, seats)
		}
	}
	if got := Rotate(0, 3, first, n); got != 0 {
		t.Errorf("the special player moved to %d", got)
	}
}

func TestTally(t *testing.T) {
	var a Tally
	a.Add(Result{Winner: 1, Scores: []int{3, 9}}, 1)
	a.Add(Result{Winner: 0, Scores: []int{8, 1}}, 1)
	a.Add(Result{Winner: NoWinner, Scores: []int{2, 2}}, 0)
	if want := (Tally{Games: 3, Wins: 1, Draws: 1, Score: 12, Squares: 86}); a != want {
		t.Errorf("tally %+v, want %+v", a, want)
	}
	if a.MeanScore() != 4 || a.WinShare() != 1.0/3 {
		t.Errorf("mean score %v, share %v", a.MeanScore(), a.WinShare())
	}
	// Published values of Wilson's interval for 8 of 10.
	low, high := Tally{Games: 10, Wins: 8}.Interval()
	if math.Abs(low-0.4902) > 0.0001 || math.Abs(high-0.9433) > 0.0001 {
		t.Errorf("interval of 8 of 10: %.4f to %.4f, want 0.4902 to 0.9433", low, high)
	}
	if low, high := (Tally{}).Interval(); low != 0 || high != 1 {
		t.Errorf("interval without games: %v to %v", low, high)
	}
}

func TestRunSeriesKeepsTheOrder(t *testing.T) {
	for _, jobs := range []int{1, 3, 8, 1000} {
		var got []int
		err := RunSeries(t.Context(), 200, jobs, func(_ context.Context, _, i int) (int, error) {
			if i%7 == 0 {
				time.Sleep(time.Millisecond)
			}
			return i * i, nil
		}, func(i, r int) {
			if r != i*i {
				t.Errorf("result %d of match %d", r, i)
			}
			got = append(got, i)
		})
		if err != nil || len(got) != 200 || !slices.IsSorted(got) {
			t.Errorf("%d jobs: %d results in order %v, error %v", jobs, len(got), got, err)
		}
	}
}

func TestRunSeriesEndsWithTheFirstError(t *testing.T) {
	boom := errors.New("boom")
	done := 0
	err := RunSeries(t.Context(), 1000, 4, func(_ context.Context, _, i int) (int, error) {
		if i == 10 {
			return 0, boom
		}
		return i, nil
	}, func(int, int) { done++ })
	if !errors.Is(err, boom) || done != 10 {
		t.Errorf("error %v after %d results, want boom after 10", err, done)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err = RunSeries(ctx, 1000, 4, func(ctx context.Context, _, _ int) (int, error) { return 0, ctx.Err() }, func(int, int) {})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after the end of the context", err)
	}
}
