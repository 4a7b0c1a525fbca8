package waiting

import (
	"fmt"
	"time"

	"blastyard/internal/english"
)

// The states in which the programs wait for something that may never come. A new one gets a function here, and a row
// in TestNothingWaitsInSilence.

// Game is a bot that waits at a netorcai server for its game.
func Game(server string) State {
	return State{For: "the game at " + server + " to start", Since: time.Now(),
		Do: "its server starts it when everybody is there"}
}

// Answer is a server that has not said anything yet. expected is what it should be, such as "a netorcai server": a
// program of another kind may accept connections and stay silent for ever.
func Answer(server, expected string) State {
	return State{For: server + " to answer", Since: time.Now(),
		Do: "if it takes long, look whether this is the address of " + expected}
}

// Away is an event's server that was there before, and is not now.
func Away(server, why string) State {
	return State{For: server + " to come back", Since: time.Now(), Do: why + "; it is asked again for a while"}
}

// Watched is a visualization that waits at a netorcai server. Such a server says neither who is there nor whether the
// game has begun, and the original one sends nothing to those who come late.
func Watched(server string) State {
	s := Game(server)
	s.Do += "; if it has begun already, the original server shows nothing of it to those who come late"
	return s
}

// Guests are seats for bots that others start.
func Guests(n int, address string) State {
	return State{For: english.Count(n, "bot") + " on " + address, Since: time.Now(), Do: "start them with this address"}
}

// Worker are matches that no present machine can play. missing is what none of them has, and bots are those that need
// it. remote: other machines can come.
func Worker(bots []string, missing string, since time.Time, remote bool) State {
	s := State{For: "a machine that can play " + english.And(bots), Since: since}
	if len(bots) == 0 {
		s.For = "a machine that can play"
	}
	switch {
	case missing == "":
		s.Do = "none is there: start 'blastyard tournament work', or run with --jobs"
	case remote:
		s.Do = "none of those that are there has " + missing + ": install it, start a worker that has it, or change " +
			"the bot"
	default:
		s.Do = "this one does not have " + missing + ": install it, or change the bot"
	}
	return s
}

// Coordinator is a worker that no coordinator answers.
func Coordinator(servers string) State {
	return State{For: "the event at " + servers, Since: time.Now(),
		Do: "start it with 'blastyard tournament run EVENT --workers HOST:PORT', or serve"}
}

// Broker is a cluster that cannot be reached.
func Broker(servers, why string) State {
	return State{For: "the broker at " + servers, Since: time.Now(), Do: why + "; it is tried again for a while"}
}

// Streams is a cluster that can be reached, and does not answer for its streams.
func Streams(servers string) State {
	return State{For: "JetStream of the broker at " + servers, Since: time.Now(),
		Do: "more than half of its servers must run, each with jetstream in its configuration"}
}

// Registered is a player of the network console that has registered and not connected to its port.
func Registered(number int, name string, port int, until time.Duration) State {
	return State{For: fmt.Sprintf("player %d, %s, to connect to port %d", number, name, port),
		Do: fmt.Sprintf("after %v its seat is free again", until)}
}

// Players are those of a game of the network console that have not joined yet.
func Players(address string) State {
	return State{For: "players at " + address,
		Do: "they come with 'blastyard bomberman join'; commands here: start, end"}
}

// Begin is a player of the network console who waits for the host to begin.
func Begin(address string) State {
	return State{For: "the game at " + address + " to begin", Since: time.Now(),
		Do: "its host begins it with start, or when --players are there"}
}

// Logins are programs of bots that were started for a match and have not logged in yet.
func Logins(bots []string, limit time.Duration) State {
	return State{For: "the login of " + english.And(bots), Since: time.Now(),
		Do: fmt.Sprintf("a bot has %v for it, with its start; then the match begins without it", limit)}
}

// Persons are those who play by hand and have not opened their address. start is how long the first of them waits for
// the others; 0: for as long as they take.
func Persons(names []string, start time.Duration) State {
	s := State{For: english.And(names), Since: time.Now(), Do: "open the address of each"}
	if start > 0 {
		s.Do += fmt.Sprintf("; the match begins %v after the first has come", start)
	}
	return s
}

// Build is the build of a bot, before its first match.
func Build(bot string, limit time.Duration) State {
	return State{For: "the build of " + bot, Since: time.Now(),
		Do: fmt.Sprintf("it ends after %v at the latest", limit)}
}

// Lost is a broker whose connection broke while an event is played.
func Lost(server, why string) State {
	return State{For: "the broker at " + server, Since: time.Now(),
		Do: "the connection broke (" + why + "); it is tried again until it is back, and nothing is lost"}
}

// Bot is a bot that is to connect to a server that has only it.
func Bot(address string) State {
	return State{For: "a bot at " + address, Since: time.Now(), Do: "start it with this address"}
}

// Lock is a file that another process of this machine holds, to do what is done here afterwards.
func Lock(what, file string) State {
	return State{For: "another process on this machine, " + what, Since: time.Now(),
		Do: "it holds " + file + ", which its end frees"}
}
