package worker

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"blastyard/arena"
	"blastyard/internal/plain"
	"blastyard/match"
	"blastyard/tournament"
)

// result is the result of the fixture. w has watched the match; nil: only built-in bots played.
func (m *fixture) result(r *arena.Result, began time.Time, w *watcher) *tournament.Result {
	n, now := len(m.Entrants), m.worker.now()
	t := &tournament.Result{ID: m.ID, Try: m.Try, Entrants: slices.Clone(m.Entrants), Scores: slices.Clone(r.Scores),
		Turns: r.Turns, State: fmt.Sprintf("%016x", r.State.Whole), Took: now.Sub(began).Milliseconds(),
		Worker: m.worker.options.Name, Ended: now.UnixMilli()}
	reasons, versions, words := make([]string, n), make([]string, n), make([]string, n)
	late, host, refused := make([]int, n), make([]int, n), make([]int, n)
	for k := range r.Seats {
		s := &r.Seats[k]
		id := s.Player
		if id < 0 || id >= n {
			continue
		}
		reasons[id], versions[id] = string(s.Reason), m.seats.players[m.Entrants[id]].Version
		late[id], host[id], refused[id] = s.Late, s.Host, s.Refused
		if s.Reason != match.Finished {
			words[id] = m.seats.players[m.Entrants[id]].hidePath(lastWords(s))
		}
	}
	if w != nil {
		for id := range host {
			host[id] = min(late[id], host[id]+w.host[id])
		}
		t.Used = w.usedMillis()
	}
	t.Ranks = ranksOf(r.Result, reasons)
	t.Reasons, t.Versions, t.Words = unless(reasons, string(match.Finished)), unless(versions, ""), unless(words, "")
	t.Late, t.Host, t.Refused = unless(late, 0), unless(host, 0), unless(refused, 0)
	return t
}

// unless is the list; nil where it holds nothing but the usual value.
func unless[T comparable](list []T, usual T) []T {
	if slices.ContainsFunc(list, func(v T) bool { return v != usual }) {
		return list
	}
	return nil
}

// maxWords bounds the last words of a bot, in bytes.
const maxWords = 500

// lastWords is why a bot did not finish, and what it printed last.
func lastWords(s *arena.SeatResult) string {
	words := plain.Line(s.Note)
	if len(s.Program.Tail) > 0 && s.Reason == match.Timeout {
		words += " | " + plain.Line(s.Program.Tail[len(s.Program.Tail)-1])
	}
	if len(words) <= maxWords {
		return words
	}
	return plain.Line(words[:maxWords]) + "…"
}

// ranksOf ranks the players of a match: the winner first, as the game names it, then by score. Of those with the same
// score who finished comes before who did not; beyond that they share a rank: 1, 2, 2, 4. So a bot that has failed
// keeps what it had reached, as the game wants it.
func ranksOf(r match.Result, reasons []string) []int {
	n := len(r.Scores)
	type key struct{ winner, score, finished int }
	keys, order := make([]key, n), make([]int, n)
	for id := range n {
		order[id] = id
		keys[id].score = r.Scores[id]
		if id == r.Winner {
			keys[id].winner = 1
		}
		if reasons[id] == string(match.Finished) {
			keys[id].finished = 1
		}
	}
	compare := func(a, b int) int {
		x, y := keys[a], keys[b]
		return cmp.Or(cmp.Compare(y.winner, x.winner), cmp.Compare(y.score, x.score),
			cmp.Compare(y.finished, x.finished))
	}
	slices.SortStableFunc(order, compare)
	ranks := make([]int, n)
	for i, id := range order {
		if ranks[id] = i + 1; i > 0 && compare(order[i-1], id) == 0 {
			ranks[id] = ranks[order[i-1]]
		}
	}
	return ranks
}
