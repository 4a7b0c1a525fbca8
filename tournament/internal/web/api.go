package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"blastyard/game/viewer"
	"blastyard/internal/english"
	"blastyard/internal/errortext"
	"blastyard/tournament"
)

type eventAnswer struct {
	About
	Entrants []entrantName `json:"entrants"`
	Stages   []stageName   `json:"stages"`
	Planned  int           `json:"planned_stages"`
	At       time.Time     `json:"at"`
	Played   int           `json:"played"`
	Matches  int           `json:"planned"`
	Done     bool          `json:"done"`
	Secret   string        `json:"secret"` // empty before the event is over
	Clock    Phase         `json:"clock"`
}

type entrantName struct {
	Number int    `json:"number"`
	Name   string `json:"name"`
	Letter string `json:"letter"`
	Colour string `json:"colour"`
}

type stageName struct {
	Stage  int    `json:"stage"`
	Name   string `json:"name"`
	Format string `json:"format"`
}

type roundsAnswer struct {
	Stage  int                `json:"stage"`
	Format string             `json:"format"`
	Rounds []tournament.Round `json:"rounds"`
}

type scheduleAnswer struct {
	Next []Upcoming `json:"next"`
}

// crossRowAnswer is how an entrant fared against each of the names.
type crossRowAnswer struct {
	Name  string                `json:"name"`
	Names []string              `json:"names"`
	Row   []tournament.PairCell `json:"row"`
}

// apiRoutes serves the JSON API.
func (s *Site) apiRoutes(route func(path string, h http.HandlerFunc)) {
	route("/api/event", s.snapshotJSON(func(b *builder) any { return b.eventAnswer() }))
	route("/api/progress", s.snapshotJSON(func(b *builder) any { return b.progressAnswer() }))
	route("/api/orders", s.snapshotJSON(func(b *builder) any {
		return ordersAnswer{b.snap.Notice, list(b.snap.Orders)}
	}))
	route("/api/schedule", s.snapshotJSON(func(b *builder) any { return scheduleAnswer{list(b.snap.Next)} }))
	route("/api/standings", s.stageJSON(func(_ int, st *Stage) any {
		if st.Standings == nil {
			return &tournament.Standings{Entrants: []tournament.Standing{}, TieBreaks: []string{}}
		}
		return st.Standings
	}))
	route("/api/cross-table", s.limited(s.apiCrossTable))
	route("/api/rounds", s.stageJSON(func(i int, st *Stage) any {
		return roundsAnswer{Stage: i, Format: st.Format, Rounds: list(st.Rounds)}
	}))
	route("/api/matches", s.limited(s.apiMatches))
	route("/api/matches/{id}", s.limited(func(w http.ResponseWriter, r *http.Request) {
		m, err := s.matchOf(r)
		if err != nil {
			s.failed(w, r, err)
			return
		}
		s.answerJSON(w, r, answerOf(m))
	}))
	route("/api/entrants/{number}", s.limited(s.apiEntrant))
	route("/api/openapi.json", s.getOpenAPI)
	route("/api/", func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, http.StatusNotFound, "There is nothing here.")
	})
}

// list returns l, or an empty list instead of nil, which JSON would write as null.
func list[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}

func (b *builder) eventAnswer() eventAnswer {
	p := &b.snap.Progress
	a := eventAnswer{About: *b.about, Entrants: []entrantName{}, Stages: []stageName{}, Planned: b.snap.Planned,
		At: b.snap.At, Played: p.Played, Matches: p.Planned, Done: p.Done, Clock: b.snap.Phase, Secret: b.snap.Secret}
	for i, name := range b.snap.Names {
		c := viewer.Palette[i%looks]
		a.Entrants = append(a.Entrants, entrantName{i + 1, name, viewer.Mark(i),
			fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)})
	}
	for i := range b.snap.Stages {
		a.Stages = append(a.Stages, stageName{i, b.snap.Stages[i].Name, b.snap.Stages[i].Format})
	}
	return a
}

