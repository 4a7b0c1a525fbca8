package train

import "context"

// ParentGone is closed when the parent of this process is gone, or the context ends. The end of the input does not tell
// it where a copy of the parent, made by fork, still holds the other end of the pipe.
//
// Call it before anything is served: who ends after the first answer is then known to be the parent.
func ParentGone(ctx context.Context) <-chan struct{} {
	gone, await := make(chan struct{}), findParent()
	go func() {
		defer close(gone)
		await(ctx)
	}()
	return gone
}
