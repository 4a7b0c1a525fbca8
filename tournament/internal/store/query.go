package store

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"blastyard/tournament"
)

const (
	defaultLimit = 50
	maxLimit     = 1000
	maxStreams   = 64 // of a query for a text; with more, all matches are scanned
)

// clause is a part of a query with its arguments.
type clause struct {
	text string
	args []any
}

// stream iterates over selected matches in the order of their keys.
type stream struct {
	from  string // tables; m is the match
	key   string // column of the leading index that bounds the key of a match; "": m.key
	block bool   // this column has the key of a block
	order string
	where []clause
}

var (
	byMatch   = stream{from: "match m", order: "m.key"}
	byFailure = stream{from: "failure f CROSS JOIN match m ON m.key = f.key", key: "f.key", order: "f.key"}
	byWords   = stream{from: "failure f CROSS JOIN text t ON t.id = f.words CROSS JOIN match m ON m.key = f.key",
		key: "f.key", order: "f.key"}
	bySeat = stream{from: "seat s CROSS JOIN match m ON " + inBlock("s.block"), key: "s.block", block: true,
		order: "s.block, m.key"}
	byRound = stream{from: "block b CROSS JOIN match m ON " + inBlock("b.key"), key: "b.key", block: true,
		order: "b.key, m.key"}
)

func inBlock(key string) string {
	return fmt.Sprintf("m.key BETWEEN %s << %d AND ((%s + 1) << %d) - 1", key, blockShift, key, blockShift)
}

func (s stream) with(where ...clause) stream {
	s.where = append(slices.Clone(s.where), where...)
	return s
}

// keys returns the keys of the first matches that q selects; one more than a page has, if there are more.
func (s *Store) keys(ctx context.Context, q tournament.Query) ([]int64, error) {
	low, high, err := boundsOf(q)
	if err != nil {
		return nil, err
	}
	streams, err := s.streams(ctx, q)
	if err != nil {
		return nil, err
	}
	var all []int64
	for _, st := range streams {
		keys, err := s.run(ctx, st, low, high, q.Newest, limitOf(q)+1)
		if err != nil {
			return nil, wrap(err, "matches")
		}
		all = append(all, keys...)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	if q.Newest {
		slices.Reverse(all)
	}
	return all[:min(len(all), limitOf(q)+1)], nil
}

// limitOf returns how many matches a page of a query has.
func limitOf(q tournament.Query) int {
	if q.Limit <= 0 {
		return defaultLimit
	}
	return min(q.Limit, maxLimit)
}

// boundsOf returns the first and the last key that q can select.
func boundsOf(q tournament.Query) (low, high int64, err error) {
	low, high = 0, math.MaxInt64
	if q.Stage != nil {
		if *q.Stage < 0 || *q.Stage >= 1<<stageBits {
			return 0, 0, fmt.Errorf("store: stage is %d: expected 0 to %d", *q.Stage, 1<<stageBits-1)
		}
		low = int64(*q.Stage) << stageShift
		high = low + (1<<stageShift - 1)
	}
	if q.After != "" {
		cursor, err := parseCursor(q.After)
		switch {
		case err != nil:
			return 0, 0, err
		case q.Newest:
			high = min(high, cursor-1)
		default:
			low = max(low, cursor+1)
		}
	}
	return low, high, nil
}

func (s *Store) run(ctx context.Context, st stream, low, high int64, newest bool, limit int) (keys []int64, err error) {
	var where, order []string
	var args []any
	add := func(text string, values ...any) {
		where = append(where, text)
		args = append(args, values...)
	}
	if st.block {
		add(st.key+" BETWEEN ? AND ?", low>>blockShift, high>>blockShift)
	} else if st.key != "" {
		add(st.key+" BETWEEN ? AND ?", low, high)
	}
	add("m.key BETWEEN ? AND ?", low, high)
	for _, c := range st.where {
		add(c.text, c.args...)
	}
	for column := range strings.SplitSeq(st.order, ", ") {
		if newest {
			column += " DESC"
		}
		order = append(order, column)
	}
	text := "SELECT DISTINCT m.key FROM " + st.from + " WHERE " + strings.Join(where, " AND ") +
		" ORDER BY " + strings.Join(order, ", ") + " LIMIT ?"
	if st.block { // each match comes once, and DISTINCT would sort them
		text = strings.Replace(text, "SELECT DISTINCT", "SELECT", 1)
	}
	rows, err := s.read.QueryContext(ctx, text, append(args, limit)...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var key int64
		if err := rows.Scan(&key); err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	return keys, rows.Err()
}
