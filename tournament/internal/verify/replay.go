package verify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"

	"blastyard/replay"
	"blastyard/tournament"
)

// maxReplay is the maximum size of a file in bytes.
const maxReplay = 1 << 30

// replay replays the replay of a match, and compares it with the result.
func (c *checker) replay(m *tournament.Match, f tournament.Fixture) error {
	file, err := c.Open(m.Replay)
	switch {
	case err != nil && c.Missing(err):
		c.count(func(r *Report) { r.Unkept++ })
		return nil
	case err != nil:
		return err
	}
	defer file.Close()
	sum := sha256.New()
	p, err := replay.Read(io.TeeReader(io.LimitReader(file, maxReplay), sum))
	if err == nil {
		_, err = io.Copy(sum, file) // the hash covers bytes after the end of the replay
	}
	switch {
	case err != nil:
		c.fault(m.ID, "its replay cannot be read: %v", err)
	case hex.EncodeToString(sum.Sum(nil)) != m.Replay:
		c.fault(m.ID, "its replay was changed: the hash of the file is not %s", m.Replay)
	default:
		if err := c.compareReplay(p, m, f); err != nil {
			c.fault(m.ID, "%v", err)
		}
	}
	c.count(func(r *Report) { r.Replays++ })
	return nil
}

// compareReplay says what is wrong with a replay; nil: nothing.
func (c *checker) compareReplay(p *replay.Replay, m *tournament.Match, f tournament.Fixture) error {
	if err := replay.Verify(p, c.kinds); err != nil {
		return fmt.Errorf("%w played again is another match: %w", errReplay, err)
	}
	h, r := &p.Header, p.Result
	names := make([]string, 0, len(h.Players))
	for i := range h.Players {
		names = append(names, h.Players[i].Name)
	}
	var state string
	if n := len(p.Turns); n > 0 && p.Turns[n-1].Hash != nil {
		state = fmt.Sprintf("%016x", p.Turns[n-1].Hash.Whole)
	}
	switch {
	case h.Game != c.kind.Name:
		return fmt.Errorf("%w of the game %s, expected %s", errReplay, h.Game, c.kind.Name)
	case h.Seed != c.kind.FitSeed(f.Seed):
		return fmt.Errorf("%w with the seed %d, expected %d", errReplay, h.Seed, c.kind.FitSeed(f.Seed))
	case h.Secret != tournament.BlockSecret(c.Secret, f.ID, f.Try) && h.Secret != c.earlier(f):
		// Its text names neither: the block may not be over.
		return fmt.Errorf("%w with another secret than that of its block", errReplay)
	case f.Map != "" && c.kind.OpenMap != nil && h.Map.Name != f.Map:
		return fmt.Errorf("%w on the map %s, expected %s", errReplay, h.Map.Name, f.Map)
	case !slices.Equal(names, m.Names):
		return fmt.Errorf("%w of %q, expected %q", errReplay, names, m.Names)
	case r == nil:
		return fmt.Errorf("%w without an end", errReplay)
	case !slices.Equal(r.Scores, m.Scores):
		return fmt.Errorf("%w ends with the scores %v, and the result has %v", errReplay, r.Scores, m.Scores)
	case r.Turns != m.Turns:
		return fmt.Errorf("%w of %d turns, and the result has %d", errReplay, r.Turns, m.Turns)
	case state != m.State:
		return fmt.Errorf("%w ends with the state %s, and the result with %s", errReplay, state, m.State)
	}
	return nil
}

// standings compares the standings by the results of the log with those that the store has kept last.
func (c *checker) standings(ctx context.Context) error {
	c.report.Fingerprint = c.Schedule.Fingerprint()
	_, played, _ := c.Schedule.Count()
	if played != c.report.Matches {
		c.report.Faults = append(c.report.Faults, Fault{Name: "store",
			What: fmt.Sprintf("it has %d results, and the log %d", c.report.Matches, played)})
	}
	st := c.Schedule.Standings(tournament.StandingsOptions{Stage: c.Schedule.Stage(), NoStrengths: true})
	kept := map[string]tournament.PastStanding{}
	for i := range st.Entrants {
		e := &st.Entrants[i]
		history, err := c.Store.History(ctx, e.Name)
		if err != nil {
			return err
		}
		if len(history) > 0 && history[len(history)-1].Matches == st.Matches { // else it is from an earlier time
			kept[e.Name] = history[len(history)-1]
		}
	}
	c.report.Faults = append(c.report.Faults, compareStandings(st, kept)...)
	return nil
}

// compareStandings compares standings with those that a store has kept, by entrant. Ranks are compared as they are
// among those that take part: stores of before also counted who was withdrawn.
func compareStandings(st *tournament.Standings, kept map[string]tournament.PastStanding) (faults []Fault) {
	taking := st.TakingPart()
	for i := range st.Entrants {
		e := &st.Entrants[i]
		last, has := kept[e.Name]
		if !has {
			continue
		}
		rank := e.Rank
		if e.Status == tournament.Takes {
			rank = 1
			for k := range taking {
				rank += less(kept, taking[k].Name, last.Rank)
			}
		}
		if rank != e.Rank || last.Points != e.Points {
			faults = append(faults, Fault{Name: e.Name, What: fmt.Sprintf(
				"the store has rank %d with %v points, and by the results it is rank %d with %v", rank, last.Points,
				e.Rank, e.Points)})
		}
	}
	return faults
}

// less returns 1 if a store has kept a smaller rank of an entrant.
func less(kept map[string]tournament.PastStanding, name string, rank int) int {
	if m, has := kept[name]; has && m.Rank < rank {
		return 1
	}
	return 0
}
