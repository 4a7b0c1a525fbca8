package command

import (
	"github.com/spf13/pflag"

	"blastyard/game/games"
)

// RulesFlag adds the flag for the version of hexabomb's rules.
func RulesFlag(f *pflag.FlagSet, rules *string) {
	f.StringVar(rules, "rules", games.Hexabomb().Version, "the version of the rules: 1.1 or 2018")
}
