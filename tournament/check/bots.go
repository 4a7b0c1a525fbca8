package check

import (
	"context"
	"errors"
	"runtime"
	"sync"
)

// bots checks all bots, as many at the same time as there are cores. A bot that was late beside others is tried again
// alone, so that it is not blamed for its neighbours.
func (c *checker) bots(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var all sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	failed := make([]error, len(c.event.Bots))
	for i := range c.event.Bots {
		slots <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		c.Begin("bot " + c.event.Bots[i].Name)
		all.Go(func() {
			defer func() { <-slots }()
			if failed[i] = c.bot(ctx, i); failed[i] != nil {
				stop() // the check itself fails, so the others are of no use
			}
		})
	}
	all.Wait()
	for _, err := range failed {
		if err != nil && !errors.Is(err, context.Canceled) {
			return err
		}
	}
	for i := range c.event.Bots {
		if b := &c.event.Bots[i]; b.Local {
			c.note("bot %s has no folder of its own, so only this machine can run it", b.Name)
		}
	}
	return errors.Join(failed...)
}
