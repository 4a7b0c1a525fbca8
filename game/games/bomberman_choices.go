package games

import (
	"slices"

	"blastyard/game/viewer"
	"blastyard/rules/bomberman"
)

// bombermanWords are the names of the commands in choices.
var bombermanWords = [bomberman.NumCommands]string{"", "up", "left", "right", "down", viewer.DoBomb, doTrigger}

// Choices returns what a player may do in the next round. A choice is refused only if the rules certainly refuse it,
// whatever the others do.
func (m *bombermanMatch) Choices(player int, seats []viewer.Seat) viewer.Choices {
	return BombermanChoices(m.state, player, seats)
}

// BombermanChoices returns the choices of a player in a state.
func BombermanChoices(s *bomberman.State, player int, seats []viewer.Seat) viewer.Choices {
	var f viewer.Frame
	PictureBomberman(&f, s, seats)
	t := &f.Tokens[player]
	p := viewer.Piece{Token: player, Label: f.Label(t), Cell: t.Cell, Choices: []viewer.Choice{}}
	for c := range s.Legal(player) {
		v := viewer.Choice{Do: bombermanWords[c.Command], Cell: viewer.OffBoard}
		if c.At != (bomberman.Pos{}) {
			v.Cell = (c.At.Y-1)*s.Map().Width + c.At.X - 1
		}
		if c.Refused != bomberman.NotRefused {
			v.Refused = c.Refused.String()
		} else if c.Blocker != bomberman.NoPlayer {
			v.Note = unlessGone(&f, c.Blocker)
		}
		bombs := c.Command == bomberman.PlaceBomb || c.Command == bomberman.TriggerBomb
		if bombs && c.Refused == bomberman.NotRefused {
			v.Blast = bombermanBlast(s, player, &c)
		}
		p.Choices = append(p.Choices, v)
	}
	return viewer.Choices{Player: player, Turn: s.Round(), Pieces: []viewer.Piece{p}}
}

// bombermanCommand returns the command of a choice, or Nothing for an unknown name.
func bombermanCommand(w viewer.Wish) bomberman.Command {
	return bomberman.Command(max(0, slices.Index(bombermanWords[:], w.Do)))
}
