package dataset

import (
	"fmt"
	"sync"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/replay"
	"blastyard/train/internal/anygame"
)

// starts caches the start of the last match: most replays of a dataset use one map, and parsing the map from JSON takes
// longer than playing the match. It is safe for concurrent use.
type starts struct {
	mu   sync.Mutex
	key  string
	last game.Match // never played, only copied

	surveyed map[string]*anygame.Game // by what they depend on
}

// survey is anygame.New, once for all replays that differ in nothing that it depends on.
func (s *starts) survey(kind *game.Kind, m game.Match, h *replay.Header, specials, turns int) (*anygame.Game, error) {
	if len(h.State) > 0 {
		return anygame.New(kind, m, specials, turns)
	}
	key := fmt.Sprintf("%d %d %d %d %s %s", kind.Rules, m.Players(), specials, turns, h.Map.File, h.Map.Settings)
	s.mu.Lock()
	defer s.mu.Unlock()
	g, has := s.surveyed[key]
	if has {
		return g, nil
	}
	g, err := anygame.New(kind, m, specials, turns)
	if err != nil {
		return nil, err
	}
	if s.surveyed == nil {
		s.surveyed = map[string]*anygame.Game{}
	}
	s.surveyed[key] = g
	return g, nil
}

// match returns the match of a header at its start.
func (s *starts) match(h *replay.Header) (game.Match, error) {
	specials := 0
	for _, p := range h.Players {
		if p.Special {
			specials++
		}
	}
	key := fmt.Sprintf("%s %d %d %s %s", h.Game, len(h.Players), specials, h.Map.File, h.Map.Settings)
	if len(h.State) > 0 || h.Version != replay.Version { // it may have started from another state than that of the map
		return replay.NewMatch(h, games.All())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.key == key {
		m := s.last.Clone()
		return m, m.Restart(h.Seed)
	}
	m, err := replay.NewMatch(h, games.All())
	if err == nil {
		s.key, s.last = key, m.Clone()
	}
	return m, err
}

// kinds returns the kinds of games. That of the viewer copies the viewer's match instead of reading a map.
func (v *viewer) kinds() []*game.Kind {
	kinds := games.All()
	for i, k := range kinds {
		known := *k
		known.New = func(s game.Setup) (game.Match, error) {
			if k.Name == v.name {
				return v.start.Clone(), nil
			}
			return k.New(s)
		}
		kinds[i] = &known
	}
	return kinds
}
