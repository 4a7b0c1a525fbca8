package resultfile

import (
	"fmt"

	"blastyard/arena"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/match"
	"blastyard/game/trouble"
)

// Match is the result of one match of a series. Its bots are in the order of the Header.
type Match struct {
	Match  int       `json:"match"` // from 1
	Seed   uint64    `json:"seed"`
	Turns  int       `json:"turns"`            // played
	Winner int       `json:"winner_player_id"` // -1: none
	State  game.Hash `json:"state"`            // a hash of the state at the end
	Replay string    `json:"replay,omitempty"` // the file
	Bots   []Seat    `json:"bots"`
}

// Seat is the result of one bot in a match.
type Seat struct {
	Name     string         `json:"name"`
	Player   int            `json:"player_id"` // -1: it did not play
	Special  bool           `json:"special,omitempty"`
	Score    int            `json:"score"`
	Reason   match.Reason   `json:"reason"`
	Note     string         `json:"note,omitempty"`      // more about the reason
	Failed   bool           `json:"failed,omitempty"`    // it stopped before the end, but was not interrupted
	LeftTurn int            `json:"left_turn,omitempty"` // the first turn that was played without it
	Late     int            `json:"late_turns"`
	Host     int            `json:"host_turns,omitempty"` // how many of the late turns were the machine's fault
	Refused  int            `json:"refused_actions"`
	Silent   int            `json:"silent_turns,omitempty"`  // with an answer in time, but no action that can be read
	Crashed  int            `json:"crashed_turns,omitempty"` // in which its program failed, if it is started each turn
	First    trouble.Firsts `json:"first,omitzero"`          // when and why each of these happened first
}

// Of converts the arena's result of match i (from 0) of a series. replay is its replay file, or "".
func Of(i int, r *arena.Result, replay string) Match {
	m := Match{Match: i + 1, Seed: r.Seed, Turns: r.Turns, Winner: r.Winner, State: r.State, Replay: replay,
		Bots: make([]Seat, len(r.Seats))}
	for k := range r.Seats {
		s := &r.Seats[k]
		m.Bots[k] = Seat{Name: s.Name, Player: s.Player, Special: s.Special, Reason: s.Reason, Note: s.Note,
			Failed: s.Reason.Failed(), LeftTurn: s.LeftTurn, Late: s.Late, Host: s.Host, Refused: s.Refused,
			Silent: s.Silent, Crashed: s.Crashed, First: s.First}
		if s.Player != arena.NoPlayer {
			m.Bots[k].Score = r.Scores[s.Player]
		}
	}
	return m
}

// Result converts the match to the arena's type, without details of programs.
func (m *Match) Result() *arena.Result {
	r := &arena.Result{Result: match.Result{Winner: m.Winner, Turns: m.Turns}, Seed: m.Seed, State: m.State,
		Seats: make([]arena.SeatResult, len(m.Bots))}
	players := 0
	for k := range m.Bots {
		players = max(players, m.Bots[k].Player+1)
	}
	r.Scores = make([]int, players)
	for k := range m.Bots {
		s := &m.Bots[k]
		r.Seats[k] = arena.SeatResult{Player: s.Player, Name: s.Name, Special: s.Special, Reason: s.Reason,
			Note: s.Note, LeftTurn: s.LeftTurn, Late: s.Late, Host: s.Host, Refused: s.Refused,
			Silent: s.Silent, Crashed: s.Crashed, First: s.First}
		if s.Player != arena.NoPlayer {
			r.Scores[s.Player] = s.Score
		}
	}
	return r
}

// reasons are the values of match.Reason.
var reasons = map[match.Reason]bool{match.Finished: true, match.Timeout: true, match.Crashed: true,
	match.Disconnected: true, match.Illegal: true, match.Interrupted: true}

// seedOf returns the seed of match n, from 1.
func (h *Header) seedOf(n int) uint64 {
	seed := match.SeedOf(h.Seed, n-1)
	if h.LastSeed > 0 {
		seed = h.Seed + uint64(n) - 1
	}
	if k, err := game.Find(games.All(), h.Game); err == nil {
		seed = k.FitSeed(seed)
	}
	return seed
}

// check checks a match against the header of its file.
func (m *Match) check(h *Header) error {
	switch {
	case m.Match < 1 || m.Match > h.Matches:
		return fmt.Errorf("match is %d, expected 1 to %d", m.Match, h.Matches)
	case m.Seed != h.seedOf(m.Match):
		return fmt.Errorf("seed is %d, expected %d, which follows from the seed of the series", m.Seed,
			h.seedOf(m.Match))
	case m.Turns < 0 || m.Turns > arena.MaxTurns:
		return fmt.Errorf("turns is %d, expected 0 to %d", m.Turns, arena.MaxTurns)
	case len(m.Bots) != len(h.Bots):
		return fmt.Errorf("bots are %d, expected %d as in the first line", len(m.Bots), len(h.Bots))
	}
	seen := map[int]bool{}
	for k := range m.Bots {
		s := &m.Bots[k]
		switch {
		case s.Player != arena.NoPlayer && (s.Player < 0 || s.Player >= len(m.Bots) || seen[s.Player]):
			return fmt.Errorf("bots[%d].player_id is %d, expected each of 0 to %d once, or -1", k, s.Player,
				len(m.Bots)-1)
		case !reasons[s.Reason]:
			return fmt.Errorf("bots[%d].reason is %q, expected a reason such as %q", k, s.Reason, match.Finished)
		}
		seen[s.Player] = s.Player != arena.NoPlayer
	}
	if m.Winner != match.NoWinner && !seen[m.Winner] {
		return fmt.Errorf("winner_player_id is %d, expected that of a bot, or -1", m.Winner)
	}
	return nil
}
