package command

import (
	"strings"

	"github.com/spf13/pflag"

	"blastyard/game/games"
)

// GameFlag adds the flag for the game that is meant.
func GameFlag(f *pflag.FlagSet, name *string) {
	var names []string
	for _, k := range games.All() {
		names = append(names, k.Name)
	}
	f.StringVar(name, "game", names[0], strings.Join(names, " or "))
}
