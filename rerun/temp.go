package rerun

import (
	"blastyard/game"
	"blastyard/replay"
)

func newMatch(kinds []*game.Kind, h *replay.Header) (game.Match, error) {
	k, err := game.Find(kinds, h.Game)
	if err != nil {
		return nil, err
	}
	specials := 0
	for _, p := range h.Players {
		if p.Special {
			specials++
		}
	}
	return k.New(game.Setup{Map: h.Map, Players: len(h.Players), Specials: specials, Seed: h.Seed, State: h.State})
}
