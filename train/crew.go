package train

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// crew works on all matches in parallel. The result of a match does not depend on the goroutine that works on it.
//
// A run ends when all pieces are done. It does not wait for goroutines that have not woken up yet: on a busy machine
// this can take longer than the whole work, which the others have done meanwhile.
type crew struct {
	matches int
	work    func(i int) error
	size    int           // matches of a piece of work
	next    atomic.Int64  // the first match of the next piece
	left    atomic.Int64  // unfinished pieces
	start   chan struct{} // wakes a goroutine other than the caller's
	done    chan struct{} // signals that the last piece is done
	helpers int
	mu      sync.Mutex
	failure error
	failed  int // the match whose error is failure
}

// newCrew starts the goroutines; close ends them. 0 threads: one for each processor.
func newCrew(matches, threads int) *crew {
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	threads = min(threads, matches)
	c := &crew{matches: matches, size: max(1, matches/(8*threads)), helpers: threads - 1,
		start: make(chan struct{}, threads), done: make(chan struct{}, 1)}
	c.next.Store(int64(matches))
	for range c.helpers {
		go func() {
			for range c.start {
				c.pieces()
			}
		}()
	}
	return c
}

func (c *crew) close() { close(c.start) }

// run calls work for every match, and returns the error of the first match that failed.
func (c *crew) run(work func(i int) error) error {
	c.work, c.failure = work, nil
	c.left.Store(int64((c.matches + c.size - 1) / c.size))
	c.next.Store(0) // from here on, goroutines that are still awake take part
	for range c.helpers {
		select {
		case c.start <- struct{}{}:
		default: // a wake-up for each goroutine is already pending
		}
	}
	c.pieces()
	<-c.done
	return c.failure
}

// pieces does pieces of work until none is left.
func (c *crew) pieces() {
	for {
		end := int(c.next.Add(int64(c.size)))
		if end-c.size >= c.matches {
			return
		}
		c.piece(end-c.size, min(end, c.matches))
		if c.left.Add(-1) == 0 {
			c.done <- struct{}{}
		}
	}
}

// here calls work for the numbers below n, in this goroutine, as run does.
func (c *crew) here(n int, work func(i int) error) error {
	c.work, c.failure = work, nil
	c.piece(0, n)
	return c.failure
}

func (c *crew) piece(from, to int) {
	i := from
	defer func() {
		if p := recover(); p != nil {
			c.fail(i, &PanicError{Match: i, Value: fmt.Sprint(p), Stack: debug.Stack()})
		}
	}()
	for ; i < to; i++ {
		if err := c.work(i); err != nil {
			c.fail(i, err)
			return
		}
	}
}

func (c *crew) fail(i int, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failure == nil || i < c.failed {
		c.failure, c.failed = err, i
	}
}

// PanicError is a fault of this program in a match. The state of the matches is undefined after it.
type PanicError struct {
	Match int
	Value string
	Stack []byte
}

func (e *PanicError) Error() string {
	return fmt.Sprintf("match %d: a fault of this program: %s", e.Match, e.Value)
}
