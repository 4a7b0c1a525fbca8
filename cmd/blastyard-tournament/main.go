// Command blastyard-tournament plays competitions. "blastyard tournament" starts it.
package main

import (
	"os"

	"blastyard/arena/harness"
	"blastyard/cmd/internal/command"
	"blastyard/cmd/internal/competitions"
)

// version is what make dist names; empty in other builds.
var version string

func main() {
	harness.BecomeBot() // which does not return where this program was started to watch over a bot
	command.Main(competitions.New(os.Args[0], version), os.Args[1:])
}
