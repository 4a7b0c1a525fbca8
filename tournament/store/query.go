package store

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Query says which matches are asked for. The zero value is all whose results were not taken back, in the schedule's
// order.
type Query struct {
	Entrant string // it plays
	Against string // so does this one
	Reason  string // somebody, or Entrant if there is one, failed so: a match.Reason, Late or Any
	Text    string // the name of a player, or the last words of one that failed, contains this, whatever the case
	Stage   *int   // nil: all
	Round   *int   // nil: all
	Marked  bool   // it counts although the machine made somebody late
	Void    bool   // its result was taken back
	All     bool   // also those whose results were taken back

	Newest bool   // the last of the schedule first
	After  string // where the page before ended; "": the first page
	Limit  int    // matches of a page; 0: 50; 1000 at most
}

// Any is every reason for which a bot can fail.
const Any = "any"

const (
	defaultLimit = 50
	maxLimit     = 1000
	maxStreams   = 64 // of a question about a text; above it, all matches are gone through
)

// clause is a part of a question with its arguments.
type clause struct {
	text string
	args []any
}

// stream is a way to go through the matches that are asked for, in the order of their keys.
type stream struct {
	from  string // with m, the match, in it
	key   string // what bounds the key of a match in the index that leads, "" if it is m.key
	block bool   // that is the key of a block
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

// keys are the keys of the first matches that q asks for, one more than a page has if there are more.
func (s *Store) keys(ctx context.Context, q Query) ([]int64, error) {
	low, high, err := q.bounds()
	if err != nil {
		return nil, err
	}
	streams, err := s.streams(ctx, q)
	if err != nil {
		return nil, err
	}
	var all []int64
	for _, st := range streams {
		keys, err := s.run(ctx, st, low, high, q.Newest, q.limit()+1)
		if err != nil {
			return nil, told(err, "matches")
		}
		all = append(all, keys...)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	if q.Newest {
		slices.Reverse(all)
	}
	return all[:min(len(all), q.limit()+1)], nil
}

func (q *Query) limit() int {
	if q.Limit <= 0 {
		return defaultLimit
	}
	return min(q.Limit, maxLimit)
}

// bounds are the first and the last key that q can have.
func (q *Query) bounds() (low, high int64, err error) {
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
	if st.block { // each match comes once, and DISTINCT would have it sorted
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
