package command

import (
	"strings"

	"github.com/spf13/pflag"

	"blastyard/game"
	"blastyard/game/games"
)

// GameFlag adds the flag for the game of bots that do not say it themselves: the first one, if it is not given.
func GameFlag(f *pflag.FlagSet, name *string) {
	all := games.All()
	called := make([]string, len(all))
	for i, k := range all {
		called[i] = k.Name
	}
	f.StringVar(name, "game", called[0], strings.Join(called, " or "))
}

// RulesFlag adds the flag for the version of a game's rules.
func RulesFlag(f *pflag.FlagSet, k *game.Kind, rules *string) {
	versions := []string{k.Version}
	for _, older := range k.Older {
		versions = append(versions, older.Version)
	}
	f.StringVar(rules, "rules", k.Version, "the version of the rules: "+strings.Join(versions, " or "))
}
