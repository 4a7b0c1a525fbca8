package anygame

import (
	"fmt"
	"slices"

	"blastyard/game"
	"blastyard/game/match"
	"blastyard/game/viewer"
)

// actions are the numbers of the actions of a game: one for each choice that a player was seen to have in some
// matches of built-in bots, with each range and delay.
type actions struct {
	pieces int // of a player, at most
	names  []string
	all    []action // by number; the first is nothing
	dos    []string // the choices, in the order in which they were seen
}

// action is what a number means.
type action struct {
	do           string
	reach, delay int // 0: nothing can be set
}

// Limits of a game whose masks have keys.
const (
	KeyedChoices = 8  // a key has a bit for each choice
	KeyedActions = 32 // bits of a mask
)

// Limits of the numbers of a game.
const (
	surveyMatches = 3
	surveyTurns   = 60
	maxActions    = 128
)

// survey plays some matches of built-in bots and numbers what ordinary players can do in them. start is a match at
// its start, of which copies are played.
func survey(k *game.Kind, start game.Match, specials int) (a actions, err error) {
	seen := map[string]viewer.Choice{}
	for seed := range uint64(surveyMatches) {
		m := start.Clone()
		if err := m.Restart(k.FitSeed(seed)); err != nil {
			return a, err
		}
		bots := usual(k, m, specials)
		for t := 0; t < surveyTurns && !m.Over(); t++ {
			a.note(seen, m, specials)
			var order []int
			for p := range m.Players() {
				if !m.Acts(p) {
					continue
				}
				if order = append(order, p); bots[p] != nil {
					bots[p].Act(m)
				}
			}
			m.Play(order, false)
		}
	}
	a.number(seen)
	if len(a.all) > maxActions {
		return a, fmt.Errorf("%s has %d actions, expected at most %d", k.Name, len(a.all), maxActions)
	}
	return a, nil
}

// usual returns built-in bots for the ordinary players; nil: the player does nothing.
func usual(k *game.Kind, m game.Match, specials int) []game.Bot {
	bots := make([]game.Bot, m.Players())
	for p := specials; p < len(bots) && len(k.Usual) > 0; p++ {
		name := k.Usual[p%len(k.Usual)]
		bots[p], _ = m.Bot(name, p, match.Draws{}.PlayerSeed(p)) // without one the player does nothing
	}
	return bots
}

// note notes what the ordinary players can do in a state.
func (a *actions) note(seen map[string]viewer.Choice, m game.Match, specials int) {
	for p := specials; p < m.Players(); p++ {
		if !m.Acts(p) {
			continue
		}
		all := m.Choices(p, nil)
		a.pieces = max(a.pieces, len(all.Pieces))
		for i := range all.Pieces {
			for _, c := range all.Pieces[i].Choices {
				known, has := seen[c.Do]
				if !has {
					a.dos, known = append(a.dos, c.Do), c
				}
				if c.Max > known.Max {
					known.Min, known.Max = c.Min, c.Max
				}
				seen[c.Do] = known
			}
		}
	}
}

// number numbers the actions of the choices that were seen.
func (a *actions) number(seen map[string]viewer.Choice) {
	a.pieces = max(1, a.pieces)
	a.all, a.names = []action{{}}, []string{"nothing"}
	for _, do := range a.dos {
		c := seen[do]
		if c.Max == 0 {
			a.all, a.names = append(a.all, action{do: do}), append(a.names, do)
			continue
		}
		for reach := c.Min; reach <= c.Max; reach++ {
			for delay := c.Min; delay <= c.Max; delay++ {
				a.all = append(a.all, action{do, reach, delay})
				a.names = append(a.names, fmt.Sprintf("%s range %d delay %d", do, reach, delay))
			}
		}
	}
}

// keyed reports whether there is a key for each mask.
func (a *actions) keyed() bool { return len(a.dos) <= KeyedChoices && len(a.all) <= KeyedActions }

// masks returns the masks by key; empty: there are no keys. A key has a bit for each choice that is allowed.
func (a *actions) masks() []uint32 {
	masks := []uint32{}
	if !a.keyed() {
		return masks
	}
	for key := range 1 << len(a.dos) {
		mask := uint32(1)
		for n := range a.all[1:] {
			bit := slices.Index(a.dos, a.all[n+1].do)
			mask |= uint32(key>>bit&1) << (n + 1)
		}
		masks = append(masks, mask)
	}
	return masks
}

// tell writes the mask of a seat, a byte for each action of each piece, and its keys.
func (a *actions) tell(all *viewer.Choices, mask, legal []byte) {
	clear(mask)
	clear(legal)
	for piece := range a.pieces {
		of := part(mask, piece, len(a.all))
		of[0] = 1
		if piece >= len(all.Pieces) {
			continue
		}
		for n := range a.all[1:] {
			of[n+1] = number(able(&all.Pieces[piece], a.all[n+1]) != nil)
		}
		for bit, do := range a.dos {
			if a.keyed() && able(&all.Pieces[piece], action{do: do}) != nil {
				legal[piece] |= 1 << bit
			}
		}
	}
}

// able returns the choice of an action that the rules are not sure to refuse, or nil.
func able(p *viewer.Piece, a action) *viewer.Choice {
	for i := range p.Choices {
		if c := &p.Choices[i]; c.Do == a.do && a.reach <= c.Max && a.delay <= c.Max && isAble(p, c) {
			return c
		}
	}
	return nil
}

// isAble reports whether the rules are not sure to refuse a choice. Where a place has to be chosen, a piece on the
// board takes its own cell, and another one the first place.
func isAble(p *viewer.Piece, c *viewer.Choice) bool {
	return c.Refused == "" && (len(c.Places) == 0 || p.Cell == viewer.OffBoard || slices.Contains(c.Places, p.Cell))
}

// wishes returns what the numbers of a seat mean in a state. What the rules are sure to refuse is left out.
func (a *actions) wishes(all *viewer.Choices, numbers []uint8) (wishes []viewer.Wish) {
	for i, n := range numbers {
		if n == 0 || int(n) >= len(a.all) || i >= len(all.Pieces) {
			continue
		}
		piece, action := &all.Pieces[i], a.all[n]
		c := able(piece, action)
		if c == nil {
			continue
		}
		w := viewer.Wish{Token: piece.Token, Do: action.do, Range: action.reach, Delay: action.delay}
		if len(c.Places) > 0 {
			if w.Cell = piece.Cell; w.Cell == viewer.OffBoard {
				w.Cell = c.Places[0]
			}
		}
		wishes = append(wishes, w)
	}
	return wishes
}
