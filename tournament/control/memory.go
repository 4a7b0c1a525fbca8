package control

import (
	"os"
	"runtime/debug"
)

// softMemory is from where on the collector works harder to keep the process of an event small: with it, 1,000,000
// results fit into 200 MB (engine.TestManyResults). It is no limit: what is needed is there.
const softMemory = 130 << 20

// keepSmall asks the collector to keep this process small, unless the environment says otherwise by GOMEMLIMIT.
func keepSmall() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softMemory)
	}
}
