// Gen writes the files of the built-in maps into the current folder.
package main

import (
	"fmt"
	"os"

	"blastyard/rules/maps"
	"blastyard/rules/maps/internal/design"
)

func main() {
	for _, d := range design.All() {
		if err := os.WriteFile(d.Name+".json", maps.MapFile(d.Map), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, "gen:", err)
			os.Exit(1)
		}
	}
}
