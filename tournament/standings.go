package tournament

// Standings are the standings of an event, as JSON.
type Standings struct {
	Entrants    []Standing `json:"entrants"`       // the best first, behind them those who have left
	Matches     int        `json:"matches"`        // matches that count
	Planned     int        `json:"planned"`        // all matches, if their number is known; otherwise 0
	Complete    bool       `json:"complete"`       // nothing is left to play
	Why         string     `json:"why"`            // why the event ended or goes on, for people
	Test        string     `json:"test,omitempty"` // of SPRT: "stronger", "not stronger", "undecided"
	TieBreaks   []string   `json:"tie_breaks"`     // the tie-breaks that decided ranks, in order
	Fingerprint string     `json:"fingerprint"`    // SHA-256 over all counted results in the schedule's order
}

// Standing is the row of an entrant in the standings.
type Standing struct {
	Rank      int            `json:"rank"` // from 1; equal ones share it, and so do all who have left in the same way
	Name      string         `json:"name"`
	Points    float64        `json:"points"`   // sum of the shares of opponents placed behind; equal ones count half
	Strength  float64        `json:"strength"` // on a natural-log scale; the mean of all entrants is 0
	Low       float64        `json:"low"`      // of the 95 % interval of Strength
	High      float64        `json:"high"`
	Elo       float64        `json:"elo"` // Strength in Elo-like points: 400/ln 10 a unit, around 1500
	EloLow    float64        `json:"elo_low"`
	EloHigh   float64        `json:"elo_high"`
	Matches   int            `json:"matches"`
	Wins      int            `json:"wins"`   // matches in which nobody was better or equal
	Draws     int            `json:"draws"`  // matches in which it was one of several best
	Losses    int            `json:"losses"` // all other matches
	Byes      int            `json:"byes"`
	MeanScore float64        `json:"mean_score"`
	MeanPlace float64        `json:"mean_place"` // in its matches, from 1; equal ones have the best place of theirs
	Ranks     []int          `json:"ranks"`      // how often it was first, second, … in a match
	Failures  map[string]int `json:"failures"`   // matches by why it did not finish; "late": with late turns of its own
	TieBreaks []float64      `json:"tie_break_values"`
	UsedMS    int64          `json:"used_ms"` // time that its answers took
	Better    float64        `json:"better"`  // likelihood that it is better than the next place; 0: none, or SPRT

	Status Status `json:"status,omitempty"` // "": it takes part
	Why    string `json:"why,omitempty"`    // why it does not take part any more, for people
}

// Column is a column of standings in a file for spreadsheets.
type Column struct {
	Name string
	Of   func(e *Standing) any
}

// Columns are the columns of standings that do not depend on the event, in the order in which every file has them.
// A new one comes last: there are programs that count.
var Columns = []Column{
	{"rank", func(e *Standing) any { return e.Rank }},
	{"entrant", func(e *Standing) any { return e.Name }},
	{"points", func(e *Standing) any { return e.Points }},
	{"elo", func(e *Standing) any { return e.Elo }},
	{"elo_low", func(e *Standing) any { return e.EloLow }},
	{"elo_high", func(e *Standing) any { return e.EloHigh }},
	{"strength", func(e *Standing) any { return e.Strength }},
	{"low", func(e *Standing) any { return e.Low }},
	{"high", func(e *Standing) any { return e.High }},
	{"matches", func(e *Standing) any { return e.Matches }},
	{"wins", func(e *Standing) any { return e.Wins }},
	{"draws", func(e *Standing) any { return e.Draws }},
	{"losses", func(e *Standing) any { return e.Losses }},
	{"byes", func(e *Standing) any { return e.Byes }},
	{"mean_score", func(e *Standing) any { return e.MeanScore }},
	{"used_ms", func(e *Standing) any { return e.UsedMS }},
	{"better", func(e *Standing) any { return e.Better }},
	{"status", func(e *Standing) any { return string(e.Status) }},
	{"mean_place", func(e *Standing) any { return e.MeanPlace }},
}

// PairCell says how one entrant fared against another, over all matches in which both played.
type PairCell struct {
	Met    int     `json:"met"`
	Wins   int     `json:"wins"` // matches in which it was placed before the other
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
	Better float64 `json:"better"` // likelihood that it is the stronger one; 0.5: nothing is known, or SPRT
}

// StandingsOptions select a stage, and limit the work that its standings may take.
type StandingsOptions struct {
	Stage       int
	NoStrengths bool // skips strengths, intervals and likelihoods, which take most of the time; ranks are the same

	NoFingerprint bool // skips the fingerprint, which reads all results of the event
}
