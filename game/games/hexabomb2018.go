package games

import (
	"cmp"
	"slices"

	"blastyard/game"
	"blastyard/rules/hexabomb"
	"blastyard/rules/maps"
)

// hexabomb2018 returns hexabomb by the rules of 2018. The bots expert and plotter plan by those of 1.1 and do not
// support it.
func hexabomb2018() *game.Kind {
	k := hexabombBy(hexabomb.V2018)
	k.Bots = slices.DeleteFunc(k.Bots, func(name string) bool { return name == "expert" || name == "plotter" })
	k.OpenMap = func(name string) (game.Map, error) { return openHexabombMap(cmp.Or(name, maps.DefaultSingle)) }
	k.Title = func(s game.Setup) string { return k.FullName() + " on " + s.Map.Name }
	return k
}
