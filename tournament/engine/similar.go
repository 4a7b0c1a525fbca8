package engine

import (
	"context"
	"fmt"
	"strings"

	"blastyard/internal/archive"
	"blastyard/tournament"
	"blastyard/tournament/internal/similar"
)

// Resemblance says which bots of an event resemble each other, as they play now.
type Resemblance struct {
	Pairs []similar.Pair
	Bots  map[string]*similar.Bot // by name: those that were compared
}

// Similar compares the sources of all bots that were submitted, or are in the organiser's file as folders. It keeps the
// result until one of them changes.
func (e *Engine) Similar(ctx context.Context) (*Resemblance, error) {
	e.comparing.Lock()
	defer e.comparing.Unlock()
	var all []tournament.Entry
	var key strings.Builder
	e.State(func(s *tournament.Schedule) {
		for _, name := range s.Entrants(0) {
			if v := e.versions[name]; v.Version != "" {
				v.Name = name
				all = append(all, v)
				fmt.Fprintln(&key, name, v.Version)
			}
		}
	})
	if e.compared != nil && e.comparedKey == key.String() {
		return e.compared, nil
	}
	list := make([]similar.Bot, len(all))
	for i, v := range all {
		b, err := e.sources(ctx, v)
		if err != nil {
			return nil, err
		}
		list[i] = b
	}
	known, err := similar.Starters()
	if err != nil {
		return nil, err
	}
	r := &Resemblance{Pairs: similar.Compare(list, known), Bots: map[string]*similar.Bot{}}
	for i := range list {
		r.Bots[list[i].Name] = &list[i]
	}
	e.compared, e.comparedKey = r, key.String()
	return r, nil
}

// sources returns the sources of a version of a bot.
func (e *Engine) sources(ctx context.Context, v tournament.Entry) (b similar.Bot, err error) {
	dir, remove, err := similar.Unpacked()
	if err != nil {
		return b, err
	}
	defer remove()
	in, err := e.archives.Open(ctx, v.Version)
	if err != nil {
		return b, err
	}
	defer in.Close()
	if _, err := archive.Unpack(in, dir, archive.Limits{}); err != nil {
		return b, fmt.Errorf("engine: the files of %s: %w", v.Name, err)
	}
	return similar.Read(v.Name, dir)
}
