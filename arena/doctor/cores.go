package doctor

import (
	"fmt"

	"blastyard/arena/internal/cores"
	"blastyard/internal/english"
)

// Fair says how many programs this machine can judge fairly at the same time, because each has a processor of its own
// and the arena another one. It returns "" where that is not known.
func Fair() string {
	n := cores.Fair()
	if n < 1 {
		return ""
	}
	return fmt.Sprintf("%s at a time can have one of their own", english.Count(n, "program"))
}
