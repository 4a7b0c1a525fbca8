package dropin

import (
	"fmt"

	"blastyard/arena/harness"
	"blastyard/internal/shellquote"
)

// Command returns the command line that plays the same match again.
func (o *Options) Command() string {
	line := "blastyard bomberman"
	add := func(given bool, flag string, value ...string) {
		if given {
			line += " " + flag
			for _, v := range value {
				line += " " + shellquote.Quote(v)
			}
		}
	}
	each := func(flag string, values []string) {
		for _, v := range values {
			add(true, flag, v)
		}
	}
	each("--bot", o.Bots)
	add(o.Console > 0, "--console", fmt.Sprint(o.Console))
	add(true, "--seed", fmt.Sprint(o.Seed))
	add(o.Order != OrderKey, "--order", o.Order)
	each("--interpreter", o.Interpreters)
	add(o.NoLimit, "--nolimit")
	add(o.CopyBots, "--copy-bots")
	add(o.Sandbox != harness.SandboxAuto, "--sandbox", o.Sandbox)
	each("--env", o.Env)
	add(o.LogDir != "", "--log", o.LogDir)
	add(o.Replay == NoReplay, "--replay", NoReplay)
	return line
}
