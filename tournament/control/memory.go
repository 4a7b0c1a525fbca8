package control

import (
	"os"
	"runtime/debug"
)

// softMemory is the memory above which the garbage collector works harder to keep the process of an event small. With
// it, 1,000,000 results fit into 200 MB (engine.TestManyResults). It is not a hard limit.
const softMemory = 130 << 20

// keepSmall sets softMemory, unless GOMEMLIMIT is set in the environment.
func keepSmall() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softMemory)
	}
}
