//go:build unix

package train

import (
	"context"
	"os"
	"time"
)

// findParent returns a function that waits until the current parent of this process is gone, or the context ends.
func findParent() (await func(ctx context.Context)) {
	parent := os.Getppid()
	return func(ctx context.Context) {
		const often = 200 * time.Millisecond
		tick := time.NewTicker(often)
		defer tick.Stop()
		for os.Getppid() == parent {
			select {
			case <-tick.C:
			case <-ctx.Done():
				return
			}
		}
	}
}
