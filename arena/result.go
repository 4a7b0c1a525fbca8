package arena

import (
	"context"
	"errors"
	"fmt"
	"time"

	"blastyard/arena/harness"
	"blastyard/game"
	"blastyard/game/match"
	"blastyard/game/trouble"
	"blastyard/internal/errortext"
)

// Result is how a match ended.
type Result struct {
	match.Result              // the winner and the scores by player id; no winner if the match was broken off
	Seed         uint64       `json:"seed"`            // of the match
	Secret       match.Secret `json:"secret,omitzero"` // of the match; zero: it has none
	State        game.Hash    `json:"state"`           // the hash of the last state
	Seats        []SeatResult `json:"seats"`           // by seat of the config
	LogErr       error        `json:"-"`               // why the log of a program is incomplete, or nil
}

// SeatResult is the result of one seat.
type SeatResult struct {
	Player   int            `json:"player"` // the player id; NoPlayer: the match has not begun
	Name     string         `json:"name"`   // as in PlayerInfo
	Special  bool           `json:"special,omitempty"`
	Score    int            `json:"score"` // points at the end
	Won      bool           `json:"won"`
	Reason   match.Reason   `json:"reason"`
	Note     string         `json:"note,omitempty"`      // more about the reason
	LeftTurn int            `json:"left_turn,omitempty"` // the first turn that was played without it; 0: none
	Late     int            `json:"late"`                // turns without an answer in time
	Host     int            `json:"host"`                // of these, where the machine gave the bot no processor
	Silent   int            `json:"silent"`              // turns with an answer in time, but no action that can be read
	Crashed  int            `json:"crashed"`             // turns in which its program, started each turn, failed
	Refused  int            `json:"refused"`             // actions that were dropped or refused, but for built-in bots
	First    trouble.Firsts `json:"first,omitzero"`      // when and why each of these happened first
	Program  Program        `json:"-"`                   // of a program that was started once for the match
}

// Program describes a program that was started for a match.
type Program struct {
	Started bool
	Stdio   bool          // it plays over its standard input and output
	Login   time.Duration // from the start to the login, or over stdio to the first answer; 0: neither
	Goodbye time.Duration // from the end of the match to the end of the program
	Exit    harness.Exit
	Output  harness.OutputStats
	Tail    []string // the last lines that it printed
}

// Unwell tells whether there is anything to say of how a seat fared.
func (s *SeatResult) Unwell() bool {
	t := s.Troubles()
	return s.Reason != match.Finished || t.Any()
}

// Troubles are what was wrong with the turns of a seat.
func (s *SeatResult) Troubles() trouble.Counts {
	return trouble.Counts{Late: s.Late, Host: s.Host, Silent: s.Silent, Crashed: s.Crashed, Refused: s.Refused,
		First: s.First}
}

// Trouble counts what was wrong with a turn of a seat: see trouble.Counts.Add.
func (s *SeatResult) Trouble(what trouble.Word, n, turn int, why string) {
	t := s.Troubles()
	t.Add(what, n, turn, why)
	s.Late, s.Silent, s.Crashed, s.Refused, s.First = t.Late, t.Silent, t.Crashed, t.Refused, t.First
}

// breakOff makes r the result of a match that did not reach its end: it has no winner, and all present players count
// as having played until then.
func (r *Result) breakOff() {
	r.Winner = match.NoWinner
	for k := range r.Seats {
		if r.Seats[k].Reason == match.Finished {
			r.Seats[k].Reason = match.Interrupted
		}
	}
}

// Why says in a few words why a match did not reach its end: it was ended from outside, or the machine failed.
func Why(err error) string {
	switch {
	case harness.HostFault(err):
		return fmt.Sprintf("the match is void, and nobody is to blame: %s", errortext.Text(err))
	case errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
		return "interrupted"
	default:
		return errortext.Text(err)
	}
}
