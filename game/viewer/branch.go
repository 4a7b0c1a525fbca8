package viewer

// A BranchOffer says how a match can be continued from one of its turns.
type BranchOffer struct {
	Can      bool         `json:"can"`
	Why      string       `json:"why,omitempty"` // why it cannot be continued
	Turns    [2]int       `json:"turns"`         // the first and the last turn after which it can be continued
	Bots     []string     `json:"bots"`          // built-in bots for ordinary players
	Specials []string     `json:"specials"`      // built-in bots for the special player
	Seats    []BranchSeat `json:"seats"`         // by player
}

// A BranchSeat says who can continue for a player.
type BranchSeat struct {
	Bot     string `json:"bot"`            // the recorded bot, or empty
	StandIn string `json:"standIn"`        // the default: builtin:NAME
	Left    int    `json:"left,omitempty"` // when it left; 0: it stayed. From then on its stand-in does nothing
}

// NoBranch returns the offer for a match that cannot be continued.
func NoBranch(why string) BranchOffer {
	return BranchOffer{Why: why, Bots: []string{}, Specials: []string{}, Seats: []BranchSeat{}}
}
