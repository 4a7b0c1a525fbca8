package main

import (
	"strconv"

	"blastyard/game"
	"blastyard/harness/rounds"
	"blastyard/replay"
	"blastyard/viewer"
)

// bombermanScribe writes the chronicle of a match of 2016-Bomberman.
type bombermanScribe struct {
	*chronicle
	game  *bombermanGame
	moves []replay.Move
	arena []byte
}

// begin tells the start.
func (s *bombermanScribe) begin(h *replay.Header, o *outcome, names []viewer.Seat) {
	m := s.game.state.Map()
	viewer.FromBomberman(&o.frame, s.game.state, names)
	h.Seed = uint64(m.Seed)
	hash := game.HashBomberman(s.game.state)
	h.Hash = &hash
	s.chronicle.begin(h, show(h, &o.frame, m.Bounty), &o.frame, o.ids)
}

// turn tells a round, and draws it in f where it is watched.
func (s *bombermanScribe) turn(f *viewer.Frame, moves []bombermanMove, names []viewer.Seat) {
	if s.chronicle == nil {
		return
	}
	s.moves, s.arena = s.moves[:0], s.arena[:0]
	for _, m := range moves {
		if p := s.game.state.Player(m.Player); !p.Alive && p.KilledRound < s.game.state.Round()-1 {
			continue // it was dead already
		}
		if s.game.failed[m.Player] {
			s.refused(m.Player, m.Actions.String(), "not possible")
		}
		from := len(s.arena)
		s.arena = strconv.AppendUint(s.arena, uint64(m.Actions), 10)
		s.moves = append(s.moves, replay.Move{Player: m.Player, Micros: max(0, names[m.Player].Micros), Actions: s.arena[from:len(s.arena):len(s.arena)]})
	}
	round := s.game.state.Round()
	if !s.watched(round, s.game.state.Map().MaxRounds()+1) {
		f = nil
	} else {
		viewer.FromBomberman(f, s.game.state, names)
	}
	s.chronicle.turn(round, s.moves, game.HashBomberman(s.game.state), f)
}

// missed tells that a bot was too late, by its own doing or the machine's.
func (s *bombermanScribe) missed(player int, o *rounds.Outcome) {
	s.late(player, o.Host)
}
