package worker

import (
	"context"
	"errors"
	"io"

	"blastyard/game/match"
	"blastyard/tournament"
)

// Job is a unit of work of a worker: some fixtures of one stage, and the bots that play them.
type Job struct {
	ID       string               `json:"id"`
	Fixtures []tournament.Fixture `json:"fixtures"`
	Bots     []JobBot             `json:"bots"` // of all entrants of the fixtures

	// Secrets has the secret of each fixture's block, which no bot may see while a match of it is played; none: the
	// event has no secret.
	Secrets []match.Secret `json:"secrets,omitempty"`
}

// JobBot is the bot of an entrant: a built-in bot, one whose files are in an archive, or one that only the organiser's
// machine has.
type JobBot struct {
	Entrant int    `json:"entrant"`           // index, as in Fixture.Entrants
	Name    string `json:"name"`              // of the entrant
	Number  int    `json:"number"`            // of the entrant in the first stage, from 0; decides letter and colour
	Builtin string `json:"builtin,omitempty"` // name of a built-in bot
	Version string `json:"version,omitempty"` // hash of its archive
	Local   bool   `json:"local,omitempty"`   // it is started as event.Bot says, in its own folder

	// Submitted: the archive defines its commands and environment; otherwise event.Bot of this name defines them.
	Submitted bool `json:"submitted,omitempty"`
}

// Errors of Worker.Play. With any of them, no result of the job counts.
var (
	// ErrCannot is wrapped by the error about a job that this machine cannot play: another machine may be able to.
	ErrCannot = errors.New("this machine cannot play the match")

	// ErrMachine is wrapped by the error about a job in which this machine failed: the disk is full, an archive did not
	// arrive, or a process could not be started. No bot is at fault; try again, preferably on another machine.
	ErrMachine = errors.New("this machine failed")
)

// Progress is the progress of a job.
type Progress struct {
	Fixture tournament.ID `json:"fixture"`
	Turn    int           `json:"turn"`            // played turns
	Again   int           `json:"again,omitempty"` // void tries before this one
	Done    bool          `json:"done,omitempty"`  // the match is over
}

// Archives provides the archives of bots.
type Archives interface {
	// Open opens the archive with a hash. The worker checks the hash.
	Open(ctx context.Context, hash string) (io.ReadCloser, error)
}

// Replays stores replays and the output of bots.
type Replays interface {
	// Keep stores a file under its SHA-256. It may move the file; otherwise the worker removes it.
	Keep(ctx context.Context, hash, path string) error
}
