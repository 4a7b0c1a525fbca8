package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"blastyard/tournament"
)

// streams returns the streams that together have all matches that q selects. The part of the query that leaves the
// fewest matches leads; the other parts are conditions.
func (s *Store) streams(ctx context.Context, q tournament.Query) ([]stream, error) {
	w := s.wanted(q)
	if w.none {
		return nil, nil
	}
	reasons, err := s.reasons(ctx, q.Reason, w.entrant)
	if err != nil {
		return nil, wrap(err, "matches")
	}
	conditions := w.conditions(q, reasons)
	lead := func(name string) []clause { // all conditions except the leading one
		var rest []clause
		for _, c := range conditions {
			if c.name != name {
				rest = append(rest, c.clause)
			}
		}
		return rest
	}
	var all []stream
	switch {
	case q.Reason != "" && q.Entrant != "":
		for _, who := range w.entrant {
			for _, reason := range reasons {
				all = append(all,
					byFailure.with(lead("reason")...).with(clause{"f.who = ? AND f.reason = ?", []any{who, reason}}))
			}
		}
	case q.Reason == tournament.AnyReason:
		all = append(all, byMatch.with(lead("reason")...).with(clause{text: "m.failed = 1"}))
	case q.Reason != "":
		for _, reason := range reasons {
			all = append(all, byFailure.with(lead("reason")...).with(clause{"f.reason = ?", []any{reason}}))
		}
	case q.Round != nil:
		all = append(all, byRound.with(lead("round")...).with(clause{"b.round = ?", []any{*q.Round}}))
	case q.Entrant != "":
		for _, who := range w.entrant {
			all = append(all, bySeat.with(lead("entrant")...).with(clause{"s.who = ?", []any{who}}))
		}
	case q.Text != "" && len(w.text) <= maxStreams:
		for _, who := range w.text {
			all = append(all, bySeat.with(lead("text")...).with(clause{"s.who = ?", []any{who}}))
		}
		all = append(all,
			byWords.with(lead("text")...).with(clause{"f.words <> 0 AND t.text LIKE ? ESCAPE '\\'",
				[]any{like(q.Text)}}))
	default:
		all = append(all, byMatch.with(lead("")...))
	}
	return all, nil
}

// wanted has the entrants of a query, by their numbers.
type wanted struct {
	entrant, against, text []int64
	none                   bool // the query names an entrant that does not exist
}

func (s *Store) wanted(q tournament.Query) (w wanted) {
	if q.Entrant != "" {
		w.entrant = s.find(q.Entrant)
		w.none = w.none || len(w.entrant) == 0
	}
	if q.Against != "" {
		w.against = s.find(q.Against)
		w.none = w.none || len(w.against) == 0
	}
	if q.Text != "" {
		w.text = s.containing(q.Text)
	}
	return w
}

// reasons returns the numbers of a reason, or of all reasons.
func (s *Store) reasons(ctx context.Context, reason string, who []int64) (found []int64, err error) {
	switch reason {
	case "":
		return nil, nil
	case tournament.AnyReason:
		rows, err := s.read.QueryContext(ctx,
			"SELECT DISTINCT reason FROM failures WHERE who IN ("+list(who)+") ORDER BY reason")
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		for rows.Next() {
			var id int64
			if err := rows.Scan(&id); err != nil {
				return nil, err
			}
			found = append(found, id)
		}
		return found, rows.Err()
	}
	var id int64
	err = s.read.QueryRowContext(ctx, "SELECT id FROM text WHERE text = ?", reason).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return []int64{id}, err
}

// condition is a clause with the part of the query that it belongs to.
type condition struct {
	name string
	clause
}

func (w *wanted) conditions(q tournament.Query, reasons []int64) (all []condition) {
	add := func(name, text string, args ...any) { all = append(all, condition{name, clause{text, args}}) }
	plays := func(who []int64) string {
		return fmt.Sprintf("EXISTS (SELECT 1 FROM seat WHERE who IN (%s) AND block = m.key >> %d)", list(who),
			blockShift)
	}
	switch {
	case q.Void:
		add("void", "m.void = 1")
	case !q.All:
		add("void", "m.void = 0")
	}
	if q.Marked {
		add("marked", "m.marked = 1")
	}
	if q.Round != nil {
		add("round", fmt.Sprintf("EXISTS (SELECT 1 FROM block WHERE key = m.key >> %d AND round = ?)", blockShift),
			*q.Round)
	}
	if q.Entrant != "" {
		add("entrant", plays(w.entrant))
	}
	if q.Against != "" {
		add("against", plays(w.against))
	}
	if q.Text != "" {
		add("text", "("+plays(w.text)+" OR EXISTS (SELECT 1 FROM failure w CROSS JOIN text t ON t.id = w.words "+
			"WHERE w.key = m.key AND t.text LIKE ? ESCAPE '\\'))", like(q.Text))
	}
	if q.Reason != "" {
		add("reason", "EXISTS (SELECT 1 FROM failure WHERE key = m.key AND reason IN ("+list(reasons)+"))")
	}
	return all
}

// list formats numbers as an SQL list.
func list(numbers []int64) string {
	texts := make([]string, len(numbers))
	for i, n := range numbers {
		texts[i] = fmt.Sprint(n)
	}
	return strings.Join(texts, ", ")
}

// like returns the LIKE pattern of texts that contain this one.
func like(text string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(text) + "%"
}
