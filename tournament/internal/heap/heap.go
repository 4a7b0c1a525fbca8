// Package heap keeps the process of an event small.
package heap

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// soft is the memory above which the garbage collector works harder. It is not a hard limit: see limitFor.
const soft = 130 << 20

// KeepSmall makes the garbage collector work harder while much memory is used, unless GOMEMLIMIT is set in the
// environment. With it, 1,000,000 results fit into 200 MB (engine.TestManyResults).
func KeepSmall() {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetMemoryLimit(soft)
	afterNext(0)
}

// limitFor returns the limit for a heap of which this much is in use. A limit that hardly leaves room above that would
// let the collector run all the time: 1,258 times in a minute for 1,000 entrants, for a quarter of the processor time.
func limitFor(live int64) int64 { return max(soft, live+live/3) }

// mark is what a collection finds unused. It is too large to share its memory with other objects.
type mark [64]byte

// afterNext sets the limit after each collection from now on. set is the limit that is set.
func afterNext(set int64) {
	runtime.AddCleanup(new(mark), func(set int64) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		if now := limitFor(int64(live[0].Value.Uint64())); now != set { //nolint:gosec // far below 2^63
			debug.SetMemoryLimit(now)
			set = now
		}
		afterNext(set)
	}, set)
}
