package tournament

// Match is a result with everything that is known about it. Its Words are those of bots that failed.
type Match struct {
	Result
	Names []string `json:"names"`          // of the entrants, by player id
	Round int      `json:"round"`          // from 0; -1: not known
	Map   string   `json:"map,omitempty"`  // "": the game's default
	Seed  uint64   `json:"seed"`           // of the block
	Void  bool     `json:"void,omitempty"` // its result was voided
	Why   string   `json:"why,omitempty"`  // why it was voided
	Held  string   `json:"-"`              // why spectators may not see its replay yet; "": they may
}

// Query selects matches. The zero value selects all results that are not void, in the schedule's order.
type Query struct {
	Entrant string // it plays in the match
	Against string // it plays in the match, too
	Reason  string // Entrant, or anybody if it is "", failed so: a match.Reason, a trouble.Word or AnyReason
	Text    string // the name of a player, or the last words of a failed one, contain this, ignoring case
	Stage   *int   // from 0; nil: all
	Round   *int   // from 0; nil: all
	Marked  bool   // it counts although the machine made a bot late
	Void    bool   // only void results
	All     bool   // void results, too

	Newest bool   // from the end of the schedule backwards
	After  string // cursor of the page; "": the first page
	Limit  int    // matches of a page; 0: 50; at most 1000
}

// AnyReason stands for every reason for which a bot can fail.
const AnyReason = "any"