func (b *builder) progressAnswer() progressAnswer {
	return progressAnswerOf(&b.snap.Progress, b.snap.At)
}

// snapshotJSON serves JSON that depends only on the snapshot.
func (s *Site) snapshotJSON(build func(*builder) any) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.serveCached(w, r, r.URL.Path, jsonType, func(b *builder) ([]byte, error) { return json.Marshal(build(b)) })
	}
}

// stageJSON serves JSON of a stage: the one of ?stage=N, or the newest one.
func (s *Site) stageJSON(build func(i int, st *Stage) any) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		i, err := stageOf(r, s.o.Source.Snapshot())
		if err != nil {
			s.fail(w, r, http.StatusNotFound, errortext.Text(err))
			return
		}
		s.serveCached(w, r, r.URL.Path+"?"+strconv.Itoa(i), jsonType, func(b *builder) ([]byte, error) {
			if i >= len(b.snap.Stages) {
				return json.Marshal(build(0, &Stage{}))
			}
			return json.Marshal(build(i, &b.snap.Stages[i]))
		})
	}
}

// stageOf returns the stage that a request selects.
func stageOf(r *http.Request, snap *Snapshot) (int, error) {
	n := 0
	if snap != nil {
		n = len(snap.Stages)
	}
	text := r.URL.Query().Get("stage")
	if text == "" {
		return max(n-1, 0), nil
	}
	i, err := strconv.Atoi(text)
	if err != nil || i < 0 || i >= n {
		return 0, fmt.Errorf("stage is %q: expected %s", clean(text[:min(len(text), 20)]), english.UpTo(n-1))
	}
	return i, nil
}

// apiCrossTable streams the cross table of a stage: all of it, or with ?entrant=NAME one row.
func (s *Site) apiCrossTable(w http.ResponseWriter, r *http.Request) {
	snap := s.o.Source.Snapshot()
	i, err := stageOf(r, snap)
	if err != nil {
		s.fail(w, r, http.StatusNotFound, errortext.Text(err))
		return
	}
	table := tournament.NewCrossTable(nil, nil)
	if snap != nil && i < len(snap.Stages) && snap.Stages[i].CrossTable != nil {
		table = snap.Stages[i].CrossTable
	}
	if name := s.entrantName(r.URL.Query().Get("entrant")); name != "" {
		at := slices.Index(table.Names, name)
		if at < 0 {
			s.fail(w, r, http.StatusNotFound, "There is nothing here.")
			return
		}
		row := crossRowAnswer{Name: name, Names: table.Names, Row: make([]tournament.PairCell, len(table.Names))}
		for j := range row.Row {
			row.Row[j] = table.Cell(at, j)
		}
		s.answerJSON(w, r, row)
		return
	}
	w.Header().Set("Content-Type", jsonType)
	if err := table.WriteJSON(s.patient(w, w)); err != nil {
		panic(http.ErrAbortHandler) // the headers are sent, so cutting the answer is the only way to report the error
	}
}

func (s *Site) answerJSON(w http.ResponseWriter, r *http.Request, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		s.failed(w, r, err)
		return
	}
	answer(w, http.StatusOK, jsonType, body)
}

func (s *Site) apiMatches(w http.ResponseWriter, r *http.Request) {
	q, ok := s.query(w, r)
	if !ok {
		return
	}
	found, err := s.o.Source.Matches(r.Context(), q)
	if err != nil {
		s.failed(w, r, err)
		return
	}
	s.answerJSON(w, r, matchesAnswer{list(MatchAnswers(found.List)), found.Next})
}

func (s *Site) apiEntrant(w http.ResponseWriter, r *http.Request) {
	_, e, err := s.entrantOf(r)
	if err != nil {
		s.failed(w, r, err)
		return
	}
	s.answerJSON(w, r, entrantAnswerOf(e))
}
