package web

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"sync"

	"blastyard/game/games"
	"blastyard/replay"
	"blastyard/replay/explain"
	"blastyard/show/playback"
)

// What the page of decisive moments shows, and how many explanations are kept.
const (
	momentMatches = 5
	keptMoments   = 64
)

const momentsTitle = "What decided the last matches"

type momentsBody struct {
	Rows  []momentsRow
	Empty string
}

// momentsRow is a match and what decided it.
type momentsRow struct {
	ID      string
	URL     string
	Replay  string // empty: it cannot be watched
	Players []playerView
	Story   string
	Turns   []turnView
}

// turnView is a turn that decided a match.
type turnView struct {
	Turn int
	Text string
	URL  string // of the replay at this turn
}

// decided says what decided a match.
type decided struct {
	story string
	turns []turnView
}

// moments returns the page of what decided the last matches. explained says it of a replay.
func (b *builder) moments(explained func(hash string) (*decided, error)) *momentsBody {
	body := &momentsBody{Empty: "No match has ended yet: what decided the last matches is told here."}
	for i := range b.snap.Latest {
		m := b.matchView(&b.snap.Latest[i])
		if m.Void != "" || len(body.Rows) == momentMatches {
			continue
		}
		row := momentsRow{ID: m.ID.String(), URL: m.URL, Replay: m.Replay, Players: m.Players}
		if m.Replay != "" {
			if d, err := explained(m.Of.Replay); err == nil { // else the result alone is shown
				row.Story = d.story
				for _, t := range d.turns {
					t.URL = m.Replay + "#turn=" + strconv.Itoa(t.Turn)
					row.Turns = append(row.Turns, t)
				}
			}
		}
		body.Rows = append(body.Rows, row)
	}
	return body
}

// explainReplay says what decided the match of a replay.
func explainReplay(file io.Reader) (*decided, error) {
	r, err := replay.NewReader(file, replay.Limits{Lean: true})
	if err != nil {
		return nil, err
	}
	defer r.Close()
	match, err := r.All()
	if err != nil {
		return nil, err
	}
	p, err := playback.New(match, games.All())
	if err != nil {
		return nil, err
	}
	end := p.End()
	if end == nil {
		return &decided{}, nil
	}
	explain.ForPage(games.All())(match, len(p.Header().Cells), end)
	d := &decided{story: clean(end.Story)}
	for _, m := range end.Moments {
		d.turns = append(d.turns, turnView{Turn: m.Turn, Text: clean(m.Text)})
	}
	return d, nil
}

// An explainer says what decided matches. It explains one at a time, and each replay once.
type explainer struct {
	open func(ctx context.Context, hash string) (io.ReadCloser, error)

	mu    sync.Mutex
	known map[string]*decided
	order []string // of known, the oldest first
}

// of says what decided the match of a replay. The replay must be shown.
func (e *explainer) of(ctx context.Context, hash string) (*decided, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if d := e.known[hash]; d != nil {
		return d, nil
	}
	file, err := e.open(ctx, hash)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	d, err := explainReplay(file)
	if err != nil {
		return nil, err
	}
	if e.known == nil {
		e.known = map[string]*decided{}
	}
	e.known[hash] = d
	if e.order = append(e.order, hash); len(e.order) > keptMoments {
		delete(e.known, e.order[0])
		e.order = e.order[1:]
	}
	return d, nil
}

func (s *Site) getMoments(w http.ResponseWriter, r *http.Request) {
	b := s.builder(r)
	body := b.moments(func(hash string) (*decided, error) { return s.explainer.of(r.Context(), hash) })
	s.writePage(w, http.StatusOK, b.page("moments", "matches", momentsTitle, body))
}
