package store

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"slices"

	"blastyard/tournament"
)

// sums are what a batch adds to the sums in the file.
type sums struct {
	meta     map[string]int64
	tallies  map[tallyOf]*tournament.Totals
	pairs    map[pairOf]*pair
	failures map[failureOf]int64
}

type (
	tallyOf   struct{ who, version int64 }
	pairOf    struct{ who, other int64 }
	failureOf struct{ who, reason int64 }
)

// pair says how an entrant fared against another, in all matches in which both played.
type pair struct {
	Met    int64
	Wins   int64 // matches in which it was placed before the other
	Draws  int64
	Losses int64
}

func newSums() sums {
	return sums{map[string]int64{}, map[tallyOf]*tournament.Totals{}, map[pairOf]*pair{}, map[failureOf]int64{}}
}

// match adds a match, or subtracts it if sign is -1.
func (s *sums) match(marked, failed bool, turns, took int64, seats []seat, sign int64) {
	s.meta["matches"] += sign
	if marked {
		s.meta["marked"] += sign
	}
	if failed {
		s.meta["failed"] += sign
	}
	best := 0
	for i := range seats {
		if seats[i].rank == 1 {
			best++
		}
	}
	for i := range seats {
		p := &seats[i]
		who := p.entrant
		t := get(s.tallies, tallyOf{who, p.version})
		t.Matches += sign
		switch {
		case p.rank == 1 && best == 1:
			t.Wins += sign
		case p.rank == 1:
			t.Draws += sign
		default:
			t.Losses += sign
		}
		if p.failed {
			t.Failed += sign
		}
		for _, n := range []struct {
			sum   *int64
			value int64
		}{{&t.Score, p.score}, {&t.Late, p.late}, {&t.Host, p.host}, {&t.Refused, p.refused}, {&t.Turns, turns},
			{&t.UsedMS, p.used}, {&t.TookMS, took}, {&t.Silent, p.silent}, {&t.Crashed, p.crashed}} {
			*n.sum += sign * n.value
		}
		for j := range seats {
			if j == i {
				continue
			}
			pair := get(s.pairs, pairOf{who, seats[j].entrant})
			pair.Met += sign
			switch {
			case p.rank < seats[j].rank:
				pair.Wins += sign
			case p.rank == seats[j].rank:
				pair.Draws += sign
			default:
				pair.Losses += sign
			}
		}
	}
}

func get[K comparable, V any](m map[K]*V, key K) *V {
	v := m[key]
	if v == nil {
		v = new(V)
		m[key] = v
	}
	return v
}

// write adds the sums to those in the file, always in the same order.
func (s *sums) write(ctx context.Context, tx *sql.Tx) error {
	for _, name := range slices.Sorted(maps.Keys(s.meta)) {
		_, err := tx.ExecContext(ctx, "UPDATE meta SET value = value + ?2 WHERE name = ?1", name, s.meta[name])
		if err != nil {
			return err
		}
	}
	err := each(ctx, tx, s.tallies, func(a, b tallyOf) int { return order(a.who, b.who, a.version, b.version) },
		`INSERT INTO tally VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
		matches = matches + excluded.matches, wins = wins + excluded.wins, draws = draws + excluded.draws,
		losses = losses + excluded.losses, failed = failed + excluded.failed, score = score + excluded.score,
		late = late + excluded.late, host = host + excluded.host, refused = refused + excluded.refused,
		turns = turns + excluded.turns, used = used + excluded.used, took = took + excluded.took,
		silent = silent + excluded.silent, crashed = crashed + excluded.crashed`,
		func(k tallyOf, t *tournament.Totals) []any {
			return []any{k.who, k.version, t.Matches, t.Wins, t.Draws, t.Losses, t.Failed, t.Score, t.Late, t.Host,
				t.Refused, t.Turns, t.UsedMS, t.TookMS, t.Silent, t.Crashed}
		})
	if err != nil {
		return err
	}
	err = each(ctx, tx, s.pairs, func(a, b pairOf) int { return order(a.who, b.who, a.other, b.other) },
		`INSERT INTO pair VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET met = met + excluded.met,
		wins = wins + excluded.wins, draws = draws + excluded.draws, losses = losses + excluded.losses`,
		func(k pairOf, p *pair) []any { return []any{k.who, k.other, p.Met, p.Wins, p.Draws, p.Losses} })
	if err != nil {
		return err
	}
	return each(ctx, tx, s.failures, func(a, b failureOf) int { return order(a.who, b.who, a.reason, b.reason) },
		`INSERT INTO failures VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET matches = matches + excluded.matches`,
		func(k failureOf, n int64) []any { return []any{k.who, k.reason, n} })
}

func order(a, b, c, d int64) int { return cmp.Or(cmp.Compare(a, b), cmp.Compare(c, d)) }

// each runs a statement for each entry of m.
func each[K comparable, V any](ctx context.Context, tx *sql.Tx, m map[K]V, compare func(a, b K) int, text string,
	row func(K, V) []any) error {
	if len(m) == 0 {
		return nil
	}
	stmt, err := tx.PrepareContext(ctx, text)
	if err != nil {
		return err
	}
	defer stmt.Close()
	for _, k := range slices.SortedFunc(maps.Keys(m), compare) {
		if _, err := stmt.ExecContext(ctx, row(k, m[k])...); err != nil {
			return err
		}
	}
	return nil
}
