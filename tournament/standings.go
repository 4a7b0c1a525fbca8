package tournament

// Standings are how an event stands, as JSON.
type Standings struct {
	Entrants    []Standing `json:"entrants"`    // the best first
	Matches     int        `json:"matches"`     // that count
	Planned     int        `json:"planned"`     // in all, where that is known; else 0
	Complete    bool       `json:"complete"`    // nothing is left to play
	Why         string     `json:"why"`         // the event ended, or goes on: for people
	TieBreaks   []string   `json:"tie_breaks"`  // by what ranks were told apart, in order
	Fingerprint string     `json:"fingerprint"` // SHA-256 over all counted results in the schedule's order
}

// Standing is how an entrant stands.
type Standing struct {
	Rank      int            `json:"rank"` // from 1; equal ones are tied by all tie-breaks
	Name      string         `json:"name"`
	Points    float64        `json:"points"`   // of each match, the share of opponents behind; equal ones are half
	Strength  float64        `json:"strength"` // on a natural-log scale; the mean of all entrants is 0
	Low       float64        `json:"low"`      // of the 95 % interval of Strength
	High      float64        `json:"high"`
	Elo       float64        `json:"elo"` // Strength in Elo-like points: 400/ln 10 of it, around 1500
	EloLow    float64        `json:"elo_low"`
	EloHigh   float64        `json:"elo_high"`
	Matches   int            `json:"matches"`
	Wins      int            `json:"wins"`   // matches in which nobody was better or equal
	Draws     int            `json:"draws"`  // in which the best were several, and it was one of them
	Losses    int            `json:"losses"` // all others
	Byes      int            `json:"byes"`
	MeanScore float64        `json:"mean_score"`
	Ranks     []int          `json:"ranks"`    // how often it was first, second, … in a match
	Failures  map[string]int `json:"failures"` // matches by why it did not finish; "late": with late turns of its own
	TieBreaks []float64      `json:"tie_break_values"`
	UsedMS    int64          `json:"used_ms"` // time that its answers took
	Better    float64        `json:"better"`  // likelihood that it is better than the next one; 0: there is none
}

// CrossTable is how entrants fared against each other.
type CrossTable struct {
	Names []string     `json:"names"` // in the order of the standings
	Pairs [][]PairCell `json:"pairs"` // [i][j]: entrant i against entrant j
}

// PairCell is how one entrant fared against another, over all matches in which both sat.
type PairCell struct {
	Met    int     `json:"met"`
	Wins   int     `json:"wins"` // placed before the other
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
	Better float64 `json:"better"` // likelihood that it is the stronger one; 0.5 where nothing is known
}

// StandingsOptions say which standings are wanted, and how much work they may be.
type StandingsOptions struct {
	Stage     int    // of the event
	Resamples int    // for the intervals and likelihoods; 0: DefaultResamples; below 0: none, and no strengths
	Seed      uint64 // of the resamples

	NoFingerprint bool // it goes through all results of the event
}

// DefaultResamples is how many resamples of the blocks the intervals of standings stand on.
const DefaultResamples = 1000
