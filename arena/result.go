package arena

import (
	"context"
	"errors"
	"fmt"
	"time"

	"blastyard/arena/harness"
	"blastyard/game"
	"blastyard/game/match"
)

// Result is how a match ended.
type Result struct {
	match.Result              // the winner and the scores by player id; no winner if the match was broken off
	Seed         uint64       `json:"seed"`  // of the match
	State        game.Hash    `json:"state"` // the hash of the last state
	Seats        []SeatResult `json:"seats"` // by seat of the config
	LogErr       error        `json:"-"`     // why the log of a program is incomplete, or nil
}

// SeatResult is the result of one seat.
type SeatResult struct {
	Player   int          `json:"player"` // the player id; NoPlayer: the match has not begun
	Name     string       `json:"name"`   // as in PlayerInfo
	Special  bool         `json:"special,omitempty"`
	Score    int          `json:"score"` // points at the end
	Won      bool         `json:"won"`
	Reason   match.Reason `json:"reason"`
	Note     string       `json:"note,omitempty"`      // more about the reason
	LeftTurn int          `json:"left_turn,omitempty"` // the first turn that was played without it; 0: it stayed
	Late     int          `json:"late"`                // turns missed
	Host     int          `json:"host"`                // those of Late in which the bot got no processor
	Refused  int          `json:"refused"`             // actions that were dropped or refused; 0 for built-in bots
	Program  Program      `json:"-"`                   // for a program that was started once for the match
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

// Unwell reports whether the seat had any problem.
func (s *SeatResult) Unwell() bool { return s.Reason != match.Finished || s.Late > 0 || s.Refused > 0 }

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
		return fmt.Sprintf("the match is void, and nobody is to blame: %v", err)
	case errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
		return "interrupted"
	default:
		return err.Error()
	}
}
