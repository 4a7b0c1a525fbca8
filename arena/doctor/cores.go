package doctor

import (
	"blastyard/arena/internal/cores"
	"blastyard/internal/english"
)

// Fair returns how many programs this machine can judge fairly at the same time, because each has a processor of its
// own and the arena another one. It is 0 where that is not known.
func Fair() int { return cores.Fair() }

// FairText says for how many programs that holds, where a line has named the processors; "": it is not known.
func FairText(programs int) string {
	switch programs {
	case 0:
		return ""
	case 1:
		return "1 program at a time can have one of its own"
	}
	return english.Count(programs, "program") + " at a time can have one of their own"
}
