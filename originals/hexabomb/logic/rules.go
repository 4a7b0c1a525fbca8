package logic

import (
	"fmt"
	"io"

	"blastyard/internal/plain"
	"blastyard/protocol/netorcai"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
)

// rules is the game as netorcai's Logic. Actions are applied in the given order.
type rules struct {
	version hexabomb.Version
	board   *hexabomb.Map
	log     io.Writer // dropped and refused actions; may be nil
	state   *hexabomb.State
	encoder *wire.Encoder

	actions    []hexabomb.Action
	unreadable []wire.Unreadable
	refused    []hexabomb.Refusal
	json       []byte
}

// Init begins a game.
func (r *rules) Init(nbPlayers, nbSpecialPlayers, _ int) ([]byte, error) {
	b, err := r.version.NewBoard(r.board, nbPlayers, nbSpecialPlayers)
	if err != nil {
		return nil, err
	}
	r.state, r.encoder = hexabomb.NewState(b), wire.NewEncoder(b)
	r.json = r.encoder.Append(r.json[:0], r.state)
	return r.json, nil
}

// Turn plays a turn.
func (r *rules) Turn(players []netorcai.PlayerActions) (winner int, state []byte, err error) {
	r.actions, r.unreadable, r.refused = r.actions[:0], r.unreadable[:0], r.refused[:0]
	for _, p := range players {
		// The server refuses what is no array. If it arrives here, the player has no actions.
		r.actions, err = wire.AppendBoardActions(r.actions, r.state.Board(), p.PlayerID, p.Actions, &r.unreadable)
		if err != nil {
			r.unreadable = append(r.unreadable, wire.Unreadable{Player: p.PlayerID, Index: -1, Why: err.Error()})
		}
	}
	if r.log == nil {
		r.state.Step(r.actions, nil)
	} else {
		r.state.Step(r.actions, &r.refused)
		r.report()
	}
	r.json = r.encoder.Append(r.json[:0], r.state)
	return r.state.Winner(), r.json, nil
}

func (r *rules) report() {
	for _, u := range r.unreadable {
		fmt.Fprintf(r.log, "turn %d: %s: dropped\n", r.state.Turn(), plain.Line(u.String()))
	}
	for _, x := range r.refused {
		fmt.Fprintf(r.log, "turn %d: player %d, %v: refused: %v\n", r.state.Turn(), x.Action.Player, x.Action, x.Reason)
	}
}
