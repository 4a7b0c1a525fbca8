package train

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// sit says which built-in bots play matches from their next episodes on: in all of them, or in none if one is wrong.
func (s *server) sit(l *link, r *Request) error {
	if len(r.Bots) != len(r.Matches) {
		return l.tellError(fmt.Errorf("request: bots has %d entries, expected one for each of %d matches", len(r.Bots),
			len(r.Matches)))
	}
	all := make([][]string, len(r.Bots))
	for k, bots := range r.Bots {
		names, err := s.seatBots(bots)
		if err == nil {
			err = s.kind.knows(names)
		}
		if err != nil {
			return l.tellError(fmt.Errorf("request: bots[%d]: %w", k, err))
		}
		all[k] = names
	}
	for k, i := range r.Matches {
		s.episodes.all[i].sit(all[k])
	}
	return l.ready()
}

// seatBots returns built-in bots by player. Those of the config play where no other is named.
func (s *server) seatBots(bots map[string]string) ([]string, error) {
	names := slices.Clone(s.kind.seated().opponents)
	for _, key := range slices.Sorted(maps.Keys(bots)) {
		id, err := strconv.Atoi(key)
		if err != nil || id < 0 || id >= len(names) {
			return nil, fmt.Errorf("player %q, expected 0 to %d", key, len(names)-1)
		}
		names[id] = bots[key]
	}
	return names, nil
}
