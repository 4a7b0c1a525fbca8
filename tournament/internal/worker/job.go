package worker

import (
	"context"
	"errors"
	"io"

	"blastyard/tournament"
)

// Job is what a worker plays in one go: some fixtures of one stage, and who plays in them.
type Job struct {
	ID       string               `json:"id"`
	Fixtures []tournament.Fixture `json:"fixtures"`
	Bots     []JobBot             `json:"bots"` // of all entrants of the fixtures
}

// JobBot is the bot of an entrant. It is a built-in one, one whose files are in an archive, or one that only the
// organiser's machine has.
type JobBot struct {
	Entrant int    `json:"entrant"`           // as Fixture.Entrants has it
	Name    string `json:"name"`              // of the entrant
	Number  int    `json:"number"`            // of the entrant in the first stage, from 0: for its letter and colour
	Builtin string `json:"builtin,omitempty"` // the name of a built-in bot
	Version string `json:"version,omitempty"` // the hash of its archive
	Local   bool   `json:"local,omitempty"`   // it is started as event.Bot says, in its own folder

	// Submitted: what the archive says of commands and environment counts. Else event.Bot of this name counts.
	Submitted bool `json:"submitted,omitempty"`
}

// Errors of Worker.Play. With any of them nothing of the job was played that counts.
var (
	// ErrCannot is in the error about a job that this machine cannot play: another one may.
	ErrCannot = errors.New("this machine cannot play the match")

	// ErrMachine is in the error about a job in which this machine failed: the disk is full, an archive did not come,
	// no process can be started. Nobody who plays is to blame; it is to be tried again, better elsewhere.
	ErrMachine = errors.New("this machine failed")
)

// Progress is how far a job is.
type Progress struct {
	Fixture tournament.ID `json:"fixture"`
	Turn    int           `json:"turn"`            // turns played
	Again   int           `json:"again,omitempty"` // tries that were void before
	Done    bool          `json:"done,omitempty"`  // the match is over
}

// Archives are where the archives of bots come from.
type Archives interface {
	// Open opens the archive with a hash. The worker checks the hash.
	Open(ctx context.Context, hash string) (io.ReadCloser, error)
}

// Replays are where replays go, and what bots have printed.
type Replays interface {
	// Keep keeps a file under its SHA-256. It may take the file away; the worker removes what is left.
	Keep(ctx context.Context, hash, path string) error
}
