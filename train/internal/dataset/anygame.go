package dataset

import (
	"slices"

	"blastyard/game"
	"blastyard/replay"
	"blastyard/train/internal/anygame"
	"blastyard/train/observe"
)

// anyObserver observes a match of a game that has no observations of its own.
type anyObserver struct {
	game     *anygame.Game
	match    game.Match
	specials int
	can      []anygame.Choices // by player, in the state
}

func observeAny(kind *game.Kind, m game.Match, h *replay.Header, form observe.Form, known *starts) (observer, error) {
	if err := anygame.CheckForm(kind, formNames[form], form, `"none"`); err != nil {
		return nil, err
	}
	o := &anyObserver{match: m, can: make([]anygame.Choices, m.Players())}
	for _, p := range h.Players {
		if p.Special {
			o.specials++
		}
	}
	turns, err := anygame.Limit(kind, h.Turns, m.LastTurn())
	if err != nil {
		return nil, err
	}
	o.game, err = known.survey(kind, m, h, o.specials, turns)
	return o, err
}

var formNames = map[observe.Form]string{observe.Planes: "planes", observe.Cells: "cells", observe.None: "none"}

func (o *anyObserver) spec() *observe.Spec { return o.game.Spec() }

func (o *anyObserver) follow(m game.Match) { o.match = m }

func (o *anyObserver) look(bool) {
	for p := range o.can {
		o.can[p] = o.game.Choices(o.match, p)
	}
}

func (o *anyObserver) bind(player int, s *seat) {
	s.view = &anyView{o, player, s.memory()}
}

// anyView is what a player sees.
type anyView struct {
	*anyObserver
	player int
	memory observe.Memory
}

// Write writes it to the memory of the seat.
func (v *anyView) Write() { v.game.Write(&v.memory, 0, v.match, v.player, &v.can[v.player]) }

func (o *anyObserver) read(player int, asked []byte, s *seat) {
	o.game.Numbers(s.actions, o.match, player, &o.can[player], asked)
}

// acts reports whether a player can do something: beside special players nobody revives.
func (o *anyObserver) acts(player int) bool {
	living, _ := o.match.Living(player)
	return o.match.Acts(player) && (o.specials == 0 || living > 0)
}

// rank ranks by the score: it is all that is known of any game.
func (o *anyObserver) rank(endings []ending) {
	var order []int
	for k := o.specials; k < len(endings); k++ {
		order = append(order, k)
	}
	slices.SortStableFunc(order, func(a, b int) int { return o.match.Score(b) - o.match.Score(a) })
	ranks(endings, order, func(a, b int) bool { return o.match.Score(a) == o.match.Score(b) })
}
