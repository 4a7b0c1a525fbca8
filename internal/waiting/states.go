package waiting

import (
	"fmt"
	"strings"
	"time"

	"blastyard/internal/english"
)

// The states in which the programs wait for something that may never come. A new one gets a function here, and a row in
// TestNothingWaitsInSilence.

// Game is a visualization, a bot or a game logic that waits at a netorcai server for its game. late says what such a server
// does with those that come when the game has begun.
func Game(server string) State {
	return State{For: "the game at " + server + " to start", Since: time.Now(),
		Do: "it starts when its players are there; of a game that has begun already nothing is shown, for the server " +
			"tells it to nobody who comes late"}
}

// Guests are seats for bots that others start.
func Guests(n int, address string) State {
	return State{For: english.Count(n, "bot") + " on " + address, Since: time.Now(), Do: "start them with this address"}
}

// Worker are matches that no present machine can play. missing is what none of them has, and bots are those that need it.
// remote: other machines can come.
func Worker(bots []string, missing string, since time.Time, remote bool) State {
	s := State{For: "a machine that can play " + english.And(bots), Since: since}
	if len(bots) == 0 {
		s.For = "a machine that can play"
	}
	switch {
	case missing == "":
		s.Do = "none is there: start 'blastyard tournament work', or run with --jobs"
	case remote:
		s.Do = "none of those that are there has " + missing + ": install it, start a worker that has it, or change the bot"
	default:
		s.Do = "this one does not have " + missing + ": install it, or change the bot"
	}
	return s
}

// Coordinator is a worker that no coordinator answers.
func Coordinator(servers []string) State {
	return State{For: "the event at " + strings.Join(servers, ", "), Since: time.Now(),
		Do: "start it with 'blastyard tournament run EVENT --workers HOST:PORT', or serve"}
}

// Broker is a cluster that cannot be reached.
func Broker(servers string, why string) State {
	return State{For: "the broker at " + servers, Since: time.Now(), Do: why + "; it is tried again"}
}

// Registered is a player of the network console that has registered and not connected to its port.
func Registered(number int, name string, port int, until time.Duration) State {
	return State{For: fmt.Sprintf("player %d, %s, to connect to port %d", number, name, port),
		Do: fmt.Sprintf("after %v its seat is free again", until)}
}
