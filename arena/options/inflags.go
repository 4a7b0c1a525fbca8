//go:build !js

package options

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"blastyard/arena"
	"blastyard/arena/entrant"
	"blastyard/arena/harness"
	"blastyard/game"
	"blastyard/internal/usage"
	"blastyard/rules/maps"
)

// flagOf maps a field of a config to the option that sets it.
var flagOf = map[string]string{
	"game": "", "rules": "--rules", "map": "--map", "players": "--players", "seed": "--seed", "secret": "--secret",
	"turns": "--turns", "order": "--order", "failed": "--failed",
	"turn_time": "--turn-time", "pause": "--delay", "sandbox": "--sandbox", "env": "--env", "host": "--host",
	"port": "--port", "log_dir": "--log", "seats": "--players",
}

// InFlags rewrites an error about a config in the words of the command line.
func InFlags(err error) error {
	var c *arena.ConfigError
	if !errors.As(err, &c) {
		return err
	}
	flag, known := flagOf[c.Field]
	switch {
	case strings.HasSuffix(c.Field, ".special"):
		flag = "--special"
	case !known:
		flag = "--bot"
	}
	switch {
	case c.Expected != "" && c.Value == "":
		return usage.Errorf("%s: expected %s", flag, c.Expected)
	case c.Expected != "":
		return usage.Errorf("%s is %s, expected %s", flag, c.Value, c.Expected)
	}
	text := fmt.Errorf("%s: %w", flag, c.Err)
	switch {
	case c.Field == "map" && c.Value != "" && errors.Is(c.Err, game.ErrSetup):
		text = maps.NoRoom(c.Value, c.Err)
	case flag == "" || flag == "--bot" || c.Field == "map" && c.Value == "" || errors.Is(c.Err, harness.ErrConfig):
		text = c.Err // the cause already names its subject
	case flag == "--port":
		text = fmt.Errorf("%s %s: %w", flag, c.Value, c.Err)
	}
	if isUsage(flag, c) {
		return usage.Error{Err: text}
	}
	return text
}

// isUsage reports whether the command line itself is wrong: it names something that does not exist, or asks for
// something impossible. A problem with an existing file or with this machine is a failure.
func isUsage(flag string, c *arena.ConfigError) bool {
	causes := map[string][]error{
		"--map": {maps.ErrUnknown, game.ErrSetup, fs.ErrNotExist},
		"--bot": {harness.ErrConfig, harness.ErrUnclosedQuote, harness.ErrNotFound, fs.ErrNotExist},
	}
	causes["--special"] = causes["--bot"]
	switch {
	case flag == "" || flag == "--order" || flag == "--failed" || flag == "--rules":
		return true
	case entrant.IsBuiltin(c.Value):
		return true
	}
	return slices.ContainsFunc(causes[flag], func(cause error) bool { return errors.Is(c.Err, cause) })
}
