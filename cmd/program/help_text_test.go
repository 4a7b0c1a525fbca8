package program

import (
	"regexp"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// stumbles are turns of phrase in help texts at which readers stumbled.
var stumbles = regexp.MustCompile(`(?i)\bso (many|long)\b|\ball chance\b|\bits chance\b|\bchance for a fault\b|\bdrawn, and printed\b|\bnone for none\b|` +
	`\bstands there\b|\bkep?t? (bots )?apart\b|\bfor them\b|^(be|let|lead|give) |^begin a bot|\bplay elsewhere\b|\bis to be\b|\bnot tell\b|\bby themselves\b|` +
	`\bwho comes and goes\b|\bwhom it waits\b|\bthese tells?\b|\bas without it\b`)

// TestHelpIsPlain: no help text has a turn of phrase at which readers stumbled.
func TestHelpIsPlain(t *testing.T) {
	var check func(cmd *cobra.Command)
	check = func(cmd *cobra.Command) {
		if cmd.Name() == "tournament" {
			return // its texts are in a program of their own
		}
		look := func(what, text string) {
			if found := stumbles.FindString(text); found != "" {
				t.Errorf("%s: %s: %q in %q", cmd.CommandPath(), what, found, text)
			}
		}
		look("short", cmd.Short)
		look("long", cmd.Long)
		cmd.Flags().VisitAll(func(f *pflag.Flag) { look("--"+f.Name, f.Usage) })
		for _, c := range cmd.Commands() {
			check(c)
		}
	}
	check(newRootCommand())
}
