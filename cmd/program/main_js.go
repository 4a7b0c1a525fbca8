// Package program is the whole program blastyard as a function. Built for js/wasm, it is the laboratory of a page.
package program

import (
	"blastyard/bots"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/starters"
	"blastyard/show/lab"
	"blastyard/show/lab/inpage"
)

// Main serves the page with these games besides those of blastyard; it does not return.
func Main(kinds ...*game.Kind) {
	games.Add(kinds...)
	lab.AnyStarter = func(name, language string) (bots.Starter, error) { return starters.Find(name, language, "") }
	inpage.Serve()
}
