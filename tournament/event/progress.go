package event

import (
	"time"

	"blastyard/internal/waiting"
	"blastyard/tournament"
)

// Progress says how far an event is.
type Progress struct {
	Counted   int           // matches of whole blocks
	Played    int           // matches with a result
	Planned   int           // 0: not known
	PerSecond float64       // recent rate of matches
	Left      time.Duration // expected; 0: not known
	Phase     Phase
	Done      bool
	Why       string // why it is done or stands still; "": neither
	Running   []Running
	Workers   []Worker
	Waiting   []waiting.State // for machines that can play what no present one can
	Stuck     []tournament.ID // matches that were lost with each worker that played them
}

// Running is a match that is being played.
type Running struct {
	Fixture tournament.Fixture
	Names   []string // by player id
	Worker  string
	Since   time.Time
	Turn    int    // -1: not known
	Live    string `json:"-"` // the id by which a server shows it; "": it cannot be watched
}

// Worker is a machine, or this process, that plays matches of an event.
type Worker struct {
	Name      string
	Slots     int // parallel matches
	Busy      int
	Played    int // matches since it connected
	Abilities Abilities
	Seen      time.Time
	Missing   []string // what it does not have to play all matches
	Trouble   string   // the last error of a job there; "": there was none
	TroubleAt time.Time
}

// Abilities describe what a machine has, for people.
type Abilities struct {
	System string `json:"system"` // such as linux/amd64
	Cores  int    `json:"cores"`
	Fair   int    `json:"fair,omitempty"` // see doctor.Fair; 0 for an event without programs, too
	Level  string `json:"level"`          // the sandbox level that it reaches
	Local  bool   `json:"local"`          // it is the organiser's machine
	// Tools are interpreters and compilers as `doctor` knows them, with their versions; empty if the event has only
	// built-in bots.
	Tools map[string]string `json:"tools"`
}
