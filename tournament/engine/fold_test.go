package engine

import (
	"context"
	"testing"
)

// TestStoreGetsNoGaps: the engine may be closed while the store waits for some of the log. The store always has the
// start of the log without gaps, because it would never read a record that was left out before a later one.
func TestStoreGetsNoGaps(t *testing.T) {
	const all = 40 * foldBatch
	entries := make(chan entry, all)
	for seq := range all {
		entries <- entry{seq: uint64(seq + 1)}
	}
	close(entries)
	batches := make(chan []entry, all)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	e := &Engine{dispatchWake: make(chan struct{}, 1)}
	e.gather(ctx, entries, batches)
	close(batches)
	want := uint64(1)
	for batch := range batches {
		for _, x := range batch {
			if x.seq != want {
				t.Fatalf("the store gets record %d after record %d", x.seq, want-1)
			}
			want++
		}
	}
}
