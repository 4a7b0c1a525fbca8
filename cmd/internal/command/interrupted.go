package command

import (
	"context"
	"errors"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/options"
	"blastyard/internal/usage"
)

// Interrupted describes in a few words why a match did not come to its end: it was ended from outside, or the machine
// failed.
func Interrupted(ctx context.Context, err error) error {
	if ctx.Err() != nil && !harness.HostFault(err) {
		return errors.New("interrupted")
	}
	if wrong := (usage.Error{}); errors.As(err, &wrong) {
		return err
	}
	var config *arena.ConfigError
	if errors.As(err, &config) { // for example a port that is in use
		return options.InFlags(err)
	}
	return errors.New(arena.Why(err))
}
