package tournament

import "blastyard/game/match"

// Record is an entry of an event's log. The log, in its order, defines the event completely: everybody who reads it
// from the start has the same schedule, standings and projection. A Record has either Results, or Secret, or exactly
// one of the pointers.
type Record struct {
	At int64 `json:"at"` // Unix time in milliseconds

	Results []Result `json:"results,omitempty"` // of one job; the first result of a fixture counts
	Enter   *Entry   `json:"enter,omitempty"`
	Leave   *Leave   `json:"leave,omitempty"`
	Void    *Void    `json:"void,omitempty"`
	Close   *Close   `json:"close,omitempty"`

	// Secret is what the secrets of all blocks come from: see BlockSecret. It is the first record of the log, or it is
	// nowhere in it: then everything comes from the seed.
	Secret match.Secret `json:"secret,omitzero"`
	Clock  *Clock       `json:"clock,omitempty"`
	Order  *Order       `json:"order,omitempty"`
}

// Entry announces an entrant, or a new version of its bot.
type Entry struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"` // the hash of the bot's archive; "": a built-in bot
	Number  int    `json:"number,omitempty"`  // number of the version, from 1
	By      string `json:"by,omitempty"`      // who submitted it; "": the organiser's file
}

// Leave removes an entrant from a ladder: it plays no more.
type Leave struct {
	Name string `json:"name"`
	Why  string `json:"why,omitempty"`
}

// Void removes the result of a match: the fixture is played again, with the next Try.
type Void struct {
	ID  ID     `json:"id"`
	Try int    `json:"try,omitempty"` // the Try of the removed result
	Why string `json:"why"`
}

// Close ends a stage that would go on, by time limit or at the organiser's request.
type Close struct {
	Stage int    `json:"stage,omitempty"`
	Why   string `json:"why"`
}
