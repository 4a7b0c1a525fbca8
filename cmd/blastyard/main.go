// Command blastyard is an arena for programs that play Bomberman-like games.
package main

import "blastyard/cmd/program"

func main() { program.Main() }
