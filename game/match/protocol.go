package match

// Protocol is how a program plays a match.
type Protocol string

// The values of Protocol.
const (
	Netorcai Protocol = "netorcai" // started once for a match; it connects and speaks the netorcai protocol
	Rounds   Protocol = "rounds"   // a folder with a bot.json, started each round, as in 2016-Bomberman
	Stdio    Protocol = "stdio"    // started once for a match; one line in, one line out, in any game
)
