package games

import (
	"blastyard/game/viewer"
	"blastyard/rules/hexabomb"
)

// Choices returns what a player's characters can do in the next turn. A choice is refused only if the rules certainly
// refuse it, whatever the others do.
func (m *hexabombMatch) Choices(player int, seats []viewer.Seat) viewer.Choices {
	return HexabombChoices(m.state, player, seats)
}

// HexabombChoices returns the choices of a player in a state.
func HexabombChoices(s *hexabomb.State, player int, seats []viewer.Seat) viewer.Choices {
	var f viewer.Frame
	PictureHexabomb(&f, s, 0, seats)
	all := viewer.Choices{Player: player, Turn: s.Turn(), Pieces: []viewer.Piece{}}
	first, end := s.Board().Characters(player)
	for id := first; id < end; id++ {
		t := &f.Tokens[id]
		all.Pieces = append(all.Pieces,
			viewer.Piece{Token: id, Label: f.Label(t), Cell: t.Cell, Choices: []viewer.Choice{}})
	}
	blasts := hexabombBlasts{state: s}
	for c := range s.Legal(player) {
		p := &all.Pieces[int(c.Action.Character)-first]
		if _, ok := c.Action.Place(); ok {
			addPlace(p, &c)
			continue
		}
		v := hexabombChoice(&f, &c)
		if c.MaxBomb > 0 && c.Refused == hexabomb.NotRefused {
			v.Blast = blasts.of(c.Cell, c.MaxBomb)
		}
		p.Choices = append(p.Choices, v)
	}
	return all
}

// addPlace adds a cell on which a piece can revive. By the rules of 2018 the player chooses one.
func addPlace(p *viewer.Piece, c *hexabomb.Choice) {
	last := len(p.Choices) - 1
	if p.Choices[last].Do != doRevive {
		p.Choices = append(p.Choices, viewer.Choice{Do: doRevive, Cell: p.Cell, Refused: "no cell is free"})
		last++
	}
	if c.Refused == hexabomb.NotRefused && c.Blocker == hexabomb.NoBlocker {
		p.Choices[last].Refused, p.Choices[last].Places = "", append(p.Choices[last].Places, int(c.Cell))
	}
}

func hexabombChoice(f *viewer.Frame, c *hexabomb.Choice) viewer.Choice {
	v := viewer.Choice{Do: hexabombWord(&c.Action), Cell: viewer.OffBoard}
	if c.HasCell {
		v.Cell = int(c.Cell)
	}
	if c.MaxBomb > 0 {
		v.Min, v.Max = hexabomb.MinBomb, c.MaxBomb
	}
	if c.Refused != hexabomb.NotRefused {
		v.Refused = c.Refused.String()
	} else if c.Blocker != hexabomb.NoBlocker {
		v.Note = unlessGone(f, c.Blocker)
	}
	return v
}

// hexabombWord returns the name of an action in choices.
func hexabombWord(a *hexabomb.Action) string {
	switch a.Kind {
	case hexabomb.DropBomb:
		return viewer.DoBomb
	case hexabomb.Revive:
		return doRevive
	default:
		return a.Direction.String()
	}
}

// hexabombAction returns the action of a choice.
func hexabombAction(b *hexabomb.Board, player int, w viewer.Wish) hexabomb.Action {
	a := hexabomb.Action{Player: uint16(player), Character: uint16(w.Token), Kind: hexabomb.Move, Range: uint8(w.Range),
		Delay: uint8(w.Delay)}
	switch w.Do {
	case viewer.DoBomb:
		a.Kind = hexabomb.DropBomb
	case doRevive:
		a.Kind = hexabomb.Revive
		if b.RevivesAnywhere() {
			return hexabomb.ReviveOn(player, w.Token, hexabomb.Cell(w.Cell))
		}
	default:
		for a.Direction < hexabomb.NumDirections-1 && a.Direction.String() != w.Do {
			a.Direction++
		}
	}
	return a
}
