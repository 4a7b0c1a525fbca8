package main

import (
	"fmt"
	"path/filepath"
	"time"

	"blastyard/bomberman"
	"blastyard/internal/botsum"
	"blastyard/match"
	"blastyard/replay"
	"blastyard/viewer"
)

// matchReplay is the replay in the folder of a match.
const matchReplay = "replay" + replay.Ending

// noReplay asks for no replay.
const noReplay = "none"

// beginReplay begins the replay of the match.
func (m *roundsMatch) beginReplay() {
	m.names = make([]viewer.Seat, len(m.seats))
	ids := make([]int, len(m.seats))
	h := &replay.Header{Game: replay.Bomberman, Title: fmt.Sprintf("2016-Bomberman for %d players", len(m.seats)), Seed: uint64(m.options.seed), Started: time.Now().UTC().Truncate(time.Second),
		Repeat: m.options.command(), Software: software()}
	for k := range m.seats {
		s := &m.seats[k]
		ids[k] = k
		m.names[k] = viewer.Seat{Name: s.name, Connected: true, Micros: viewer.NoTime}
		p := replay.Player{Name: s.name}
		if s.bot != nil {
			p.Bot, p.Hash = s.dir, botsum.Of([]string{s.dir})
			h.Limit = max(h.Limit, int(m.runner.Limit(s.bot.Type).Milliseconds()))
		}
		h.Players = append(h.Players, p)
	}
	game := &bombermanGame{state: m.state, commands: m.commands, failed: m.failed}
	m.scribe = bombermanScribe{game: game}
	path := m.options.replay
	switch path {
	case noReplay:
		return
	case "":
		path = filepath.Join(m.folders.Dir(), matchReplay)
	}
	m.scribe.chronicle = &chronicle{note: m.note, path: path}
	m.scribe.begin(h, &outcome{ids: ids}, m.names)
}

// tellReplay tells the round that was just played.
func (m *roundsMatch) tellReplay(living []byte) {
	for k := range m.seats {
		s := &m.seats[k]
		name := &m.names[k]
		name.Note, name.Micros = "", viewer.NoTime
		if !s.ran {
			continue
		}
		name.Micros = micros(s.outcome.Exit.Wall)
		m.scribe.printedAll(k, s.outcome.Output)
		if s.outcome.Late {
			m.scribe.missed(k, &s.outcome)
		} else if s.outcome.Why != "" {
			m.scribe.noted("%c %s: %s: does nothing", s.key, s.name, s.outcome.Why)
		}
	}
	m.scribe.turn(&m.frame, commandsByKey(nil, m.commands, living), m.names)
}

// endReplay ends the replay and returns its path, or "".
func (m *roundsMatch) endReplay(why string) string {
	game := m.scribe.game
	r := &replay.Result{Turns: m.state.Round(), Winner: game.Winner(), Why: why}
	for k := range m.seats {
		s, fate := &m.seats[k], match.Finished
		if s.idle.Gone() {
			fate = match.Timeout
		}
		r.Scores = append(r.Scores, game.Score(k))
		r.Players = append(r.Players, replay.Fate{Reason: string(fate), Late: s.late + s.host, Host: s.host})
	}
	return m.scribe.end(r)
}

// commandsByKey makes moves of the commands of those who lived, by key.
func commandsByKey(dst []bombermanMove, commands []bomberman.Command, living []byte) []bombermanMove {
	for _, key := range living {
		dst = append(dst, bombermanMove{Player: int(key - 'A'), Actions: commands[key-'A']})
	}
	return dst
}
