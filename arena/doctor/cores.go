package doctor

import (
	"fmt"

	"blastyard/arena/internal/cores"
)

// Fair says how many programs this machine can judge fairly at the same time, because each has a processor of its own
// and the arena another one. It returns "" where that is not known.
func Fair() string {
	n := cores.Fair()
	switch n {
	case 0:
		return ""
	case 1:
		return "1 program at a time can have one of its own"
	}
	return fmt.Sprintf("%d programs at a time can have one of their own", n)
}
