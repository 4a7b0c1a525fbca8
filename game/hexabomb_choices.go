package game

import (
	"blastyard/hexabomb"
	"blastyard/viewer"
)

// Choices are what a player's characters may be asked to do in the coming turn. Only what the rules are sure to refuse,
// whatever the others do, is refused.
func (m *HexabombMatch) Choices(player int, seats []viewer.Seat) viewer.Choices {
	return HexabombChoices(m.state, player, seats)
}

// HexabombChoices are the choices of a player in a state.
func HexabombChoices(s *hexabomb.State, player int, seats []viewer.Seat) viewer.Choices {
	var f viewer.Frame
	viewer.FromHexabomb(&f, s, 0, seats)
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
		v := hexabombChoice(&f, &c)
		if c.MaxBomb > 0 && c.Refused == hexabomb.NotRefused {
			v.Blast = blasts.of(c.Cell, c.MaxBomb)
		}
		p.Choices = append(p.Choices, v)
	}
	return all
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

// unlessGone is the note of a choice that depends on a token to leave a cell.
func unlessGone(f *viewer.Frame, token int) string {
	return "only if " + f.Label(&f.Tokens[token]) + " leaves"
}

// hexabombWord is the name of an action among choices.
func hexabombWord(a *hexabomb.Action) string {
	switch a.Kind {
	case hexabomb.DropBomb:
		return viewer.DoBomb
	case hexabomb.Revive:
		return viewer.DoRevive
	default:
		return a.Direction.String()
	}
}

// hexabombAction is the action of a choice.
func hexabombAction(player int, w viewer.Wish) hexabomb.Action {
	a := hexabomb.Action{Player: uint16(player), Character: uint16(w.Token), Kind: hexabomb.Move, Range: uint8(w.Range),
		Delay: uint8(w.Delay)}
	switch w.Do {
	case viewer.DoBomb:
		a.Kind = hexabomb.DropBomb
	case viewer.DoRevive:
		a.Kind = hexabomb.Revive
	default:
		for a.Direction < hexabomb.NumDirections-1 && a.Direction.String() != w.Do {
			a.Direction++
		}
	}
	return a
}
