package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"blastyard/harness"
	"blastyard/internal/botsum"
	"blastyard/replay"
	"blastyard/viewer"
)

// replayDir is where replays go unless something else is asked for.
const replayDir = "replays"

// replayFile is where the replay of match i goes; "" for nowhere. A series writes replays only when it is told where.
func (p *plan) replayFile(i int) string {
	switch {
	case p.replay == noReplay, p.replay == "" && p.games > 1:
		return ""
	case p.replay == "":
		return replayPath(p.gameName, p.seed, time.Now())
	case p.games > 1:
		return filepath.Join(p.replay, fmt.Sprintf("%05d%s", i+1, replay.Ending))
	default:
		return p.replay
	}
}

func replayPath(game string, seed uint64, now time.Time) string {
	return filepath.Join(replayDir, fmt.Sprintf("%s-%s-%d%s", game, now.Format("20060102-150405"), seed, replay.Ending))
}

// createReplay begins a replay file. One that is there is never overwritten: in the folder for all replays the new one
// gets another name, elsewhere it is an error.
func createReplay(path string, h *replay.Header) (*replay.Writer, string, error) {
	free := path
	for n := 2; ; n++ {
		w, err := replay.Create(free, h)
		if !errors.Is(err, fs.ErrExist) || filepath.Dir(path) != replayDir || n > 1000 {
			return w, free, err
		}
		free = strings.TrimSuffix(path, replay.Ending) + "-" + strconv.Itoa(n) + replay.Ending
	}
}

// header is what the replay of match i begins with, but for what the game knows. ids are the players by seat.
func (p *plan) header(i int, o *outcome) *replay.Header {
	h := &replay.Header{Game: p.gameName, Title: p.game.title(p), Seed: p.config(i).Seed, Order: p.order.String(),
		Unseen: p.game.unseen(), Started: time.Now().UTC().Truncate(time.Second), Limit: limitMillis(p.serverTurnTime()),
		Repeat: p.command(), Software: software()}
	if p.gameName == replay.Hexabomb || p.hasTurns {
		h.Turns = p.turns
	}
	for k, id := range o.ids {
		if id == nobody {
			continue
		}
		for len(h.Players) <= id {
			h.Players = append(h.Players, replay.Player{})
		}
		s := &p.seats[k]
		h.Players[id] = replay.Player{Name: o.seats[k].name, Bot: s.spec, Hash: p.botHashes[k], Special: s.special}
	}
	return h
}

// limitMillis is the time for a turn as replays have it. There a longer one than they can hold, of 24 days, is that.
func limitMillis(d time.Duration) int { return int(min(d.Milliseconds(), math.MaxInt32)) }

// show is the match as pages see it.
func show(h *replay.Header, f *viewer.Frame, bounty int) *viewer.Header {
	s := &viewer.Header{Game: h.Game, Title: h.Title, Turns: f.Turns, Seed: strconv.FormatUint(h.Seed, 10), Started: h.Started.Format(time.RFC3339),
		Limit: h.Limit, Bounty: bounty}
	for _, p := range h.Players {
		s.Players = append(s.Players, viewer.HeaderPlayer{Name: p.Name, Bot: p.Bot, Special: p.Special})
		s.SuddenDeath = s.SuddenDeath || p.Special
	}
	s.SetBoard(f)
	return s
}

// botHash is the SHA-256 of the files that a bot is known to be made of: those that its command line or folder names.
// It is empty where there are none.
func botHash(spec string) string {
	words, err := harness.Split(spec)
	if err != nil || strings.HasPrefix(spec, builtinPrefix) {
		return ""
	}
	return botsum.Of(words)
}
