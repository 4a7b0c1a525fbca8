package message

import (
	"cmp"
	"encoding/json"

	"blastyard/replay"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

// roundsForm writes the files of a round of 2016-Bomberman.
type roundsForm struct{ text wire.Text }

func newRoundsForm(h *replay.Header) roundsForm {
	f := roundsForm{}
	for _, p := range h.Players {
		f.text.Names = append(f.text.Names, cmp.Or(p.InFiles, p.Name))
	}
	return f
}

// The files in a bot's folder of a round.
const (
	stateFile = "state.json"
	mapFile   = "map.txt"
	moveFile  = "move.txt"
)

func (f roundsForm) message(m *Message, t *Teller, next *replay.Turn, over bool) {
	m.Kind = Round
	alive := true
	if p, ok := t.board.(*played); ok {
		s := p.roundState()
		m.Sent = []Text{{stateFile, f.text.AppendState(nil, s)}, {mapFile, f.text.AppendMap(nil, s)}}
		alive = s.Player(t.player).Alive
	} else {
		m.Sent = []Text{{stateFile, t.board.state()}}
		m.Notes = append(m.Notes, "the replay does not hold map.txt, which says the same as state.json")
	}
	move := moveOf(next, t.player)
	switch {
	case over:
		m.Notes = append(m.Notes, "the match was over: no bot was started for this round")
	case !alive:
		m.Notes = append(m.Notes, "its player was dead: no bot was started for this round")
	case next == nil:
		m.Notes = append(m.Notes, "no round after this one is known, so the answer is not")
	case move == nil || len(move.Actions) == 0:
		m.Notes = append(m.Notes, "it gave no command that counted in this round")
	default:
		m.Answer = &Text{moveFile, move.Actions}
		var number int
		if json.Unmarshal(move.Actions, &number) == nil && number >= 0 && number < bomberman.NumCommands {
			m.Notes = append(m.Notes, "the command: "+bomberman.Command(number).String())
		}
	}
}

// roundState returns the state of a match that is played in rounds.
func (p *played) roundState() *bomberman.State {
	return p.State().(*bomberman.State) //nolint:forcetypeassert // see game.Rounds
}
