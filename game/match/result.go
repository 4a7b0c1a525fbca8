package match

import "fmt"

// NoWinner is the winner of a match that has none.
const NoWinner = -1

// Result is the result of a match. The winner depends on the match's Ranking. Reason says why a player stopped.
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

// Failed reports whether a player with this reason has failed: it stopped, although the match was neither over nor
// stopped.
func (r Reason) Failed() bool { return r != Finished && r != Interrupted && r != "" }

// Failure describes the failure of a player: the reason, and the first turn that was played without it (0: unknown).
func Failure(reason Reason, turn int) string {
	if turn == 0 {
		return fmt.Sprintf("failed: %s", reason)
	}
	return fmt.Sprintf("failed in turn %d: %s", turn, reason)
}
