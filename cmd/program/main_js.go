// Package program is the whole program blastyard as a function. Built for js/wasm, it is the laboratory of a page.
package program

import (
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/show/lab/inpage"
)

// Main serves the page with these games besides those of blastyard; it does not return.
func Main(kinds ...*game.Kind) {
	games.Add(kinds...)
	inpage.Serve()
}
