package command

import (
	"strings"

	"github.com/spf13/pflag"

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
