// Command blastyard-tournament plays competitions. "blastyard tournament" starts it.
package main

import (
	"os"

	"blastyard/arena/harness"
	"blastyard/cmd/internal/command"
	"blastyard/cmd/internal/competitions"
)

// version is set by make dist; it is empty in other builds.
var version string

func main() {
	harness.BecomeBot() // does not return if this process was started to supervise a bot
	command.Main(competitions.New(os.Args[0], version), os.Args[1:])
}
