package tournament

// Record is one entry of an event's log. The log, in its order, is all there is to know of an event: whoever reads it
// from its start has the same schedule, standings and projection. Exactly one of the pointers is set, or Results.
type Record struct {
	At int64 `json:"at"` // Unix time in milliseconds

	Results []Result `json:"results,omitempty"` // of one job: of those of one fixture the first in the log counts
	Enter   *Entry   `json:"enter,omitempty"`
	Leave   *Leave   `json:"leave,omitempty"`
	Void    *Void    `json:"void,omitempty"`
	Close   *Close   `json:"close,omitempty"`
}

// Entry is an entrant, or a new version of its bot, from now on.
type Entry struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"` // the hash of the bot's archive; "": a built-in bot
	Number  int    `json:"number,omitempty"`  // of the version, from 1
	By      string `json:"by,omitempty"`      // who submitted it; "": the organiser's file
}

// Leave takes an entrant out of a ladder: it plays no more.
type Leave struct {
	Name string `json:"name"`
	Why  string `json:"why,omitempty"`
}

// Void takes the result of a match back: the fixture is played again, with the next Try.
type Void struct {
	ID  ID     `json:"id"`
	Try int    `json:"try,omitempty"` // the result that is taken back
	Why string `json:"why"`
}

// Close ends a stage that would go on: by the clock, or because the organiser says so.
type Close struct {
	Stage int    `json:"stage,omitempty"`
	Why   string `json:"why"`
}
