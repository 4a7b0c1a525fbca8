package worker

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"blastyard/arena"
	"blastyard/game/match"
	"blastyard/internal/plain"
	"blastyard/tournament"
)

// result returns the result of the fixture. w has watched the match; nil: only built-in bots played.
func (m *fixture) result(r *arena.Result, began time.Time, w *watcher) *tournament.Result {
	n, now := len(m.of.Entrants), m.worker.now()
	t := &tournament.Result{ID: m.of.ID, Try: m.of.Try, Entrants: slices.Clone(m.of.Entrants),
		Scores: slices.Clone(r.Scores),
		Turns:  r.Turns, State: fmt.Sprintf("%016x", r.State.Whole), Took: now.Sub(began).Milliseconds(),
		Worker: m.worker.options.Name, Ended: now.UnixMilli()}
	reasons, versions, words := make([]string, n), make([]string, n), make([]string, n)
	late, host, refused := make([]int, n), make([]int, n), make([]int, n)
	silent, crashed := make([]int, n), make([]int, n)
	for k := range r.Seats {
		s := &r.Seats[k]
		id := s.Player
		if id < 0 || id >= n {
			continue
		}
		reasons[id], versions[id] = string(s.Reason), m.seats.players[m.of.Entrants[id]].Version
		late[id], host[id], refused[id] = s.Late, s.Host, s.Refused
		silent[id], crashed[id] = s.Silent, s.Crashed
		words[id] = m.seats.players[m.of.Entrants[id]].hidePath(lastWords(s))
	}
	if w != nil {
		t.Used = w.usedMillis()
	}
	t.Ranks = m.worker.event.Ranking().Ranks(r.Winner, standings(r))
	t.Reasons, t.Versions, t.Words = unless(reasons, string(match.Finished)), unless(versions, ""), unless(words, "")
	t.Late, t.Host, t.Refused = unless(late, 0), unless(host, 0), unless(refused, 0)
	t.Silent, t.Crashed = unless(silent, 0), unless(crashed, 0)
	return t
}

// unless returns the list, or nil if all its items have the usual value.
func unless[T comparable](list []T, usual T) []T {
	if slices.ContainsFunc(list, func(v T) bool { return v != usual }) {
		return list
	}
	return nil
}

// maxWords is the maximum length of the last words of a bot, in bytes.
const maxWords = 500

// lastWords is why a bot did not finish and what it printed last, and what was wrong with its turns; "": nothing was.
func lastWords(s *arena.SeatResult) string {
	var parts []string
	if s.Reason != match.Finished {
		parts = append(parts, s.Note)
	}
	if len(s.Program.Tail) > 0 && s.Reason == match.Timeout {
		parts = append(parts, s.Program.Tail[len(s.Program.Tail)-1])
	}
	troubles := s.Troubles()
	if troubles.Refused = 0; troubles.Late <= troubles.Host {
		troubles.Late = 0
	}
	words := plain.Line(strings.Join(append(parts, troubles.Lines()...), " | "))
	if len(words) <= maxWords {
		return words
	}
	return plain.Line(words[:maxWords]) + "…"
}

// standings returns what the players of a match have reached, by id.
func standings(r *arena.Result) []match.Standing {
	list := make([]match.Standing, len(r.Scores))
	for k := range r.Seats {
		if s := &r.Seats[k]; s.Player >= 0 && s.Player < len(list) {
			list[s.Player] = match.Standing{Score: r.Scores[s.Player], Special: s.Special, Reason: s.Reason}
		}
	}
	return list
}
