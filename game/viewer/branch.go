package viewer

// A BranchOffer says how a match can be played on from one of its turns.
type BranchOffer struct {
	Can      bool         `json:"can"`
	Why      string       `json:"why,omitempty"` // why it cannot be
	Turns    [2]int       `json:"turns"`         // the first and the last turn after which it can go on
	Bots     []string     `json:"bots"`          // built-in bots for ordinary players
	Specials []string     `json:"specials"`      // and for the special one
	Seats    []BranchSeat `json:"seats"`         // by player
}

// A BranchSeat is who can play on for a player.
type BranchSeat struct {
	Bot     string `json:"bot"`            // who played, as replays have it, or empty
	StandIn string `json:"standIn"`        // who plays on where nobody else is asked for: builtin:NAME
	Left    int    `json:"left,omitempty"` // the turn in which it left; 0: it stayed. Later its stand-in does nothing
}

// NoBranch is the offer for a match that cannot be played on.
func NoBranch(why string) BranchOffer {
	return BranchOffer{Why: why, Bots: []string{}, Specials: []string{}, Seats: []BranchSeat{}}
}
