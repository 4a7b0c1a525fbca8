package train

import "context"

// ParentGone returns a channel that is closed when the parent of this process is gone or the context ends. The end of
// the input is not enough: a copy of the parent, made by fork, may still hold the other end of the pipe.
//
// Call it before the first answer: a process that ends after that answer is then known to be the parent.
func ParentGone(ctx context.Context) <-chan struct{} {
	gone, await := make(chan struct{}), findParent()
	go func() {
		defer close(gone)
		await(ctx)
	}()
	return gone
}
