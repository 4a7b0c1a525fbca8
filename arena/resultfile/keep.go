package resultfile

import (
	"cmp"
	"fmt"
	"sync"

	"blastyard/arena"
	"blastyard/game/match"
)

// Keeper keeps the results of a series in memory, and adds each to a file as soon as its match is over. Matches that
// the file already contained are not played again.
type Keeper struct {
	file   *File // nil: there is none
	replay func(i int) string

	mu      sync.Mutex
	kept    map[int]Match
	matches []Match
	err     error
}

// NewKeeper returns the keeper of a series. before are the matches that were already played. replay returns the
// replay file of match i (from 0) once it is over, or "".
func NewKeeper(file *File, before []Match, replay func(i int) string) *Keeper {
	k := &Keeper{file: file, replay: replay, kept: map[int]Match{}}
	for _, m := range before {
		k.kept[m.Match-1] = m
	}
	return k
}

// Played returns how many matches have results.
func (k *Keeper) Played() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.kept)
}

// Keep returns the series with a callback that keeps every result, and without the matches that were already played.
func (k *Keeper) Keep(s arena.Series) arena.Series {
	ended, done := s.Ended, s.Done
	s.Known = k.known
	s.Ended = func(i int, r *arena.Result) {
		k.add(Of(i, r, k.replay(i)))
		if ended != nil {
			ended(i, r)
		}
	}
	s.Done = func(i int, r *arena.Result, sums *arena.Summary) {
		k.mu.Lock()
		k.matches = append(k.matches, k.kept[i])
		k.mu.Unlock()
		if done != nil {
			done(i, r, sums)
		}
	}
	return s
}

func (k *Keeper) known(i int) *arena.Result {
	k.mu.Lock()
	defer k.mu.Unlock()
	if m, played := k.kept[i]; played {
		return m.Result()
	}
	return nil
}

func (k *Keeper) add(m Match) {
	var err error
	if k.file != nil {
		err = k.file.Add(m)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.kept[m.Match-1] = m
	k.err = cmp.Or(k.err, err)
}

// Matches returns the matches to summarise, in their order.
func (k *Keeper) Matches() []Match {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.matches[:len(k.matches):len(k.matches)]
}

// Err returns why the file does not contain all results, or nil.
func (k *Keeper) Err() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.err
}

// Differs returns what differs between the header of the file and the series that should continue, if it matters.
func (h *Header) Differs(now *Header) error {
	for _, c := range []struct {
		field     string
		then, now any
	}{
		{"game", h.Game, now.Game}, {"rules", h.Rules, now.Rules}, {"map", h.Map, now.Map}, {"seed", h.Seed, now.Seed},
		{"last seed", h.LastSeed, now.LastSeed},
		{"order", h.Order, now.Order}, {"failed", h.failed(), now.failed()},
		{"turns", h.Turns, now.Turns}, {"games", h.Matches, now.Matches},
		{"number of bots", len(h.Bots), len(now.Bots)},
	} {
		if c.then != c.now {
			return fmt.Errorf("%s was %v when the series began and is %v now", c.field, c.then, c.now)
		}
	}
	for i, bot := range h.Bots {
		if bot != now.Bots[i] {
			return fmt.Errorf("bot %d was %s (%s) when the series began and is %s (%s) now", i+1, bot.Name, bot.Bot,
				now.Bots[i].Name, now.Bots[i].Bot)
		}
	}
	return nil
}

// failed says how failed bots are ranked. Older files do not say it.
func (h *Header) failed() string { return cmp.Or(h.Failed, match.FailedKeep.String()) }
