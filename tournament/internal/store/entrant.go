package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"blastyard/tournament"
)

// lastFailures is the maximum number of failures in Entrant.Last.
const lastFailures = 20

// Entrant describes an entrant. If there is no such entrant, the error is ErrNoName.
func (s *Store) Entrant(ctx context.Context, name string) (*tournament.Entrant, error) {
	who := s.find(name)
	changes, err := s.Changes(ctx, name, 0, 1_000_000)
	if err != nil {
		return nil, err
	}
	if len(who) == 0 && len(changes) == 0 {
		return nil, fmt.Errorf("%w: %q", ErrNoName, name)
	}
	e := &tournament.Entrant{Name: name, Failures: map[string]int{}}
	addVersions(e, changes)
	for _, part := range []func(context.Context, *tournament.Entrant, string) error{
		s.addStages, s.addTallies, s.addFailureCounts, s.addLast, s.addOpponents,
	} {
		if err := part(ctx, e, list(who)); err != nil {
			return nil, wrap(err, "entrant")
		}
	}
	return e, nil
}

// addVersions sets when versions entered.
func addVersions(e *tournament.Entrant, changes []Change) {
	for i := range changes {
		c := &changes[i]
		known := func(v tournament.Version) bool { return v.Version == c.Version }
		if c.Kind == "enter" && !slices.ContainsFunc(e.Versions, known) {
			e.Versions = append(e.Versions, tournament.Version{Version: c.Version, Number: c.Number, By: c.By,
				At: c.At})
		}
	}
}

// addStages reads each stage up to the last one that has a match.
func (s *Store) addStages(ctx context.Context, e *tournament.Entrant, who string) error {
	var last int64
	if err := s.read.QueryRowContext(ctx, "SELECT coalesce(max(key), 0) FROM block").Scan(&last); err != nil {
		return err
	}
	for stage := range last>>blockBits + 1 {
		var plays bool
		err := s.read.QueryRowContext(ctx,
			"SELECT EXISTS (SELECT 1 FROM seat WHERE who IN ("+who+") AND block BETWEEN ? AND ?)",
			stage<<blockBits, (stage+1)<<blockBits-1).Scan(&plays)
		if err != nil {
			return err
		}
		if plays {
			e.Stages = append(e.Stages, int(stage))
		}
	}
	return nil
}

func (s *Store) addTallies(ctx context.Context, e *tournament.Entrant, who string) error {
	rows, err := s.read.QueryContext(ctx, `
		SELECT coalesce(x.text, ''), sum(matches), sum(wins), sum(draws), sum(losses), sum(failed),
		sum(score), sum(late), sum(host), sum(refused), sum(turns), sum(used), sum(took), sum(silent), sum(crashed)
		FROM tally LEFT JOIN text x ON x.id = version WHERE who IN (`+who+`) GROUP BY version ORDER BY version`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var version string
		var t tournament.Totals
		err := rows.Scan(&version, &t.Matches, &t.Wins, &t.Draws, &t.Losses, &t.Failed,
			&t.Score, &t.Late, &t.Host, &t.Refused, &t.Turns, &t.UsedMS, &t.TookMS, &t.Silent, &t.Crashed)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(e.Versions, func(v tournament.Version) bool { return v.Version == version })
		if i < 0 {
			i = len(e.Versions)
			e.Versions = append(e.Versions, tournament.Version{Version: version})
		}
		e.Versions[i].All = t
		addTotals(&e.All, &t)
	}
	return rows.Err()
}

// addTotals adds sums to others.
func addTotals(t, u *tournament.Totals) {
	to, from := numbersOf(t), numbersOf(u)
	for i := range to {
		*to[i] += *from[i]
	}
}

func numbersOf(t *tournament.Totals) [14]*int64 {
	return [14]*int64{&t.Matches, &t.Wins, &t.Draws, &t.Losses, &t.Failed, &t.Score, &t.Late, &t.Host, &t.Refused,
		&t.Turns, &t.UsedMS, &t.TookMS, &t.Silent, &t.Crashed}
}

func (s *Store) addFailureCounts(ctx context.Context, e *tournament.Entrant, who string) error {
	rows, err := s.read.QueryContext(ctx,
		"SELECT x.text, sum(f.matches) FROM failures f JOIN text x ON x.id = f.reason "+
			"WHERE f.who IN ("+who+") GROUP BY f.reason HAVING sum(f.matches) > 0")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var reason string
		var n int
		if err := rows.Scan(&reason, &n); err != nil {
			return err
		}
		e.Failures[reason] = n
	}
	return rows.Err()
}

// addLast adds the last failures. It runs a query for each reason, because the index is sorted by reason first.
func (s *Store) addLast(ctx context.Context, e *tournament.Entrant, _ string) error {
	for _, who := range s.find(e.Name) {
		reasons, err := s.reasons(ctx, tournament.AnyReason, []int64{who})
		if err != nil {
			return err
		}
		for _, reason := range reasons {
			if err := s.addLastOf(ctx, e, who, reason); err != nil {
				return err
			}
		}
	}
	slices.SortFunc(e.Last, func(a, b tournament.Failure) int {
		return cmp.Or(b.ID.Compare(a.ID), cmp.Compare(b.Try, a.Try), cmp.Compare(a.Player, b.Player),
			cmp.Compare(a.Reason, b.Reason))
	})
	e.Last = e.Last[:min(len(e.Last), lastFailures)]
	return nil
}

func (s *Store) addLastOf(ctx context.Context, e *tournament.Entrant, who, reason int64) error {
	rows, err := s.read.QueryContext(ctx, `SELECT f.key, f.player, r.text, coalesce(w.text, ''), m.ended
		FROM failure f CROSS JOIN match m ON m.key = f.key
		LEFT JOIN text r ON r.id = f.reason LEFT JOIN text w ON w.id = f.words
		WHERE f.who = ? AND f.reason = ? AND m.void = 0 ORDER BY f.key DESC LIMIT ?`, who, reason, lastFailures)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var f tournament.Failure
		var key int64
		if err := rows.Scan(&key, &f.Player, &f.Reason, &f.Words, &f.Ended); err != nil {
			return err
		}
		f.ID, f.Try = idOf(key)
		e.Last = append(e.Last, f)
	}
	return rows.Err()
}

func (s *Store) addOpponents(ctx context.Context, e *tournament.Entrant, who string) error {
	rows, err := s.read.QueryContext(ctx,
		"SELECT other, met, wins, draws, losses FROM pair WHERE who IN ("+who+") AND met > 0")
	if err != nil {
		return err
	}
	defer rows.Close()
	names, at := s.entrants(), map[string]int{}
	for rows.Next() {
		var other int64
		var p tournament.Opponent
		if err := rows.Scan(&other, &p.Met, &p.Wins, &p.Draws, &p.Losses); err != nil {
			return err
		}
		name := nameOf(names, other)
		i, known := at[name]
		if !known {
			i = len(e.Opponents)
			at[name] = i
			e.Opponents = append(e.Opponents, tournament.Opponent{Name: name})
		}
		o := &e.Opponents[i]
		o.Met, o.Wins, o.Draws, o.Losses = o.Met+p.Met, o.Wins+p.Wins, o.Draws+p.Draws, o.Losses+p.Losses
	}
	slices.SortFunc(e.Opponents, func(a, b tournament.Opponent) int { return strings.Compare(a.Name, b.Name) })
	return rows.Err()
}
