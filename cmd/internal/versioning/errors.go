// Package versioning has the commands that keep versions of a bot, and say which one is better.
package versioning

import (
	"context"
	"errors"

	"blastyard/arena"
	"blastyard/cmd/internal/command"
	"blastyard/internal/usage"
)

// usagef returns an error of wrong usage.
func usagef(format string, args ...any) error { return usage.Errorf(format, args...) }

// ended describes why matches did not come to their end, in the words of the command line.
func ended(ctx context.Context, err error) error {
	var config *arena.ConfigError
	if err != nil && (ctx.Err() != nil || errors.As(err, &config)) {
		return command.Interrupted(ctx, err)
	}
	return err // of a build, or of a bot that is not there
}
