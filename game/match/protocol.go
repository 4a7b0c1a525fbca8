package match

// Protocol is how a program plays a match.
type Protocol string

// The protocols.
const (
	Netorcai Protocol = "netorcai" // started for a match; it connects: the netorcai metaprotocol
	Rounds   Protocol = "rounds"   // a folder with a bot.json, started for each round: as in 2016-Bomberman
	Stdio    Protocol = "stdio"    // started for a match; one line in, one line out, in any game
)
