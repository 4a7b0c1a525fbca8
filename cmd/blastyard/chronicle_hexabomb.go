package main

import (
	"encoding/json"

	"blastyard/game"
	"blastyard/hexabomb"
	"blastyard/hexabomb/wire"
	"blastyard/replay"
	"blastyard/viewer"
)

// hexabombScribe writes the chronicle of a match of hexabomb.
type hexabombScribe struct {
	*chronicle
	game     *hexabombGame
	refusals []hexabomb.Refusal // of the turn that was played; the game fills it in
	moves    []replay.Move
	arena    []byte
}

// begin tells the start of match i.
func (s *hexabombScribe) begin(h *hexabombContest, p *plan, i int, o *outcome, names []viewer.Seat) {
	viewer.FromHexabomb(&o.frame, s.game.state, p.turns, names)
	header := p.header(i, o)
	hash := game.HashHexabomb(s.game.state)
	header.Hash = &hash
	header.Map = replay.Map{Name: p.mapName, File: h.file}
	s.chronicle.begin(header, show(header, &o.frame, 0), &o.frame, o.ids)
}

// turn tells a turn, and draws it in f where it is watched: the moves in the order that was used, and raw, by player,
// the actions as they were sent; where that is nil the moves came from bots of this process.
func (s *hexabombScribe) turn(f *viewer.Frame, moves []hexabombMove, turns int, names []viewer.Seat, raw []json.RawMessage) {
	if s.chronicle == nil {
		return
	}
	for _, x := range s.refusals {
		s.refused(int(x.Action.Player), x.Action.String(), x.Reason.String())
	}
	s.moves, s.arena = s.moves[:0], s.arena[:0]
	for _, m := range moves {
		move := replay.Move{Player: m.Player, Micros: max(0, names[m.Player].Micros)}
		if raw != nil {
			move.Actions = raw[m.Player]
		} else {
			from := len(s.arena)
			s.arena = wire.AppendActionsJSON(s.arena, m.Actions)
			move.Actions = s.arena[from:len(s.arena):len(s.arena)]
		}
		s.moves = append(s.moves, move)
	}
	turn := s.game.state.Turn()
	if !s.watched(turn, turns) {
		f = nil
	} else {
		viewer.FromHexabomb(f, s.game.state, turns, names)
	}
	s.chronicle.turn(turn, s.moves, game.HashHexabomb(s.game.state), f)
}
