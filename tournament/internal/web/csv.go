package web

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/internal/cells"
)

// A sheet is a CSV file whose texts are made safe.
type sheet struct{ *cells.Sheet }

func newSheet(w io.Writer, columns ...string) sheet { return sheet{cells.NewSheet(w, columns...)} }

// row writes a row; a time that is not known is an empty cell.
func (s sheet) row(values ...any) {
	for i, value := range values {
		switch v := value.(type) {
		case string:
			values[i] = clean(v)
		case time.Time:
			if values[i] = ""; !v.IsZero() {
				values[i] = isoTime(v)
			}
		}
	}
	s.Row(values...)
}

// getCSV serves a CSV file.
func (s *Site) getCSV(w http.ResponseWriter, r *http.Request) {
	b := s.builder(r)
	write := map[string]func(io.Writer) error{
		"standings.csv":   b.standingsCSV,
		"cross-table.csv": b.crossTableCSV,
		"schedule.csv":    b.scheduleCSV,
		"entrants.csv":    b.entrantsCSV,
	}[r.PathValue("name")]
	switch name := r.PathValue("name"); name {
	case "cross-table.csv":
		write = func(to io.Writer) error { return b.crossTableCSV(s.patient(w, to)) }
	case "matches.csv":
		q, ok := s.query(w, r)
		if !ok {
			return
		}
		write = func(to io.Writer) error { return matchesCSV(r.Context(), s.o.Source, q, s.patient(w, to)) }
	case "ratings.csv":
		write = func(to io.Writer) error { return ratingsCSV(r.Context(), s.o.Source, b.snap.Names, s.patient(w, to)) }
	}
	if write == nil {
		s.fail(w, r, http.StatusNotFound, "There is nothing here.")
		return
	}
	w.Header().Set("Content-Type", csvType)
	w.Header().Set("Content-Disposition", `attachment; filename="`+r.PathValue("name")+`"`)
	if err := write(w); err != nil {
		// The headers are sent, so cutting the answer is the only way to report the error.
		s.log.Warn("a file of CSV was cut", "path", r.URL.Path, "error", err)
		panic(http.ErrAbortHandler)
	}
}

// patient returns a writer for a long answer, with a time limit for each part of it.
func (s *Site) patient(w http.ResponseWriter, to io.Writer) io.Writer {
	return writerFunc(func(p []byte) (int, error) {
		s.deadline(http.NewResponseController(w), patience)
		return to.Write(p)
	})
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// servedAs are the columns of standings that have another name in files of a server.
var servedAs = map[string]string{"entrant": "name", "better": "better_than_next"}

// afterFailures is the column that comes after a text of all failures.
const afterFailures = "better"

func (b *builder) standingsCSV(w io.Writer) error {
	columns := []string{"stage"}
	for _, c := range tournament.Columns {
		if c.Name == afterFailures {
			columns = append(columns, "failures")
		}
		columns = append(columns, cmp.Or(servedAs[c.Name], c.Name))
	}
	s := newSheet(w, columns...)
	for i := range b.snap.Stages {
		if b.snap.Stages[i].Standings == nil {
			continue
		}
		list := b.snap.Stages[i].Standings.Entrants
		for k := range list {
			row := []any{i}
			for _, c := range tournament.Columns {
				if c.Name == afterFailures {
					row = append(row, failures(list[k].Failures))
				}
				row = append(row, c.Of(&list[k]))
			}
			s.row(row...)
		}
	}
	return s.Flush()
}

func (b *builder) crossTableCSV(w io.Writer) error {
	s := newSheet(w, "stage", "name", "opponent", "met", "before", "draws", "behind", "better")
	for i := range b.snap.Stages {
		t := b.snap.Stages[i].CrossTable
		if t == nil {
			continue
		}
		for x := range t.Names {
			for y := range t.Names {
				if p := t.Cell(x, y); x != y {
					s.row(i, t.Names[x], t.Names[y], p.Met, p.Wins, p.Draws, p.Losses, p.Better)
				}
			}
		}
	}
	return s.Flush()
}

func (b *builder) scheduleCSV(w io.Writer) error {
	s := newSheet(w, "match", "round", "map", "expected", "entrants")
	for _, u := range b.snap.Next {
		row := []any{u.ID.String(), u.Round + 1, u.Map, u.At}
		for _, name := range u.Names {
			row = append(row, name)
		}
		s.row(row...)
	}
	return s.Flush()
}

func (b *builder) entrantsCSV(w io.Writer) error {
	s := newSheet(w, "number", "name")
	for i, name := range b.snap.Names {
		s.row(i+1, name)
	}
	return s.Flush()
}

// matchesCSV writes all matches that a query selects, with a line for each player.
func matchesCSV(ctx context.Context, src Source, q tournament.Query, w io.Writer) error {
	s := newSheet(w, "match", "try", "round", "map", "seed", "player", "name", "version", "rank", "score", "reason",
		"late", "late_by_the_machine", "silent", "crashed", "refused", "used_ms", "turns", "took_ms", "ended", "worker",
		"marked", "void", "state", "replay")
	q.Limit = maxList
	for {
		page, err := src.Matches(ctx, q)
		if err != nil {
			return err
		}
		for i := range page.List {
			s.match(&page.List[i])
		}
		if err := s.Flush(); err != nil {
			return err
		}
		if q.After = page.Next; q.After == "" {
			return nil
		}
	}
}

func (s sheet) match(m *tournament.Match) {
	ended := time.Time{}
	if m.Ended > 0 {
		ended = time.UnixMilli(m.Ended)
	}
	for i, name := range m.Names {
		reason := at(m.Reasons, i)
		if reason == "" {
			reason = finished
		}
		s.row(m.ID.String(), m.Try, m.Round+1, m.Map, m.Seed, i, name, at(m.Versions, i), at(m.Ranks, i),
			at(m.Scores, i), reason, at(m.Late, i), at(m.Host, i), at(m.Silent, i), at(m.Crashed, i), at(m.Refused, i),
			at(m.Used, i), m.Turns, m.Took, ended, m.Worker, m.Marked, voidText(m), m.State, m.Result.Replay)
	}
}

// ratingsCSV writes the ratings over time.
func ratingsCSV(ctx context.Context, src Source, names []string, w io.Writer) error {
	s := newSheet(w, "name", "at", "matches", "elo", "elo_low", "elo_high")
	for _, name := range names {
		e, err := src.Entrant(ctx, name)
		if err != nil {
			return err
		}
		for _, p := range pointsOf(e.History) {
			s.row(name, p.At, p.Matches, p.Elo, p.Low, p.High)
		}
		if err := s.Flush(); err != nil {
			return err
		}
	}
	return s.Flush()
}
