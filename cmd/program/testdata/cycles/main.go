// Cycles is blastyard with the light cycles, for tests of what starts a program: a program with a game of its own.
package main

import (
	"blastyard/cmd/program"
	"blastyard/game/lightcycles"
)

func main() { program.Main(lightcycles.Kind()) }
