// Package ladder keeps the results of all versions of a bot against each other and against built-in bots, plays those
// that are missing, and says how strong each is.
package ladder

import (
	"cmp"
	"context"
	"slices"
	"time"

	"blastyard/arena"
	"blastyard/arena/compare"
	"blastyard/game/rating"
)

// Player is a version of the bot, or another bot that it plays.
type Player struct {
	Seat  arena.Seat // with a name
	Key   string     // of its results: it changes when the bot does
	Saved time.Time  // of a version; zero: it is no version
}

// Config says what is played.
type Config struct {
	Match   compare.Config // the arena, the match without seats, and the number of jobs
	Players []Player       // versions in the order in which they were saved, then the others
	Pairs   int            // pairs of matches of each two players, of which at least one is a version
	Results *Results
	Played  func(done, of int) // is called after each pair; it may be nil
}

// Row is how a player stands.
type Row struct {
	Name     string     `json:"name"`
	Saved    *time.Time `json:"saved,omitempty"` // of a version
	Elo      float64    `json:"elo"`             // the mean of all is 1500
	Low      float64    `json:"low"`             // its 95 % interval
	High     float64    `json:"high"`
	Points   float64    `json:"points"` // 1 for a match won, ½ for a draw
	Matches  int        `json:"matches"`
	Failures int        `json:"failures"` // matches that it did not play to the end
}

// Play plays the pairs that are missing, keeps each result at once, and returns how all stand: versions in the order in
// which they were saved, then the others from the strongest to the weakest. If ctx ends, the rows are of what was
// played until then, and there is an error.
func Play(ctx context.Context, c Config) (rows []Row, err error) {
	type meeting struct{ a, b, first, n int }
	var todo []meeting
	missing, done := 0, 0
	for b := range c.Players {
		for a := range b {
			if c.Players[a].Saved.IsZero() { // a and b are both no versions
				continue
			}
			have := len(c.Results.of(c.Players[a].Key, c.Players[b].Key))
			if n := c.Pairs - have; n > 0 {
				todo = append(todo, meeting{a, b, have, n})
				missing += n
			}
		}
	}
	for _, m := range todo {
		one := c.Match
		one.New, one.Old = c.Players[m.a].Seat, c.Players[m.b].Seat
		var kept error
		inner, stop := context.WithCancel(ctx)
		err = compare.Pairs(inner, one, m.first, m.n, func(pair, half int, failed [2]int) {
			if kept != nil {
				return
			}
			kept = c.Results.add(Result{A: c.Players[m.a].Key, B: c.Players[m.b].Key, Pair: pair, Half: half,
				Failed: failed})
			if kept != nil {
				stop()
			}
			done++
			if c.Played != nil {
				c.Played(done, missing)
			}
		})
		stop()
		if err = cmp.Or(kept, err); err != nil {
			break
		}
	}
	rows, fitErr := c.rows()
	return rows, cmp.Or(err, fitErr)
}

// rows computes how the players stand.
func (c *Config) rows() ([]Row, error) {
	var data rating.Data
	rows := make([]Row, len(c.Players))
	block := 0
	for b := range c.Players {
		for a := range b {
			for _, r := range c.Results.of(c.Players[a].Key, c.Players[b].Key) {
				block++
				if err := addPair(&data, block, a, b, r.Half); err != nil {
					return nil, err
				}
				rows[a].take(r.Half, r.Failed[0])
				rows[b].take(4-r.Half, r.Failed[1])
			}
		}
	}
	model, err := rating.Fit(&data, len(c.Players))
	if err != nil {
		return nil, err
	}
	intervals := model.Posterior().Intervals()
	for i := range rows {
		p, r := &c.Players[i], &rows[i]
		r.Name, r.Elo = p.Seat.Name, rating.EloOf(model.Strengths[i])
		r.Low, r.High = rating.EloOf(intervals[i].Low), rating.EloOf(intervals[i].High)
		if !p.Saved.IsZero() {
			r.Saved = &p.Saved
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int {
		switch {
		case a.Saved != nil && b.Saved != nil:
			return a.Saved.Compare(*b.Saved)
		case a.Saved != nil:
			return -1
		case b.Saved != nil:
			return 1
		}
		return cmp.Compare(b.Elo, a.Elo)
	})
	return rows, nil
}

func (r *Row) take(half, failed int) {
	r.Points += float64(half) / 2
	r.Matches += 2
	r.Failures += failed
}

// addPair adds the two matches of a pair, in which a got so many half points of 4.
func addPair(d *rating.Data, block, a, b, half int) error {
	for range 2 {
		one := min(half, 2)
		half -= one
		ranks := [][]int{{2, 1}, {1, 1}, {1, 2}}[one]
		if err := d.Add(block, []int{a, b}, ranks); err != nil {
			return err
		}
	}
	return nil
}
