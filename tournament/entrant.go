package tournament

// Entrant is what is known of an entrant over all stages. It counts all results that are not void, also those of
// incomplete blocks.
type Entrant struct {
	Name      string
	Stages    []int // stages in which it has played
	All       Totals
	Versions  []Version      // in the order in which they entered
	Failures  map[string]int // matches by reason, and by trouble.Word of bad turns of its own
	Last      []Failure      // from the end of the schedule backwards; not all
	Opponents []Opponent     // by name
	History   []PastStanding // the oldest first; nil: it was not asked for
}

// Totals are the sums of an entrant, or of a version of its bot, over all matches that are not void.
type Totals struct {
	Matches int64
	Wins    int64 // it was the only best
	Draws   int64 // it was one of several best
	Losses  int64
	Failed  int64 // it did not finish, or had bad turns of its own
	Score   int64 // sum of the game's scores
	Late    int64 // turns without an answer in time
	Host    int64 // the late turns that were the machine's fault
	Silent  int64 // turns with an answer in time that holds no action
	Crashed int64 // turns in which a program that is started each turn failed
	Refused int64
	Turns   int64
	UsedMS  int64 // time of its answers
	TookMS  int64 // time of its matches
}

// Version is a version of an entrant's bot, and its results.
type Version struct {
	Version string // the hash of its archive; "": a built-in bot
	Number  int    // from 1; 0: not known
	By      string // who submitted it
	At      int64  // when it entered, Unix time in milliseconds; 0: not known
	All     Totals
}

// Failure is a match in which a bot failed.
type Failure struct {
	ID     ID
	Try    int
	Player int
	Reason string
	Words  string // the last lines that it wrote
	Ended  int64  // of the match, Unix time in milliseconds
}

// Opponent says how an entrant fared against another one, in all matches in which both played.
type Opponent struct {
	Name   string
	Met    int
	Wins   int // matches in which it was placed before the other
	Draws  int
	Losses int
}

// PastStanding is how an entrant stood at a point in time.
type PastStanding struct {
	At       int64 // Unix time in milliseconds
	Matches  int   // matches of the event that counted by then
	Rank     int
	Points   float64
	Strength float64 // as in Standing
	Low      float64
	High     float64
}
