package store

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"blastyard/tournament"
)

// Matches returns a page of the matches that q selects, and the cursor of the next page; "": this is the last one.
func (s *Store) Matches(ctx context.Context, q tournament.Query) (page []tournament.Match, next string, err error) {
	keys, err := s.keys(ctx, q)
	if err != nil {
		return nil, "", err
	}
	if limit := limitOf(q); len(keys) > limit {
		keys = keys[:limit]
		next = cursorOf(keys[limit-1])
	}
	page, err = s.fetch(ctx, keys)
	return page, next, wrap(err, "matches")
}

// Match returns the newest result of a match. If there is none, the error is ErrNoMatch.
func (s *Store) Match(ctx context.Context, id tournament.ID) (*tournament.Match, error) {
	tries, err := s.Tries(ctx, id)
	if err != nil {
		return nil, err
	}
	return &tries[len(tries)-1], nil
}

// Tries returns all results of a match: void ones first, then the one that counts. If there are none, the error is
// ErrNoMatch.
func (s *Store) Tries(ctx context.Context, id tournament.ID) ([]tournament.Match, error) {
	low, err := keyOf(id, 0)
	if err != nil {
		return nil, err
	}
	keys, err := s.run(ctx, byMatch, low, low+(1<<tryBits-1), false, 1<<tryBits)
	if err != nil {
		return nil, wrap(err, "match")
	}
	if len(keys) == 0 {
		return nil, fmt.Errorf("%w: %v", ErrNoMatch, id)
	}
	tries, err := s.fetch(ctx, keys)
	return tries, wrap(err, "match")
}

// row is a row of the match table.
type row struct {
	key     int64
	failed  bool
	seats   []seat
	mapText int64
	worker  int64
}

// fetch reads the matches with these keys, in the same order.
func (s *Store) fetch(ctx context.Context, keys []int64) ([]tournament.Match, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	wanted, err := json.Marshal(keys)
	if err != nil {
		return nil, err
	}
	matches, raw, err := s.fetchRows(ctx, string(wanted))
	if err != nil {
		return nil, err
	}
	words := map[int64]bool{} // texts by number
	for i := range raw {
		words[raw[i].mapText], words[raw[i].worker] = true, true
		for _, p := range raw[i].seats {
			words[p.version], words[p.reason] = true, true
		}
	}
	texts, err := s.textsOf(ctx, words)
	if err != nil {
		return nil, err
	}
	for i := range matches {
		m, r := &matches[i], &raw[i]
		m.Map, m.Worker = texts[r.mapText], texts[r.worker]
		s.spread(m, r, texts)
	}
	return matches, s.addTexts(ctx, string(wanted), matches)
}

func (s *Store) fetchRows(ctx context.Context, keys string) (matches []tournament.Match, raw []row, err error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT m.key, m.void, m.marked, m.failed, m.turns, m.took, m.voids, m.ended, m.worker,
		m.state, m.seats, m.troubles, coalesce(b.round, -1), coalesce(b.map, 0), coalesce(b.seed, 0), r.hash,
		coalesce(c.why, '')
		FROM json_each(?) j CROSS JOIN match m ON m.key = j.value LEFT JOIN block b ON b.key = m.key >> ?
		LEFT JOIN replay r ON r.id = m.replay
		LEFT JOIN change c ON m.void = 1 AND c.kind = 'void' AND c.key = m.key`, keys, blockShift)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var m tournament.Match
		var r row
		var state, replay any
		var seats, troubles []byte
		var seed int64
		err := rows.Scan(&r.key, &m.Void, &m.Marked, &r.failed, &m.Turns, &m.Took, &m.Voids, &m.Ended, &r.worker,
			&state, &seats, &troubles, &m.Round, &r.mapText, &seed, &replay, &m.Why)
		if err != nil {
			return nil, nil, err
		}
		if r.seats, err = unpackSeats(seats, troubles); err != nil {
			return nil, nil, err
		}
		m.ID, m.Try = idOf(r.key)
		m.Seed, m.State, m.Replay = uint64(seed), unpackHash(state), unpackHash(replay)
		matches, raw = append(matches, m), append(raw, r)
	}
	return matches, raw, rows.Err()
}

// spread sets the fields of each player of a match from its row.
func (s *Store) spread(m *tournament.Match, r *row, texts map[int64]string) {
	n, names := len(r.seats), s.entrants()
	m.Entrants, m.Names, m.Ranks, m.Scores = make([]int, n), make([]string, n), make([]int, n), make([]int, n)
	for i := range r.seats {
		p := &r.seats[i]
		m.Entrants[i], m.Ranks[i], m.Scores[i] = int(p.entrant), int(p.rank), int(p.score)
		m.Names[i] = nameOf(names, p.entrant)
		put(&m.Versions, n, i, texts[p.version])
		put(&m.Reasons, n, i, texts[p.reason])
		put(&m.Late, n, i, int(p.late))
		put(&m.Host, n, i, int(p.host))
		put(&m.Refused, n, i, int(p.refused))
		put(&m.Silent, n, i, int(p.silent))
		put(&m.Crashed, n, i, int(p.crashed))
		put(&m.Used, n, i, p.used)
	}
}

// put sets an item of a list that stays nil while all its items are zero.
func put[T comparable](list *[]T, n, i int, value T) {
	var zero T
	if value == zero {
		return
	}
	if *list == nil {
		*list = make([]T, n)
	}
	(*list)[i] = value
}

// addTexts adds the last words of failed bots, and the hashes of the output of bots.
func (s *Store) addTexts(ctx context.Context, keys string, matches []tournament.Match) error {
	at := map[int64]*tournament.Match{}
	for i := range matches {
		key, err := keyOf(matches[i].ID, matches[i].Try)
		if err != nil {
			return err
		}
		at[key] = &matches[i]
	}
	err := s.eachPlayer(ctx, "failure f ON f.key = j.value CROSS JOIN text t ON t.id = f.words", "f.player, t.text",
		keys,
		func(key int64, player int, words any) {
			text, _ := words.(string)
			put(&at[key].Words, len(at[key].Entrants), player, text)
		})
	if err != nil {
		return err
	}
	return s.eachPlayer(ctx, "printed f ON f.key = j.value CROSS JOIN replay r ON r.id = f.replay", "f.player, r.hash",
		keys,
		func(key int64, player int, hash any) {
			put(&at[key].Logs, len(at[key].Entrants), player, unpackHash(hash))
		})
}

// eachPlayer reads rows about the players of matches.
func (s *Store) eachPlayer(ctx context.Context, from, columns, keys string,
	put func(key int64, player int, v any)) error {
	rows, err := s.read.QueryContext(ctx, "SELECT f.key, "+columns+" FROM json_each(?) j CROSS JOIN "+from, keys)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var key int64
		var player int
		var value any
		if err := rows.Scan(&key, &player, &value); err != nil {
			return err
		}
		put(key, player, value)
	}
	return rows.Err()
}

// textsOf reads texts by their numbers.
func (s *Store) textsOf(ctx context.Context, ids map[int64]bool) (map[int64]string, error) {
	wanted, err := json.Marshal(slices.Sorted(maps.Keys(ids)))
	if err != nil {
		return nil, err
	}
	rows, err := s.read.QueryContext(ctx, "SELECT t.id, t.text FROM json_each(?) j CROSS JOIN text t ON t.id = j.value",
		string(wanted))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	texts := make(map[int64]string, len(ids))
	for rows.Next() {
		var id int64
		var text string
		if err := rows.Scan(&id, &text); err != nil {
			return nil, err
		}
		texts[id] = text
	}
	return texts, rows.Err()
}
