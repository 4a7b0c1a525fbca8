// Package versioning has the commands that keep versions of a bot, and say which one is better.
package versioning

import (
	"context"
	"errors"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/options"
	"blastyard/internal/usage"
)

// usagef returns an error of wrong usage.
func usagef(format string, args ...any) error { return usage.Errorf(format, args...) }

// ended describes why matches did not come to their end, in the words of the command line.
func ended(ctx context.Context, err error) error {
	var config *arena.ConfigError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil && !harness.HostFault(err):
		return errors.New("interrupted")
	case errors.As(err, &config):
		return options.InFlags(err)
	}
	return err
}
