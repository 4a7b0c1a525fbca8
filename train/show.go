package train

import (
	"fmt"
	"slices"

	"blastyard/train/internal/render"
)

// Modes of the request "render".
const (
	modePixels = "rgb_array"
	modeText   = "ansi"
)

// checkShow checks a request "render" or "page".
func (r *Request) checkShow() error {
	switch {
	case len(r.Matches) != 1:
		return fmt.Errorf("matches names %d matches, expected one to show", len(r.Matches))
	case r.Do == "render" && r.Mode != modePixels && r.Mode != modeText:
		return fmt.Errorf("mode is %q, expected %s", r.Mode, oneOf(r.Mode, []string{modePixels, modeText}))
	}
	return nil
}

// rendered is the answer to "render"; the picture follows as this many bytes.
type rendered struct {
	Bytes  int `json:"bytes"`
	Width  int `json:"width,omitempty"` // set for rgb_array
	Height int `json:"height,omitempty"`
}

// render answers with a picture of a match.
func (s *server) render(l *link, r *Request) error {
	var m render.Match
	s.picture(r.Matches[0], &m)
	var answer rendered
	if r.Mode == modeText {
		s.text = append(s.text[:0], render.Text(&m, r.Colour)...)
	} else {
		var err error
		s.text, answer.Width, answer.Height, err = render.RGB(s.text[:0], &m, r.Width)
		if err != nil {
			return l.tellError(fmt.Errorf("request: %w", err))
		}
	}
	answer.Bytes = len(s.text)
	if err := l.tell(answer); err != nil {
		return err
	}
	_, err := l.out.Write(s.text)
	return err
}

// showPage answers with the address of the page, which shows a match from now on.
func (s *server) showPage(l *link, r *Request) error {
	if s.page == nil {
		page, err := render.OpenPage()
		if err != nil {
			return l.tellError(fmt.Errorf("request: %w", err))
		}
		s.page = page
	}
	i := r.Matches[0]
	var m render.Match
	s.picture(i, &m)
	s.page.Watch(i, &m)
	if !slices.Contains(s.watched, i) {
		s.watched = append(s.watched, i)
	}
	if r.Browser {
		s.page.OpenBrowser()
	}
	return l.tell(struct {
		URL string `json:"url"`
	}{s.page.URL()})
}

// showWatched updates the page after a step or a reset.
func (s *server) showWatched() {
	for _, i := range s.watched {
		var m render.Match
		s.picture(i, &m)
		s.page.Show(i, &m)
	}
}

// picture sets what can be shown of match i.
func (s *server) picture(i int, m *render.Match) {
	e := s.episodes
	x := &e.all[i]
	*m = render.Match{Match: x.asGame(), Game: s.config.Game, Turns: s.facts.Turns, Map: s.facts.Map,
		Seed: e.shared.seed[i], Episode: x.number, Over: x.ended}
	for p := range s.facts.Players {
		name := fmt.Sprintf("player_%d", p)
		if bot := s.kind.seated().opponents[p]; bot != "" {
			name = bot
		}
		m.Names = append(m.Names, name)
	}
}
