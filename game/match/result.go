package match

import "fmt"

// NoWinner is the winner of a match without a winner.
const NoWinner = -1

// Result is how a match ended: who won, by the Ranking of the match. Why a player stopped is its Reason.
type Result struct {
	Winner int   `json:"winner"` // player id, or NoWinner
	Turns  int   `json:"turns"`  // turns played
	Scores []int `json:"scores"` // by player id
}

// Reason is why a player stopped playing.
type Reason string

// The values of Reason.
const (
	Finished     Reason = "finished"        // played to the end
	Timeout      Reason = "timeout"         // did not log in in time
	Crashed      Reason = "crashed"         // its program ended with an error or could not start
	Disconnected Reason = "disconnected"    // its connection was lost or closed
	Illegal      Reason = "illegal message" // the server or the arena refused what it sent
	Interrupted  Reason = "interrupted"     // the match was stopped from outside
)

// Failed reports whether who stopped for this reason has failed: for any but that the match was over, or was stopped.
func (r Reason) Failed() bool { return r != Finished && r != Interrupted && r != "" }

// Failure says in words that a player failed: why, and in which turn, the first that was played without it; 0: that is
// not known.
func Failure(reason Reason, turn int) string {
	if turn == 0 {
		return fmt.Sprintf("failed: %s", reason)
	}
	return fmt.Sprintf("failed in turn %d: %s", turn, reason)
}
