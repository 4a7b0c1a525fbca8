//go:build !js

package options

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"blastyard/arena/harness"
	"blastyard/internal/usage"
)

// withResume are the options that may stand beside --resume: they say nothing of what is played.
var withResume = []string{"resume", "jobs", "json", "quiet", "listen", "website", "trusted-proxy",
	"no-browser", "replay", "log", "env", "sandbox"}

// GoOn turns the options, which were read from flags, into those of a series that continues. line is the command line
// that began the series.
func (o *Options) GoOn(flags *pflag.FlagSet, line string) error {
	var other string
	flags.Visit(func(f *pflag.Flag) {
		if !slices.Contains(withResume, f.Name) {
			other = "--" + f.Name
		}
	})
	if o.Game != "" {
		other = o.Game
	}
	if other != "" {
		return usage.Errorf("%s with --resume %s: the file says what is played", other, o.Resume)
	}
	words, err := harness.Split(line)
	if err == nil && (len(words) < 2 || words[0] != "blastyard" || words[1] != "play") {
		err = fmt.Errorf("it is %q, expected blastyard play …", line)
	}
	sandboxed, sandbox := flags.Changed("sandbox"), o.Sandbox
	if err == nil {
		err = flags.Parse(words[2:])
	}
	if err != nil {
		return fmt.Errorf("--resume %s: the command in it: %w", o.Resume, err)
	}
	if o.Game = flags.Arg(0); sandboxed {
		o.Sandbox = sandbox
	}
	return nil
}
